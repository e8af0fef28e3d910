import type { Shape } from '../../geometry/shape.js';
import { type MeshNumbers, type WrittenMesh, meshNumbers as writtenNumbers } from '../../geometry/shapes/mesh.js';
import { buildShape } from '../../geometry/shapes/registry.js';
import { type ModelName, modelMesh } from '../models/models.js';
import type { ShapeJson, SimpleShapeJson } from '../schema/shapes.js';
import { orientationOf } from './orientation.js';
import { railShape } from './rails.js';

/** A mesh with its numbers: those of a model, or what is written. */
function withNumbers<T extends WrittenMesh>(json: T & { readonly model?: ModelName | undefined }): T {
  return json.model === undefined ? json : { ...json, ...modelMesh(json.model) };
}

/** The numbers of a surface as it meets others. Throws an `InputError` where they are missing or do not fit together. */
export function meshNumbers(
  json: WrittenMesh & { readonly file?: string | undefined; readonly model?: ModelName | undefined },
  path = '',
): MeshNumbers {
  return writtenNumbers(withNumbers(json), path);
}

/** The shape that a scene describes. Throws an `InputError` where its numbers do not fit together. */
export function shapeOf(json: ShapeJson): Shape {
  switch (json.type) {
    case 'container':
      return containerShape(json);
    case 'rails':
      return railShape(json);
    case 'compound':
      return {
        type: 'compound',
        parts: json.parts.map((part) => ({
          shape: shapeOf(part.shape),
          ...(part.position && { position: part.position }),
          orientation: orientationOf(part.orientation),
          ...(part.density !== undefined && { density: part.density }),
        })),
      };
    case 'mesh':
      return buildShape(withNumbers(json));
    default:
      return buildShape(json);
  }
}

/** Floor and four walls around an inner space that stands on z = 0. */
function containerShape({ size, thickness }: Extract<SimpleShapeJson, { type: 'container' }>): Shape {
  const [x, y, z] = [0.5 * size[0], 0.5 * size[1], size[2]];
  const t = 0.5 * thickness;
  const wall = (
    half: readonly [number, number, number],
    position: readonly [number, number, number],
  ): { shape: Shape; position: readonly [number, number, number] } => ({ shape: { type: 'box', half }, position });
  return {
    type: 'compound',
    parts: [
      wall([x + thickness, y + thickness, t], [0, 0, -t]),
      wall([t, y + thickness, 0.5 * z], [-x - t, 0, 0.5 * z]),
      wall([t, y + thickness, 0.5 * z], [x + t, 0, 0.5 * z]),
      wall([x, t, 0.5 * z], [0, -y - t, 0.5 * z]),
      wall([x, t, 0.5 * z], [0, y + t, 0.5 * z]),
    ],
  };
}
