import { z } from 'zod';

/** What people are told to write, where the schema alone does not say it well. */
export const expectations = z.registry<{ readonly expected: string }>();

/** A number that is finite. */
export const number = z.number();

export const positive = z.number().positive();

export const nonNegative = z.number().nonnegative();

/** x, y, z. */
export const vector = z.tuple([number, number, number]).register(expectations, { expected: 'three numbers' });

/** A turn: a quaternion (w, x, y, z), or an axis and an angle. */
export const orientation = z
  .union([
    z.tuple([number, number, number, number]),
    z.strictObject({ axis: vector, degrees: number }),
    z.strictObject({ axis: vector, radians: number }),
  ])
  .describe('a turn: a quaternion [w, x, y, z], or an axis with an angle in degrees or radians')
  .register(expectations, { expected: 'a quaternion [w, x, y, z], or { "axis": [x, y, z], "degrees": a }' });

/** A colour as web pages write it. */
export const colour = z
  .string()
  .regex(/^#([0-9a-f]{6}|[0-9a-f]{8})$/i)
  .describe('as on the web: "#rrggbb"; two more letters are the opacity, 00 to ff')
  .register(expectations, { expected: 'a colour such as "#c8553d"' });

/** A name that other parts of the scene refer to. */
export const name = z.string().min(1).max(200);

/** A vector over time: constant, or given at times. */
export const timed = z
  .union([
    vector,
    z.strictObject({
      keyframes: z.array(z.strictObject({ t: number, value: vector })).min(1),
      hold: z
        .boolean()
        .default(false)
        .describe('whether a value stays until the next, instead of being joined linearly'),
      period: positive.optional().describe('after this time it starts again (s)'),
    }),
  ])
  .register(expectations, { expected: 'three numbers, or { "keyframes": [{ "t": 0, "value": [x, y, z] }, ...] }' });

export type Vector = z.output<typeof vector>;
export type OrientationJson = z.output<typeof orientation>;
export type Timed = z.output<typeof timed>;
