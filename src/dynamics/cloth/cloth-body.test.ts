import { describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../../bodies/cloth/index.js';
import { rodMaterials } from '../../bodies/rods/materials.js';
import { createRod } from '../../bodies/rods/registry.js';
import { World } from '../world.js';

/** A sheet pinned along two sides above a plane, and a ball above it. */
function trampoline(mass: number, { n = 15, stretch = 500 } = {}): World {
  const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005 });
  world.addObstacle({ shape: { type: 'plane' }, material: 'felt', position: [0, 0, -0.5] });
  world.addRigid({
    name: 'ball',
    shape: { type: 'sphere', radius: 0.1 },
    mass,
    position: [0, 0, 0.12],
    material: 'felt',
  });
  const nodes = Array.from({ length: n * n }, (_, k) => k).filter((k) => k % n === 0 || k % n === n - 1);
  const surface = sheet({ nu: n, nv: n, origin: [-0.5, -0.5, 0], u: [1, 0, 0], v: [0, 1, 0] });
  const material = { density: 0.3, stretch, bend: 1e-4, thickness: 0.01 };
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

  it('hands its weight and that of a ball to its pins: impulse in is momentum gained', () => {
    const world = trampoline(1);
    const [ball, sheetBody] = world.bodies;
    const { cloth } = world.cloths[0];
    const g = 9.81;
    const h = 0.005;
    const weight = (1 + cloth.mass.reduce((sum, m) => sum + m, 0)) * g;
    const momentum = (): number => {
      let p = ball.v[2];
      for (let i = 0; i < cloth.nodes; i++) p += cloth.mass[i] * sheetBody.v[3 * i + 2];
      return p;
    };
    const F = new Float64Array(cloth.dofs);
    let held = 0;
    const n = 200;
    for (let k = 0; k < n; k++) {
      world.step();
      F.fill(0);
      for (const energy of cloth.energies) energy.addForces(F, cloth.q);
      for (const i of cloth.pins.nodes) held += h * (cloth.mass[i] * g - F[3 * i + 2]);
    }
    // twenty iterations leave some momentum out of balance
    expect(Math.abs(held - (weight * n * h + momentum()))).toBeLessThan(0.01 * weight * n * h);
  });

  it('is not passed by a ball of 70 times its mass', () => {
    const world = trampoline(20, { n: 25, stretch: 3000 });
    const ball = world.bodies[0];
    let deepest = 0;
    while (world.t < 0.499) {
      world.step();
      deepest = Math.max(deepest, world.cloths[0].last!.depth);
      expect(ball.q[2]).toBeGreaterThan(-0.45);
    }
    // the thickness: the weight of the ball is on vertices of half a gram
    expect(deepest).toBeLessThan(0.01);
    expect(ball.v[2]).toBeGreaterThan(0);
  }, 180_000);

  it.each([0.05, 5])(
    'lets a box of %d kg rest on it where it lies on a slope',
    (mass) => {
      const tilt = (10 * Math.PI) / 180;
      const world = new World({
        materials: { felt: { friction: 0.5 } },
        h: 0.005,
        gravity: [9.81 * Math.sin(tilt), 0, -9.81 * Math.cos(tilt)],
        // at rest a tenth of this: 5e-7 m/s of what weight makes in a step
        solver: { tolerance: 1e-4 },
      });
      world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
      const half = [0.1, 0.1, 0.05] as const;
      world.addRigid({ name: 'box', shape: { type: 'box', half }, mass, position: [0, 0, 0.0605], material: 'felt' });
      const surface = sheet({ nu: 17, nv: 17, origin: [-0.3, -0.3, 0.005], u: [0.6, 0, 0], v: [0, 0.6, 0] });
      const material = { density: 0.3, stretch: 500, bend: 1e-4, thickness: 0.01 };
      world.addCloth(new Cloth({ surface, material }), { material: 'felt', selfContact: 'vertex-face' });
      for (let k = 0; k < 120; k++) world.step();
      const { q, v } = world.bodies[0];
      // it has come down by the half millimetre it began above the cloth, and slid no further than that
      expect(Math.abs(q[0])).toBeLessThan(1e-3);
      expect(Math.abs(q[2] - 0.06)).toBeLessThan(5e-4);
      for (const u of v) expect(Math.abs(u)).toBeLessThan(1e-5);
      expect(world.cloths[0].last!.depth).toBeLessThan(0.1 * 0.01);
    },
    180_000,
  );

  it('lets a ball roll on: the load acts beneath the ball, not where it will be', () => {
    const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.004, solver: { tolerance: 1e-6 } });
    world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
    const [radius, speed] = [0.03, 0.8];
    const shape = { type: 'sphere', radius } as const;
    const ball = world.addRigid({ shape, mass: 0.2, position: [-0.1, 0.004, 0.004 + radius], material: 'felt' });
    ball.v[0] = speed;
    // cloth takes impulses in its middle: a ball rolls as if it were thicker by half the cloth
    ball.v[4] = speed / (radius + 0.002);
    const nodes = Array.from({ length: 6 * 11 }, (_, k) => k).filter((k) => k % 11 === 0 || k % 11 === 10);
    const surface = sheet({ nu: 11, nv: 6, origin: [-0.2, -0.1, 0.002], u: [0.4, 0, 0], v: [0, 0.2, 0] });
    const material = { density: 0.3, stretch: 1000, bend: 5e-4, thickness: 0.004 };
    world.addCloth(new Cloth({ surface, material, pins: [{ nodes }] }), { material: 'felt' });
    for (let k = 0; k < 25; k++) expect(world.step().status).toBe('converged');
    // as on a plane it goes on for ever, whatever triangle it is on; with the load v h ahead it lost 5 % in this time
    expect(Math.abs(ball.v[0] / speed - 1)).toBeLessThan(1e-5);
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
    const material = { density: 1, stretch: 300, bend: 1e-4, thickness: 0.01 };
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

  it('comes after the other bodies', () => {
    const world = trampoline(1);
    expect(() => world.addRigid({ shape: { type: 'sphere', radius: 1 }, mass: 1, material: 'felt' })).toThrow(/after/);
  });
});
