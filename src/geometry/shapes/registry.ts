import { box } from './box.js';
import { capsule } from './capsule.js';
import { convex } from './convex.js';
import { cylinder } from './cylinder.js';
import { distance } from './distance.js';
import type { ShapeKind } from './kind.js';
import { mesh } from './mesh.js';
import { plane } from './plane.js';
import { sphere } from './sphere.js';
import { tube } from './tube.js';

/** The family of shapes that are one piece, a file each. */
const family = { sphere, box, capsule, cylinder, plane, convex, mesh, tube, distance } as const;

type Family = typeof family;

/** Kind of a simple shape. */
export type ShapeType = keyof Family;

/** A shape that is one piece. */
export type SimpleShape = { [T in ShapeType]: ReturnType<Family[T]['example']> }[ShapeType];

/** A simple shape as scenes write it: its type, and what its kind says. */
export type WrittenShape = {
  [T in ShapeType]: Family[T] extends ShapeKind<infer S, infer J>
    ? [J] extends [never]
      ? never
      : { type: S['type'] } & J
    : never;
}[ShapeType];

type Kind = ShapeKind<SimpleShape, object>;

/** All members of the family, those of a scene file in the order in which they are documented. */
export const kinds: readonly Kind[] = Object.values(family) as unknown as Kind[];

/** What is known of a shape's type. */
export function kindOf(shape: SimpleShape): Kind {
  return family[shape.type] as unknown as Kind;
}

/** The shape that a scene has written. Throws an `InputError` where its numbers do not fit together. */
export function buildShape(json: WrittenShape): SimpleShape {
  return (family[json.type] as unknown as Kind).written!.build(json);
}
