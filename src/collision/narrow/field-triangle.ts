import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';
import { closestOnTriangle, weights } from './triangle.js';

/** Steps down the distance, at most: some ten over smooth solids. */
const mostSteps = 40;

/** A step that moves by less than this share of the triangle is the last one. */
const still = 1e-9;

/** What `lowestOnTriangle` found: weights of the corners, unit normal there. */
export const lowestPlace = { weights: new Float64Array(3), normal: new Float64Array(3) };

const n = new Float64Array(3);
const p = new Float64Array(3);
const next = new Float64Array(3);
const w = new Float64Array(3);
/** where to begin: the middle, and towards each corner */
const starts = [
  [1 / 3, 1 / 3, 1 / 3],
  [0.8, 0.1, 0.1],
  [0.1, 0.8, 0.1],
  [0.1, 0.1, 0.8],
] as const;

/**
 * The least signed distance of a shape over the triangle a, b, c (first numbers of its corners in x), by steps down its gradient, each
 * brought back to the triangle; Infinity if that is certainly beyond `range`. Place and normal in `lowestPlace`.
 */
export function lowestOnTriangle(
  shape: PlacedShape,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  range: number,
): number {
  let size = 0;
  for (let i = 0; i < 3; i++) p[i] = (x[a + i] + x[b + i] + x[c + i]) / 3;
  for (const corner of [a, b, c]) {
    let square = 0;
    for (let i = 0; i < 3; i++) square += (x[corner + i] - p[i]) * (x[corner + i] - p[i]);
    size = Math.max(size, Math.sqrt(square));
  }
  // distances change no faster than one moves
  if (signedDistance(n, shape, p[0], p[1], p[2]) > range + size) return Infinity;
  let least = Infinity;
  for (const [w0, w1, w2] of starts) {
    for (let i = 0; i < 3; i++) p[i] = w0 * x[a + i] + w1 * x[b + i] + w2 * x[c + i];
    w[0] = w0;
    w[1] = w1;
    w[2] = w2;
    const distance = descend(shape, x, a, b, c, size);
    if (distance >= least) continue;
    least = distance;
    lowestPlace.weights.set(w);
  }
  const [w0, w1, w2] = lowestPlace.weights;
  for (let i = 0; i < 3; i++) p[i] = w0 * x[a + i] + w1 * x[b + i] + w2 * x[c + i];
  return signedDistance(lowestPlace.normal, shape, p[0], p[1], p[2]);
}

/** Goes down from p, whose weights are in w; returns the distance there. */
function descend(shape: PlacedShape, x: Float64Array, a: number, b: number, c: number, size: number): number {
  let distance = signedDistance(n, shape, p[0], p[1], p[2]);
  let pace = size;
  for (let step = 0; step < mostSteps && pace > still * size; step++) {
    for (let i = 0; i < 3; i++) next[i] = p[i] - pace * n[i];
    closestOnTriangle(x, a, b, c, next[0], next[1], next[2]);
    let moved = 0;
    for (let i = 0; i < 3; i++) {
      next[i] = weights[0] * x[a + i] + weights[1] * x[b + i] + weights[2] * x[c + i];
      moved = Math.max(moved, Math.abs(next[i] - p[i]));
    }
    if (moved <= still * size) return distance;
    const there = signedDistance(n, shape, next[0], next[1], next[2]);
    if (there < distance) {
      distance = there;
      p.set(next);
      w.set(weights);
    } else {
      pace *= 0.5;
      signedDistance(n, shape, p[0], p[1], p[2]);
    }
  }
  return distance;
}
