import { afterEach, describe, expect, it, vi } from 'vitest';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import { TriedEnds } from './tried-ends.js';

/** Some strands of wavy hair, after steps many of which are solved again. */
function hair(): number[] {
  const world = buildWorld(readScene(gallerySceneNamed('wavy-hair')));
  for (let k = 0; k < 25; k++) world.step();
  return world.bodies.flatMap(({ q, v }) => [...q, ...v]);
}

describe('ends of the last try of a step', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are where the rods that go on as before would be moved again, bit for bit', () => {
    const recall = vi.spyOn(TriedEnds.prototype, 'recall');
    const found = hair();
    const recalled = recall.mock.results.filter(({ value }) => value === true).length;
    expect(recalled).toBeGreaterThan(100);
    recall.mockReturnValue(false);
    expect(hair().every((x, k) => Object.is(x, found[k]))).toBe(true);
  });

  it('count only for the velocity that led there, and until the body is linearised anew', () => {
    const world = buildWorld(readScene(gallerySceneNamed('wavy-hair')));
    world.step();
    const { bodies } = world;
    const parts = { bodies, colliders: bodies.map(() => []) };
    const tried = new TriedEnds(parts as unknown as ConstructorParameters<typeof TriedEnds>[0]);
    tried.clear();
    const velocities = bodies.map(({ v }) => v.slice());
    expect(tried.recall(0, velocities[0])).toBe(false);
    tried.keep(velocities);
    const other = velocities[0].slice();
    other[3] += 1e-18 + 1e-15 * Math.abs(other[3]);
    expect(tried.recall(0, other)).toBe(false);
    const q = bodies[0].q.slice();
    bodies[0].q.fill(0);
    expect(tried.recall(0, velocities[0])).toBe(true);
    expect(bodies[0].q).toEqual(q);
    tried.forget(1);
    expect(tried.recall(1, velocities[1])).toBe(false);
  });
});
