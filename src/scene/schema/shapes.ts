import { z } from 'zod';
import { meshFile } from './imports.js';
import { number, orientation, positive, vector } from './values.js';

const index = z.int().nonnegative();

const sphere = z.strictObject({ type: z.literal('sphere'), radius: positive });

const box = z.strictObject({ type: z.literal('box'), size: z.tuple([positive, positive, positive]) });

const capsule = z.strictObject({
  type: z.literal('capsule'),
  radius: positive,
  length: positive.describe('distance of the centres of its two caps, along z (m)'),
});

const cylinder = z.strictObject({
  type: z.literal('cylinder'),
  radius: positive,
  length: positive.describe('along z (m)'),
});

const plane = z.strictObject({ type: z.literal('plane') }).describe('everything below z = 0');

const convex = z.strictObject({
  type: z.literal('convex'),
  vertices: z.array(vector).min(4),
  faces: z
    .array(z.array(index).min(3))
    .min(4)
    .optional()
    .describe('vertex numbers, counter-clockwise seen from outside. Default: those of the convex hull of the vertices'),
});

const mesh = z.strictObject({
  type: z.literal('mesh'),
  ...meshFile,
  vertices: z.array(vector).min(3).optional(),
  triangles: z
    .array(z.tuple([index, index, index]))
    .min(1)
    .optional(),
});

const tube = z.strictObject({
  type: z.literal('tube'),
  radius: positive,
  points: z.array(vector).min(2).describe('joined by a smooth curve (m)'),
  closed: z.boolean().default(false),
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

const simple = [sphere, box, capsule, cylinder, plane, convex, mesh, tube, container, rails] as const;

const compound = z.strictObject({
  type: z.literal('compound'),
  parts: z
    .array(
      z.strictObject({
        shape: z.discriminatedUnion('type', simple),
        position: vector.optional(),
        orientation: orientation.optional(),
        density: positive.optional().describe("relative to the body's"),
      }),
    )
    .min(1),
});

/** The geometry of a body or an obstacle. */
export const shape = z.discriminatedUnion('type', [...simple, compound]);

export type ShapeJson = z.output<typeof shape>;
export type SimpleShapeJson = Exclude<ShapeJson, { type: 'compound' }>;
