import { describe, expect, it } from 'vitest';
import { asShaped } from '../bodies/rods/natural-shape.js';
import { Runner } from '../record/runner.js';
import { stateHash } from '../record/state-hash.js';
import { buildWorld } from '../scene/build/world.js';
import { galleryNames, gallerySceneNamed } from '../scene/gallery/gallery.js';
import { readScene } from '../scene/read-scene.js';
import type { Core } from './core.js';
import { type JointHandle, World } from './index.js';

const hashOf = (world: World): string => stateHash((world as unknown as { core: Core }).core.assembly.engine);

const steps = (world: World, n: number): void => {
  for (let k = 0; k < n; k++) world.step();
};

/** Hash of the state after whole steps of a run of the scene, which is built by itself. */
function runHash(scene: unknown, n: number): string {
  const run = new Runner(scene);
  for (let k = 0; k < n; k++) run.world.macroStep();
  return stateHash(run.world);
}

const jointNamed = (world: World, name: string): JointHandle => world.joints.find((joint) => joint.name === name)!;

const bar = (name: string, x: number): unknown => ({
  ...{ type: 'rigid', name, material: 'wood', position: [x, 0, 1] },
  shape: { type: 'box', size: [0.4, 0.1, 0.1] },
});

const scene = (bodies: readonly unknown[], joints: readonly unknown[], more: object = {}): unknown => ({
  ...{ version: 1, name: 'tied', duration: 1, gravity: [0, 0, 0] },
  materials: { wood: { preset: 'wood' }, rope: { preset: 'rope' } },
  ...{ bodies, joints, ...more },
});

