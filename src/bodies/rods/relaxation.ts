import { BandMatrix, bandCholesky, bandCholeskySolve } from './band-matrix.js';
import type { TangentKind } from './elastic-system.js';

/** A rod whose shape can be moved and put back. */
export interface RelaxedRod {
  readonly dofs: number;
  readonly bandwidth: number;
  readonly q: Float64Array;
  /** 1 where an end holds the dof */
  readonly fixed: Uint8Array;
  /** diagonal inertia of every dof */
  readonly mass: Float64Array;
  saveState(): Float64Array;
  loadState(state: Float64Array): void;
  displace(dx: Float64Array): void;
  /** F -= ∇E, K += ∇²E of the elastic energy of the present shape */
  elasticForces(F: Float64Array, K: BandMatrix, kind: TangentKind): void;
  /** elastic energy and that of weight (J) */
  potential(): number;
}

/** Newton's steps; the strain of segments that have turned is gone after one or two. */
const mostSteps = 12;

/** Halvings of a step that does not lower the potential. */
const mostCuts = 8;

/**
 * Lowers the potential of a rod to what a step may leave it, velocities untouched. An implicit step is one step of Newton's method: a
 * segment that turns by an angle φ comes out longer by φ²/2 of its length, which for stiff rods is more energy than the motion has.
 * The shape goes down the elastic energy as an implicit step of internal forces alone would move it, (m/h² + K) dx = F with the
 * positive part of K, so the centre of mass of a free rod stays where it is; no further than asked for.
 */
export class Relaxation {
  readonly #rod: RelaxedRod;
  readonly #F: Float64Array;
  readonly #A: BandMatrix;
  readonly #factor: Float64Array;
  readonly #start: Float64Array;

  constructor(rod: RelaxedRod) {
    this.#rod = rod;
    this.#F = new Float64Array(rod.dofs);
    this.#A = new BandMatrix(rod.dofs, rod.bandwidth);
    this.#factor = new Float64Array(rod.dofs * (this.#A.b + 1));
    this.#start = new Float64Array(rod.q.length);
  }

  /** Relaxes the rod until its potential, now `potential`, is at most `allowed`; returns what it is then (J). */
  lower(potential: number, allowed: number, h: number): number {
    for (let k = 0; k < mostSteps && potential > allowed; k++) {
      if (!this.#descend(h)) break;
      const next = this.#move(potential);
      if (!(next < potential)) break;
      potential = next;
    }
    return potential;
  }

  /** F = the way down; false where there is none. */
  #descend(h: number): boolean {
    const { dofs, fixed, mass } = this.#rod;
    const A = this.#A;
    const F = this.#F;
    F.fill(0);
    A.clear();
    this.#rod.elasticForces(F, A, 'projected');
    for (let i = 0; i < dofs; i++) A.add(i, i, mass[i] / (h * h));
    for (let i = 0; i < dofs; i++) {
      if (fixed[i] === 0) continue;
      F[i] = 0;
      A.isolate(i, 1);
    }
    if (!bandCholesky(this.#factor, A)) return false;
    bandCholeskySolve(F, this.#factor, dofs, A.b);
    return true;
  }

  /** Moves down, by half the way as often as the potential would rise; returns it (J). */
  #move(before: number): number {
    const rod = this.#rod;
    const dx = this.#F;
    this.#start.set(rod.q);
    const state = rod.saveState();
    for (let cut = 0; cut <= mostCuts; cut++) {
      rod.displace(dx);
      const after = rod.potential();
      if (after < before) return after;
      rod.q.set(this.#start);
      rod.loadState(state);
      for (let i = 0; i < dx.length; i++) dx[i] *= 0.5;
    }
    return before;
  }
}
