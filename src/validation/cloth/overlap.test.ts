import { describe, expect, it } from 'vitest';
import { Cloth, joinSurfaces, sheet } from '../../bodies/cloth/index.js';
import { worldOfCloth } from './lone-cloth.js';
import { clothOverlap } from './overlap.js';

describe('overlaps', () => {
  it('are mended without energy from nowhere where cloth is stiff to bend', () => {
    const surface = sheet({ nu: 5, nv: 80, origin: [0, -0.01, 0.02], u: [0, 0.02, 0], v: [0.035, 0, 0.4] });
    const material = { density: 0.25, stretch: 20, bend: 2e-2, thickness: 3e-3 };
    const cloth = new Cloth({ surface, material });
    const world = worldOfCloth(cloth, { h: 4e-3, selfContact: 'vertex-face', selfFriction: 0.3, friction: 0.7 });
    world.addObstacle({ shape: { type: 'plane' }, orientation: [0.9781, 0, 0.2079, 0], material: 'ground' });
    const energy = (): number => {
      const { kinetic, elastic, gravity } = cloth.energy([0, 0, -9.81]);
      return kinetic + elastic + gravity;
    };
    let before = energy();
    const start = before;
    for (let k = 0; k < 200; k++) {
      world.step();
      const { work } = world.cloths[0].last;
      const now = energy();
      // a step may gain what mending overlaps puts in, and a little of what iterations leave undone
      expect(now - before).toBeLessThan(work.repair + 0.02 * start);
      before = now;
      const { obstacle, self } = clothOverlap(world.cloths[0].world);
      expect(Math.max(obstacle, self)).toBeLessThan(0.3 * material.thickness);
    }
    expect(before).toBeLessThan(start);
  });

  it('that are there at the beginning go, slowly', () => {
    const thickness = 5e-3;
    const at = (height: number) =>
      sheet({ nu: 12, nv: 12, origin: [-0.1, -0.1, height], u: [0.2, 0, 0], v: [0, 0.2, 0] });
    const surface = joinSurfaces([at(0.4 * thickness), at(0.9 * thickness)]);
    const cloth = new Cloth({
      surface,
      material: { density: 1, stretch: 100, bend: 1e-4, thickness },
    });
    const world = worldOfCloth(cloth, { h: 5e-3, selfContact: 'vertex-face', selfFriction: 0.3, friction: 0.3 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'ground' });
    expect(clothOverlap(world.cloths[0].world).self).toBeCloseTo(0.5 * thickness, 9);
    let fastest = 0;
    for (let k = 0; k < 60; k++) {
      world.step();
      for (const v of cloth.v) fastest = Math.max(fastest, Math.abs(v));
    }
    const { obstacle, self, deep } = clothOverlap(world.cloths[0].world);
    expect(obstacle).toBeLessThan(0.02 * thickness);
    expect(self).toBeLessThan(0.02 * thickness);
    expect(deep).toBe(0);
    expect(fastest).toBeLessThan(0.3);
  });
});
