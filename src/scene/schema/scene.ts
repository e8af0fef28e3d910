import { z } from 'zod';
import { measureNames } from '../../friction/measures.js';
import { cloth } from './cloth.js';
import { deformation } from './deformation.js';
import { arch, bundle, grid, hair, wall } from './generators.js';
import { joint } from './joint.js';
import { material, pair } from './materials.js';
import { motion } from './motion.js';
import { rigid } from './rigid.js';
import { rod } from './rod.js';
import { shape } from './shapes.js';
import { strands } from './strands.js';
import { colour, expectations, name, nonNegative, orientation, positive, vector } from './values.js';

/** The version of scene files that this program writes. */
export const sceneVersion = 1;

const step = z.strictObject({
  length: positive.default(0.01).describe('(s)'),
  shortest: positive.optional().describe('the step may be halved down to this in fast phases; fixed where missing (s)'),
  theta: z.number().min(0.5).max(1).default(1).describe('1/2 keeps energy, 1 is implicit Euler'),
  travel: positive.optional().describe('with a variable step: how far a contact may travel in one, in radii'),
  slack: nonNegative.optional().describe('how far from touching contacts take part, in radii'),
  gapAware: z.boolean().optional().describe('whether open gaps may close within a step'),
  warmStart: z.boolean().optional(),
  repair: z
    .union([
      z.literal(false),
      z.strictObject({
        slop: nonNegative
          .optional()
          .describe(
            'overlap that is allowed, in radii or half thicknesses: positions are repaired where a step ends deeper; default 1e-3',
          ),
        most: positive.optional(),
        sweeps: z.int().min(1).optional(),
      }),
    ])
    .register(expectations, { expected: 'false, or an object with slop, most, sweeps' })
    .optional()
    .describe('position repair'),
});

const solver = z.strictObject({
  name: z.string().default('auto').describe('stickslip solvers lists them'),
  local: z.string().optional().describe('one-contact solver'),
  tolerance: positive.default(1e-3),
  restTolerance: positive
    .optional()
    .describe('where nothing moves; where missing a tenth of the tolerance, and on until nothing creeps'),
  measure: z.enum(measureNames as readonly [string, ...string[]]).optional(),
  maxIterations: z.int().min(1).optional(),
  facets: z.int().optional().describe('4, 6, 8, 12 or 16'),
  cone: z.enum(['inner', 'outer']).optional(),
  relaxation: z.number().gt(0).lt(2).optional(),
  seed: z.int().nonnegative().optional(),
  checkEvery: z.int().min(1).optional(),
});

const obstacle = z.strictObject({
  name: name.optional(),
  shape,
  material: name,
  colour: colour.optional(),
  position: vector.optional(),
  orientation: orientation.optional(),
  motion: motion.optional(),
  deformation: deformation.optional().describe('how the vertices of its mesh move in its own frame'),
  surfaceVelocity: vector.optional().describe('of the surface besides its own motion, as of a conveyor belt (m/s)'),
});

const body = z.discriminatedUnion('type', [rigid, rod, grid, bundle, wall, arch, hair, strands, cloth]);

const holding = z.strictObject({
  pairs: z.array(z.int()).describe('the two leaves and the feature of each contact'),
  forces: z.array(z.number()).describe('on the first of the two, x, y, z of each contact (N)'),
});

const recording = z.strictObject({
  every: z.int().min(1).optional().describe('steps between frames; about 60 frames a second where missing'),
  contacts: z.boolean().default(true).describe('whether contacts are kept with the frames'),
  velocities: z
    .boolean()
    .optional()
    .describe('whether velocities are kept with the frames; exports take differences of positions where not'),
});

/** A scene file. Lengths in metres, masses in kilograms, times in seconds. */
export const sceneSchema = z.strictObject({
  $schema: z.string().optional().describe('where editors find what may stand in this file'),
  version: z.literal(sceneVersion).describe('version of the format'),
  name,
  description: z.string().optional(),
  source: z.string().optional().describe('where the scene and its numbers come from'),
  duration: positive.describe('simulated time (s)'),
  gravity: vector.default([0, 0, -9.81]).describe('(m/s²)'),
  step: step.default({ length: 0.01, theta: 1 }),
  solver: solver.default({ name: 'auto', tolerance: 1e-3 }),
  materials: z.record(z.string(), material).default({}),
  pairs: z.array(pair).default([]),
  obstacles: z.array(obstacle).default([]),
  bodies: z.array(body).min(1),
  joints: z.array(joint).default([]).describe('what ties bodies, ropes and obstacles together'),
  holding: holding.optional().describe('contact forces at the beginning, as stickslip groom writes them'),
  recording: recording.default({ contacts: true }),
});

export type Scene = z.output<typeof sceneSchema>;
/** A scene as written in a file: what has a default may be missing. */
export type SceneInput = z.input<typeof sceneSchema>;
export type BodyJson = z.output<typeof body>;
export type ObstacleJson = z.output<typeof obstacle>;
