import { describe, expect, it } from 'vitest';
import { type ClothHandle, type JointHandle, World } from './index.js';
import type { Point } from './handles/handle.js';
import type { VectorLike } from './parts/check.js';

const g = 9.81;
const ball = { type: 'sphere', radius: 0.01 } as const;

/** A strip of 3 by 4 vertices that hangs from z = top, 0.2 m wide and 0.3 m long; vertices 0, 1, 2 are its upper edge, 9, 10, 11 the lower. */
function strip(world: World, top: number, pins: number[] = []): ClothHandle {
  return world.addCloth({
    sheet: { corner: [0, 0, top], u: [0.2, 0, 0], v: [0, 0, -0.3], vertices: [3, 4] },
    ...{ stretch: 1000, bend: 1e-5, density: 0.5, thickness: 0.004, airDamping: 0.02, pins },
  });
}
const stripWeight = 0.5 * 0.2 * 0.3 * g;

const place = ({ positions: x }: ClothHandle, k: number): [number, number, number] => [
  x[3 * k],
  x[3 * k + 1],
  x[3 * k + 2],
];

/** What holds the upper edge of a strip at a place. */
type Holder = (world: World, at: [number, number, number]) => Point | VectorLike;

const holders: Record<string, Holder> = {
  'the world': (_, at) => at,
  'a fixed obstacle': (world, at) => world.addFixed(ball, { position: at }).point([0, 0, 0]),
  'a kinematic obstacle': (world, at) => world.addKinematic(ball, { position: at }).point([0, 0, 0]),
  'a rigid body': (world, at) => {
    const box = world.addBox([0.02, 0.02, 0.02], { position: at, mass: 0.1 });
    world.addJoint({ type: 'fixed', a: box.point([0, 0, 0]), b: at });
    return box.point([0, 0, 0]);
  },
};

/** What is tied to the lower edge of a strip: the joints, and its weight. */
type Load = (world: World, strip: ClothHandle) => { joints: JointHandle[]; weight: number };

const loads: Record<string, Load> = {
  'a rigid body': (world, cloth) => {
    const box = world.addBox([0.2, 0.02, 0.02], { position: [0.1, 0, -0.31], mass: 0.1 });
    const joints = [9, 11].map((k) => world.attach(box.point([place(cloth, k)[0] - 0.1, 0, 0.01]), cloth.point(k)));
    return { joints, weight: 0.1 * g };
  },
  'a rope': (world, cloth) => {
    const rope = world.addRope({
      ...{ from: place(cloth, 10), to: [0.1, 0, -0.5], radius: 0.004, elements: 4 },
      ...{ linearDensity: 0.2, bend: 1e-4, twist: 1e-4, stretch: 1000 },
    });
    return { joints: [world.attach(rope.point(0), cloth.point(10))], weight: 0.2 * 0.2 * g };
  },
  'another cloth': (world, cloth) => {
    const lower = strip(world, -0.3);
    return { joints: [0, 1, 2].map((k) => world.attach(lower.point(k), cloth.point(9 + k))), weight: stripWeight };
  },
};

const steps = (world: World, n: number): void => {
  for (let k = 0; k < n; k++) expect(world.step().status).toBe('converged');
};

const pull = (joints: readonly JointHandle[]): number => joints.reduce((sum, { force }) => sum + force[2], 0);

/** The same steps from a snapshot, in this world and in another, lead to the same bytes. */
function expectSameBits(world: World): void {
  const saved = world.snapshot();
  steps(world, 5);
  const end = world.snapshot();
  world.restore(saved);
  steps(world, 5);
  expect(world.snapshot()).toEqual(end);
  const other = World.fromSnapshot(saved);
  steps(other, 5);
  expect(other.snapshot()).toEqual(end);
}

