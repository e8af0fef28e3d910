import { describe, expect, it } from 'vitest';
import { buildWorld } from './build/world.js';
import { estimateCost } from './estimate.js';
import { gallerySceneNamed } from './gallery/gallery.js';
import { readScene } from './read-scene.js';
import { overrideScene } from './set.js';

function estimate(name: string, set: string[] = []): ReturnType<typeof estimateCost> {
  const scene = readScene(overrideScene(gallerySceneNamed(name), set));
  return estimateCost(buildWorld(scene), scene);
}

describe('estimates of memory and time', () => {
  it('count segments and steps', () => {
    const { bodies, segments, steps } = estimate('spaghetti-7');
    expect(bodies).toBe(7);
    expect(segments).toBeGreaterThanOrEqual(7 * 5);
    expect(steps).toBeGreaterThan(10);
  });

  it('grow in proportion to the number of strands', () => {
    const few = estimate('free-a', ['bodies.0.count=200']);
    const many = estimate('free-a', ['bodies.0.count=800']);
    expect(many.segments).toBe(4 * few.segments);
    expect(many.contacts / few.contacts).toBeCloseTo(4, 2);
    // the program itself stays as it is
    const program = (4 * few.memory - many.memory) / 3;
    expect(program).toBeGreaterThan(5e7);
    expect(program).toBeLessThan(2e8);
    expect(many.step / few.step).toBeGreaterThan(3.9);
  });

  it('are not less than what a run has: contacts of wavy hair', () => {
    const scene = readScene(gallerySceneNamed('wavy-hair'));
    const world = buildWorld(scene);
    const { contacts } = estimateCost(world, scene);
    let most = 0;
    for (let k = 0; k < 10; k++) most = Math.max(most, world.step().contacts);
    expect(contacts).toBeGreaterThanOrEqual(most);
  });
});
