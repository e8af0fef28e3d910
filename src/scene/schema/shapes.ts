import { z } from 'zod';
import type { Field } from '../../geometry/shapes/fields.js';
import type { WrittenShape } from '../../geometry/shapes/registry.js';
import { kinds } from '../../geometry/shapes/registry.js';
import type { ModelName } from '../models/models.js';
import { meshFile, meshModel } from './imports.js';
import { number, orientation, positive, vector } from './values.js';

const index = z.int().nonnegative();

/** What checks a field of a shape. */
function checked({ is, least = 0, optional, about }: Field): z.ZodType {
  let type: z.ZodType = fieldType(is, least);
  // a flag that is missing is false
  if (optional && is !== 'flag') type = type.optional();
  return about === undefined ? type : type.describe(about);
}

function fieldType(is: Field['is'], least: number): z.ZodType {
  switch (is) {
    case 'positive':
      return positive;
    case 'size':
      return z.tuple([positive, positive, positive]);
    case 'points':
      return z.array(vector).min(least);
    case 'faces':
      return z.array(z.array(index).min(3)).min(least);
    case 'triangles':
      return z.array(z.tuple([index, index, index])).min(least);
    case 'flag':
      return z.boolean().default(false);
  }
}

/** The shapes that are one piece, each as its file in `geometry/shapes` says that scenes write it. */
const pieces = kinds.flatMap(({ type, written }) => {
  if (!written) return [];
  const fields = Object.entries(written.fields as Readonly<Record<string, Field>>).map(
    ([name, field]) => [name, checked(field)] as const,
  );
  const object = z.strictObject({
    type: z.literal(type),
    ...(written.fromFile && { ...meshModel, ...meshFile }),
    ...Object.fromEntries(fields),
  });
  return [written.about === undefined ? object : object.describe(written.about)];
});

const container = z
  .strictObject({
    type: z.literal('container'),
    size: z.tuple([positive, positive, positive]).describe('inner width, depth and height (m)'),
    thickness: positive.default(0.1).describe('of its walls (m)'),
  })
  .describe('an open box; its inner floor is at z = 0');

const rails = z
  .strictObject({
    type: z.literal('rails'),
    radius: positive.describe('of the loops of the path (m)'),
    gap: positive.describe('distance of the two rails, centre to centre (m)'),
    rail: positive.describe('radius of a rail (m)'),
    approach: positive.describe('length of the straight piece before the loops (m)'),
    loops: z.int().min(0).max(10).default(2),
    shift: number.describe('sideways distance of one loop from the next (m)'),
  })
  .describe('two parallel rails along a path with vertical loops; the path starts at the origin, along x');

type SimpleJson =
  | (WrittenShape & { readonly file?: string; readonly model?: ModelName })
  | z.output<typeof container>
  | z.output<typeof rails>;

const simple = z.discriminatedUnion('type', [pieces[0], ...pieces.slice(1), container, rails]);

const compound = z.strictObject({
  type: z.literal('compound'),
  parts: z
    .array(
      z.strictObject({
        shape: simple as unknown as z.ZodType<SimpleJson>,
        position: vector.optional(),
        orientation: orientation.optional(),
        density: positive.optional().describe("relative to the body's"),
      }),
    )
    .min(1),
});

export type ShapeJson = SimpleJson | z.output<typeof compound>;
export type SimpleShapeJson = SimpleJson;

/** The geometry of a body or an obstacle. */
export const shape = z.discriminatedUnion('type', [...simple.options, compound]) as unknown as z.ZodType<ShapeJson>;
