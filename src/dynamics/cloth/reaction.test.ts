import { describe, expect, it } from 'vitest';
import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { World } from '../world.js';
import type { ContactMethod } from './settings.js';

const material = { density: 0.3, stretch: 200, bend: 1e-5, thickness: 0.004 };

/** A level sheet of 0.2 m with its corners pinned, and a ball `height` over it. */
function trampoline(method: ContactMethod, height: number): World {
  const world = new World({ materials: { wood: { friction: 0.3 } }, h: 0.005 });
  const shape = { type: 'sphere', radius: 0.02 } as const;
  world.addRigid({ shape, mass: 0.01, position: [0.1, 0.1, 0.022 + height], material: 'wood', name: 'ball' });
  const surface = sheet({ nu: 5, nv: 5, origin: [0, 0, 0], u: [0.2, 0, 0], v: [0, 0.2, 0] });
  const pins = [0, 4, 20, 24].map((node) => ({ nodes: Int32Array.of(node) }));
  world.addCloth(new Cloth({ surface, material, pins, name: 'net' }), { material: 'wood', method });
  return world;
}

const middle = { index: 12, s: 0, offset: [0, 0, 0], weights: [1, 0, 0] } as const;

describe('what holds cloth, and what it carries', () => {
  it('is refused by penalties, which have no reaction', () => {
    const world = trampoline('penalty', 0.03);
    world.step();
    expect(() => {
      for (let k = 0; k < 30; k++) world.step();
    }).toThrow(/ball: expected method projective or exact where cloth touches bodies that move, found penalty/);
    const held = trampoline('penalty', 1);
    held.addHand({ body: 1, point: middle, target: [0.1, 0.1, 0.1] });
    expect(() => held.step()).toThrow(/net: expected method projective or exact where hands or joints hold cloth/);
    held.hands.length = 0;
    held.step();
    const [cloth] = held.cloths;
    const hook = { point: Array.from(cloth.q.subarray(0, 3)) as [number, number, number] };
    const joint = { type: 'ball', a: { body: cloth, point: { vertex: 0 } }, b: hook } as const;
    expect(() => held.addJoint(joint)).toThrow(/a\.body: expected method projective or exact/);
    expect(held.joints).toEqual([]);
  });

  it.each(['projective', 'exact'] as const)('is held and carried by method %s', (method) => {
    const world = trampoline(method, 0);
    const hand = world.addHand({ body: 1, point: middle, target: [0.1, 0.1, 0.05] });
    for (let k = 0; k < 8; k++) world.step();
    expect(hand.force[2]).toBeGreaterThan(0);
    // alone it would have fallen h² g (1 + ... + 8) = 8.8 mm
    expect(world.bodies[0].q[2]).toBeGreaterThan(0.022 - 0.0044);
  });
});