describe('World.fromScene has the joints of the scene', () => {
  const jointed = galleryNames.filter((name) => (gallerySceneNamed(name) as { joints?: unknown[] }).joints?.length);

  it('of which there are some in the gallery', () => expect(jointed.length).toBeGreaterThan(6));

  it.each(jointed)('%s: the same bits as its run, after a rollback and elsewhere', (name) => {
    const input = gallerySceneNamed(name);
    const world = World.fromScene(input);
    expect(world.joints.length).toBe(readScene(input).joints.length);
    steps(world, 1);
    const saved = world.snapshot();
    steps(world, 2);
    const hash = hashOf(world);
    expect(hash).toBe(runHash(input, 3));
    world.restore(saved);
    steps(world, 2);
    expect(hashOf(world)).toBe(hash);
    const other = World.fromSnapshot(saved);
    steps(other, 2);
    expect(hashOf(other)).toBe(hash);
  });

  it('every kind, with limits, motors, friction and ends in space, on obstacles, ropes, rigid bodies', () => {
    const names = Array.from({ length: 6 }, (_, k) => `bar-${k}`);
    const rope = {
      ...{ type: 'rod', name: 'rope', model: 'mass-spring', material: 'rope', length: 1, elements: 4, radius: 0.01 },
      shape: { position: [-1, 0, 1], tangent: [0, 0, -1] },
    };
    const post = { name: 'post', shape: { type: 'sphere', radius: 0.05 }, material: 'wood', position: [3.2, 0, 1.5] };
    const [onPost, onBar] = [
      { body: 'post', point: [0, 0, 0] },
      { body: 'bar-3', point: [0.2, 0, 0] },
    ];
    const joints = [
      {
        type: 'hinge',
        between: ['world', 'bar-0'],
        at: [0, 0, 1],
        axis: [0, 1, 0],
        limits: [-0.01, 0.2],
        friction: 0.1,
      },
      { type: 'slider', between: ['world', 'bar-1'], at: [1, 0, 1], axis: [1, 0, 0], motor: { speed: 1, force: 5 } },
      { type: 'universal', between: ['bar-1', 'bar-2'], at: [1.5, 0, 1], axis: [0, 1, 0], axisB: [0, 0, 1] },
      { type: 'distance', between: [onPost, onBar], limits: [0, 0.6], collide: true },
      { type: 'fixed', between: ['bar-3', 'bar-4'], at: [3.5, 0, 1], breakForce: 40 },
      { type: 'ball', between: ['bar-5', { body: 'rope', s: 0 }] },
    ];
    const places = [0.2, 1.2, 1.8, 3, 4, -1];
    const all = scene([...names.map((name, k) => bar(name, places[k])), rope], joints, {
      gravity: [0, 0, -9.81],
      obstacles: [post],
    });
    const world = World.fromScene(all);
    expect(world.joints.map(({ type }) => type)).toEqual(joints.map(({ type }) => type));
    steps(world, 30);
    expect(hashOf(world)).toBe(runHash(all, 30));
    const again = World.fromSnapshot(world.snapshot());
    steps(world, 10);
    steps(again, 10);
    expect(hashOf(again)).toBe(hashOf(world));
    expect(hashOf(world)).toBe(runHash(all, 40));
  });

  it('under their names, with motors that stop in time, also in snapshots', () => {
    const motor = { speed: 1, until: 0.1 };
    const pin = { type: 'hinge', name: 'pin', between: ['world', 'arm'], at: [0, 0, 1], axis: [0, 0, 1], motor };
    const world = World.fromScene(scene([bar('arm', 0.2)], [pin]));
    expect(jointNamed(world, 'pin').motor).toEqual(motor);
    steps(world, 5);
    const other = World.fromSnapshot(world.snapshot());
    for (const each of [world, other]) {
      steps(each, 15);
      expect(jointNamed(each, 'pin').coordinate).toBeCloseTo(0.1, 4);
      jointNamed(each, 'pin').motor = { speed: 1 };
      steps(each, 10);
      expect(jointNamed(each, 'pin').coordinate).toBeCloseTo(0.2, 4);
    }
    expect(() => (jointNamed(world, 'pin').motor = { speed: 1, until: -1 })).toThrow(/until.*> 0/s);
  });

  it('parts that are removed take theirs along, and bring them back; single ones can be taken off, and break', () => {
    const tie = (name: string, of: string, x: number, more: object = {}): unknown => ({
      ...{ type: 'ball', name, between: ['world', of], at: [x, 0, 1] },
      ...more,
    });
    const world = World.fromScene(
      scene(
        [bar('a', 0), bar('b', 1), bar('c', 2)],
        [tie('on-a', 'a', 0), tie('on-b', 'b', 1), tie('on-c', 'c', 2, { breakForce: 1 })],
        { gravity: [0, 0, -9.81] },
      ),
    );
    const [onA, onB, onC] = ['on-a', 'on-b', 'on-c'].map((name) => jointNamed(world, name));
    const saved = world.snapshot();
    world.remove(world.handles[0]);
    world.removeJoint(onB);
    const broken: string[] = [];
    world.on('break', ({ joint }) => broken.push(joint.name));
    steps(world, 20);
    expect([onA.alive, onB.alive, onC.alive, onC.broken]).toEqual([false, false, true, true]);
    expect([broken, world.joints]).toEqual([['on-c'], [onC]]);
    const [b, c] = world.handles as unknown as { pose: Float64Array }[];
    for (const { pose } of [b, c]) expect(pose[2]).toBeLessThan(0.9);
    world.restore(saved);
    expect([onA.alive, onB.alive, onC.broken]).toEqual([true, true, false]);
    steps(world, 1);
    expect((world.handles[0] as unknown as { pose: Float64Array }).pose[2]).toBeCloseTo(1, 9);
  });

  it('of rods that are moved after they were joined, to the shape that is written down', () => {
    const rod = {
      ...{ type: 'rod', name: 'rod', model: 'der', material: 'rope', length: 0.4, elements: 4, radius: 0.01 },
      shape: { position: [0.4, 0, 1], tangent: [1, 0, 0] },
    };
    const tie = {
      type: 'distance',
      between: [
        { body: 'bar', point: [0.2, 0, 0] },
        { body: 'rod', s: 0.4 },
      ],
    };
    const straight = buildWorld(readScene(scene([bar('bar', 0), rod], [tie])));
    const drawn = [...asShaped(straight.bodies[1])!.shape()];
    // x, y, z and twist of each node: the end, along the rod
    drawn[4 * 4] += 0.01;
    const all = scene([bar('bar', 0), { ...rod, rest: { drawn: [drawn] } }], [tie]);
    const world = World.fromScene(all);
    // as long as when it was made
    expect(world.joints[0].coordinate).toBeCloseTo(0.6, 12);
    const first = world.snapshot();
    steps(world, 5);
    expect(hashOf(world)).toBe(runHash(all, 5));
    const other = World.fromSnapshot(first);
    steps(other, 5);
    expect(hashOf(other)).toBe(hashOf(world));
  });

  it('to what a script moves, made again as at the beginning', () => {
    const motion = { keyframes: [{ t: 0 }, { t: 1, position: [0.5, 0, 1.5] }] };
    const cart = {
      name: 'cart',
      shape: { type: 'sphere', radius: 0.05 },
      material: 'wood',
      position: [0, 0, 1.5],
      motion,
    };
    const between = [
      { body: 'cart', point: [0, 0, 0] },
      { body: 'arm', point: [0, 0, 0.05] },
    ];
    const all = scene([bar('arm', 0)], [{ type: 'distance', between }], { obstacles: [cart], gravity: [0, 0, -9.81] });
    const world = World.fromScene(all);
    steps(world, 20);
    const saved = world.snapshot();
    steps(world, 20);
    expect(hashOf(world)).toBe(runHash(all, 40));
    // in a world that is at another time
    const other = World.fromScene(gallerySceneNamed('incline'));
    steps(other, 3);
    other.restore(saved);
    steps(other, 20);
    expect(hashOf(other)).toBe(hashOf(world));
  });
});

