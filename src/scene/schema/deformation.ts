import { z } from 'zod';
import { deformationFile } from './imports.js';
import { expectations, number, vector } from './values.js';

/** How the vertices of an obstacle's mesh move, a function of time alone. */
export const deformation = z.strictObject({
  ...deformationFile,
  times: z.array(number).min(1).optional().describe('rising (s)'),
  positions: z
    .union([z.array(z.array(vector).min(3)), z.string()])
    .register(expectations, { expected: 'a list of vertices for each time, or single-precision numbers in base64' })
    .optional()
    .describe('vertices at each time: lists, or all numbers in a row as little-endian floats in base64 (m)'),
  interpolation: z
    .enum(['smooth', 'linear'])
    .default('smooth')
    .describe('between times: along cubics, so that velocities do not jump, or straight'),
  start: number.default(0).describe('when it begins: added to all times (s)'),
});

export type DeformationJson = z.output<typeof deformation>;
