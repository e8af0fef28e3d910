import { type ConvexParts, convexParts } from '../../geometry/convex-parts.js';
import type { Shape } from '../../geometry/shape.js';
import type { ShapeJson } from '../schema/shapes.js';
import { meshNumbers, shapeOf } from './shape.js';

/** The convex parts of a mesh that is to be a rigid body; undefined for other shapes. */
export function meshParts(json: ShapeJson): ConvexParts | undefined {
  if (json.type !== 'mesh') return undefined;
  const { vertices, triangles } = meshNumbers(json, 'shape.');
  return convexParts(vertices, triangles);
}

/** The shape of a rigid body: as a scene describes it, but meshes as convex solids. */
export function solidShapeOf(json: ShapeJson): Shape {
  const parts = meshParts(json)?.parts;
  if (!parts) return shapeOf(json);
  const shapes = parts.map((polyhedron) => ({ type: 'convex' as const, polyhedron }));
  return shapes.length === 1 ? shapes[0] : { type: 'compound', parts: shapes.map((shape) => ({ shape })) };
}
