import { z } from 'zod';
import { rigid } from './rigid.js';
import { rod, rodFields } from './rod.js';
import { colour, name, nonNegative, number, positive, vector } from './values.js';

const seed = z.int().nonnegative().default(1);

/** Copies of one body on a grid. */
export const grid = z.strictObject({
  type: z.literal('grid'),
  name: name.optional(),
  count: z.tuple([z.int().min(1), z.int().min(1), z.int().min(1)]).describe('along x, y, z; filled layer by layer'),
  limit: z.int().min(1).optional().describe('copies in all, where that is less'),
  spacing: vector.describe('(m)'),
  position: vector.optional().describe('middle of the lowest layer, where one copy alone would be (m)'),
  jitter: nonNegative.default(0).describe('random displacement, at most this far along each axis (m)'),
  sizeVariation: z.number().min(0).max(0.9).default(0).describe('random part of the size of spheres, either way'),
  tumble: z.boolean().default(false).describe('whether copies are turned at random'),
  seed,
  body: z.discriminatedUnion('type', [rigid, rod]),
});

/** Parallel rods, packed like cells of a honeycomb. */
export const bundle = z.strictObject({
  type: z.literal('bundle'),
  name: name.optional(),
  count: z.int().min(1).max(100000),
  spacing: positive.describe('from centre line to centre line (m)'),
  jitter: nonNegative.default(0).describe('random displacement across the bundle, at most this far (m)'),
  seed,
  rod: rod.describe('the rod in the middle'),
});

/** A wall of bricks in running bond, along x, on z = 0. */
export const wall = z.strictObject({
  type: z.literal('wall'),
  name: name.optional(),
  courses: z.int().min(1).max(1000),
  bricks: z.int().min(1).max(1000).describe('in a course'),
  brick: z.tuple([positive, positive, positive]).describe('length, depth, height (m)'),
  gap: nonNegative.default(0).describe('between bricks of a course (m)'),
  material: name,
  colour: colour.optional(),
  density: positive.optional(),
  position: vector.optional(),
});

/** A semicircular arch of equal voussoirs in the plane y = 0, springing from z = 0. */
export const arch = z.strictObject({
  type: z.literal('arch'),
  name: name.optional(),
  voussoirs: z.int().min(1).max(1000),
  innerRadius: positive,
  outerRadius: positive,
  depth: positive.describe('along y (m)'),
  angle: positive.max(180).default(180).describe('of the whole arch (degrees)'),
  material: name,
  colour: colour.optional(),
  density: positive.optional(),
  position: vector.optional(),
});

/** Hair rooted on an obstacle and carried by it. */
export const hair = z.strictObject({
  type: z.literal('hair'),
  name: name.optional(),
  on: name.describe('name of the obstacle'),
  count: z.int().min(1).max(100000),
  ...rodFields,
  scalp: z
    .strictObject({
      centre: vector.default([0, 0, 0]).describe('in the frame of the obstacle (m)'),
      radius: positive
        .optional()
        .describe('of the sphere that roots sit on; on the mesh of the obstacle where missing (m)'),
      axis: vector.default([0, 0, 1]).describe('middle of the cap'),
      angle: positive.max(180).default(90).describe('of the cap, from its middle (degrees)'),
      hairline: z
        .array(vector)
        .min(3)
        .optional()
        .describe(
          "points around the vertical through the centre, in the frame of the obstacle: roots are above them, instead of within the cap; a head's own where missing (m)",
        ),
      part: nonNegative.default(0).describe('half width left bare along y = 0 (m)'),
    })
    .describe('where the roots are'),
  lift: number.default(90).describe('angle between hair and scalp at the root (degrees)'),
  comb: z
    .union([
      vector,
      z.strictObject({
        from: z
          .array(vector)
          .min(1)
          .optional()
          .describe("a parting, or a whorl, in the frame of the obstacle; a head's own where missing (m)"),
        lean: vector.default([0, 0, 0]).describe('added to the direction away from it, which has length 1'),
      }),
    ])
    .default([0, 0, -1])
    .describe('direction that hair leans in at the root: the same for all, or away from a parting'),
  drape: z
    .strictObject({
      over: z.array(name).default([]).describe('names of obstacles that it lies on beside the one it grows on'),
      level: number
        .optional()
        .describe('height at which hair that reaches below it is cut; roots below it keep a tenth of the length (m)'),
      fill: z.number().min(0.05).max(0.9).default(0.4).describe('share of the room in the hair that strands fill'),
    })
    .optional()
    .describe('hair begins, and naturally is, laid over the obstacles in layers and hanging from them'),
  layers: z
    .strictObject({
      level: number.describe('height at which hair is cut; roots near or below it keep a tenth of the length (m)'),
      fringe: z
        .strictObject({
          level: number.describe('(m)'),
          angle: positive.max(180).describe('to either side of -y (degrees)'),
        })
        .optional()
        .describe('another height at which hair before the face is cut'),
      spacing: z
        .number()
        .min(1)
        .max(10)
        .default(1.3)
        .describe('distance of neighbours in a row and of layers at the beginning, over the diameter'),
      cling: number
        .default(0)
        .describe(
          'natural curvature towards the head beyond that of the drawing, with which hair keeps together (1/m)',
        ),
      carried: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .describe('share of its weight that a strand carries by its natural shape: with 1 it stays as drawn by itself'),
      pressed: nonNegative
        .default(0)
        .describe('force with which a strand presses by its natural shape on what grows below it, over its weight'),
    })
    .optional()
    .describe(
      'hair begins in layers about the crown that keep strands out of each other; on a mesh, about the vertical through the centre of the scalp',
    ),
  parallel: z
    .boolean()
    .default(false)
    .describe('whether all hair leaves along the axis of the scalp, as in a ponytail'),
  lengthVariation: z.number().min(0).max(0.9).default(0).describe('random part of the length'),
  curls: z
    .enum(['aligned', 'random'])
    .default('random')
    .describe('whether the curls of all strands begin in the same direction'),
  bendVariation: nonNegative.default(0).describe('random part of the natural curvature'),
  straight: z.boolean().default(false).describe('whether hair begins straight, whatever its natural shape'),
  seed,
});

export type GridJson = z.output<typeof grid>;
export type BundleJson = z.output<typeof bundle>;
export type WallJson = z.output<typeof wall>;
export type ArchJson = z.output<typeof arch>;
export type HairJson = z.output<typeof hair>;
