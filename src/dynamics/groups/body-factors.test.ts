import { afterEach, describe, expect, it, vi } from 'vitest';
import { BlockFactor } from '../../friction/delassus/mass-factor.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import { World } from '../world.js';
import { BodyFactors } from './body-factors.js';

afterEach(() => vi.restoreAllMocks());

/** A stack of boxes, one of them far off, one held by a hand. */
function boxes(): World {
  const world = new World({ materials: { wood: { friction: 0.5 } }, h: 0.01 });
  world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
  for (const [x, z] of [
    [0, 0.0495],
    [0, 0.149],
    [1, 2],
  ]) {
    const shape = { type: 'box', half: [0.05, 0.05, 0.05] } as const;
    world.addRigid({ shape, density: 700, position: [x, 0, z], material: 'wood' });
  }
  world.addHand({ body: 1, point: { index: 0, s: 0, offset: [0, 0, 0] }, target: [0.1, 0, 0.2] });
  return world;
}

describe('bodies of a step', () => {
  it('are each factored once, whoever needs it: groups, retries, free bodies, hands, repair, reports', () => {
    const world = boxes();
    const factored = vi.spyOn(BlockFactor.prototype, 'factor');
    const { decisions } = world.step();
    expect(decisions[decisions.length - 1].kind).toBe('repair');
    world.contactReport(0);
    expect(factored).toHaveBeenCalledTimes(3);
  });

  it('are factored once for each length that the step is tried with, in a scene of hair', () => {
    const scene = readScene(gallerySceneNamed('wavy-hair'));
    const world = buildWorld(scene);
    for (let k = 0; k < 30; k++) world.step();
    const linearised = world.bodies.map((body) => vi.spyOn(body as unknown as { linearise(): void }, 'linearise'));
    const factored = vi.spyOn(BlockFactor.prototype, 'factor');
    let repeated = 0;
    for (let k = 0; k < 10; k++) {
      factored.mockClear();
      for (const spy of linearised) spy.mockClear();
      const record = world.step();
      repeated += record.decisions.length - 1;
      const lengths = linearised[0].mock.calls.length;
      // what is shortened before it is solved has not been factored
      expect(factored.mock.calls.length).toBeLessThanOrEqual(lengths * world.bodies.length);
      expect(factored.mock.calls.length).toBeGreaterThanOrEqual(world.bodies.length);
      if (lengths === 1) expect(factored).toHaveBeenCalledTimes(world.bodies.length);
    }
    // there was something to share it with
    expect(repeated).toBeGreaterThan(0);
  });
});

describe('a factor of a body', () => {
  it('is that of the present M, and there is none where M is not positive definite', () => {
    const world = boxes();
    const body = world.addRigid({
      ...{ shape: { type: 'sphere', radius: 0.1 }, mass: 2, material: 'wood' },
      position: [5, 0, 5],
    });
    const step = { t: 0, h: 0.01, theta: 1, gravity: [0, 0, -10] } as const;
    const factors = new BodyFactors([body]);
    body.linearise(step);
    factors.reset();
    const x = Float64Array.of(2, 0, 0, 0, 0, 0);
    factors.of(0)!.solve(x);
    expect(x[0]).toBeCloseTo(1, 14);
    const M = body.system.M as Float64Array;
    for (let i = 0; i < 36; i++) M[i] *= 2;
    expect(factors.of(0)).toBe(factors.of(0));
    factors.reset();
    factors.of(0)!.solve(x);
    expect(x[0]).toBeCloseTo(0.25, 14);
    M[0] = -1;
    factors.reset();
    expect(factors.of(0)).toBeUndefined();
  });
});
