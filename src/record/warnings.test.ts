import { describe, expect, it } from 'vitest';
import { Runner } from './runner.js';
import { runWarnings } from './warnings.js';

const fine = {
  steps: 100,
  unconverged: 0,
  errorMax: 1e-4,
  penetrationMax: 1e-5,
  penetrationRelative: 0.9,
  penetrationTime: 0.5,
  energyGrowth: 9e-4,
  energyScale: 1,
};

describe('summaries', () => {
  it('warn of things that pass through each other, steps not solved, energy from nowhere', () => {
    expect(runWarnings(fine)).toEqual([]);
    const deep = runWarnings({ ...fine, penetrationMax: 0.012, penetrationRelative: 12 });
    expect(deep).toEqual([
      expect.stringContaining('0.012 m, 1200 % of radius or half thickness, deepest at t = 0.5 s'),
    ]);
    expect(runWarnings({ ...fine, unconverged: 3 })).toEqual([expect.stringContaining('3 of 100 steps')]);
    expect(runWarnings({ ...fine, energyGrowth: 2e-3 })).toEqual([expect.stringContaining('0.002 J, 0.2 %')]);
    expect(runWarnings({ ...fine, energyGrowth: NaN })).toHaveLength(1);
    expect(runWarnings({ ...fine, energyGrowth: 1e-13, energyScale: 0 })).toEqual([]);
  });

  it('of walls at rest have none: what rounding gives is compared with what weight gives within a step', () => {
    const bodies = [{ type: 'wall', courses: 5, bricks: 2, brick: [0.25, 0.12, 0.08], gap: 0.001, material: 'stone' }];
    const obstacles = [{ name: 'ground', shape: { type: 'plane' }, material: 'stone' }];
    const settings = { step: { length: 0.01 }, solver: { tolerance: 1e-7, restTolerance: 1e-7 } };
    const gravity = [0, 1.2, -9.7];
    const run = new Runner({ version: 1, name: 'wall', duration: 2, gravity, ...settings, obstacles, bodies });
    while (!run.done) run.step();
    const { warnings, energyFromNowhere } = run.finish();
    expect(energyFromNowhere).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  it('of a run have them', () => {
    const ball = (radius: number, z: number): object => ({
      type: 'rigid',
      shape: { type: 'sphere', radius },
      material: 'stone',
      position: [0, 0, z],
    });
    // two balls, one within the other
    const bodies = [ball(0.1, 0.1), ball(0.02, 0.12)];
    const obstacles = [{ name: 'floor', shape: { type: 'plane' }, material: 'stone' }];
    const run = new Runner({ version: 1, name: 'inside', duration: 0.02, obstacles, bodies });
    while (!run.done) run.step();
    const { warnings, penetrationRelative } = run.finish();
    expect(penetrationRelative).toBeGreaterThan(1);
    expect(warnings[0]).toContain('things may have passed through each other');
  });
});
