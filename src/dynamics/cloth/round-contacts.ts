import { closestOfSegments, nearest } from '../../collision/narrow/segments.js';
import { closestOnTriangle, weights } from '../../collision/narrow/triangle.js';
import type { ClothObstacle } from './obstacle.js';
import { margin, shiftNormal, slack, touchObstacle } from './obstacle-contacts.js';
import { type StepState, largestSpeed } from './step-state.js';

/**
 * Round things dip into the triangles between vertices by about e²/8R, e the length of an edge. Up to this share of the
 * thickness vertices alone are looked at: a dip that nobody sees, and an eighth of the contacts.
 */
const shallowDip = 0.1;

/** Places with a weight nearer to 1 than this are left to the vertex. */
const inner = 1e-3;

const axis = new Float64Array(3);
const place = new Float64Array(3);
const between = new Float64Array(3);
/** nearest place of a triangle to the thing's axis: squared distance, weights */
const best = { square: 0, w0: 0, w1: 0, w2: 0 };

/**
 * Balls, capsules and the segments of rods against the triangles of cloths: one contact for each triangle, or each edge of
 * two, with its place nearest to the centre or axis. Vertices alone [Ly20] would let thin things through and thick ones dip in.
 */
export class RoundContacts {
  /** edges whose contact has been found for the present thing */
  readonly #edges = new Set<number>();

  find(state: StepState, obstacles: readonly ClothObstacle[]): void {
    const { cloth } = state;
    bounds(state.q0);
    fastest = largestSpeed(state.free);
    for (let o = 0; o < obstacles.length; o++) {
      const { shape } = obstacles[o];
      if (shape.type !== 'sphere' && shape.type !== 'capsule') continue;
      const dip = (cloth.edgeLength * cloth.edgeLength) / (8 * shape.radius);
      if (dip > shallowDip * cloth.thickest) this.#findAll(state, obstacles[o], o);
    }
  }

  #findAll(state: StepState, obstacle: ClothObstacle, number: number): void {
    const { cloth, q0: x, h } = state;
    const { triangles } = cloth;
    const { position: p, extent } = obstacle.shape;
    const way = h * (obstacle.speed + fastest);
    const range = obstacle.shape.radius + (0.5 + slack) * cloth.thickest + 1.5 * way;
    const far = extent + range - obstacle.shape.radius;
    for (let c = 0; c < 3; c++) if (p[c] < box[c] - far || p[c] > box[3 + c] + far) return;
    this.#edges.clear();
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t];
      const b = 3 * triangles[t + 1];
      const c = 3 * triangles[t + 2];
      if (apart(x, a, b, c, p, 0, far) || apart(x, a, b, c, p, 1, far) || apart(x, a, b, c, p, 2, far)) continue;
      nearestTo(obstacle, x, a, b, c);
      if (best.square > range * range || best.square === 0) continue;
      if (Math.max(best.w0, best.w1, best.w2) > 1 - inner) continue;
      if (this.#isKnown(cloth.nodes, triangles, t)) continue;
      add(state, obstacle, number, triangles, t);
    }
  }

  /** Whether the place is on an edge that another triangle has brought in. */
  #isKnown(nodes: number, triangles: Int32Array, t: number): boolean {
    const open = best.w0 === 0 ? 0 : best.w1 === 0 ? 1 : best.w2 === 0 ? 2 : -1;
    if (open < 0) return false;
    const i = triangles[t + ((open + 1) % 3)];
    const j = triangles[t + ((open + 2) % 3)];
    const key = Math.min(i, j) * nodes + Math.max(i, j);
    if (this.#edges.has(key)) return true;
    this.#edges.add(key);
    return false;
  }
}

const box = new Float64Array(6);
/** largest speed of a vertex without contacts (m/s) */
let fastest = 0;

/** box = what holds all vertices */
function bounds(x: Float64Array): void {
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3, 6);
  for (let k = 0; k < x.length; k += 3) {
    for (let c = 0; c < 3; c++) {
      if (x[k + c] < box[c]) box[c] = x[k + c];
      if (x[k + c] > box[3 + c]) box[3 + c] = x[k + c];
    }
  }
}

