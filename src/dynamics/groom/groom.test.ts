import { describe, expect, it } from 'vitest';
import type { FiberBody } from '../../bodies/body.js';
import { createRod } from '../../bodies/rods/registry.js';
import type { RodSpec } from '../../bodies/rods/spec.js';
import { World } from '../world.js';

const materials = { hair: { friction: 0.5 }, wood: { friction: 0.5 } };

function hair(model: string, spec: Partial<RodSpec> = {}): RodSpec {
  return {
    model,
    elements: 8,
    length: 0.2,
    section: { radius: 1e-4 },
    material: 'hair',
    rest: [30, 0, 20],
    start: { kind: 'clamped' },
    ...spec,
  };
}

const nodes = (world: World): Float64Array[] =>
  world.bodies.map((body) => {
    const rod = body as FiberBody;
    const x = new Float64Array(3 * rod.nodes);
    rod.centreLine(x);
    return x;
  });

/** Farthest that a node moves in a time. */
function movedIn(world: World, time: number): number {
  const start = nodes(world);
  const end = world.t + time;
  let most = 0;
  while (world.t < end) {
    world.step();
    nodes(world).forEach((x, b) => x.forEach((value, k) => (most = Math.max(most, Math.abs(value - start[b][k])))));
  }
  return most;
}

function clumsyWorld(h = 0.005): World {
  return new World({ materials, h });
}

describe('grooming', () => {
  it.each(['super-helix', 'der'])('%s: a curl stays as it is drawn, and falls without', (model) => {
    for (const isGroomed of [true, false]) {
      const world = clumsyWorld();
      world.addFiber(createRod(hair(model, { initial: { tangent: [1, 0, -0.2] } })), { material: 'hair', self: false });
      if (isGroomed) {
        const { rods } = world.groom({ stiffen: 20 });
        expect(rods[0].unbalanced).toBeLessThan(1e-13);
      }
      if (isGroomed) expect(movedIn(world, 0.5)).toBeLessThan(1e-12);
      else expect(movedIn(world, 0.5)).toBeGreaterThan(1e-2);
    }
  });

  it.each(['super-helix', 'der'])('%s: says from which stiffness on a column under its weight stands', (model) => {
    // Greenhill: a heavy column stands up to w L³ / B = 7.837347
    const stiffness = { EA: 1e4, EI1: 1e-6, EI2: 1e-6, GJ: 1e-6, mass: 1e-4, inertia: 1e-10 };
    const length = 0.4;
    const gamma = (1e-4 * 9.81 * length ** 3) / 1e-6;
    const world = clumsyWorld();
    const spec = hair(model, { rest: [0, 0, 0], length, elements: 20, stiffness, initial: { tangent: [0, 0, 1] } });
    world.addFiber(createRod(spec), { material: 'hair', self: false });
    const [{ stableFrom, stiffened }] = world.groom({ stiffen: 3 }).rods;
    expect(stableFrom! / (gamma / 7.837347439)).toBeCloseTo(1, 2);
    expect(stiffened).toBe(Math.max(1, Math.min(3, 1.25 * stableFrom!)));
  });

  it('uses contact forces within the cones: strands that lie on a table and on each other', () => {
    const world = clumsyWorld();
    world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
    const radius = 2e-3;
    const beam = (y: number, z: number, tangent: [number, number, number]): RodSpec =>
      hair('super-helix', {
        section: { radius },
        rest: [0, 0, 0],
        initial: { position: [-0.1, y, z], tangent },
        start: { kind: 'clamped' },
      });
    world.addFiber(createRod(beam(0, radius * (1 - 1e-4), [1, 0, 0])), { material: 'hair' });
    world.addFiber(
      createRod({
        ...beam(0, 0, [0, 1, 0]),
        initial: { position: [0, -0.1, 3 * radius * (1 - 1e-4)], tangent: [0, 1, 0] },
      }),
      { material: 'hair' },
    );
    const { forces, rods } = world.groom({ frictionShare: 0.8 });
    expect(forces.pressing).toBeGreaterThan(1);
    expect(forces.frictionUsed).toBeLessThanOrEqual(0.8 + 1e-12);
    for (const { unbalanced } of rods) expect(unbalanced).toBeLessThan(1e-12);
    expect(movedIn(world, 0.3)).toBeLessThan(1e-12);
    const held = world.contacts().filter(({ force }) => Math.hypot(...force) > 1e-9);
    expect(held.length).toBeGreaterThanOrEqual(forces.pressing);
    for (const { state } of held) expect(state).toBe('stick');
  });

  it('a rope without held ends stays where it lies, natural shape as drawn', () => {
    const world = clumsyWorld();
    world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
    const points = Float64Array.from({ length: 3 * 9 }, (_, k) => {
      const i = Math.floor(k / 3);
      return [0.1 * i, 0.04 * Math.sin(1.1 * i), 0.01][k % 3];
    });
    const rope: RodSpec = {
      model: 'der',
      elements: 8,
      length: 0.85,
      section: { radius: 0.01 },
      material: 'rope',
      initial: { points },
    };
    world.addFiber(createRod(rope), { material: 'wood' });
    const { rods, forces } = world.groom({ rods: [{ body: 0, asDrawn: true }] });
    expect(rods[0].unbalanced).toBeLessThan(1e-6);
    expect(rods[0].stableFrom).toBeUndefined();
    expect(forces.pressing).toBeGreaterThan(2);
    expect(movedIn(world, 0.5)).toBeLessThan(1e-6);
  });

  it('says where nothing can hold a rod', () => {
    const world = clumsyWorld();
    world.addFiber(createRod(hair('der', { start: { kind: 'free' } })), { material: 'hair' });
    const elsewhere = hair('super-helix', { start: { kind: 'pinned' }, initial: { position: [0, 1, 0] } });
    world.addFiber(createRod(elsewhere), { material: 'hair' });
    const { rods } = world.groom();
    // all of its weight; of one that is pinned, the moment of its weight about the pin
    expect(rods[0].unbalanced).toBeGreaterThan(0.99);
    expect(rods[1].unbalanced).toBeGreaterThan(0.01);
  });

  it('moves apart what overlaps in the drawing, however deep, and says so', () => {
    const world = clumsyWorld();
    world.addObstacle({ shape: { type: 'sphere', radius: 0.05 }, material: 'wood', position: [0.08, 0.01, -0.04] });
    const spec = hair('super-helix', { rest: [0, 0, 0], initial: { tangent: [1, 0, 0] } });
    world.addFiber(createRod(spec), { material: 'hair', self: false });
    const { separation } = world.groom({ stiffen: 50 });
    expect(separation.depth).toBeGreaterThan(50);
    expect([separation.overlaps > 0, separation.left]).toEqual([true, 0]);
    expect(separation.moved).toBeGreaterThan(5e-3);
    expect(movedIn(world, 0.2)).toBeLessThan(1e-9);
  });

  it('refuses models without a natural shape', () => {
    const world = clumsyWorld();
    world.addFiber(createRod(hair('mass-spring')), { material: 'hair' });
    expect(() => world.groom({ rods: [{ body: 0 }] })).toThrow('super-helix or der');
  });
});
