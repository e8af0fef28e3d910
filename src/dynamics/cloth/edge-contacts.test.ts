import { describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../../bodies/cloth/index.js';
import { clothCrossings } from '../../validation/cloth/crossings.js';
import { worldOfCloth } from '../../validation/cloth/lone-cloth.js';
import type { World } from '../world.js';
import type { SelfContact } from './settings.js';

const edge = 0.012;
const silk = { density: 0.01, stretch: 4, bend: 5e-7, airDamping: 3e-6 };

/**
 * Three cells in a row, upright, the middle one twisted by a right angle: its opposite edges, 8 mm apart, fly at each other. Where they cross all
 * vertices are an edge's half away.
 */
function twisted(speed: number, selfContact: SelfContact): [Cloth, World] {
  const surface = sheet({ nu: 2, nv: 4, origin: [0, 0, 0], u: [edge, 0, 0], v: [0, 3 * edge, 0] });
  const cloth = new Cloth({ surface, material: { ...silk, thickness: 0.003 } });
  for (let i = 0; i < 8; i++) {
    const side = (i % 2 === 0 ? -0.5 : 0.5) * edge;
    const isUpper = i < 4;
    const out = 0.004 + (i < 2 || i > 5 ? edge : 0);
    // off the middle, so that no edge goes through the diagonal of a cell
    cloth.q.set(isUpper ? [side + 0.001, 0.0013, out] : [0, side, -out], 3 * i);
    cloth.v[3 * i + 2] = isUpper ? -speed : speed;
  }
  return [cloth, worldOfCloth(cloth, { h: 0.002, iterations: 30, gravity: [0, 0, 0], selfFriction: 0.3, selfContact })];
}

function mostCrossings([cloth, world]: [Cloth, World]): number {
  let most = 0;
  while (world.t < 0.1) {
    world.step();
    most = Math.max(most, clothCrossings(cloth));
  }
  return most;
}

describe('opposite edges of one cell', () => {
  it.each([2.5, 3, 4])('do not come through each other at %f m/s where contacts of edges are looked for', (speed) => {
    expect(mostCrossings(twisted(speed, 'vertex-face-edge-edge'))).toBe(0);
  });

  it('do where only vertices meet triangles: none of them is near one', () => {
    expect(mostCrossings(twisted(3, 'vertex-face'))).toBeGreaterThan(0);
  });
});

describe('cloth that is not folded', () => {
  // from thinner than its cells to thicker
  it.each([0.001, 0.003, 0.006, 0.012, 0.02])('has no contacts with itself, %f m thick', (thickness) => {
    const size = 8;
    const side = edge * (size - 1);
    const surface = sheet({ nu: size, nv: size, origin: [0, 0, 0], u: [side, 0, 0], v: [0, side, 0] });
    for (const spin of [0, 20]) {
      const cloth = new Cloth({ surface, material: { ...silk, thickness } });
      for (let k = 0; k < cloth.dofs; k += 3) {
        cloth.v[k] = -spin * (cloth.q[k + 1] - side / 2);
        cloth.v[k + 1] = spin * (cloth.q[k] - side / 2);
      }
      const world = worldOfCloth(cloth, { h: 0.002, selfContact: 'vertex-face-edge-edge' });
      for (let k = 0; k < 10; k++) {
        world.step();
        expect(world.contacts()).toHaveLength(0);
      }
    }
  });

  it.each([0.001, 0.004, 0.016])('takes whole steps where it swings from opposite corners, %f m thick', (thickness) => {
    const [size, h] = [6, 0.01];
    const surface = sheet({ nu: size, nv: size, origin: [0, 0, 0], u: [0.2, 0, 0], v: [0, 0.2, 0] });
    const material = { density: 0.3, stretch: 200, thickness };
    const cloth = new Cloth({ surface, material, pins: [{ nodes: [5, 30] }] });
    const world = worldOfCloth(cloth, { h, selfFriction: 0.3, selfContact: 'vertex-face-edge-edge' });
    let steps = 0;
    for (; world.t < 1 - 1e-9; steps++) world.step();
    expect(steps).toBe(100);
  });
});
