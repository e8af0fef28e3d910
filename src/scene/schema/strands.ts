import { z } from 'zod';
import { hairFile } from './imports.js';
import { rodFields } from './rod.js';
import { name, positive, vector } from './values.js';

/** Rods along given curves, as from a hair file. */
export const strands = z.strictObject({
  type: z.literal('strands'),
  name: name.optional(),
  ...hairFile,
  strands: z
    .array(z.array(vector).min(2))
    .min(1)
    .optional()
    .describe('points along each strand, root first (m); where `file` is missing'),
  count: z
    .int()
    .min(1)
    .max(100000)
    .optional()
    .describe('strands taken, spread evenly over the file; all where missing'),
  ...rodFields,
  length: positive.optional().describe('of every strand; as drawn where missing (m)'),
  root: z.enum(['clamped', 'pinned', 'free']).default('clamped').describe('how the roots are held'),
  on: name.optional().describe('name of the obstacle that carries the roots; they stay in place where missing'),
  position: vector.optional().describe('shift of all strands (m)'),
});

export type StrandsJson = z.output<typeof strands>;
