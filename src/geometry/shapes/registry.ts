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
const family = { sphere, capsule, cylinder, box, convex, plane, mesh, tube, distance } as const;

/** Kind of a simple shape. */
export type ShapeType = keyof typeof family;

/** A shape that is one piece. */
export type SimpleShape = { [T in ShapeType]: (typeof family)[T] extends ShapeKind<infer S> ? S : never }[ShapeType];

/** All members of the family. */
export const kinds: readonly ShapeKind<SimpleShape>[] = Object.values(family) as unknown as ShapeKind<SimpleShape>[];

/** What is known of a shape's type. */
export function kindOf(shape: SimpleShape): ShapeKind<SimpleShape> {
  return family[shape.type] as unknown as ShapeKind<SimpleShape>;
}
