import { Random } from '../../../math/random.js';
import { BandMatrix } from '../band-matrix.js';
import type { ElasticSystem, TangentKind } from '../elastic-system.js';

/** The state of a system as tests move it about. */
export interface Movable extends ElasticSystem {
  readonly q: Float64Array;
  saveState(): Float64Array;
  loadState(state: Float64Array): void;
}

const weightless = [0, 0, 0] as const;

function elasticEnergyAt(rod: Movable, dx: Float64Array, s: number): number {
  const q = rod.q.slice();
  const state = rod.saveState();
  rod.displace(dx.map((x) => s * x));
  const E = rod.forces(new Float64Array(rod.dofs), null, 'exact', weightless, 0);
  rod.q.set(q);
  rod.loadState(state);
  return E;
}

function forceAlong(rod: Movable, dx: Float64Array, s: number): number {
  const q = rod.q.slice();
  const state = rod.saveState();
  rod.displace(dx.map((x) => s * x));
  const F = new Float64Array(rod.dofs);
  rod.forces(F, null, 'exact', weightless, 0);
  rod.q.set(q);
  rod.loadState(state);
  return F.reduce((sum, f, i) => sum + f * dx[i], 0);
}

/** f′(0) by differences of fourth order. */
function derivative(f: (s: number) => number, step: number): number {
  return (8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step);
}

/** A random direction that leaves held dofs alone; entries of one size per unit of `scale`. */
export function randomDirection(rod: Movable, random: Random, scale: (dof: number) => number): Float64Array {
  return Float64Array.from({ length: rod.dofs }, (_, i) => (rod.fixed[i] ? 0 : scale(i) * random.range(-1, 1)));
}

/**
 * Largest relative errors of force and stiffness against central differences along random directions: F·d against
 * -dE(q ⊕ s d)/ds, dᵀ K d against -d(F·d)/ds, which together with its directions fixes the symmetric K.
 */
export function derivativeErrors(
  rod: Movable,
  options: {
    directions?: number;
    step?: number;
    seed?: number;
    scale?: (dof: number) => number;
    /** whether the stiffness of moments is to be added */
    moments?: boolean;
  } = {},
): { force: number; stiffness: number } {
  const random = new Random(options.seed ?? 1);
  const step = options.step ?? 1e-5;
  const scale = options.scale ?? (() => 1);
  let force = 0;
  let stiffness = 0;
  for (let k = 0; k < (options.directions ?? 12); k++) {
    const d = randomDirection(rod, random, scale);
    const F = new Float64Array(rod.dofs);
    const K = tangent(rod, 'exact', F);
    if (options.moments) rod.momentStiffness(K, 0);
    const Fd = F.reduce((sum, f, i) => sum + f * d[i], 0);
    const dE = derivative((s) => elasticEnergyAt(rod, d, s), step);
    const size = Math.sqrt(F.reduce((sum, f, i) => sum + f * f * d[i] * d[i], 0));
    force = Math.max(force, Math.abs(Fd + dE) / size);
    const Kd = new Float64Array(rod.dofs);
    K.multiplyAdd(Kd, 1, d);
    const dKd = Kd.reduce((sum, x, i) => sum + x * d[i], 0);
    const dF = derivative((s) => forceAlong(rod, d, s), step);
    stiffness = Math.max(stiffness, Math.abs(dKd + dF) / Math.abs(dKd));
  }
  return { force, stiffness };
}

/** The stiffness of a kind, of the strain energy alone. */
export function tangent(rod: Movable, kind: TangentKind, F = new Float64Array(rod.dofs)): BandMatrix {
  const K = new BandMatrix(rod.dofs, rod.bandwidth);
  rod.forces(F, K, kind, weightless, 0);
  return K;
}
