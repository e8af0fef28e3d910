import type { StepContext } from '../body.js';
import type { BandMatrix } from './band-matrix.js';

/**
 * The linearised theta scheme of a rod made of nodes, for M v⁺ = f:
 *
 *     A = m + hθ (d + τ D) + h²θ² K,   f = m v + h F - h (1 - θ)(d + τ D + hθ K) v
 *
 * with lumped inertia m and drag d (diagonal), stiffness K, strain stiffness D (or null) and relaxation time τ.
 */
export function assembleThetaStep(
  A: BandMatrix,
  f: Float64Array,
  step: StepContext,
  mass: Float64Array,
  drag: Float64Array,
  F: Float64Array,
  K: BandMatrix,
  D: BandMatrix | null,
  tau: number,
  v: Float64Array,
): void {
  const { h, theta } = step;
  const a = A.data;
  const c = h * h * theta * theta;
  for (let p = 0; p < a.length; p++) a[p] = c * K.data[p];
  if (D) for (let p = 0; p < a.length; p++) a[p] += h * theta * tau * D.data[p];
  for (let i = 0; i < A.n; i++) {
    a[i * A.width + A.b] += mass[i] + h * theta * drag[i];
    f[i] = mass[i] * v[i] + h * F[i] - h * (1 - theta) * drag[i] * v[i];
  }
  if (theta === 1) return;
  K.multiplyAdd(f, -h * h * theta * (1 - theta), v);
  D?.multiplyAdd(f, -h * (1 - theta) * tau, v);
}

/** Held dofs: their velocity is known, its effect on the others moves to f, their rows of A become those of the mass. */
export function isolateHeld(
  A: BandMatrix,
  f: Float64Array,
  fixed: Uint8Array,
  held: Float64Array,
  mass: Float64Array,
): void {
  const n = A.n;
  for (let i = 0; i < n; i++) {
    if (fixed[i] === 0) continue;
    for (let j = Math.max(0, i - A.b); j <= Math.min(n - 1, i + A.b); j++)
      if (fixed[j] === 0) f[j] -= A.data[j * A.width + i - j + A.b] * held[i];
  }
  for (let i = 0; i < n; i++) {
    if (fixed[i] === 0) continue;
    A.isolate(i, mass[i]);
    f[i] = mass[i] * held[i];
  }
}