describe('joints of cloth by calls', () => {
  it.each(Object.keys(holders))('cloth hangs on %s, which carries its weight', (name) => {
    const world = new World();
    const cloth = strip(world, 0);
    const joints = [0, 1, 2].map((k) => world.attach(cloth.point(k), holders[name](world, place(cloth, k))));
    steps(world, 100);
    // at rest: the tolerance of steps
    expect(pull(joints) / stripWeight).toBeCloseTo(1, 4);
    expect(place(cloth, 1)).toEqual([0.1, 0, 0].map((x) => expect.closeTo(x, 12) as number));
    expectSameBits(world);
  });

  it.each(Object.keys(loads))('%s hangs on cloth, with its weight', (name) => {
    const world = new World();
    const cloth = strip(world, 0, [0, 1, 2]);
    const { joints, weight } = loads[name](world, cloth);
    steps(world, 200);
    expect(pull(joints) / weight).toBeCloseTo(1, 3);
    expectSameBits(world);
    const [joint] = joints;
    world.removeJoint(joint);
    steps(world, 5);
    expect([joint.alive, cloth.positions.every(Number.isFinite)]).toEqual([false, true]);
  });

  it('goes where what holds it goes', () => {
    const world = new World();
    const cloth = strip(world, 0);
    const hook = world.addKinematic(ball, { position: [0.1, 0, 0] });
    world.attach(cloth.point(1), hook.point([0, 0, 0]));
    hook.moveTo([0.3, 0.1, 0.2], undefined, { time: 0.2 });
    steps(world, 30);
    expect(place(cloth, 1)).toEqual([0.3, 0.1, 0.2].map((x) => expect.closeTo(x, 12) as number));
  });

  it('falls when the joint, what holds it, or it is taken away, and comes back with a snapshot', () => {
    const world = new World();
    const cloth = strip(world, 0);
    const nail = world.addFixed(ball, { position: [0, 0, 0] });
    const hook = world.attach(cloth.point(0), nail.point([0, 0, 0]));
    const other = world.attach(cloth.point(2), place(cloth, 2));
    steps(world, 5);
    const saved = world.snapshot();
    const lowest = (): number => Math.min(...cloth.positions.filter((_, k) => k % 3 === 2));
    world.removeJoint(other);
    world.remove(nail);
    expect([hook.alive, other.alive]).toEqual([false, false]);
    steps(world, 30);
    expect(lowest()).toBeLessThan(-0.5);
    world.restore(saved);
    expect([hook.alive, other.alive]).toEqual([true, true]);
    steps(world, 30);
    expect(lowest()).toBeGreaterThan(-0.5);
    expect(place(cloth, 0)).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 12) as number));
    world.remove(cloth);
    expect(world.joints).toEqual([]);
    steps(world, 2);
    world.restore(saved);
    steps(world, 30);
    expect(pull([hook, other])).toBeGreaterThan(0.5 * stripWeight);
  });

  it('joints of cloth break; from then on it touches what it was tied to', () => {
    const world = new World();
    const floor = world.addPlane();
    const cloth = world.addCloth({
      sheet: { corner: [0, 0, 0.1], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [4, 4] },
      thickness: 0.004,
    });
    const weak = world.attach(cloth.point(0), floor.point([0, 0, 0.1]), { breakForce: 1e-6 });
    const broken: JointHandle[] = [];
    world.on('break', ({ joint }) => broken.push(joint));
    steps(world, 5);
    expect(broken).toEqual([weak]);
    expectSameBits(world);
    steps(world, 60);
    for (let k = 0; k < 16; k++) expect(place(cloth, k)[2]).toBeCloseTo(0.002, 4);
  });

  it('refuses at the call to hold cloth whose method lets nothing hold it', () => {
    const world = new World({ cloth: { method: 'penalty' } });
    const cloth = strip(world, 0, [0]);
    expect(() => world.grab(cloth.point(2))).toThrow(/point: expected method projective or exact/);
    expect(() => world.attach(cloth.point(2), place(cloth, 2))).toThrow(/a: expected method projective or exact/);
    steps(world, 2);
  });
});
