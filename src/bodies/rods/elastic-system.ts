import type { BandMatrix } from './band-matrix.js';
import type { Vec3 } from './loads.js';

/** Which second derivative of the energy is asked for. */
export type TangentKind =
  /** the Hessian: statics, stability, energy-keeping steps */
  | 'exact'
  /** a positive semidefinite matrix close to it, with the stiffening of tension and without the softening of pressure */
  | 'projected'
  /** Σ k ∇ε ∇εᵀ over the strains: what internal damping multiplies */
  | 'strain';

/** A body seen by statics: forces and stiffness of the present shape, in velocity dofs. */
export interface ElasticSystem {
  readonly dofs: number;
  /** half bandwidth of the stiffness */
  readonly bandwidth: number;
  /** 1 where a dof is held */
  readonly fixed: Uint8Array;
  /** size of each dof: the rod's length for shifts, 1 for angles, 1/length for curvatures */
  readonly units: Float64Array;
  /**
   * F += elastic and external forces, K += -dF/dq of the chosen kind (where K is given), both of the present shape at
   * time t; returns the potential energy of strain (J). Held dofs get their reaction.
   */
  forces(F: Float64Array, K: BandMatrix | null, kind: TangentKind, gravity: Vec3, t: number): number;
  /** K += -dF/dq of moments of fixed direction, which have no energy: not symmetric. */
  momentStiffness(K: BandMatrix, t: number): void;
  /** q <- q ⊕ dx */
  displace(dx: Float64Array): void;
  /** Puts driven ends where they are at time t, without a step. */
  moveEnds(t: number): void;
  /** Inextensible limit: what the stretch springs now carry becomes a multiplier (augmented Lagrangian). */
  augment?(): void;
}
