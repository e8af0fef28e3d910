import { describe, expect, it } from 'vitest';
import { World } from './index.js';

describe('joints by calls', () => {
  it('ties a rope to a box and hangs both from the air; the same bits after a rollback and elsewhere', () => {
    const world = new World();
    const rope = world.addRope({ from: [0, 0, 1], to: [0, 0, 0.5], radius: 0.01, elements: 8 });
    const box = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 0.45] });
    const knot = world.attach(rope.point(rope.length), box.point([0, 0, 0.05]));
    const hook = world.attach(rope.point(0), [0, 0, 1]);
    for (let k = 0; k < 10; k++) world.step();
    const saved = world.snapshot();
    for (let k = 0; k < 10; k++) world.step();
    expect(box.pose[2]).toBeGreaterThan(0.4);
    expect(rope.positions.at(-1)! - box.pose[2]).toBeCloseTo(0.05, 9);
    expect(hook.force[2]).toBeGreaterThan(5);
    const end = world.snapshot();
    world.remove(box);
    expect(knot.alive).toBe(false);
    world.step();
    world.restore(saved);
    expect(knot.alive).toBe(true);
    for (let k = 0; k < 10; k++) world.step();
    expect(world.snapshot()).toEqual(end);
    const other = World.fromSnapshot(saved);
    for (let k = 0; k < 10; k++) other.step();
    expect(other.snapshot()).toEqual(end);
  });

  it('ties cloth to a box and to a place; the same bits after a rollback and elsewhere', () => {
    const world = new World();
    world.addPlane();
    const sheet = { corner: [0, 0, 0.55], u: [0.3, 0, 0], v: [0, 0.3, 0], vertices: [4, 4] } as const;
    const cloth = world.addCloth({ sheet });
    const box = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 0.5] });
    world.attach(cloth.point(0), box.point([0, 0, 0.05]));
    const hook = world.attach(cloth.point(3), [0.3, 0, 0.55]);
    for (let k = 0; k < 10; k++) world.step();
    const saved = world.snapshot();
    world.addSphere(0.1, { position: [2, 0, 1] });
    for (let k = 0; k < 40; k++) world.step();
    for (let c = 0; c < 3; c++) expect(cloth.positions[c]).toBeCloseTo(box.pose[c] + (c === 2 ? 0.05 : 0), 2);
    expect(cloth.positions[9]).toBeCloseTo(0.3, 6);
    // the box has come down to the floor, which it touches as before
    expect(box.pose[2]).toBeGreaterThan(0.04);
    expect(hook.alive).toBe(true);
    world.restore(saved);
    const other = World.fromSnapshot(saved);
    for (const each of [world, other]) for (let k = 0; k < 10; k++) each.step();
    expect(other.snapshot()).toEqual(world.snapshot());
  });

  it('keeps the forces of what sleeps in snapshots', () => {
    const world = new World({ sleep: { time: 0.1 } });
    const box = world.addBox([0.1, 0.1, 0.1], { position: [0, 0, 1] });
    const hook = world.attach(box.point([0, 0, 0.05]), [0, 0, 1.05]);
    for (let k = 0; k < 30; k++) world.step();
    expect([box.asleep, hook.force[2] > 1]).toEqual([true, true]);
    expect(World.fromSnapshot(world.snapshot()).joints[0].force).toEqual(hook.force);
  });

  it('turns a hinge by its motor and says when a joint breaks', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const arm = world.addBox([0.4, 0.1, 0.1], { position: [0.2, 0, 0] });
    const hinge = world.addJoint({ type: 'hinge', a: arm.point([-0.2, 0, 0]), b: [0, 0, 0], axis: [0, 0, 1] });
    hinge.motor = { speed: 1 };
    for (let k = 0; k < 50; k++) world.step();
    expect(Math.abs(hinge.coordinate)).toBeCloseTo(0.5, 2);
    const ball = world.addSphere(0.1, { position: [2, 0, 0] });
    const weak = world.attach(ball.point(), [2, 0, 0], { breakForce: 5 });
    const broken: number[] = [];
    world.on('break', ({ joint }) => broken.push(joint.id));
    ball.applyForce([10, 0, 0]);
    world.step();
    expect(broken).toEqual([weak.id]);
    expect(weak.broken).toBe(true);
    expect(() => world.attach(ball.point(), [9, 0, 0])).toThrow(/place of a/);
    expect(() => world.removeJoint(new World().addJoint as never)).toThrow(/addJoint/);
  });
});
