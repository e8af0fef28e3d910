import { sharedFloats } from '../linalg/kernel/shared-work.js';
import { norm3 } from '../math/vec3.js';
import type { Collider } from './collider.js';
import type { FiberCollider } from './fiber-collider.js';
import type { PlacedShape } from './placed-shape.js';

/** Numbers a leaf: one end (3), way to the other (3), one over its square or 0 for a ball, radius and margin. */
const rowSize = 8;

/** ... mean displacement of the ends (3), how far theirs may differ from it, how far one may go if it is stopped, radius. */
const moveSize = 6;

/** Distances are rounded here otherwise than in the narrow phase: what is out of reach by less than this share is left to it. */
const rounding = 1e-6;

/** Sine of the angle below which segments count as parallel. */
const parallel = 1e-4;

/** As far off as contacts are ever looked for where nothing is to move, in radii of each. */
const farthestNear = 0.2;

/** A body squeezed by others may come out of the step this many times faster than it went in. */
export const thrown = 2;

/**
 * Leaves that are thick segments - pieces of fibers, capsules and balls - side by side, by number. In a head of hair boxes
 * of slanted segments lie in each other by the hundred thousand, and nearly all hold nothing that touches: here a pair is
 * rejected from two rows of numbers, before anyone asks what it is. Nothing is rejected that the narrow phase would keep;
 * leaves of other kinds are given an endless radius and are never rejected.
 */
export class ThickSegments {
  #rows = sharedFloats(0);
  #moves = sharedFloats(0);

