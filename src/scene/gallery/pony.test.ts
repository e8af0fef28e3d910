import { expect, it } from 'vitest';
import { buildWorld } from '../build/world.js';
import { readScene } from '../read-scene.js';
import { overrideScene } from '../set.js';
import { galleryFiles } from './files.js';

it('a thin ponytail falls on the shoulders and its strands, whipping, keep out of each other', () => {
  const thin = ['bodies.0.count=19', 'bodies.0.scalp.angle=3.2'];
  const world = buildWorld(readScene(overrideScene(galleryFiles.pony, thin)));
  let deepest = 0;
  let unconverged = 0;
  while (world.t < 0.36) {
    const step = world.step();
    deepest = Math.max(deepest, step.penetrationRelative);
    if (step.status !== 'converged') unconverged++;
  }
  expect(deepest).toBeLessThan(0.05);
  expect(unconverged).toBe(0);
});