/** Whether all corners of a triangle are farther than `far` to one side of p along axis c. */
function apart(x: Float64Array, i: number, j: number, k: number, p: Float64Array, c: number, far: number): boolean {
  const least = p[c] - far;
  const most = p[c] + far;
  if (x[i + c] < least && x[j + c] < least && x[k + c] < least) return true;
  return x[i + c] > most && x[j + c] > most && x[k + c] > most;
}

/** The place of a triangle nearest to the centre of a ball or the axis of a capsule, in `best`; there in `axis`. */
function nearestTo({ shape }: ClothObstacle, x: Float64Array, a: number, b: number, c: number): void {
  const { position: p, ends } = shape;
  best.square = Infinity;
  if (shape.type === 'sphere') {
    consider(closestOnTriangle(x, a, b, c, p[0], p[1], p[2]), weights[0], weights[1], weights[2], p, 0);
    return;
  }
  for (let e = 0; e < 6; e += 3) {
    const square = closestOnTriangle(x, a, b, c, ends[e], ends[e + 1], ends[e + 2]);
    consider(square, weights[0], weights[1], weights[2], ends, e);
  }
  considerEdge(x, a, b, ends, 0);
  considerEdge(x, b, c, ends, 1);
  considerEdge(x, c, a, ends, 2);
}

/** The edge from i to j, `corner` of the triangle being the one it begins at. */
function considerEdge(x: Float64Array, i: number, j: number, ends: Float64Array, corner: number): void {
  closestOfSegments(x, i, j, ends, 0, 3);
  const { s, t } = nearest;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    between[c] = (1 - t) * ends[c] + t * ends[3 + c];
    const d = (1 - s) * x[i + c] + s * x[j + c] - between[c];
    square += d * d;
  }
  const w = [0, 0, 0];
  w[corner] = 1 - s;
  w[(corner + 1) % 3] = s;
  consider(square, w[0], w[1], w[2], between, 0);
}

function consider(square: number, w0: number, w1: number, w2: number, at: Float64Array, from: number): void {
  if (square >= best.square) return;
  best.square = square;
  best.w0 = w0;
  best.w1 = w1;
  best.w2 = w2;
  for (let c = 0; c < 3; c++) axis[c] = at[from + c];
}

function add(state: StepState, obstacle: ClothObstacle, number: number, triangles: Int32Array, t: number): void {
  const { contacts, cloth, q0, v0, free, h, inverseMass } = state;
  const w = [best.w0, best.w1, best.w2];
  const first = triangles[t];
  const thickness = cloth.thickness[first];
  const distance = Math.sqrt(best.square);
  const { radius } = obstacle.shape;
  for (let c = 0; c < 3; c++) {
    between[c] = -axis[c];
    for (let k = 0; k < 3; k++) between[c] += w[k] * q0[3 * triangles[t + k] + c];
    between[c] /= distance;
    place[c] = axis[c] + radius * between[c];
  }
  obstacle.surfaceVelocity(place[0], place[1], place[2]);
  let uN = 0;
  let before = 0;
  for (let c = 0; c < 3; c++) {
    let now = -obstacle.velocity[c];
    let then = -obstacle.velocity[c];
    for (let k = 0; k < 3; k++) {
      then += w[k] * v0[3 * triangles[t + k] + c];
      now += w[k] * free[3 * triangles[t + k] + c];
    }
    uN += between[c] * now;
    before += between[c] * then;
  }
  const gap = distance - radius - 0.5 * thickness;
  if (gap + h * uN > margin(state, obstacle, thickness, Math.abs(uN))) return;
  const owner = cloth.owner[first];
  if (!obstacle.admits(owner)) return;
  const j = contacts.add(between[0], between[1], between[2], gap, obstacle.friction(owner), number);
  for (let k = 0; k < 3; k++) {
    const node = triangles[t + k];
    if (w[k] > 0) contacts.join(j, node, w[k], inverseMass[node]);
  }
  touchObstacle(state, j, obstacle, place);
  shiftNormal(contacts, j, state, thickness, obstacle.restitution(owner), uN, before);
}
