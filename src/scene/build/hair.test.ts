import { describe, expect, it } from 'vitest';
import type { FiberBody } from '../../bodies/body.js';
import { buildWorld } from './world.js';
import { readScene } from '../read-scene.js';

/** Hair on a ball of radius 0.1. */
function hairOn(extra: Record<string, unknown>): ReturnType<typeof buildWorld> {
  const hair = {
    type: 'hair',
    on: 'head',
    count: 12,
    model: 'super-helix',
    elements: 4,
    length: 0.1,
    radius: 1e-4,
    collisionRadius: 1e-3,
    material: 'hair',
    scalp: { radius: 0.102, angle: 60 },
    ...extra,
  };
  const head = { name: 'head', shape: { type: 'sphere', radius: 0.1 }, material: 'skin' };
  return buildWorld(readScene({ version: 1, name: 'hair', duration: 1, obstacles: [head], bodies: [hair] }));
}

/** First and last node of each hair. */
function ends(world: ReturnType<typeof buildWorld>): [number[], number[]][] {
  return world.bodies.map((body) => {
    const { nodes } = body as FiberBody;
    const x = new Float64Array(3 * nodes);
    (body as FiberBody).centreLine(x);
    return [[...x.subarray(0, 3)], [...x.subarray(x.length - 3)]];
  });
}

const distance = (a: number[], b: number[]): number => Math.hypot(...a.map((x, i) => x - b[i]));

describe('hair', () => {
  it('stands on the scalp with its natural shape', () => {
    const found = ends(hairOn({ rest: { helix: { radius: 0.005, pitch: 0.02 } } }));
    expect(found.length).toBe(12);
    for (const [root, tip] of found) {
      expect(Math.hypot(...root)).toBeCloseTo(0.102, 12);
      // five turns' worth of curl in 0.1 m: far shorter than the hair
      expect(distance(root, tip)).toBeLessThan(0.08);
    }
  });

  it('begins straight where the scene says so', () => {
    const found = ends(hairOn({ rest: { helix: { radius: 0.005, pitch: 0.02 } }, straight: true }));
    for (const [root, tip] of found) {
      expect(distance(root, tip)).toBeCloseTo(0.1, 10);
      // along the normal of the scalp
      expect(Math.hypot(...tip)).toBeCloseTo(0.202, 10);
    }
  });

  it('leaves the scalp in one direction where it is parallel', () => {
    for (const [root, tip] of ends(hairOn({ parallel: true }))) {
      expect(distance(tip, [root[0], root[1], root[2] + 0.1])).toBeLessThan(1e-10);
    }
  });
});
