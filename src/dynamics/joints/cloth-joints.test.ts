import { describe, expect, it } from 'vitest';
import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { createRod } from '../../bodies/rods/registry.js';
import { InputError } from '../../errors.js';
import type { ClothBody } from '../cloth/cloth-body.js';
import { World } from '../world.js';

const g = 9.81;
const material = { density: 0.3, stretch: 200, bend: 1e-5, thickness: 0.004, airDamping: 0.05 };

/** A sheet of 0.4 m hanging from z = 0, not held by anything yet: vertex 0 at the lower left, 99 at the upper right. */
function addSheet(world: World): ClothBody {
  const surface = sheet({ nu: 10, nv: 10, origin: [0, 0, -0.4], u: [0.4, 0, 0], v: [0, 0, 0.4] });
  return world.addCloth(new Cloth({ surface, material }), { material: 'wood' });
}

const place = ({ q }: { q: Float64Array }, k: number): [number, number, number] => [
  q[3 * k],
  q[3 * k + 1],
  q[3 * k + 2],
];

describe('joints of cloth', () => {
  it('hold it up, tie a box and a rope to it, and carry their weight', () => {
    const world = new World({ materials: { wood: { friction: 0.3 } }, h: 0.005, solver: { tolerance: 1e-5 } });
    const shape = { type: 'box', half: [0.03, 0.03, 0.03] } as const;
    const box = world.addRigid({ shape, mass: 0.05, position: [0, 0, -0.43], material: 'wood' });
    const rope = createRod({
      model: 'mass-spring',
      elements: 6,
      length: 0.2,
      section: { radius: 0.003 },
      material: 'rubber',
      internalDamping: 0.05,
      initial: { position: [0.4, 0, -0.4], tangent: [0, 0, -1] },
    });
    world.addFiber(rope, { material: 'wood' });
    const cloth = addSheet(world);
    const held = Array.from({ length: 10 }, (_, i) => {
      const vertex = 90 + i;
      return world.addJoint({
        type: 'ball',
        a: { body: cloth, point: { vertex } },
        b: { point: place(cloth, vertex) },
      });
    });
    const tied = world.addJoint({
      type: 'ball',
      a: { body: cloth, point: { vertex: 0 } },
      b: { body: box, point: [0, 0, 0.03] },
    });
    const roped = world.addJoint({
      type: 'ball',
      a: { body: cloth, point: { vertex: 9 } },
      b: { body: rope, point: { s: 0 } },
    });
    let unsolved = 0;
    for (let k = 0; k < 300; k++) {
      if (world.step().status !== 'converged') unsolved++;
      expect(world.jointMisfit).toBeLessThan(1e-14);
    }
    expect(unsolved).toBe(0);
    // almost at rest
    expect(tied.force[2]).toBeLessThan(0);
    expect(-tied.force[2] / (0.05 * g)).toBeCloseTo(1, 1);
    expect(roped.force[2]).toBeLessThan(0);
    const total = held.reduce((sum, joint) => sum + joint.force[2], 0);
    expect(total).toBeGreaterThan(0.05 * g + 0.9 * 0.3 * 0.16 * g);
  });

  it('joined bodies that touch cloth are solved with it', () => {
    const world = new World({ materials: { wood: { friction: 0.3 } }, h: 0.005 });
    const shape = { type: 'sphere', radius: 0.05 } as const;
    const [a, b] = [0.15, 0.25].map((x) =>
      world.addRigid({ shape, mass: 0.02, position: [x, 0, 0.06], material: 'wood' }),
    );
    const surface = sheet({ nu: 10, nv: 10, origin: [0, -0.2, 0], u: [0.4, 0, 0], v: [0, 0.4, 0] });
    const pins = [0, 9, 90, 99].map((node) => ({ nodes: Int32Array.of(node) }));
    const cloth = world.addCloth(new Cloth({ surface, material, pins }), { material: 'wood' });
    world.addJoint({
      type: 'hinge',
      a: { body: a, point: [0.05, 0, 0] },
      b: { body: b, point: [-0.05, 0, 0] },
      axis: [0, 1, 0],
    });
    for (let k = 0; k < 80; k++) {
      world.step();
      expect(world.jointMisfit).toBeLessThan(1e-14);
    }
    expect(cloth.last.contacts.obstacle).toBeGreaterThan(0);
    expect(a.q[2]).toBeGreaterThan(-0.2);
  });

  it('let go when they are taken off', () => {
    const world = new World({ materials: { wood: { friction: 0.3 } }, h: 0.01 });
    const cloth = addSheet(world);
    const joint = world.addJoint({
      type: 'ball',
      a: { body: cloth, point: { vertex: 99 } },
      b: { point: place(cloth, 99) },
    });
    for (let k = 0; k < 5; k++) world.step();
    world.removeJoint(joint);
    const [, , before] = place(cloth, 99);
    for (let k = 0; k < 10; k++) world.step();
    expect(place(cloth, 99)[2]).toBeLessThan(before - 0.01);
    const elsewhere = new World({ materials: { wood: { friction: 0.3 } }, h: 0.01 });
    addSheet(elsewhere);
    expect(() => elsewhere.takeJoint(joint)).toThrow('not in this world');
  });

  it('go on with the same bits, and refuse what they cannot hold', () => {
    const make = (): World => {
      const world = new World({ materials: { wood: { friction: 0.3 } }, h: 0.005 });
      const cloth = addSheet(world);
      for (const vertex of [90, 99]) {
        world.addJoint({ type: 'ball', a: { body: cloth, point: { vertex } }, b: { point: place(cloth, vertex) } });
      }
      return world;
    };
    const first = make();
    for (let k = 0; k < 10; k++) first.step();
    const second = make();
    second.restore(first.save());
    for (let k = 0; k < 10; k++) {
      first.step();
      second.step();
    }
    expect(second.stateVector()).toEqual(first.stateVector());
    const [body] = first.cloths;
    const wrong = (point: object): (() => unknown) => {
      return () =>
        first.addJoint({ type: 'ball', a: { body, point: point as { vertex: number } }, b: { point: [0, 0, 0] } });
    };
    expect(wrong({ vertex: 1000 })).toThrow(InputError);
    expect(wrong({ triangle: 0, weights: [1, 1, 1] })).toThrow('weights of sum 1');
  });
});
