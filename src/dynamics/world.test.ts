import { describe, expect, it } from 'vitest';
import { World } from './world.js';

const materials = { stone: { friction: 0.5 } };

describe('world', () => {
  it('lets a sphere fall onto a plane and rest there', () => {
    const world = new World({ materials, h: 0.01 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      density: 1000,
      position: [0, 0, 0.5],
      material: 'stone',
    });
    let record = world.step();
    while (world.t < 1) record = world.step();
    expect(ball.q[2]).toBeCloseTo(0.1, 12);
    expect(Math.abs(ball.v[2])).toBeLessThan(1e-14);
    expect(record.contacts).toBe(1);
    expect(record.penetrationMax).toBeLessThan(1e-12);
    expect(record.energy.dissipated).toBeGreaterThan(0);
  });

  it('keeps a stack of boxes standing', () => {
    const world = new World({ materials, h: 0.01, solver: { tolerance: 1e-9 } });
    world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
    const boxes = Array.from({ length: 5 }, (_, k) =>
      world.addRigid({
        shape: { type: 'box', half: [0.1, 0.1, 0.1] },
        density: 1000,
        position: [0, 0, 0.1 + 0.2 * k],
        material: 'stone',
      }),
    );
    for (let k = 0; k < 50; k++) world.step();
    boxes.forEach((box, k) => {
      expect(box.q[2]).toBeCloseTo(0.1 + 0.2 * k, 8);
      expect(Math.abs(box.q[0])).toBeLessThan(1e-9);
    });
    expect(world.contacts().length).toBe(20);
  });

  it('continues with the same bits from a saved state', () => {
    const build = (): World => {
      const world = new World({ materials, h: 0.01 });
      world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
      for (let k = 0; k < 6; k++) {
        world.addRigid({
          shape: k % 2 ? { type: 'box', half: [0.1, 0.08, 0.12] } : { type: 'sphere', radius: 0.1 },
          density: 1000,
          position: [0.03 * k, 0.02 * k * k, 0.2 + 0.25 * k],
          spin: [0.3, k, 0.1],
          material: 'stone',
        });
      }
      return world;
    };
    const first = build();
    for (let k = 0; k < 60; k++) first.step();
    const state = first.save();
    for (let k = 0; k < 40; k++) first.step();
    const second = build();
    second.restore(state);
    for (let k = 0; k < 40; k++) second.step();
    expect(second.stateVector()).toEqual(first.stateVector());
  });
});
