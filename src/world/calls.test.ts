import { describe, expect, it } from 'vitest';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { buildWorld } from '../scene/build/world.js';
import { readScene } from '../scene/read-scene.js';
import { MassSpringRod } from '../bodies/rods/mass-spring.js';
import { resolveRod } from '../bodies/rods/spec.js';
import { type AnyHandle, type ClothOptions, World, type WorldOptions, registerRodModel } from './index.js';

const steps = (world: World, n: number): void => {
  for (let k = 0; k < n; k++) world.step();
};

const floor = (options = {}): World => {
  const world = new World(options);
  world.addPlane();
  return world;
};

describe('bodies that move as told', () => {
  it('carry along what stands on them: moveTo has a velocity', () => {
    const world = floor();
    const tray = world.addKinematic({ type: 'box', size: [1, 1, 0.1] }, { position: [0, 0, 0.5] });
    const box = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.65] });
    steps(world, 10);
    const [x] = box.pose;
    // 1 m/s² for 0.2 s, then steady: less than mu g, so that the box sticks
    let v = 0;
    let at = 0;
    for (let k = 0; k < 40; k++) {
      v = Math.min(v + 0.01, 0.2);
      at += 0.01 * v;
      tray.moveTo([at, 0, 0.5]);
      world.step();
    }
    expect(tray.pose[0]).toBeCloseTo(at, 12);
    expect(box.pose[0] - x).toBeCloseTo(at, 5);
    expect(box.velocity[0]).toBeCloseTo(0.2, 4);
    tray.setPose([5, 0, 0.5]);
    expect(tray.pose[0]).toBe(5);
  });

  it('carries hair and ropes on a kinematic body', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const head = world.addKinematic({ type: 'sphere', radius: 0.1 }, { position: [0, 0, 1] });
    const hair = world.addHair({ on: head, count: 5, length: 0.1, scalp: { radius: 0.1 } });
    const rope = world.addRope({
      from: [0.2, 0, 1],
      to: [0.5, 0, 1],
      radius: 0.005,
      start: 'pinned',
      on: head,
      elements: 6,
    });
    expect(hair.count).toBe(5);
    const root = hair.positions[0];
    for (let k = 1; k <= 10; k++) {
      head.moveTo([0.01 * k, 0, 1]);
      world.step();
    }
    expect(hair.positions[0] - root).toBeCloseTo(0.1, 9);
    expect(rope.positions[0]).toBeCloseTo(0.3, 9);
    expect(() => world.remove(head)).toThrow(/carrier/);
  });
});

describe('forces', () => {
  it('an impulse changes the momentum by itself, a force for one step', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const box = world.addBox([0.1, 0.1, 0.1], { mass: 2 });
    box.applyImpulse([1, 0, 0]);
    world.step();
    expect(box.velocity[0]).toBeCloseTo(0.5, 12);
    box.applyForce([0, 200, 0]);
    steps(world, 3);
    expect(box.velocity[1]).toBeCloseTo(1, 12);
    box.applyImpulse([0, 0, 1], box.point([0.05, 0, 0]));
    world.step();
    expect(box.velocity[4]).toBeLessThan(-1);
  });

  it('fields and wind reach boxes, ropes and cloth', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const box = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 1] });
    const rope = world.addRope({ from: [0, 1, 0], to: [0, 1.5, 0], radius: 0.01, elements: 8 });
    const cloth = world.addCloth({ sheet: { corner: [0, -1, 0], u: [0, 0.3, 0], v: [0, 0, 0.3], vertices: [4, 4] } });
    const stop = world.addForceField((out) => (out[2] = 2));
    steps(world, 10);
    const fall = 2 * 0.01 * 0.01 * 55;
    expect(box.pose[2]).toBeCloseTo(1 + fall, 12);
    expect(rope.positions[2]).toBeCloseTo(fall, 3);
    expect(cloth.positions[2]).toBeCloseTo(fall, 4);
    stop();
    world.wind = [10, 0, 0];
    steps(world, 10);
    for (const x of [box.pose[0], rope.positions[0], cloth.positions[0]]) expect(x).toBeGreaterThan(1e-4);
    expect(box.velocity[0]).toBeLessThan(10);
  });

  it('a hand lifts a box by its corner and lets go', () => {
    const world = floor();
    const box = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.1] });
    const hand = world.grab(box.point([0.1, 0.1, 0.1]), { target: [0.1, 0.1, 0.8] });
    steps(world, 60);
    expect(box.pose[2]).toBeGreaterThan(0.5);
    world.release(hand);
    expect(() => world.release(hand)).toThrow(/does not/);
    steps(world, 80);
    expect(box.pose[2]).toBeLessThan(0.2);
  });
});

