import { BandLu, BandMatrix, bandCholesky } from './band-matrix.js';
import type { ElasticSystem } from './elastic-system.js';
import type { Vec3 } from './loads.js';

/** How an equilibrium is sought. */
export interface EquilibriumOptions {
  /** weight (m/s²) */
  readonly gravity?: Vec3;
  /** time at which driven ends and loads are taken (s) */
  readonly t?: number;
  /** lengths kept exactly, by augmented Lagrangian: the stretch springs only help it to converge */
  readonly inextensible?: boolean;
  /** ends when the Newton correction is below this fraction of the dofs' units */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** What became of it. */
export interface EquilibriumResult {
  readonly converged: boolean;
  readonly iterations: number;
  /** last Newton correction, root mean square over dofs in their units */
  readonly correction: number;
}

const none: Vec3 = [0, 0, 0];

/**
 * Newton's method on force balance with the exact stiffness: finds the equilibrium near the present shape, stable or not.
 * Steps are shortened until the simplified correction shrinks (the natural test, blind to the dofs' scaling).
 */
export function findEquilibrium(rod: ElasticSystem, options: EquilibriumOptions = {}): EquilibriumResult {
  const { gravity = none, t = 0, tolerance = 1e-13, maxIterations = 200 } = options;
  const n = rod.dofs;
  const F = new Float64Array(n);
  const K = new BandMatrix(n, rod.bandwidth);
  const lu = new BandLu();
  const dx = new Float64Array(n);
  const trial = new Float64Array(n);
  rod.moveEnds(t);
  let correction = Infinity;
  let quiet = 0;
  for (let k = 1; k <= maxIterations; k++) {
    // multipliers of a shape far from balance would mislead: they wait until the iteration settles
    if (options.inextensible && correction < 1e-3) rod.augment?.();
    balance(rod, F, K, gravity, t);
    if (!lu.factor(K)) return { converged: false, iterations: k, correction };
    dx.set(F);
    lu.solve(dx);
    correction = size(rod, dx);
    if (!(correction < Infinity)) return { converged: false, iterations: k, correction };
    rod.displace(dx);
    // shorten until the correction of the same matrix is smaller than before
    let taken = 1;
    while (correction > 1e-9 && taken > 1e-3) {
      balance(rod, trial, null, gravity, t);
      lu.solve(trial);
      if (size(rod, trial) <= (1 - 0.25 * taken) * correction) break;
      for (let i = 0; i < n; i++) trial[i] = -0.5 * taken * dx[i];
      rod.displace(trial);
      taken *= 0.5;
    }
    // rounding ends the iteration: three corrections without progress count as convergence when they are tiny
    if (correction < tolerance) return { converged: true, iterations: k, correction };
    quiet = correction < 1e4 * tolerance ? quiet + 1 : 0;
    if (quiet > 3) return { converged: true, iterations: k, correction };
  }
  return { converged: false, iterations: maxIterations, correction };
}

/** A system whose shape can be put back. */
export interface StaticBody extends ElasticSystem {
  readonly q: Float64Array;
  saveState(): Float64Array;
  loadState(state: Float64Array): void;
}

/**
 * Follows the equilibrium while a share grows from 0 to 1 (loads, weight, driven ends: `at` says what a share means). The
 * increments start at 1/steps, are halved where Newton does not settle quickly and doubled where it does.
 */
export function followEquilibrium(
  rod: StaticBody,
  at: (share: number) => EquilibriumOptions,
  steps = 4,
): EquilibriumResult {
  let share = 0;
  let increment = 1 / steps;
  let result: EquilibriumResult = { converged: true, iterations: 0, correction: 0 };
  while (share < 1) {
    const next = Math.min(1, share + increment);
    const q = rod.q.slice();
    const state = rod.saveState();
    result = findEquilibrium(rod, { maxIterations: 30, ...at(next) });
    if (result.converged) {
      share = next;
      if (result.iterations < 12) increment *= 2;
      continue;
    }
    rod.q.set(q);
    rod.loadState(state);
    increment *= 0.5;
    if (increment < 1e-6) return result;
  }
  return result;
}

/** Raises the weight from none to all of it, following the equilibrium. */
export function rampGravity(
  rod: StaticBody,
  gravity: Vec3,
  steps = 4,
  options: EquilibriumOptions = {},
): EquilibriumResult {
  return followEquilibrium(
    rod,
    (share) => ({ ...options, gravity: [share * gravity[0], share * gravity[1], share * gravity[2]] }),
    steps,
  );
}

/** F and K of the present shape, held dofs isolated. */
function balance(rod: ElasticSystem, F: Float64Array, K: BandMatrix | null, gravity: Vec3, t: number): void {
  F.fill(0);
  K?.clear();
  rod.forces(F, K, 'exact', gravity, t);
  if (K) rod.momentStiffness(K, t);
  for (let i = 0; i < rod.dofs; i++)
    if (rod.fixed[i] !== 0) {
      F[i] = 0;
      K?.isolate(i, 1);
    }
}

function size(rod: ElasticSystem, dx: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < rod.dofs; i++) {
    const x = dx[i] / rod.units[i];
    sum += x * x;
  }
  return Math.sqrt(sum / rod.dofs);
}

/** The stiffness of the present shape with held dofs isolated, moments included: what decides on stability. */
export function tangentStiffness(rod: ElasticSystem, gravity: Vec3 = none, t = 0): BandMatrix {
  const K = new BandMatrix(rod.dofs, rod.bandwidth);
  balance(rod, new Float64Array(rod.dofs), K, gravity, t);
  return K;
}

/** True where the second variation of the energy is positive definite. Loads must have a potential (no moments). */
export function isStable(rod: ElasticSystem, gravity: Vec3 = none, t = 0): boolean {
  const K = tangentStiffness(rod, gravity, t);
  return bandCholesky(new Float64Array(K.n * (K.b + 1)), K);
}

/** Smallest singular value of the stiffness, in the dofs' units: zero at a static bifurcation, moments or not. */
export function smallestSingularValue(rod: ElasticSystem, gravity: Vec3 = none, t = 0): number {
  const A = tangentStiffness(rod, gravity, t);
  const n = A.n;
  const At = new BandMatrix(n, A.b);
  for (let i = 0; i < n; i++)
    for (let j = Math.max(0, i - A.b); j <= Math.min(n - 1, i + A.b); j++) {
      const value = A.get(i, j) * rod.units[i] * rod.units[j];
      A.data[i * A.width + j - i + A.b] = value;
      At.add(j, i, value);
    }
  const lu = new BandLu();
  const luT = new BandLu();
  if (!lu.factor(A) || !luT.factor(At)) return 0;
  const x = Float64Array.from({ length: n }, (_, i) => 1 + ((i * 7) % 13));
  let norm = 1;
  for (let k = 0; k < 60; k++) {
    luT.solve(x);
    lu.solve(x);
    const last = norm;
    norm = Math.sqrt(x.reduce((s, y) => s + y * y, 0));
    for (let i = 0; i < n; i++) x[i] /= norm;
    if (Math.abs(norm - last) < 1e-10 * norm) break;
  }
  return 1 / Math.sqrt(norm);
}

/** The value in [low, high] where `holds` turns from true to false, to a relative width `tolerance`. */
export function bisectThreshold(
  holds: (value: number) => boolean,
  low: number,
  high: number,
  tolerance = 1e-6,
): number {
  if (!holds(low) || holds(high)) return NaN;
  while (high - low > tolerance * Math.abs(high)) {
    const mid = 0.5 * (low + high);
    if (holds(mid)) low = mid;
    else high = mid;
  }
  return 0.5 * (low + high);
}
