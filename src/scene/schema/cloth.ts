import { z } from 'zod';
import { meshFile } from './imports.js';
import { motion } from './motion.js';
import { colour, name, nonNegative, number, positive, vector } from './values.js';

const count = z.int().min(2).max(1000);
const index = z.int().nonnegative();

const sheet = z.strictObject({
  type: z.literal('sheet'),
  vertices: z.tuple([count, count]).describe('along u and along v'),
  corner: vector.default([0, 0, 0]).describe('where it begins (m)'),
  u: vector.describe('one side (m)'),
  v: vector.describe('the other side (m)'),
  cut: z
    .union([z.literal(0), z.literal(1), z.literal(3)])
    .default(0)
    .describe('vertices left out at each corner'),
  folds: z
    .strictObject({
      layers: z.int().min(2).max(1000).describe('how many lie over each other'),
      bend: positive.describe('diameter of the half circles between them, as a share of the length of v'),
    })
    .optional()
    .describe('laid to and fro along v at the beginning, layer over layer along u x v; flat at rest all the same'),
});

const ring = z
  .strictObject({
    at: z.number().min(0).max(1).describe('place along the axis: 0 at `from`, 1 at `to`'),
    radius: positive.describe('(m)'),
  })
  .describe('a ring of the tube');

const tube = z.strictObject({
  type: z.literal('tube'),
  around: z.int().min(3).max(1000).describe('vertices around'),
  rings: count.describe('rings of vertices along the axis'),
  from: vector.describe('ends of the axis (m)'),
  to: vector,
  profile: z.array(ring).min(1).describe('radii along the axis, joined smoothly'),
  flat: positive.default(1).describe('how much narrower it is across `wide`'),
  wide: vector.default([1, 0, 0]).describe('direction in which the radii are as given'),
});

const mesh = z.strictObject({
  type: z.literal('mesh'),
  ...meshFile,
  vertices: z.array(vector).min(3).optional().describe('(m)'),
  triangles: z
    .array(z.tuple([index, index, index]))
    .min(1)
    .optional(),
  uvs: z
    .array(z.tuple([number, number]))
    .min(1)
    .optional()
    .describe('texture coordinates, for exports'),
  uvTriangles: z
    .array(z.tuple([index, index, index]))
    .optional()
    .describe('which of `uvs` the corners of each triangle have; those of its vertices where missing'),
});

const piece = z.discriminatedUnion('type', [sheet, tube, mesh]);

const pin = z.strictObject({
  within: z
    .strictObject({ least: vector, most: vector })
    .describe('vertices in this box at the beginning are held (corners, m)'),
  motion: motion.optional().describe('how they move; held still where missing'),
});

const stop = z.strictObject({
  contact: positive.describe('mean Alart-Curnier error, of the velocity scale'),
  elastic: positive.describe('momentum out of balance, of the velocity scale'),
  maxIterations: z.int().min(1).optional(),
});

/** How cloths are iterated: the options of `ClothWorldOptions`, but for step and gravity. */
export const clothSolver = z.strictObject({
  method: z
    .enum(['projective', 'penalty', 'exact'])
    .optional()
    .describe('contacts in the local step, as springs, or solved exactly in every global step'),
  iterations: z
    .int()
    .min(1)
    .optional()
    .describe('local/global iterations a step, no more and no fewer; as many as the tolerance takes where missing'),
  tolerance: positive.optional().describe('error to reach, of the velocity scale; that of the scene where missing'),
  restTolerance: positive
    .optional()
    .describe('the same where nothing moves faster than weight makes it in two steps; that of the scene where missing'),
  maxIterations: z.int().min(1).optional().describe('most iterations a step, where their number is not given; 200'),
  stop: stop.optional().describe('iterate until the errors are this small, instead of a fixed number of times'),
  selfContact: z.enum(['none', 'vertex-vertex', 'vertex-face', 'vertex-face-edge-edge']).optional(),
  obstacleContact: z
    .enum(['vertices', 'features'])
    .optional()
    .describe('whether vertices alone meet obstacles and bodies, or triangles and edges, too'),
  gap: z.enum(['reach', 'stop']).optional().describe('whether open gaps may close within a step'),
  start: z
    .enum(['inertial', 'velocity'])
    .optional()
    .describe('first guess: free motion, or the velocity of the last step (the latter unless iterations are given)'),
  sweeps: z
    .int()
    .min(1)
    .optional()
    .describe(
      'passes over the contacts in an iteration, of contacts that share vertices after the first; 3 where missing',
    ),
  relaxation: z
    .number()
    .min(1)
    .lt(2)
    .optional()
    .describe('how far contacts go beyond what moves a vertex by itself; 1.6 where missing, 1: not'),
  warmStart: z.boolean().optional(),
  repair: z.boolean().optional(),
  accelerate: z
    .int()
    .nonnegative()
    .optional()
    .describe("steps that Anderson's extrapolation looks back; 8 where missing, 4 with `iterations`, 0: none"),
  exact: z
    .strictObject({ tolerance: positive.optional(), maxSweeps: z.int().min(1).optional() })
    .optional()
    .describe('when the exact method ends a global step'),
  penalty: positive.optional().describe('stiffness of a contact of the penalty method (N/m)'),
});

/** Cloth: one piece or several, of one fabric, which touch each other, themselves and everything else. */
export const cloth = z.strictObject({
  type: z.literal('cloth'),
  name: name.optional(),
  pieces: z.array(piece).min(1).describe('rest shape'),
  material: name.describe('for friction and restitution; with itself, too'),
  colour: colour.optional(),
  density: positive.describe('mass per area (kg/m²)'),
  stretch: positive.describe('stretching weight (N/m)'),
  bend: nonNegative.default(0).describe('bending weight (N m)'),
  limits: z.tuple([positive, positive]).optional().describe('principal stretches that cost nothing: least, largest'),
  airDamping: nonNegative.default(0).describe('of a vertex without contact (N s/m)'),
  thickness: positive.describe('(m)'),
  curved: z.boolean().default(false).describe('whether the curvature of the rest shape costs nothing'),
  worn: z
    .boolean()
    .default(false)
    .describe(
      'put on at the beginning: drawn out of the obstacles that it is cut narrower than, each piece over those before it',
    ),
  velocity: vector.optional().describe('of the whole cloth at the beginning (m/s)'),
  pins: z.array(pin).default([]),
  wind: z.strictObject({ velocity: vector.describe('(m/s)'), drag: number.optional().describe('(kg/m³)') }).optional(),
  solver: clothSolver.default({}),
});

export type ClothJson = z.output<typeof cloth>;
export type PieceJson = z.output<typeof piece>;
