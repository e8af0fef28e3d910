import { describe, expect, it } from 'vitest';
import { World } from './index.js';

const steps = (world: World, n: number): void => {
  for (let k = 0; k < n; k++) world.step();
};

describe('World by calls', () => {
  it('drops a box, a ball, a rope and a cloth on a floor, added in any order', () => {
    const world = new World({ h: 0.01 });
    const cloth = world.addCloth({
      sheet: { corner: [1, 0, 0.05], u: [0.3, 0, 0], v: [0, 0.3, 0], vertices: [5, 5] },
    });
    const rope = world.addRope({ from: [-1, 0, 0.1], to: [-0.5, 0, 0.1], radius: 0.01, elements: 8 });
    const box = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.12] });
    world.addPlane();
    const ball = world.addSphere(0.1, { position: [0.5, 0, 0.2] });
    steps(world, 40);
    expect(box.pose[2]).toBeCloseTo(0.1, 3);
    expect(ball.pose[2]).toBeCloseTo(0.1, 3);
    for (let k = 2; k < rope.positions.length; k += 3) expect(rope.positions[k]).toBeCloseTo(0.01, 2);
    for (let k = 2; k < cloth.positions.length; k += 3) expect(cloth.positions[k]).toBeCloseTo(0.0025, 3);
    expect(world.contacts.n).toBeGreaterThan(10);
  });

  it('removes a part with its collider: what stood on it falls', () => {
    const world = new World();
    world.addPlane();
    const lower = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.1] });
    const upper = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.3] });
    steps(world, 20);
    expect(upper.pose[2]).toBeCloseTo(0.3, 3);
    world.remove(lower);
    expect(lower.alive).toBe(false);
    steps(world, 40);
    expect(upper.pose[2]).toBeCloseTo(0.1, 3);
    expect(() => world.remove(lower)).toThrow(/removed/);
  });

  it('goes on with the same bits after a rollback, removed and added parts included', () => {
    const world = new World();
    world.addPlane();
    const tray = world.addKinematic({ type: 'box', size: [1, 1, 0.1] }, { position: [0, 0, 0.5] });
    const box = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.65] });
    const rope = world.addRope({ from: [-0.4, 0, 0.6], to: [0.4, 0.1, 0.6], radius: 0.01, elements: 8 });
    const cloth = world.addCloth({
      sheet: { corner: [-0.2, -0.2, 0.76], u: [0.4, 0, 0], v: [0, 0.4, 0], vertices: [4, 4] },
    });
    steps(world, 12);
    tray.moveTo([0.3, 0, 0.5], undefined, { time: 0.1 });
    const hand = world.grab(rope.point(0), { target: [-0.4, 0, 1.2] });
    box.applyForce([3, 0, 0]);
    const saved = world.snapshot();
    const follow = (): string => {
      steps(world, 6);
      return [box.pose, rope.positions, cloth.positions].map((x) => x.join()).join('|');
    };
    const first = follow();
    world.remove(box);
    world.addSphere(0.05, { position: [0, 0, 2] });
    world.release(hand);
    steps(world, 3);
    world.restore(saved);
    expect(box.alive).toBe(true);
    expect(hand.holding).toBe(true);
    expect(follow()).toBe(first);
    const other = World.fromSnapshot(saved);
    steps(other, 6);
    world.restore(saved);
    steps(world, 6);
    expect(other.snapshot()).toEqual(world.snapshot());
  });
});
