import { describe, expect, it } from 'vitest';
import type { ContactRows } from '../contacts/rows.js';
import { type WorldOptions, worldSettings } from '../members/settings.js';
import { policy } from '../policy/values.js';
import { fastestContact, restSpeed, stoppingRule } from './stopping-rule.js';

const h = 0.01;
const settings = (solver?: WorldOptions['solver']): ReturnType<typeof worldSettings> =>
  worldSettings({ materials: {}, h, gravity: [0, 0, -10], ...(solver && { solver }) });

describe('speed of a group', () => {
  const rows = (...speeds: number[][]): ContactRows =>
    ({ before: Float64Array.from(speeds.flat()) }) as unknown as ContactRows;

  it('is that of its fastest contact, in any direction', () => {
    expect(fastestContact(rows([0, 0, 0], [0.3, 0, -0.4]), Int32Array.of(0, 1))).toBeCloseTo(0.5, 15);
  });

  it('is its own, whatever contacts of other groups do', () => {
    expect(fastestContact(rows([0, 0, 0], [5, 0, 0]), Int32Array.of(0))).toBe(0);
  });

  it('is that of rest up to what weight makes in two steps', () => {
    expect(restSpeed(settings(), h)).toBeCloseTo(0.2, 15);
  });
});

describe('how well a group is solved', () => {
  it('moving: to the tolerance', () => {
    expect(stoppingRule(settings(), h, 100, 0.21)).toEqual({ refine: false, tolerance: 1e-3 });
  });

  it('at rest: to a tenth of it, and on to a thousandth of the speed that there is', () => {
    const { tolerance, aim } = stoppingRule(settings(), h, 100, 0.02);
    expect(tolerance).toBe(1e-4);
    expect(aim?.speed).toBeCloseTo(2e-5, 18);
  });

  it('where nothing moves: until it creeps no more', () => {
    expect(stoppingRule(settings(), h, 100, 0).aim?.speed).toBe(policy.creep);
  });

  it('at rest, with a tolerance of its own: to that', () => {
    const rule = stoppingRule(settings({ tolerance: 1e-3, restTolerance: 1e-4 }), h, 100, 0);
    expect(rule).toEqual({ refine: policy.guessAtRest, tolerance: 1e-4 });
  });

  it('in another measure, which is not a velocity: to the tolerance alone', () => {
    expect(stoppingRule(settings({ measure: 'natural' }), h, 100, 0).aim).toBeUndefined();
  });
});
