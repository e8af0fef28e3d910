import { describe, expect, it } from 'vitest';
import { createRod } from '../../bodies/rods/registry.js';
import { World } from '../world.js';

const materials = { wood: { friction: 0.5 } };

function boxOnFloor(): World {
  const world = new World({ materials, solver: { tolerance: 1e-10 } });
  world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
  const half = [0.1, 0.1, 0.1] as const;
  world.addRigid({ shape: { type: 'box', half }, density: 500, position: [0, 0, 0.1], material: 'wood' });
  return world;
}

describe('hand', () => {
  it('draws a rigid body to its target against its weight', () => {
    const world = boxOnFloor();
    const hand = world.addHand({ body: 0, point: { index: 0, s: 0, offset: [0, 0, 0] }, target: [0.3, 0, 0.6] });
    while (world.t < 0.6) world.step();
    const x = new Float64Array(3);
    hand.position(x, world.bodies[0]);
    // ten time constants of 0.06 s after the start: less than a thousandth of the way is left
    expect(Math.abs(x[0] - 0.3) + Math.abs(x[2] - 0.6)).toBeLessThan(2e-3);
    // the weight hangs on it
    expect(hand.force[2]).toBeCloseTo(9.81 * 4, 0);
  });

  it('cannot push a body through the floor', () => {
    const world = boxOnFloor();
    world.addHand({ body: 0, point: { index: 0, s: 0, offset: [0, 0, 0] }, target: [0, 0, -0.5] });
    while (world.t < 0.3) world.step();
    expect(world.bodies[0].q[2]).toBeGreaterThan(0.0999);
  });

  it.each(['der', 'mass-spring', 'super-helix'])('holds a point of a rod (%s) fast against its weight', (model) => {
    const world = new World({ materials, h: 0.005 });
    const rod = createRod({
      model,
      elements: 8,
      length: 0.4,
      section: { radius: 0.004 },
      material: { density: 1200, youngModulus: 1e7, poissonRatio: 0.4, internalDamping: 0.01, airDamping: 0 },
      start: { kind: 'clamped' },
    });
    const number = world.addFiber(rod, { material: 'wood' });
    const x = new Float64Array(3 * rod.nodes);
    rod.centreLine(x);
    const tip = [x[x.length - 3], x[x.length - 2], x[x.length - 1]] as const;
    const point = { index: rod.nodes - 2, s: rod.length, offset: [0, 0, 0] as const };
    const hand = world.addHand({ body: number, point, target: tip, time: 0 });
    for (let k = 0; k < 60; k++) world.step();
    const held = new Float64Array(3);
    hand.position(held, rod);
    for (let i = 0; i < 3; i++) expect(held[i]).toBeCloseTo(tip[i], 5);
    expect(hand.force[2]).toBeGreaterThan(0);
  });

  it('books its work: what it puts in is what the body has', () => {
    const world = boxOnFloor();
    world.addHand({ body: 0, point: { index: 0, s: 0, offset: [0, 0, 0] }, target: [0, 0, 0.5], time: 0.3 });
    let record = world.step();
    while (world.t < 0.4) record = world.step();
    const { dissipated, driven } = record.energy;
    // implicit Euler loses m |dv|²/2 a step, nothing else takes energy away
    expect(driven).toBeGreaterThan(5);
    expect(Math.abs(dissipated)).toBeLessThan(0.05 * driven);
  });
});

describe('contact report', () => {
  it('gives the one-contact problem: W of a free box corner, b that the impulse cancels', () => {
    const world = boxOnFloor();
    for (let k = 0; k < 5; k++) world.step();
    const n = world.contacts().length;
    expect(n).toBe(4);
    let impulse = 0;
    for (let k = 0; k < n; k++) {
      const { W, b, r, u, residual } = world.contactReport(k)!;
      // e·M⁻¹e for a corner: 1/m + lever² / I on two axes, with m = 4 kg, I = m s²/6, s = 0.2 m
      expect(W[0]).toBeCloseTo(1 / 4 + (2 * 0.01) / ((4 * 0.04) / 6), 9);
      for (let i = 0; i < 3; i++)
        expect(W[3 * i] * r[0] + W[3 * i + 1] * r[1] + W[3 * i + 2] * r[2] + b[i]).toBeCloseTo(u[i], 12);
      expect(residual).toBeLessThan(1e-9);
      impulse += r[0];
    }
    expect(impulse).toBeCloseTo(4 * 9.81 * 0.01, 9);
    expect(world.contactReport(n)).toBeUndefined();
  });
});
