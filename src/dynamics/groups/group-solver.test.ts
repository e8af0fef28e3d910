import { describe, expect, it } from 'vitest';
import { createRod } from '../../bodies/rods/registry.js';
import { World } from '../world.js';

describe('a group at rest', () => {
  it('is solved to the tolerance of rest', () => {
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

  it('comes to rest at the default tolerance: light nodes under load do not creep', () => {
    const world = new World({ materials: { rope: { friction: 0.3 } } });
    world.addObstacle({ shape: { type: 'plane' }, material: 'rope' });
    // pressed down by ten thousand times its weight, pulled along by a fifth of what friction holds
    const rod = createRod({
      model: 'mass-spring',
      elements: 20,
      length: 0.4,
      section: { radius: 0.001 },
      material: 'rope',
      internalDamping: 0.05,
      initial: { position: [0, 0, 0.001], tangent: [1, 0, 0] },
      loads: { distributed: [0, 6, -100] },
    });
    world.addFiber(rod, { material: 'rope' });
    while (world.t < 1) world.step();
    const before = rod.q.slice();
    while (world.t < 2) world.step();
    expect(Math.max(...rod.q.map((x, i) => Math.abs(x - before[i])))).toBeLessThan(1e-9);
  });
});
