import { describe, expect, it } from 'vitest';
import { createRod } from '../../bodies/rods/registry.js';
import type { ContactRows } from '../contacts/rows.js';
import { isAtRest } from './group-solver.js';
import { World } from '../world.js';
import { worldSettings } from '../members/settings.js';

describe('a group is at rest', () => {
  const h = 0.01;
  const settings = worldSettings({ materials: {}, h, gravity: [0, 0, -10] });
  // weight makes 0.1 m/s in a step; twice that is the limit
  const rows = (...speeds: number[][]): ContactRows =>
    ({ before: Float64Array.from(speeds.flat()) }) as unknown as ContactRows;

  it('where no contact moves faster than weight makes it in two steps, in any direction', () => {
    expect(isAtRest(rows([0, 0, 0]), Int32Array.of(0), settings, h)).toBe(true);
    expect(isAtRest(rows([0.19, 0, 0], [0, -0.1, 0.1]), Int32Array.of(0, 1), settings, h)).toBe(true);
    expect(isAtRest(rows([0.21, 0, 0]), Int32Array.of(0), settings, h)).toBe(false);
    expect(isAtRest(rows([0, 0.15, -0.15]), Int32Array.of(0), settings, h)).toBe(false);
  });

  it('whatever contacts of other groups do', () => {
    expect(isAtRest(rows([0, 0, 0], [5, 0, 0]), Int32Array.of(0), settings, h)).toBe(true);
    expect(isAtRest(rows([0, 0, 0], [5, 0, 0]), Int32Array.of(0, 1), settings, h)).toBe(false);
  });

  it('and is then solved to the tolerance of rest', () => {
    const error = (restTolerance: number): number => {
      const world = new World({
        materials: { rubber: { friction: 0.5 } },
        h: 0.005,
        solver: { tolerance: 1e-2, restTolerance },
      });
      world.addObstacle({ shape: { type: 'plane' }, material: 'rubber' });
      for (let k = 0; k < 12; k++) {
        const initial = {
          position: [-0.25, 0.004 * k, 0.006 + 0.01 * (k % 3)],
          tangent: [1, 0.1 * (k % 2), 0],
        } as const;
        const rod = createRod({
          model: 'mass-spring',
          elements: 8,
          length: 0.5,
          section: { radius: 0.005 },
          material: 'rubber',
          internalDamping: 0.05,
          initial: { position: [...initial.position], tangent: [...initial.tangent] },
        });
        world.addFiber(rod, { material: 'rubber' });
      }
      while (world.t < 0.5) world.step();
      let worst = 0;
      for (let k = 0; k < 20; k++) worst = Math.max(worst, world.step().error);
      return worst;
    };
    expect(error(1e-6)).toBeLessThanOrEqual(1e-6);
  });
});
