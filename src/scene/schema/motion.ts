import { z } from 'zod';
import { motionFile } from './imports.js';
import { name, nonNegative, number, orientation, positive, vector } from './values.js';

const wave = { frequency: nonNegative.describe('(1/s)'), phase: number.optional().describe('(rad)') };

const move = z.strictObject({
  velocity: vector.optional().describe('steady motion (m/s)'),
  shake: z
    .strictObject({ amplitude: vector, ...wave })
    .optional()
    .describe('to and fro along a line'),
  spin: z
    .strictObject({ axis: vector, rate: number.describe('(rad/s)') })
    .optional()
    .describe('steady turning'),
  swing: z
    .strictObject({ axis: vector, angle: number.describe('(rad)'), ...wave })
    .optional()
    .describe('turning to and fro'),
  circle: z
    .strictObject({ from: vector, to: vector, frequency: nonNegative })
    .optional()
    .describe('going round: radius vectors at the start and a quarter turn later (m)'),
  start: nonNegative.optional().describe('when it begins (s)'),
  end: positive.optional().describe('when it stops (s)'),
});

/** A script: how something moves, a function of time alone. */
export const motion = z.strictObject({
  keyframes: z
    .array(z.strictObject({ t: number, position: vector.optional(), orientation: orientation.optional() }))
    .min(1)
    .optional()
    .describe('poses at rising times; what a keyframe leaves out stays as at the beginning'),
  interpolation: z
    .enum(['smooth', 'linear'])
    .optional()
    .describe(
      'between keyframes: smooth, the velocity has no jumps and is zero at the first and the last (default); linear, at constant velocity, with a kick at each keyframe',
    ),
  ...motionFile,
  moves: z.array(move).min(1).optional().describe('movements added one after the other'),
  pivot: vector.optional().describe('the point that turns go about; the own position where missing (m)'),
  with: name.optional().describe('name of the obstacle that carries this along'),
});

export type MotionJson = z.output<typeof motion>;