describe('who touches whom', () => {
  it('tells of begin and end, sensors included', () => {
    const world = floor();
    const gate = world.addFixed({ type: 'box', size: [1, 1, 0.1] }, { position: [0, 0, 0.6], sensor: true });
    const box = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 1] });
    const seen: string[] = [];
    const note =
      (type: string) =>
      ({ a, b }: { a: AnyHandle; b: AnyHandle }) =>
        void seen.push(`${type} ${a.id} ${b.id}`);
    world.on('begin', note('begin'));
    const off = world.on('end', note('end'));
    steps(world, 80);
    expect(seen).toEqual([`begin ${gate.id} ${box.id}`, `end ${gate.id} ${box.id}`, `begin 1 ${box.id}`]);
    off();
    box.setPose([0, 0, 2]);
    world.step();
    expect(seen.length).toBe(3);
  });

  it('groups and filters let things pass through each other, cloth too', () => {
    const world = floor();
    const ghost = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 0.05], groups: { of: 2, with: 1 } });
    const other = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 0.2], groups: { of: 1, with: 1 } });
    const cloth = world.addCloth({
      sheet: { corner: [-0.1, -0.1, 0.12], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [5, 5] },
      groups: { of: 4, with: 1 },
    });
    world.filter = (a, b) => !(a === other && b === cloth) && !(b === other && a === cloth);
    ghost.groups = { of: 2, with: 5 };
    steps(world, 40);
    // ghost meets the floor; other falls through it, and through the cloth
    expect(ghost.pose[2]).toBeCloseTo(0.05, 3);
    expect(other.pose[2]).toBeCloseTo(0.05, 3);
    expect(Math.max(...cloth.positions.filter((_, k) => k % 3 === 2))).toBeLessThan(0.02);
  });

  it('the callback makes a floor a belt of ice for one box and lets another through', () => {
    const world = floor();
    const fast = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 0.05] });
    const slow = world.addBox([0.1, 0.1, 0.1], { position: [0, 1, 0.05], velocity: [1, 0, 0] });
    const sinking = world.addBox([0.1, 0.1, 0.1], { position: [0, 2, 0.05] });
    world.contactCallback = (contact) => {
      if (contact.a === fast) contact.surfaceVelocity[0] = 0.5;
      if (contact.a === slow) contact.mu = 0;
      return contact.a !== sinking;
    };
    steps(world, 50);
    expect(fast.velocity[0]).toBeCloseTo(0.5, 3);
    expect(slow.velocity[0]).toBeCloseTo(1, 9);
    expect(sinking.pose[2]).toBeLessThan(-0.5);
  });

  it('the callback sees contacts of cloth: a belt, ice, a ball that passes, layers that pass', () => {
    const world = floor();
    const sheet = (y: number, z = 0.01): ClothOptions => ({
      sheet: { corner: [0, y, z], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [5, 5] },
    });
    const carried = world.addCloth(sheet(0));
    const sliding = world.addCloth({ ...sheet(1), velocity: [1, 0, 0] });
    const kinds = new Set<string>();
    const net = world.addCloth({ ...sheet(2, 0.3), pins: [0, 4, 20, 24] });
    const ball = world.addSphere(0.03, { position: [0.1, 2.1, 0.4] });
    const lower = world.addCloth({ ...sheet(3, 0.05), pins: [...Array(25).keys()] });
    const upper = world.addCloth(sheet(3, 0.08));
    world.contactCallback = (contact) => {
      kinds.add(`${contact.a.kind} ${contact.b.kind}`);
      if (contact.a === carried) contact.surfaceVelocity.set([0.5, 0, 3]);
      if (contact.a === sliding) contact.mu = 0;
      if ([contact.a, contact.b].every((part) => part === net || part === ball)) return false;
      return ![contact.a, contact.b].every((part) => part === lower || part === upper);
    };
    const deepest = Math.max(...[...Array(50).keys()].map(() => world.step().penetrationRelative));
    const mean = (values: Float64Array, i: number): number =>
      values.reduce((sum, x, k) => sum + (k % 3 === i ? x : 0), 0) / (values.length / 3);
    expect(mean(carried.velocities, 0)).toBeCloseTo(0.5, 2);
    expect(mean(sliding.velocities, 0)).toBeCloseTo(1, 2);
    expect(ball.pose[2]).toBeLessThan(0.1);
    expect(mean(upper.positions, 2)).toBeLessThan(0.03);
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['cloth cloth', 'cloth fixed', 'cloth rigid']));
    // what was left out overlaps without being reported
    expect(deepest).toBeLessThan(0.5);
  });

  it('groups keep two cloths apart from each other, not from the floor', () => {
    const world = floor();
    const sheet = (z: number): ClothOptions => ({
      sheet: { corner: [0, 0, z], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [5, 5] },
    });
    world.addCloth({ ...sheet(0.05), pins: [...Array(25).keys()], groups: { of: 2, with: 1 } });
    const other = world.addCloth({ ...sheet(0.08), groups: { of: 4, with: 1 } });
    steps(world, 30);
    for (const [k, z] of other.positions.entries()) if (k % 3 === 2) expect(z).toBeCloseTo(0.0025, 3);
  });

  it('rays meet what is first, ropes and cloth too', () => {
    const world = floor();
    const box = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.1] });
    const rope = world.addRope({ from: [-1, 2, 0.5], to: [1, 2, 0.5], radius: 0.01 });
    const cloth = world.addCloth({ sheet: { corner: [3, -1, 1], u: [2, 0, 0], v: [0, 2, 0], vertices: [4, 4] } });
    const hit = world.castRay([0.05, 0.02, 3], [0, 0, -2])!;
    expect(hit.handle).toBe(box);
    expect(hit.distance).toBeCloseTo(2.8, 9);
    expect(hit.normal).toEqual([0, 0, 1]);
    expect(hit.point!.local).toEqual([0.05, 0.02, expect.closeTo(0.1, 9)]);
    expect(world.castRay([0, 2.005, 3], [0, 0, -1])!.handle).toBe(rope);
    expect(world.castRay([4, 0.1, 3], [0, 0, -1])!.handle).toBe(cloth);
    expect(world.castRay([4, 0.1, 3], [0, 0, -1], { filter: ({ kind }) => kind !== 'cloth' })!.handle.kind).toBe(
      'fixed',
    );
    expect(world.castRay([0, 0, 3], [0, 0, 1])).toBeUndefined();
    box.enabled = false;
    expect(world.castRay([0.05, 0.02, 3], [0, 0, -1])!.handle.kind).toBe('fixed');
  });
});

