import { describe, expect, it } from 'vitest';
import { buildWorld } from '../build/world.js';
import { readScene } from '../read-scene.js';
import { galleryFiles } from './files.js';

/** Runs the gallery's double loop with another coefficient of friction. */
function run(friction: number): { iterations: number; error: number; penetration: number; x: number; bad: number } {
  const file = structuredClone(galleryFiles['double-loop']) as { materials: { rail: { friction: number } } };
  file.materials.rail.friction = friction;
  const world = buildWorld(readScene(file));
  const found = { iterations: 0, error: 0, penetration: 0, x: 0, bad: 0 };
  while (world.t < 3) {
    const step = world.step();
    found.iterations = Math.max(found.iterations, step.iterations);
    found.error = Math.max(found.error, step.error);
    found.penetration = Math.max(found.penetration, step.penetrationRelative);
    if (step.status !== 'converged') found.bad++;
  }
  found.x = world.bodies[0].q[0];
  return found;
}

describe('double loop [Bertails11 Figure 9, 5.2]', () => {
  it('takes newton-ac under five iterations a step, to rounding, at 11 ms', () => {
    const { iterations, error, penetration, bad } = run(0.8);
    expect(bad).toBe(0);
    expect(iterations).toBeLessThan(5);
    // `relative` is the largest |f_i| over the velocity scale, so 1/2 |f|² is below 1e-23
    expect(error).toBeLessThanOrEqual(1e-12);
    // the bend of the rails is met: going straight on at the start's normal would take it 0.11 into them
    expect(penetration).toBeLessThan(0.01);
  });

  it('goes further the more friction there is', () => {
    const [little, some] = [0.05, 0.1].map((friction) => run(friction).x);
    expect(little).toBeLessThan(4);
    expect(some).toBeGreaterThan(little + 1);
  });
});
