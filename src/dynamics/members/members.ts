import type { Body, FiberBody } from '../../bodies/body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { RigidBody, RigidBodyOptions } from '../../bodies/rigid/rigid-body.js';
import type { Weight } from '../../geometry/mass-properties.js';
import type { Shape } from '../../geometry/shape.js';

/** A generalised force on one body, a function of time alone: adds to out (length dofs; N, N m). */
export interface Load {
  readonly body: number;
  readonly force: (out: Float64Array, t: number) => void;
}

/** A rigid body to be added: shape and weight instead of ready mass properties. */
export type RigidOptions = Omit<RigidBodyOptions, 'mass'> & {
  readonly shape: Shape;
  /** name of its material */
  readonly material: string;
} & Weight;

/** How a fiber is added. */
export interface FiberOptions {
  readonly material: string;
  /** whether it can touch itself. Default: true */
  readonly self?: boolean;
  /** pieces closer than this along the fiber do not touch each other (m) */
  readonly selfDistance?: number;
  /** against solids: only its nodes touch, or its whole segments. Default: segments */
  readonly touch?: 'nodes' | 'segments';
}

/** A body of a world and what it was added with: all that another world needs to take it over. */
export type AddedBody =
  | { readonly kind: 'rigid'; readonly body: RigidBody; readonly shape: Shape; readonly material: string }
  | { readonly kind: 'rod'; readonly body: FiberBody; readonly options: FiberOptions }
  | {
      readonly kind: 'cloth';
      readonly cloth: Cloth;
      readonly options: { readonly material: string; readonly method?: 'projective' | 'penalty' | 'exact' };
    }
  | { readonly kind: 'own'; readonly body: Body };
