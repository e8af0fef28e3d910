import { z } from 'zod';
import { shape } from './shapes.js';
import { colour, name, orientation, positive, timed, vector } from './values.js';

export const rigid = z.strictObject({
  type: z.literal('rigid'),
  name: name.optional(),
  shape,
  material: name,
  colour: colour.optional(),
  density: positive.optional().describe("the material's where missing (kg/m³)"),
  mass: positive.optional().describe('instead of a density (kg)'),
  position: vector.optional(),
  orientation: orientation.optional(),
  velocity: vector.optional().describe('(m/s)'),
  spin: vector.optional().describe('angular velocity (rad/s)'),
  rotates: z.boolean().default(true).describe('false: it keeps its orientation whatever acts on it'),
  guide: vector.optional().describe('it runs along this axis and cannot turn'),
  load: z
    .strictObject({ force: timed.optional().describe('(N)'), torque: timed.optional().describe('(N m)') })
    .optional()
    .describe('acts at the centre of mass'),
});

export type RigidJson = z.output<typeof rigid>;
