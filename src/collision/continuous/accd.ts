import { edgeEdgeDistance, pointTriangleDistance } from './proximity.js';

/**
 * Share of the first distance, beyond the thickness, that is left when an impact is called one [Li21 CIPC, section 5: s = 0.1].
 * Smaller means later times, closer to touching, and more steps.
 */
export const impactShare = 0.1;

/**
 * Steps after which the time reached is given as that of an impact. Every step is safe, so this is early, never late; pairs that
 * slide along each other much closer than they slide need this many.
 */
const maxSteps = 1000;

const x = new Float64Array(12);
const v = new Float64Array(12);
const w = new Float64Array(3);

/**
 * First time in [0, 1] at which a point and a triangle that move in straight lines come within `thickness` of each other, by additive
 * conservative advancement [Li21 CIPC, algorithm 1]; Infinity where they do not. Until the time that is given they are farther
 * apart than the thickness. Offsets p and a, b, c are those of positions and displacements alike.
 */
export function pointTriangleImpact(
  positions: Float64Array,
  moves: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
  thickness: number,
): number {
  gather(positions, moves, 0, p);
  gather(positions, moves, 3, a);
  gather(positions, moves, 6, b);
  gather(positions, moves, 9, c);
  withoutMean();
  return advance(false, speed(0) + Math.max(speed(3), speed(6), speed(9)), thickness);
}

/** The same for the edges a-b and c-d. */
export function edgeEdgeImpact(
  positions: Float64Array,
  moves: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  thickness: number,
): number {
  gather(positions, moves, 0, a);
  gather(positions, moves, 3, b);
  gather(positions, moves, 6, c);
  gather(positions, moves, 9, d);
  withoutMean();
  return advance(true, Math.max(speed(0), speed(3)) + Math.max(speed(6), speed(9)), thickness);
}

function gather(positions: Float64Array, moves: Float64Array, to: number, from: number): void {
  for (let i = 0; i < 3; i++) {
    x[to + i] = positions[from + i];
    v[to + i] = moves[from + i];
  }
}

/** Takes the mean displacement off: what all have in common does not bring them together. */
function withoutMean(): void {
  for (let i = 0; i < 3; i++) {
    const mean = 0.25 * (v[i] + v[3 + i] + v[6 + i] + v[9 + i]);
    for (let k = i; k < 12; k += 3) v[k] -= mean;
  }
}

function speed(at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

/** Moves x on by steps in which no two points can use up their distance. */
function advance(edges: boolean, approach: number, thickness: number): number {
  let distance = measure(edges) - thickness;
  if (!(distance > 0)) return 0;
  // as far as they go in all does not bring them together
  if (approach <= (1 - impactShare) * distance) return Infinity;
  const left = impactShare * distance;
  let t = 0;
  for (let step = 0; step < maxSteps; step++) {
    const dt = ((1 - impactShare) * distance) / approach;
    if (t + dt > 1) return Infinity;
    t += dt;
    for (let k = 0; k < 12; k++) x[k] += dt * v[k];
    distance = measure(edges) - thickness;
    if (distance <= left) return t;
  }
  return t;
}

function measure(edges: boolean): number {
  return edges ? edgeEdgeDistance(w, x, 0, 3, 6, 9) : pointTriangleDistance(w, x, 0, 3, 6, 9);
}
