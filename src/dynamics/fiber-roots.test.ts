import { describe, expect, it } from 'vitest';
import { carried, moved, still } from '../bodies/motion.js';
import { createRod } from '../bodies/rods/registry.js';
import { frameOfTangent } from '../bodies/rods/shape.js';
import { World } from './world.js';

/** Seven hairs packed side by side, clamped in a frame that starts to turn and shake at 0.06 s. */
function tuft(): World {
  const radius = 1e-3;
  const world = new World({ materials: { hair: { friction: 0.3 } }, h: 3e-3 });
  const swing = { axis: [0, 0, 1], angle: 0.5, frequency: 1.5 } as const;
  const shake = { amplitude: [0, 0.02, 0.01], frequency: 2 } as const;
  const head = moved(still(), { swing, shake, start: 0.06 });
  const frame = new Float64Array(4);
  frameOfTangent(frame, 0, [-1, 0, 0], [0, 0, 1]);
  const orientation = [frame[0], frame[1], frame[2], frame[3]] as const;
  const d = 2.02 * radius;
  const places = [
    [0, 0],
    [-d, 0],
    [-d / 2, -d * Math.sqrt(0.75)],
    [-d / 2, d * Math.sqrt(0.75)],
    [d / 2, -d * Math.sqrt(0.75)],
    [d / 2, d * Math.sqrt(0.75)],
    [d, 0],
  ] as const;
  for (const [y, z] of places) {
    const rod = createRod({
      model: 'super-helix',
      elements: 5,
      length: 0.3,
      section: { radius: 4e-5 },
      collisionRadius: radius,
      material: 'hair',
      stiffness: { EI1: 2e-7, EI2: 2e-7, GJ: 1.4e-7, mass: 1e-3 },
      airDamping: 1e-3,
      internalDamping: 0.02,
      initial: { position: [-0.11, y, z], tangent: [-1, 0, 0], normal: [0, 0, 1] },
      start: { kind: 'clamped', motion: carried(still([-0.11, y, z], orientation), head) },
    });
    world.addFiber(rod, { material: 'hair', self: false });
  }
  return world;
}

describe('packed roots', () => {
  it('do not push each other off with absurd forces when their clamp turns', () => {
    const world = tuft();
    let strongest = 0;
    while (world.t < 0.15) {
      world.step();
      for (const { force } of world.contacts()) strongest = Math.max(strongest, Math.hypot(...force));
    }
    // the tuft weighs 0.02 N
    expect(strongest).toBeGreaterThan(0);
    expect(strongest).toBeLessThan(1);
    expect(world.energy().kinetic).toBeLessThan(0.01);
  });
});

describe('a held segment', () => {
  it('takes no part in contacts, which nothing could open', () => {
    const world = new World({ materials: { wire: { friction: 0.3 } }, h: 1e-3, gravity: [0, 0, 0] });
    const rod = createRod({
      model: 'der',
      elements: 4,
      length: 0.4,
      section: { radius: 1e-3 },
      material: 'steel-wire',
      initial: { position: [0, 0, 0], tangent: [1, 0, 0], normal: [0, 0, 1] },
      start: { kind: 'clamped', clamp: 'segment' },
    });
    world.addFiber(rod, { material: 'wire' });
    const ball = { type: 'sphere', radius: 0.01 } as const;
    const add = (name: string, x: number) =>
      world.addObstacle({ name, shape: ball, material: 'wire', motion: still([x, 0, 0.0108]) });
    // one overlaps the first segment, which is held, the other the last, which gives way
    add('held', 0.05);
    expect(world.step()).toMatchObject({ contacts: 0, status: 'converged' });
    add('free', 0.35);
    expect(world.step()).toMatchObject({ contacts: 1, status: 'converged' });
  });
});