describe('sleep', () => {
  it('boxes at rest leave the steps and wake when something comes', () => {
    const world = floor({ sleep: { time: 0.1 } });
    const lower = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.1] });
    const upper = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.3] });
    steps(world, 30);
    expect([lower.asleep, upper.asleep]).toEqual([true, true]);
    expect(world.step().contacts).toBe(0);
    const ball = world.addSphere(0.05, { position: [0, 0, 0.8] });
    steps(world, 10);
    expect(upper.asleep).toBe(true);
    steps(world, 40);
    expect(ball.pose[2]).toBeGreaterThan(0.3);
    steps(world, 60);
    expect([lower.asleep, upper.asleep]).toEqual([true, true]);
    world.remove(lower);
    steps(world, 40);
    expect(upper.pose[2]).toBeLessThan(0.15);
  });
});

describe('worlds of scenes, and own models', () => {
  it('takes a scene and gives the same bits as its run', () => {
    const scene = readScene(gallerySceneNamed('incline'));
    const world = World.fromScene(scene);
    const engine = buildWorld(scene);
    for (let k = 0; k < 5; k++) {
      world.step();
      engine.macroStep();
    }
    const rod = engine.bodies.find(({ kind }) => kind === 'rod')!;
    const own = world.handles.find(({ kind }) => kind === 'rope')!;
    const line = new Float64Array((own as { positions: Float64Array }).positions.length);
    (rod as unknown as { centreLine(out: Float64Array): void }).centreLine(line);
    expect((own as { positions: Float64Array }).positions).toEqual(line);
    const bytes = world.snapshot();
    const other = World.fromSnapshot(bytes);
    other.step();
    world.step();
    expect(other.snapshot()).toEqual(world.snapshot());
  });

  it('takes a rod model and a shape of somebody’s own', () => {
    const remove = registerRodModel('mine', { summary: 'springs', create: (rod) => new MassSpringRod(rod) });
    const world = new World();
    // a torus about the z axis, by its distance
    const ring = (x: number, y: number, z: number): number => {
      const out = Math.sqrt(x * x + y * y) - 0.3;
      return Math.sqrt(out * out + z * z) - 0.1;
    };
    world.addFixed({ type: 'distance', distance: ring, half: [0.4, 0.4, 0.1] });
    const ball = world.addSphere(0.05, { position: [0.3, 0, 0.2] });
    const rope = world.addRope({ model: 'mine', from: [2, 0, 1], to: [3, 0, 1], radius: 0.01, elements: 4 });
    steps(world, 12);
    expect(ball.pose[2]).toBeCloseTo(0.15, 2);
    expect(rope.positions[2]).toBeLessThan(0.95);
    remove();
    expect(() => world.addRope({ model: 'mine', from: [2, 0, 1], to: [3, 0, 1], radius: 0.01 })).toThrow(/one of/);
  });

  it('takes a rod that somebody built', () => {
    const world = floor();
    const spec = {
      model: 'mass-spring',
      elements: 6,
      length: 0.3,
      section: { radius: 0.01 },
      material: 'rope',
    } as const;
    const rod = new MassSpringRod(resolveRod({ ...spec, initial: { position: [0, 0, 0.1] } }));
    const handle = world.addBody(rod, { material: 'rope' });
    steps(world, 30);
    expect(handle.positions[2]).toBeCloseTo(0.01, 2);
    const bytes = world.snapshot();
    const [, , z] = handle.positions;
    steps(world, 1);
    world.remove(handle);
    world.restore(bytes);
    expect([handle.alive, world.handles.includes(handle), handle.positions[2]]).toEqual([true, true, z]);
    expect(() => World.fromSnapshot(bytes)).toThrow(/your own/);
  });
});

