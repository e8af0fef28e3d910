import type { Curvature } from '../../bodies/rods/shape.js';
import type { InitialShape } from '../../bodies/rods/spec.js';
import type { HairJson } from '../schema/generators.js';
import type { Vector } from '../schema/values.js';
import { resample } from './curves.js';
import { arcsAlong } from './drape.js';
import { curvatureAlong } from './strands.js';

/** The rod's shape along points that are a stride apart, and the curvature that it has there; `tangent` at its root where it is known. */
export function shapeAlong(
  points: readonly Vector[],
  length: number,
  { model, elements }: HairJson,
  tangent?: Vector,
): { initial: InitialShape; curvature: Curvature } {
  if (model === 'super-helix') {
    const initial = arcsAlong(points, length, elements, tangent);
    return { initial, curvature: initial.curvature! };
  }
  const nodes = resample(points, length, elements);
  return { initial: { points: nodes }, curvature: curvatureAlong(nodes, length) };
}
