import { z } from 'zod';
import { expectations } from '../../scene/schema/values.js';
import { identifier, scenePath, setting } from '../schema.js';

/** The version of identification problems that this program reads. */
export const identifyVersion = 1;

/** Where the JSON Schema of this version of identification problems is found. */
export const identifySchemaAddress = `https://unpkg.com/stickslip/schema/identify-${identifyVersion}.json`;

const number = z.number();

const unknown = z
  .strictObject({
    path: scenePath
      .optional()
      .describe(
        'what it sets in the scene; without it, it is for the expressions of `set` alone. Of a one-step problem: mu, or mu[3]',
      ),
    between: z.tuple([number, number]).describe('least and greatest value that it may have'),
    start: number.optional().describe('where the search begins; the middle where missing'),
    scale: z.enum(['linear', 'log']).default('linear').describe('log: for what may be known only to a factor'),
    unit: z.string().optional().describe('for plots'),
  })
  .describe('a value of the scene that is looked for');

const error = z.number().positive().optional().describe('standard deviation of the measurement');
const time = z.number().nonnegative();
const file = z
  .string()
  .min(1)
  .optional()
  .describe('.csv with a line of names, or .npz with arrays of these names, relative to this file');
const rows = z
  .record(z.string(), z.array(number).min(1))
  .optional()
  .describe('the columns themselves, in place of a file');
const body = z.string().min(1).describe('name of a body of the scene');

/** Everything that can have been observed. */
export const observation = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('trajectory'),
      body,
      node: z.int().optional().describe('point of the body where the data have no column `point`; -1 is the last'),
      file,
      rows,
      error,
    })
    .describe(
      'places of points over time: columns time, point (optional), those of x, y, z that were measured, error (optional)',
    ),
  z
    .strictObject({ type: z.literal('shape'), body, time, file, rows, error })
    .describe('places on the centre line of a rod at a time, anywhere along it: columns x, y, z, error (optional)'),
  z
    .strictObject({
      type: z.literal('force'),
      body,
      end: z.union([z.literal(0), z.literal(-1)]).describe('0: first node of the rod, -1: last; it must be held'),
      file,
      rows,
      error,
    })
    .describe('force of a rod at a held end: columns time, those of x, y, z, or size, error (optional)'),
  z
    .strictObject({
      type: z.literal('quantity'),
      value: z.string().min(1).describe('expression as in studies'),
      is: number.optional().describe('what it was at the end of the run'),
      file,
      rows,
      error,
    })
    .describe('anything that can be measured: `is`, or columns time, value, error (optional)'),
  z
    .strictObject({
      type: z.literal('threshold'),
      holds: z.string().min(1).describe('condition as in studies, e.g. travel(box) < 1e-3'),
      observed: z.boolean().describe('whether it held'),
    })
    .describe('slipped or not, stood or fell'),
  z
    .strictObject({
      type: z.literal('solution'),
      of: z.enum(['v', 'u', 'r']).describe('velocities of the bodies, of the contacts, or impulses'),
      file,
      rows,
      error,
    })
    .describe('of a one-step problem: columns index, value, error (optional)'),
]);

const experiment = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  set: z.record(z.string(), setting).default({}).describe('values of the scene in this experiment'),
  time: z.number().positive().optional().describe('simulated time; to the last observation where missing (s)'),
  observe: z.array(observation).min(1),
});

/** An identification problem. */
export const identifySchema = z.strictObject({
  $schema: z.string().optional().describe('where editors find what may stand in this file'),
  version: z.literal(identifyVersion).describe('version of the format'),
  name: z.string().min(1).max(200),
  description: z.string().optional(),
  scene: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .register(expectations, { expected: 'a gallery name, a scene file, or a scene' })
    .optional()
    .describe('gallery name, scene file relative to this one, or the scene itself'),
  problem: z
    .string()
    .min(1)
    .optional()
    .describe(
      'in place of a scene: file of a one-step contact problem, whose friction is looked for with exact derivatives',
    ),
  set: z
    .record(z.string(), setting)
    .default({})
    .describe('values of the scene by path; "=..." is an expression of the parameters'),
  time: z.number().positive().optional().describe('simulated time of all experiments (s)'),
  parameters: z.record(identifier, unknown).describe('what is looked for'),
  observe: z.array(observation).min(1).optional().describe('what was observed'),
  experiments: z
    .array(experiment)
    .min(1)
    .optional()
    .describe('several experiments with the same unknowns, in place of `observe`'),
  starts: z.int().min(1).max(1000).default(3).describe('points from which the search begins'),
  seed: z.int().nonnegative().default(1),
  iterations: z.int().min(1).max(1000).default(30).describe('of Gauss-Newton from each start, at most'),
  confidence: z.number().min(0.5).max(0.9999).default(0.95).describe('of the intervals'),
});

export type IdentifyProblem = z.output<typeof identifySchema>;
export type IdentifyInput = z.input<typeof identifySchema>;
export type ObservationJson = z.output<typeof observation>;
export type UnknownJson = z.output<typeof unknown>;

/** The JSON Schema of identification problems, for editors. */
export function identifyJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(identifySchema, { io: 'input', reused: 'ref' }) as Record<string, unknown>;
  const { $schema, ...rest } = schema;
  return { $schema, $id: identifySchemaAddress, title: 'stickslip identification problem', ...rest };
}
