import { z } from 'zod';
import { expectations } from '../scene/schema/values.js';

/** The version of study files that this program reads. */
export const studyVersion = 1;

/** Where the JSON Schema of this version of study files is found. */
export const studySchemaAddress = `https://unpkg.com/stickslip/schema/study-${studyVersion}.json`;

const number = z.number();
const count = z.int().min(2).max(100000);

/** From one value to another, both among them. */
const range = z.strictObject({ from: number, to: number, count });

/** A name in expressions and a column of the table. */
export const identifier = z
  .string()
  .regex(/^[A-Za-z_]\w{0,63}$/)
  .register(expectations, { expected: 'a name of letters, digits and _, with a letter first' });

/** One place of the scene or several. */
export const scenePath = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .register(expectations, { expected: 'a path of the scene such as "materials.rope.friction", or a list of them' });

export const parameter = z
  .strictObject({
    path: scenePath
      .optional()
      .describe('what it sets in the scene; without it, it is for the expressions of `set` alone'),
    values: z.array(number).min(1).optional().describe('a list'),
    range: range.optional().describe('evenly spaced, both ends among them'),
    log: range.optional().describe('spaced by equal factors, both ends among them'),
    between: z
      .tuple([number, number])
      .optional()
      .describe('least and greatest value, for designs that choose by themselves'),
    seeds: z
      .strictObject({ first: z.int().nonnegative().default(1), count: z.int().min(1).max(100000) })
      .optional()
      .describe('whole numbers: a seed each'),
    scale: z.enum(['linear', 'log']).optional().describe('how `between` is divided'),
    unit: z.string().optional().describe('for plots'),
  })
  .describe('one of values, range, log, between, seeds');

const design = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('grid') }).describe('every combination'),
  z.strictObject({ type: z.literal('list') }).describe('the k-th values of all parameters together'),
  z
    .strictObject({ type: z.literal('latin-hypercube'), count: z.int().min(1).max(100000), seed: z.int().default(1) })
    .describe('every parameter has one value in each of `count` equal parts'),
  z
    .strictObject({ type: z.literal('sobol'), count: z.int().min(1).max(100000), seed: z.int().optional() })
    .describe('points of a Sobol sequence; with a seed, shifted at random'),
]);

const find = z.strictObject({
  parameter: z.string().describe('whose threshold is looked for'),
  between: z.tuple([number, number]),
  holds: z.string().min(1).describe('condition on measured values and parameters, true on one side of the threshold'),
  tolerance: z.number().positive().describe('width of the interval at which the search ends'),
  sections: z
    .int()
    .min(2)
    .max(65)
    .default(2)
    .describe('parts that the interval is cut into at a time; more keep more processes busy'),
});

const refine = z.strictObject({
  where: z.string().min(1).describe('condition; cells of the grid whose corners differ in it are divided'),
  levels: z.int().min(1).max(12),
});

const stop = z.strictObject({
  when: z.string().min(1).describe('condition on quantities'),
  for: z.number().nonnegative().default(0).describe('how long it must hold (s)'),
});

/** A value put into the scene: JSON, or a text "=..." that is an expression of the parameters. */
export const setting = z.union([
  number,
  z.boolean(),
  z.string(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** A study file. */
export const studySchema = z.strictObject({
  $schema: z.string().optional().describe('where editors find what may stand in this file'),
  version: z.literal(studyVersion).describe('version of the format'),
  name: z.string().min(1).max(200),
  description: z.string().optional(),
  scene: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .register(expectations, { expected: 'a gallery name, a scene file, or a scene' })
    .describe('gallery name, scene file relative to this one, or the scene itself'),
  set: z
    .record(z.string(), setting)
    .default({})
    .describe('values of the scene by path; "=..." is an expression of the parameters'),
  time: z.number().positive().optional().describe("simulated time; the scene's where missing (s)"),
  parameters: z.record(identifier, parameter).default({}),
  design: design.default({ type: 'grid' }),
  measure: z.record(identifier, z.string().min(1)).describe('expressions of quantities, by name'),
  stop: z.array(stop).default([]),
  find: find.optional(),
  refine: refine.optional(),
  pictures: z.boolean().default(true).describe('whether a small picture of the end of each run is kept'),
  recordings: z.boolean().default(false).describe('whether whole runs are recorded'),
});

export type Study = z.output<typeof studySchema>;
export type StudyInput = z.input<typeof studySchema>;
export type ParameterJson = z.output<typeof parameter>;
export type FindJson = z.output<typeof find>;

/** The JSON Schema of study files, for editors. */
export function studyJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(studySchema, { io: 'input', reused: 'ref' }) as Record<string, unknown>;
  const { $schema, ...rest } = schema;
  return { $schema, $id: studySchemaAddress, title: 'stickslip study', ...rest };
}