describe('World.fromScene has what else the scene says', () => {
  it('loads, belts, pairs of materials, scripts, wind and steps that change their length', () => {
    const rope = {
      ...{ type: 'rod', name: 'rope', model: 'mass-spring', material: 'rope', length: 0.5, elements: 5, radius: 0.01 },
      shape: { position: [-1, 0, 0.3], tangent: [-1, 0, 0] },
      start: { kind: 'pinned', motion: { moves: [{ velocity: [0.2, 0, 0] }] } },
      loads: { forces: [{ s: 0.5, force: [0, 0.1, 0] }] },
    };
    const cloth = {
      ...{ type: 'cloth', name: 'flag', material: 'wood', density: 0.2, stretch: 1000, bend: 1e-5, thickness: 2e-3 },
      pieces: [{ type: 'sheet', corner: [3, 0, 1], u: [0.3, 0, 0], v: [0, 0, 0.3], vertices: [4, 4] }],
      pins: [{ within: { least: [2.9, -1, 0.9], most: [3.01, 1, 2] } }],
      wind: { velocity: [3, 1, 0] },
    };
    const box = (x: number, more: object): unknown => ({ ...(bar(`box-${x}`, x) as object), ...more });
    const bodies = [
      box(0, { position: [0, 0, 0.05], load: { force: [5, 0, 0], torque: [0, 0, 1] } }),
      box(1, { position: [1, 0, 0.07], velocity: [1, 0, -1], spin: [0, 3, 0] }),
      ...[rope, cloth],
    ];
    const belt = { name: 'belt', shape: { type: 'plane' }, material: 'wood', surfaceVelocity: [0.3, 0, 0] };
    const all = scene(bodies, [], {
      ...{ gravity: [0, 0, -9.8], obstacles: [belt], pairs: [{ between: ['wood', 'wood'], friction: 0.11 }] },
      step: { length: 0.01, shortest: 0.0025, travel: 0.3, slack: 0.2 },
      solver: { name: 'nsgs', tolerance: 1e-4 },
    });
    const world = World.fromScene(all);
    steps(world, 5);
    expect(hashOf(world)).toBe(runHash(all, 5));
  });

  it('contact forces that it begins with', () => {
    const drop = gallerySceneNamed('incline');
    const run = new Runner(drop);
    for (let k = 0; k < 5; k++) run.world.macroStep();
    const { leafA, leafB, feature, force } = run.world.save().contacts;
    const pairs = Array.from(leafA, (a, k) => [a, leafB[k], feature[k]]).flat();
    const held = { ...(drop as object), holding: { pairs, forces: [...force] } };
    const world = World.fromScene(held);
    const { engine } = (world as unknown as { core: Core }).core.assembly;
    expect(engine.remembered.leafA.length).toBeGreaterThan(0);
    steps(world, 3);
    expect(hashOf(world)).toBe(runHash(held, 3));
  });

  it('sleep: things on a floor that stands still rest, those that the scene pushes or draws along do not', () => {
    const box = (name: string, x: number, more: object = {}): unknown => ({
      ...(bar(name, x) as object),
      ...{ position: [x, 0, 0.05], ...more },
    });
    const floor = { name: 'floor', shape: { type: 'plane' }, material: 'wood' };
    const motion = { keyframes: [{ t: 0 }, { t: 1 }, { t: 1.5, position: [3, 2, 0.05] }], interpolation: 'linear' };
    const cart = {
      name: 'cart',
      shape: { type: 'sphere', radius: 0.05 },
      material: 'wood',
      position: [3, 1, 0.05],
      motion,
    };
    const force = {
      keyframes: [
        { t: 0, value: [0, 0, 0] },
        { t: 1, value: [0, -40, 0] },
      ],
      hold: true,
    };
    const rope = {
      type: 'distance',
      between: [
        { body: 'cart', point: [0, 0, 0] },
        { body: 'drawn', point: [0, 0, 0] },
      ],
    };
    const all = scene([box('still', 0), box('pushed', 1, { load: { force } }), box('drawn', 3)], [rope], {
      ...{ gravity: [0, 0, -9.81], obstacles: [floor, cart] },
    });
    const world = World.fromScene(all, { sleep: { time: 0.1 } });
    steps(world, 40);
    const [, , still, pushed, drawn] = world.handles as unknown as { asleep: boolean; pose: Float64Array }[];
    expect([still.asleep, pushed.asleep, drawn.asleep]).toEqual([true, false, true]);
    steps(world, 110);
    expect(still.asleep).toBe(true);
    expect(pushed.pose[1]).toBeLessThan(-0.1);
    expect(drawn.pose[1]).toBeGreaterThan(0.5);
  });

  it('and takes no options that it would not heed', () => {
    expect(() => World.fromScene(gallerySceneNamed('incline'), { h: 0.1 } as never)).toThrow(/sleep/);
  });
});