describe('options of cloth', () => {
  it('are all taken, as they are typed', () => {
    const cloth: Required<NonNullable<WorldOptions['cloth']>> = {
      ...{ method: 'projective', iterations: 5, tolerance: 1e-4, restTolerance: 1e-6, maxIterations: 50 },
      ...{ stop: { contact: 1e-3, elastic: 1e-3, maxIterations: 9 }, selfContact: 'none', obstacleContact: 'vertices' },
      ...{ gap: 'stop', start: 'inertial', repair: false, sweeps: 1, relaxation: 1, warmStart: false, accelerate: 0 },
      ...{ penalty: 1, exact: { tolerance: 1e-5, maxSweeps: 7 } },
    };
    const world = new World({ cloth });
    world.addCloth({ sheet: { u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [3, 3] } });
    expect(world.step().iterations).toBeLessThan(10);
  });

  it('reach the steps: what rests is solved to its own tolerance', () => {
    const world = floor({ cloth: { restTolerance: 1e-9, maxIterations: 2000 } });
    world.addCloth({ sheet: { corner: [0, 0, 0.0025], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [12, 12] } });
    expect(world.step().error).toBeLessThan(1e-9);
  });

  it('are kept by snapshots, for cloth that is added later', () => {
    const saved = floor({ cloth: { iterations: 3 } }).snapshot();
    for (const world of [World.fromSnapshot(saved), floor()]) {
      world.restore(saved);
      world.addCloth({ sheet: { corner: [0, 0, 0.5], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [12, 12] } });
      expect(world.step().iterations).toBe(3);
    }
  });
});

