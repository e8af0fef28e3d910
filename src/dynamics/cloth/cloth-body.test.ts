import { describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../../bodies/cloth/index.js';
import { rodMaterials } from '../../bodies/rods/materials.js';
import { createRod } from '../../bodies/rods/registry.js';
import { World } from '../world.js';

/** A sheet pinned along two sides above a plane, and a ball above it. */
function trampoline(mass: number): World {
  const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005 });
  world.addObstacle({ shape: { type: 'plane' }, material: 'felt', position: [0, 0, -0.5] });
  world.addRigid({
    name: 'ball',
    shape: { type: 'sphere', radius: 0.1 },
    mass,
    position: [0, 0, 0.12],
    material: 'felt',
  });
  const n = 15;
  const nodes = Array.from({ length: n * n }, (_, k) => k).filter((k) => k % n === 0 || k % n === n - 1);
  const surface = sheet({ nu: n, nv: n, origin: [-0.5, -0.5, 0], u: [1, 0, 0], v: [0, 1, 0] });
  const material = { density: 0.3, stretch: 500, bend: 1e-4, thickness: 0.01, selfFriction: 0.4 };
  world.addCloth(new Cloth({ surface, material, pins: [{ nodes }] }), { material: 'felt' });
  return world;
}

describe('cloth among bodies', () => {
  it('bears a ball that bounces in it: the mean force on the ball is its weight', () => {
    const world = trampoline(0.2);
    const ball = world.bodies[0];
    for (let k = 0; k < 100; k++) world.step();
    const before = ball.v[2];
    let impulse = 0;
    const n = 300;
    for (let k = 0; k < n; k++) {
      world.step();
      for (const { b, force } of world.contacts()) if (b === 'ball') impulse -= force[2] * 0.005;
      expect(ball.q[2]).toBeGreaterThan(-0.35);
    }
    // what a step does to the ball acts on it in the next, so that the sum is off by no more than one step's impulse
    const expected = 0.2 * (ball.v[2] - before + 9.81 * 0.005 * n);
    expect(Math.abs(impulse - expected)).toBeLessThan(0.02 * expected);
  });

  it('catches a rod that is thinner than its mesh is wide', () => {
    const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005 });
    const rod = createRod({
      model: 'der',
      elements: 10,
      length: 0.4,
      section: { radius: 0.012 },
      material: { ...rodMaterials.rope, internalDamping: 0.01, airDamping: 0 },
      initial: { position: [-0.2, 0.02, 0.1], tangent: [1, 0, 0] },
    });
    world.addFiber(rod, { material: 'felt' });
    const n = 15;
    const nodes = Array.from({ length: n * n }, (_, k) => k).filter((k) => k % n === 0 || k % n === n - 1);
    const surface = sheet({ nu: n, nv: n, origin: [-0.5, -0.5, 0], u: [1, 0, 0], v: [0, 1, 0] });
    const material = { density: 1, stretch: 300, bend: 1e-4, thickness: 0.01, selfFriction: 0.4 };
    world.addCloth(new Cloth({ surface, material, pins: [{ nodes }] }), {
      material: 'felt',
      selfContact: 'vertex-face',
    });
    for (let k = 0; k < 160; k++) world.step();
    const line = new Float64Array(3 * rod.nodes);
    rod.centreLine(line);
    // free fall would have taken it 3 m down; the sheet sags by some 0.2 m
    for (let i = 0; i < rod.nodes; i++) expect(line[3 * i + 2]).toBeGreaterThan(-0.4);
    expect(world.contacts().some(({ b, force }) => b === rod.name && force[2] < 0)).toBe(true);
  });

  it('continues with the same bits from a saved state', () => {
    const world = trampoline(0.2);
    for (let k = 0; k < 60; k++) world.step();
    const state = structuredClone(world.save());
    for (let k = 0; k < 20; k++) world.step();
    const again = trampoline(0.2);
    again.restore(state);
    for (let k = 0; k < 20; k++) again.step();
    expect(again.t).toBe(world.t);
    expect(again.stateVector()).toEqual(world.stateVector());
  });

  it('is drawn by a hand, and books its work', () => {
    const world = trampoline(0.2);
    for (let k = 0; k < 10; k++) world.step();
    const x = new Float64Array(3);
    const point = { index: 200, s: 0, offset: [0, 0, 0] as const, weights: [0.2, 0.3, 0.5] as const };
    const hand = world.addHand({ body: 1, point, target: [0, 0, 0.15] });
    for (let k = 0; k < 100; k++) world.step();
    hand.position(x, world.bodies[1]);
    expect(Math.abs(x[2] - 0.15)).toBeLessThan(0.02);
    expect(hand.force[2]).toBeGreaterThan(0);
    expect(world.energy().driven).toBeGreaterThan(0);
  });

  it('comes after the other bodies, and wants steps of one length', () => {
    const world = trampoline(1);
    expect(() => world.addRigid({ shape: { type: 'sphere', radius: 1 }, mass: 1, material: 'felt' })).toThrow(/after/);
    const varied = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005, shortestStep: 0.001 });
    const surface = sheet({ nu: 3, nv: 3, u: [1, 0, 0], v: [0, 1, 0] });
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness: 0.01 } });
    expect(() => varied.addCloth(cloth, { material: 'felt' })).toThrow(/one length/);
  });
});
