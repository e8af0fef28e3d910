/**
 * Vectors of three numbers inside flat arrays: an array and an offset stand for one vector, the output comes first.
 * Outputs may be the same memory as inputs.
 */
import { hypot3 } from './hypot.js';

/** a · b */
export function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** |a| */
export function norm3(a: Float64Array, i = 0): number {
  return hypot3(a[i], a[i + 1], a[i + 2]);
}

/** |a - b| */
export function distance3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return hypot3(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
}

/** |a - b|² */
export function squareDistance3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return x * x + y * y + z * z;
}

/** out = (x, y, z) */
export function set3(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = a */
export function copy3(out: Float64Array, o: number, a: Float64Array, i: number): void {
  set3(out, o, a[i], a[i + 1], a[i + 2]);
}

/** out = a + b */
export function add3(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  set3(out, o, a[i] + b[j], a[i + 1] + b[j + 1], a[i + 2] + b[j + 2]);
}

/** out = a - b */
export function subtract3(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  set3(out, o, a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
}

/** out = s a */
export function scale3(out: Float64Array, o: number, s: number, a: Float64Array, i: number): void {
  set3(out, o, s * a[i], s * a[i + 1], s * a[i + 2]);
}

/** out += s a */
export function addScaled3(out: Float64Array, o: number, s: number, a: Float64Array, i: number): void {
  out[o] += s * a[i];
  out[o + 1] += s * a[i + 1];
  out[o + 2] += s * a[i + 2];
}

/** out = a × b */
export function cross3(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const a0 = a[i];
  const a1 = a[i + 1];
  const a2 = a[i + 2];
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  out[o] = a1 * b2 - a2 * b1;
  out[o + 1] = a2 * b0 - a0 * b2;
  out[o + 2] = a0 * b1 - a1 * b0;
}

/** out = a / |a|; returns |a|. The zero vector stays zero. */
export function normalise3(out: Float64Array, o: number, a: Float64Array, i: number): number {
  const n = norm3(a, i);
  if (n === 0) {
    set3(out, o, 0, 0, 0);
    return 0;
  }
  set3(out, o, a[i] / n, a[i + 1] / n, a[i + 2] / n);
  return n;
}
