import { z } from 'zod';
import { motion } from './motion.js';
import { colour, name, nonNegative, number, positive, timed, vector } from './values.js';

const bendFields = {
  curvature: vector.optional().describe('curvature about the first and the second director, and twist (1/m)'),
  helix: z
    .strictObject({ radius: positive, pitch: number })
    .optional()
    .describe('a curl; a negative pitch winds the other way (m)'),
  wave: z
    .strictObject({ curvature: positive, period: positive })
    .optional()
    .describe('bent to and fro in a plane: greatest curvature (1/m), length of a wave (m)'),
};

/** Curvature and twist. */
export const bend = z.strictObject(bendFields).describe('one of the three; nothing means straight');

const equilibrium = z.strictObject({
  stiffen: z
    .number()
    .min(1)
    .default(1)
    .describe('most that rods are made stiffer, where their shape would not be stable otherwise'),
  friction: z.number().gt(0).max(1).default(0.9).describe('share of the friction that contacts use at most'),
});

/** Natural shape. */
export const rest = z
  .union([
    z.literal('equilibrium'),
    z.strictObject({
      ...bendFields,
      equilibrium: z
        .union([z.literal(true), equilibrium])
        .optional()
        .describe('whether it is changed, as little as possible, so that the rod stays where it is drawn'),
      natural: z
        .array(z.array(number))
        .optional()
        .describe("natural strains of each rod, in its model's own order, as stickslip groom writes them"),
      drawn: z.array(z.array(number)).optional().describe('shape of each rod at the beginning, likewise'),
      stiffness: z.array(positive).optional().describe('factor on the bending and twisting stiffness of each rod'),
    }),
  ])
  .describe(
    'a bend; or "equilibrium": such that the rod stays as it is drawn, under its weight; straight where missing',
  );

const knot = z.strictObject({
  position: vector.default([0, 0, 0]).describe('centre (m)'),
  size: positive.describe('radius of the loop (m)'),
  axis: vector.default([1, 0, 0]).describe('direction of the two tails'),
});

/** Where a rod is at the beginning. */
export const rodShape = z.strictObject({
  position: vector.optional().describe('first node; the origin where missing (m)'),
  tangent: vector.optional().describe('direction at the start; +x where missing'),
  normal: vector.optional().describe('direction of the first director'),
  bend: bend.optional().describe('the natural one where missing'),
  through: z.array(vector).min(2).optional().describe('points that a smooth curve is laid through, cut to length (m)'),
  knot: knot.optional().describe('a loose overhand knot in the middle'),
  velocity: vector.optional().describe('of the whole rod (m/s)'),
});

const end = z.strictObject({
  kind: z.enum(['free', 'pinned', 'clamped']),
  clamp: z.enum(['half', 'segment']).optional().describe('how a clamp holds the first segment; half is second order'),
  motion: motion.optional(),
});

const loads = z.strictObject({
  distributed: timed.optional().describe('(N/m)'),
  forces: z
    .array(z.strictObject({ s: nonNegative, force: timed }))
    .optional()
    .describe('at arc lengths s (m); (N)'),
  moments: z
    .array(z.strictObject({ s: nonNegative, moment: timed }))
    .optional()
    .describe('(N m)'),
});

const stiffness = z.strictObject({
  EA: positive.optional().describe('stretch (N)'),
  EI1: positive.optional().describe('bending about the first director (N m²)'),
  EI2: positive.optional(),
  GJ: positive.optional().describe('twist (N m²)'),
  mass: positive.optional().describe('(kg/m)'),
  inertia: positive.optional().describe('(kg m)'),
});

/** What all rods have, whether placed one by one or by a generator. */
export const rodFields = {
  model: z.string().describe('rod model: mass-spring, der, ...'),
  elements: z.int().min(1).max(100000),
  length: positive.describe('(m)'),
  radius: positive.optional().describe('of a round section (m)'),
  halfAxes: z.tuple([positive, positive]).optional().describe('of an elliptic section (m); instead of radius'),
  material: name,
  colour: colour.optional(),
  collisionRadius: positive.optional().describe('the largest half axis where missing (m)'),
  segmentsPerElement: z.int().min(1).max(100).optional().describe('collision segments per element of a super-helix'),
  rest: rest.optional(),
  stiffness: stiffness.optional().describe('replaces what section and material give'),
  self: z.boolean().default(true).describe('whether it can touch itself'),
  selfDistance: positive.optional().describe('pieces closer than this along the rod do not touch (m)'),
  touch: z.enum(['nodes', 'segments']).default('segments').describe('what touches solids'),
  options: z
    .strictObject({
      bending: z.enum(['angle', 'tan']).optional(),
      shear: positive.optional(),
      tangent: z.enum(['exact', 'projected']).optional(),
    })
    .optional()
    .describe('choices within the model'),
} as const;

export const rod = z.strictObject({
  type: z.literal('rod'),
  name: name.optional(),
  ...rodFields,
  shape: rodShape.optional(),
  start: end.optional(),
  end: end.optional(),
  loads: loads.optional(),
});

export type BendJson = z.output<typeof bend>;
export type RestJson = z.output<typeof rest>;
export type RodJson = z.output<typeof rod>;
export type RodShapeJson = z.output<typeof rodShape>;
