import type { ContactSet } from '../contact-set.js';

/** Most corners a contact polygon can have. */
const capacity = 64;

/** A polygon being clipped: corners (3 numbers) and a name for each that lasts from step to step. */
export class Polygon {
  n = 0;
  readonly x = new Float64Array(3 * capacity);
  readonly name = new Int32Array(capacity);

  /** Adds the corner that stands at `at` of `from`; beyond the capacity it is dropped. */
  push(from: Float64Array, at: number, name: number): void {
    if (this.n === capacity) return;
    this.x[3 * this.n] = from[at];
    this.x[3 * this.n + 1] = from[at + 1];
    this.x[3 * this.n + 2] = from[at + 2];
    this.name[this.n++] = name;
  }

  /**
   * out = the part of this polygon where a·x <= c (Sutherland-Hodgman), `plane` being a (of length 1), c and a margin; `side` numbers it in new
   * names. Corners up to the margin beyond the plane are put on it: where two edges lie on each other, the place at which they cross is anywhere,
   * and would be somewhere else in every step of what is at rest.
   */
  clip(out: Polygon, plane: Float64Array, side: number): void {
    out.n = 0;
    const { x, n } = this;
    const ax = plane[0];
    const ay = plane[1];
    const az = plane[2];
    const c = plane[3];
    const margin = plane[4];
    for (let k = 0; k < n; k++) {
      const i = 3 * k;
      const l = (k + 1) % n;
      const j = 3 * l;
      const di = ax * x[i] + ay * x[i + 1] + az * x[i + 2] - c;
      const dj = ax * x[j] + ay * x[j + 1] + az * x[j + 2] - c;
      if (di <= margin) {
        const beyond = Math.max(0, di);
        for (let m = 0; m < 3; m++) corner[m] = x[i + m] - beyond * plane[m];
        out.push(corner, 0, this.name[k]);
      }
      if ((di < 0 && dj > margin) || (di > margin && dj < 0)) {
        const t = di / (di - dj);
        const name = ((this.name[k] & 0xff) << 16) | ((this.name[l] & 0xff) << 8) | (side + 1);
        for (let m = 0; m < 3; m++) corner[m] = x[i + m] + t * (x[j + m] - x[i + m]);
        out.push(corner, 0, name);
      }
    }
  }
}

const corner = new Float64Array(3);
/** 1 for contacts that are kept; numbers of those that are chosen from */
let order = new Int32Array(capacity);
let chosen = new Int32Array(capacity);
const kept = new Int32Array(4);

/** Choices between nearly equal points must not flip with rounding: a later point has to be better by this much. */
const better = 1 + 1e-6;

/**
 * Contacts whose gaps differ by less than this share of the size, the overlap that scenes allow by default, are equally near. What is farther off, as the corners of a wheel are that
 * come down next, must not take the place of one that touches.
 */
const alikeGaps = 1e-3;

/**
 * Keeps at most four of the contacts `from .. out.n - 1` (all with one normal) that are as near as the nearest: the deepest or the outermost, the one
 * farthest from it, and the two that span the most area on either side; and of the others the four that are nearest. Order and choice are
 * stable under rounding.
 */
export function keepFour(out: ContactSet, from: number, size: number): void {
  const n = out.n - from;
  if (n <= 4) return;
  const { gap } = out;
  let least = Infinity;
  for (let k = 0; k < n; k++) least = Math.min(least, gap[from + k]);
  const limit = least + alikeGaps * size;
  if (order.length < n) {
    order = new Int32Array(2 * n);
    chosen = new Int32Array(2 * n);
  }
  order.fill(0, 0, n);
  let count = 0;
  for (let k = 0; k < n; k++) if (gap[from + k] <= limit) chosen[count++] = k;
  keepOutermost(out, from, count, size);
  for (let e = 0; e < 4; e++) keepNearest(gap, from, n, limit);
  // in the order they came, so that names and sweeps stay in place
  let to = from;
  for (let k = 0; k < n; k++) if (order[k] === 1) out.move(to++, from + k);
  out.n = to;
}

/** Marks in `order` the nearest contact beyond `limit` that is not marked yet. */
function keepNearest(gap: Float64Array, from: number, n: number, limit: number): void {
  let nearest = -1;
  for (let k = 0; k < n; k++) {
    const g = gap[from + k];
    if (order[k] === 1 || g <= limit) continue;
    // of two that are alike the first
    if (nearest < 0 || g < gap[from + nearest] - 1e-9 * Math.abs(g)) nearest = k;
  }
  if (nearest >= 0) order[nearest] = 1;
}

/** Marks in `order` at most four of the first `count` that are chosen from. */
function keepOutermost(out: ContactSet, from: number, count: number, size: number): void {
  if (count <= 4) {
    for (let e = 0; e < count; e++) order[chosen[e]] = 1;
    return;
  }
  const { pointB: x, normal, gap } = out;
  const at = (k: number): number => 3 * (from + k);
  let first = chosen[0];
  let most = -Infinity;
  for (let e = 0; e < count; e++) {
    const k = chosen[e];
    if (gap[from + k] < gap[from + first]) first = k;
    most = Math.max(most, gap[from + k]);
  }
  // all about equally deep: take the outermost along an axis that does not depend on rounding
  if (most - gap[from + first] < 1e-4 * size) first = outermost(x, from, count);
  const second = farthest(x, at(first), from, count);
  const nx = normal[at(first)];
  const ny = normal[at(first) + 1];
  const nz = normal[at(first) + 2];
  let low = 0;
  let high = 0;
  kept[0] = first;
  kept[1] = second;
  kept[2] = kept[3] = -1;
  for (let e = 0; e < count; e++) {
    const k = chosen[e];
    const area = signedArea(x, at(first), at(second), at(k), nx, ny, nz);
    if (area > high * better && area > 0) {
      high = area;
      kept[2] = k;
    } else if (area < low * better && area < 0) {
      low = area;
      kept[3] = k;
    }
  }
  for (const k of kept) if (k >= 0) order[k] = 1;
}

/** Of the first `count` that are chosen from. */
function outermost(x: Float64Array, from: number, count: number): number {
  let best = 0;
  let value = -Infinity;
  for (let e = 0; e < count; e++) {
    const k = chosen[e];
    const i = 3 * (from + k);
    // a direction along no symmetry of common shapes
    const d = 0.8365 * x[i] + 0.4871 * x[i + 1] + 0.2511 * x[i + 2];
    if (d > value + 1e-9 * Math.abs(value)) {
      value = d;
      best = k;
    }
  }
  return best;
}

function farthest(x: Float64Array, i: number, from: number, count: number): number {
  let best = 0;
  let value = -1;
  for (let e = 0; e < count; e++) {
    const k = chosen[e];
    const j = 3 * (from + k);
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const d = dx * dx + dy * dy + dz * dz;
    if (d > value * better) {
      value = d;
      best = k;
    }
  }
  return best;
}

function signedArea(x: Float64Array, a: number, b: number, c: number, nx: number, ny: number, nz: number): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  return nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
}
