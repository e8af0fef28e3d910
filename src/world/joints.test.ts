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
