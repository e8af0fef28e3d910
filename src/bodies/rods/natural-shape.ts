import { InputError } from '../../errors.js';
import type { FiberBody } from '../body.js';
import type { ElasticSystem } from './elastic-system.js';
import type { RodLoads } from './loads.js';

/** A rod whose natural shape can be changed: what has to be found where a drawn shape shall be at rest. */
export interface ShapedRod extends FiberBody, ElasticSystem {
  /** whether an end is clamped, so that the rod cannot move as a whole */
  readonly isClamped: boolean;
  /** the smaller of the two of its section (N m²) */
  readonly bendingStiffness: number;
  /** what pulls on it; the lists may be changed */
  readonly loads: RodLoads;
  /** Natural strains, in the model's own order: the curvatures of a super-helix, strains of joints and tensions of a discrete rod. */
  naturalStrains(): Float64Array;
  /** Takes strains that `naturalStrains` gave; throws an `InputError` where their number is another. */
  takeNaturalStrains(strains: ArrayLike<number>): void;
  /** The present shape, in the model's own coordinates: what another rod of the same make takes by `takeShape`. */
  shape(): Float64Array;
  takeShape(shape: ArrayLike<number>): void;
  /** The present shape becomes the natural one. */
  adoptShape(): void;
  /** Largest curvature or twist by which natural strains differ from those of the rod (1/m). */
  naturalChange(from: Float64Array): number;
  /** Moves the natural strains so that the forces of the present shape change by -K dx, K being the stiffness of the strains. */
  relax(dx: Float64Array): void;
  /** Multiplies the stiffness of bending and twist; natural strains stay. */
  stiffen(factor: number): void;
}

/** The rod, if its natural shape can be changed. */
export function asShaped(body: object): ShapedRod | undefined {
  return 'relax' in body && !('keepsLengths' in body) ? (body as ShapedRod) : undefined;
}

/** Throws where numbers are not those of such a rod. */
export function checkCount(path: string, values: ArrayLike<number>, expected: number): void {
  if (values.length === expected) return;
  const problem = { path, expected: `${expected} numbers a rod`, found: String(values.length) };
  throw new InputError('the shape of another rod', [problem]);
}