  /** the segments as they stand side by side: where they are, and how far they go */
  get arrays(): SegmentArrays {
    return { rows: this.#rows, moves: this.#moves };
  }

  /** Makes room for so many leaves; what was known is forgotten, and nothing is rejected until it is set. */
  reserve(leaves: number): void {
    this.#rows = sharedFloats(rowSize * leaves).fill(Infinity);
    this.#moves = sharedFloats(moveSize * leaves).fill(Infinity);
  }

  /** Puts a collider to where it is. */
  place({ fiber, shape, leaf, margin }: Collider): void {
    if (fiber) placeFiber(this.#rows, rowSize * leaf, fiber, margin);
    else placeShape(this.#rows, rowSize * leaf, shape!, margin);
  }

  /** Sets how far a collider goes in the coming step. */
  sweep({ fiber, leaf, move, turn }: Collider): void {
    if (fiber) {
      sweepFiber(this.#moves, moveSize * leaf, fiber);
      return;
    }
    const to = moveSize * leaf;
    this.#moves.set(move, to);
    this.#moves[to + 3] = turn;
    this.#moves[to + 4] = thrown * norm3(move);
    // only fibers that move alike are looked for within their radii
    this.#moves[to + 5] = Infinity;
  }
}

/** Thick segments by number. */
export interface SegmentArrays {
  readonly rows: Float64Array;
  readonly moves: Float64Array;
}

/** Whether leaves a and b are farther apart than they can come together within the step. */
export function areApart({ rows: x, moves: m }: SegmentArrays, a: number, b: number): boolean {
  const i = rowSize * a;
  const j = rowSize * b;
  const move = approach(m, moveSize * a, moveSize * b);
  const far = (x[i + 7] + x[j + 7] + move) * (1 + rounding);
  return areFartherThan(far, x, i, j);
}

/** Whether segments of fibers a and b are farther apart, by so many radii of each, than they are ever looked for. */
export function areFar({ rows: x, moves: m }: SegmentArrays, a: number, b: number, slack: number): boolean {
  const i = rowSize * a;
  const j = rowSize * b;
  const radii = m[moveSize * a + 5] + m[moveSize * b + 5];
  const move = Math.max(approach(m, moveSize * a, moveSize * b), farthestNear * radii);
  const far = (x[i + 7] + x[j + 7] + move + slack * radii) * (1 + rounding);
  return areFartherThan(far, x, i, j);
}

/** Whether leaves a and b are farther apart, where they are, than margins and `near` of the radii of each. */
export function areApartInPlace({ rows: x }: SegmentArrays, a: number, b: number, near: number): boolean {
  const i = rowSize * a;
  const j = rowSize * b;
  const far = (x[i + 7] + x[j + 7]) * (1 + near) * (1 + rounding);
  return areFartherThan(far, x, i, j);
}

function placeFiber(rows: Float64Array, to: number, { nodes: x, count, radius }: FiberCollider, margin: number): void {
  for (let k = 0; k < 3 * count - 3; k += 3, to += rowSize) {
    const ux = x[k + 3] - x[k];
    const uy = x[k + 4] - x[k + 1];
    const uz = x[k + 5] - x[k + 2];
    rows[to] = x[k];
    rows[to + 1] = x[k + 1];
    rows[to + 2] = x[k + 2];
    rows[to + 3] = ux;
    rows[to + 4] = uy;
    rows[to + 5] = uz;
    rows[to + 6] = 1 / (ux * ux + uy * uy + uz * uz);
    rows[to + 7] = radius + margin;
  }
}

function placeShape(
  rows: Float64Array,
  to: number,
  { type, position, ends, radius }: PlacedShape,
  margin: number,
): void {
  const isCapsule = type === 'capsule';
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const u = isCapsule ? ends[3 + i] - ends[i] : 0;
    rows[to + i] = isCapsule ? ends[i] : position[i];
    rows[to + 3 + i] = u;
    square += u * u;
  }
  rows[to + 6] = isCapsule ? 1 / square : 0;
  rows[to + 7] = isCapsule || type === 'sphere' ? radius + margin : Infinity;
}

function sweepFiber(rows: Float64Array, to: number, { moves: m, count, radius }: FiberCollider): void {
  for (let k = 0; k < 3 * count - 3; k += 3, to += moveSize) {
    const dx = 0.5 * (m[k + 3] - m[k]);
    const dy = 0.5 * (m[k + 4] - m[k + 1]);
    const dz = 0.5 * (m[k + 5] - m[k + 2]);
    rows[to] = m[k] + dx;
    rows[to + 1] = m[k + 1] + dy;
    rows[to + 2] = m[k + 2] + dz;
    rows[to + 3] = Math.sqrt(dx * dx + dy * dy + dz * dz);
    rows[to + 4] = Math.sqrt(m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]);
    rows[to + 5] = radius;
  }
}

/**
 * Not less than the narrow phase reckons with that two leaves approach each other within the step: no two ends' displacements
 * differ more than the means and each from its mean.
 */
function approach(m: Float64Array, i: number, j: number): number {
  const x = m[i] - m[j];
  const y = m[i + 1] - m[j + 1];
  const z = m[i + 2] - m[j + 2];
  const together = Math.sqrt(x * x + y * y + z * z) + m[i + 3] + m[j + 3];
  const alone = Math.min(Math.max(m[i + 4], m[j + 4]), m[i + 5] + m[j + 5]);
  return Math.max(together, alone);
}

/** Handed over in place, since a number that is handed to a large function costs an object of its own. */
const limit = new Float64Array(1);

/** Whether the segments in the rows at i and j are farther apart than that; of most already the lines are. */
function areFartherThan(far: number, x: Float64Array, i: number, j: number): boolean {
  limit[0] = far;
  return areLinesApart(x, i, j, far * far) || areSegmentsApart(x, i, j);
}

/** Whether lines that are not parallel are farther apart than the root of `square`. */
function areLinesApart(x: Float64Array, i: number, j: number, square: number): boolean {
  const ux = x[i + 3];
  const uy = x[i + 4];
  const uz = x[i + 5];
  const vx = x[j + 3];
  const vy = x[j + 4];
  const vz = x[j + 5];
  const kx = uy * vz - uz * vy;
  const ky = uz * vx - ux * vz;
  const kz = ux * vy - uy * vx;
  const det = kx * kx + ky * ky + kz * kz;
  const across = (x[i] - x[j]) * kx + (x[i + 1] - x[j + 1]) * ky + (x[i + 2] - x[j + 2]) * kz;
  return across * across > square * det && det * x[i + 6] * x[j + 6] > parallel * parallel;
}

/** Whether segments are farther apart than the limit. */
function areSegmentsApart(x: Float64Array, i: number, j: number): boolean {
  const ux = x[i + 3];
  const uy = x[i + 4];
  const uz = x[i + 5];
  const vx = x[j + 3];
  const vy = x[j + 4];
  const vz = x[j + 5];
  const wx = x[i] - x[j];
  const wy = x[i + 1] - x[j + 1];
  const wz = x[i + 2] - x[j + 2];
  const a = ux * ux + uy * uy + uz * uz;
  const b = ux * vx + uy * vy + uz * vz;
  const c = vx * vx + vy * vy + vz * vz;
  const d = ux * wx + uy * wy + uz * wz;
  const e = vx * wx + vy * wy + vz * wz;
  const det = a * c - b * b;
  if (!(det > parallel * parallel * a * c)) return areParallelsApart(x, i, j);
  // clamped in place: what a function that is not inlined returns is an object of its own
  const s0 = (b * e - c * d) / det;
  const t0 = (b * (s0 < 0 ? 0 : s0 > 1 ? 1 : s0) + e) * x[j + 6];
  const t = t0 < 0 ? 0 : t0 > 1 ? 1 : t0;
  const s1 = (b * t - d) * x[i + 6];
  const s = s1 < 0 ? 0 : s1 > 1 ? 1 : s1;
  const dx = wx + s * ux - t * vx;
  const dy = wy + s * uy - t * vy;
  const dz = wz + s * uz - t * vz;
  return dx * dx + dy * dy + dz * dz > limit[0] * limit[0];
}

/** The same of balls, and of parallel segments: whether their lines are. */
function areParallelsApart(x: Float64Array, i: number, j: number): boolean {
  // if one is a ball, it is the second
  if (x[i + 6] === 0 && x[j + 6] !== 0) return areParallelsApart(x, j, i);
  const isBall = x[j + 6] === 0;
  const ux = x[i + 3];
  const uy = x[i + 4];
  const uz = x[i + 5];
  const wx = x[j] - x[i];
  const wy = x[j + 1] - x[i + 1];
  const wz = x[j + 2] - x[i + 2];
  const along = (wx * ux + wy * uy + wz * uz) * x[i + 6];
  const s = isBall ? clamp(along) : along;
  const dx = wx - s * ux;
  const dy = wy - s * uy;
  const dz = wz - s * uz;
  // a segment that is slightly slanted may come closer than its end
  const far = limit[0] + (isBall ? 0 : parallel / Math.sqrt(x[j + 6]));
  return dx * dx + dy * dy + dz * dz > far * far;
}

function clamp(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
