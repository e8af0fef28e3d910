import { z } from 'zod';
import { presetNames } from '../presets.js';
import { colour, name, nonNegative, positive } from './values.js';

/** What a thing is made of: surface and, for what bends, elasticity. */
export const material = z.strictObject({
  preset: z.enum(presetNames).optional().describe('what the values not given here are taken from'),
  friction: nonNegative.optional().describe("Coulomb's coefficient against the same material"),
  restitution: z.number().min(0).max(1).optional().describe('0: falls dead, 1: bounces back as fast as it came'),
  density: positive.optional().describe('(kg/m³)'),
  youngModulus: positive.optional().describe('(Pa)'),
  poissonRatio: z.number().gt(-1).max(0.5).optional(),
  internalDamping: nonNegative.optional().describe('relaxation time of internal friction (s)'),
  airDamping: nonNegative.optional().describe('drag per length and speed (N s/m²)'),
  colour: colour.optional().describe('of what is made of it, where a thing has none of its own'),
});

/** What holds between two materials where it is not the geometric mean of theirs. */
export const pair = z.strictObject({
  between: z.tuple([name, name]),
  friction: nonNegative.optional(),
  restitution: z.number().min(0).max(1).optional(),
});

export type MaterialJson = z.output<typeof material>;