describe('wrong arguments are answered at the call', () => {
  const world = floor();
  const box = world.addBox([0.1, 0.1, 0.1]);
  const foreign = floor().addSphere(0.1);
  const gone = world.addSphere(0.1);
  world.remove(gone);
  const any = (value: unknown): never => value as never;
  it.each<[string, () => unknown, RegExp]>([
    ['NaN in a position', () => world.addBox([1, 1, 1], { position: [0, NaN, 0] }), /position/],
    ['a negative size', () => world.addBox([1, -1, 1]), /size.*> 0.*-1/s],
    ['an unknown option', () => world.addSphere(1, any({ posittion: [0, 0, 0] })), /did you mean position/],
    ['an unknown material', () => world.addSphere(1, { material: 'woood' }), /did you mean wood/],
    ['an unknown solver', () => new World({ solver: 'gaus-seidel' }), /did you mean gauss-seidel/],
    [
      'an unknown rod model',
      () => world.addRope({ from: [0, 0, 0], to: [1, 0, 0], radius: 0.1, model: 'x' }),
      /one of/,
    ],
    ['a rope of no length', () => world.addRope({ from: [0, 0, 0], to: [0, 0, 0], radius: 0.1 }), /another place/],
    ['a rope without a radius', () => world.addRope(any({ from: [0, 0, 0], to: [1, 0, 0] })), /radius/],
    ['a cloth of nothing', () => world.addCloth({}), /neither/],
    ['a handle of another world', () => world.remove(foreign), /another/],
    ['a removed body', () => gone.applyForce([1, 0, 0]), /removed/],
    ['a foreign point', () => box.applyForce([1, 0, 0], foreign.point()), /another/],
    ['NaN in a force', () => box.applyForce([NaN, 0, 0]), /finite/],
    ['a ray without direction', () => world.castRay([0, 0, 0], [0, 0, 0]), /direction/],
    [
      'an unknown option of cloth',
      () => new World({ cloth: any({ restTolerence: 1 }) }),
      /cloth\.restTolerence.*did you mean restTolerance/,
    ],
    [
      'a wrong option of cloth',
      () => new World({ cloth: { stop: { contact: -1, elastic: 1 } } }),
      /cloth\.stop\.contact.*-1/s,
    ],
    ['options of cloth that are none', () => new World({ cloth: any(3) }), /cloth: expected an object.*3/s],
    ['a step of 0', () => new World({ h: 0 }), /h.*> 0/s],
    ['bytes that are none', () => world.restore(new Uint8Array(40)), /checksum/],
    ['hair on a box', () => world.addHair({ on: any(box), count: 3, length: 0.1 }), /fixed or kinematic/],
    ['a plane without normal', () => world.addPlane({ normal: [0, 0, 0] }), /direction/],
    [
      'an arc length beyond the rope',
      () => world.addRope({ from: [0, 0, 1], to: [1, 0, 1], radius: 0.01 }).point(2),
      /arc length/,
    ],
    ['an event that is none', () => world.on(any('bgin'), () => undefined), /begin/],
  ])('%s', (_, call, message) => {
    const before = world.handles.length;
    expect(call).toThrow(message);
    expect(world.handles.length - before).toBeLessThanOrEqual(1);
    world.step();
  });
});
