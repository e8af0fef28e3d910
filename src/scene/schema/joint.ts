import { z } from 'zod';
import { expectations, name, nonNegative, number, positive, vector } from './values.js';

const end = z
  .union([
    name,
    z.strictObject({
      body: name.describe('name of a body or obstacle, or "world"'),
      s: nonNegative.optional().describe('ropes: arc length from the root (m)'),
      vertex: z
        .int()
        .nonnegative()
        .optional()
        .describe('cloth: number of the vertex; the one nearest to `at` where missing'),
      point: vector.optional().describe("place in the body's own frame (m)"),
      at: vector.optional().describe('place in world axes, as things stand at the beginning (m)'),
    }),
  ])
  .register(expectations, {
    expected: 'the name of a body, an obstacle or "world", or { "body": ..., "at": [x, y, z] }',
  });

/** What ties two bodies, ropes or obstacles together. */
export const joint = z.strictObject({
  type: z.enum(['ball', 'hinge', 'slider', 'fixed', 'universal', 'distance']),
  name: name.optional(),
  between: z.tuple([end, end]).register(expectations, { expected: 'two names' }),
  at: vector.optional().describe('where the two are joined, as they stand at the beginning, in world axes (m)'),
  axis: vector.optional().describe('of turning (hinge), of moving (slider), the axis of the first (universal)'),
  axisB: vector.optional().describe('universal: the axis of the second, at a right angle to the first'),
  length: positive.optional().describe('distance that is kept; the present one where missing (m)'),
  limits: z
    .tuple([number, number])
    .optional()
    .describe('least and greatest angle (rad) or way (m), 0 at the beginning; of a distance: lengths (m)'),
  motor: z
    .strictObject({
      speed: number.describe('(rad/s, m/s)'),
      force: positive
        .optional()
        .describe('most that it turns or pushes with; as much as it takes where missing (N m, N)'),
      until: positive.optional().describe('when it stops and holds (s)'),
    })
    .optional(),
  friction: nonNegative.optional().describe('dry friction: torque or force up to which it holds (N m, N)'),
  breakForce: positive.optional().describe('it breaks where it is pulled harder (N)'),
  collide: z.boolean().optional().describe('whether the two still touch; default false'),
});

export type JointJson = z.output<typeof joint>;
export type JointEndJson = z.output<typeof end>;
