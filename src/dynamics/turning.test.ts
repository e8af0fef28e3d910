import { describe, expect, it } from 'vitest';
import { Cloth } from '../bodies/cloth/cloth.js';
import { sheet } from '../bodies/cloth/shapes.js';
import { moved, still } from '../bodies/motion.js';
import { createRod } from '../bodies/rods/registry.js';
import { World } from './world.js';

const h = 0.005;
const rate = 2.3;
/** without the chords of arcs things went outwards by h ω² / 2 of their distance every second, 4 mm here */
const crept = 0.5 * h * rate * rate * 0.3;

function turntable(): World {
  const world = new World({ materials: { wood: { friction: 0.5 } }, h, solver: { tolerance: 1e-8 } });
  const motion = moved(still([0, 0, -0.05]), { spin: { axis: [0, 0, 1], rate } });
  world.addObstacle({ shape: { type: 'box', half: [1, 1, 0.05] }, material: 'wood', motion });
  return world;
}

/** How far a place has gone outwards between 0.5 and 1 s, when what was put down at rest has been taken along. */
function outwards(world: World, at: () => ArrayLike<number>): number {
  const distance = (): number => Math.hypot(at()[0], at()[1]);
  while (world.t < 0.5 - 1e-9) world.step();
  const before = distance();
  while (world.t < 1 - 1e-9) world.step();
  return distance() - before;
}

describe('what sticks to a turntable stays where it is on it', () => {
  it('a box', () => {
    const world = turntable();
    const half = [0.03, 0.05, 0.02] as const;
    const box = world.addRigid({
      shape: { type: 'box', half },
      density: 500,
      position: [0.3, 0, 0.02],
      material: 'wood',
    });
    expect(Math.abs(outwards(world, () => box.q))).toBeLessThan(1e-4 * crept);
  });

  it('a rope', () => {
    const world = turntable();
    const initial = { position: [0.25, 0, 0.004], tangent: [0, 1, 0] } as const;
    const rod = createRod({
      model: 'mass-spring',
      elements: 8,
      length: 0.16,
      section: { radius: 0.004 },
      material: 'rope',
      initial,
    });
    world.addFiber(rod, { material: 'wood' });
    const nodes = new Float64Array(3 * rod.nodes);
    const middle = (): Float64Array => {
      rod.centreLine(nodes);
      return nodes.subarray(12);
    };
    expect(Math.abs(outwards(world, middle))).toBeLessThan(1e-4 * crept);
  });

  it('a cloth', () => {
    const world = turntable();
    const surface = sheet({ nu: 5, nv: 5, u: [0.08, 0, 0], v: [0, 0.08, 0], origin: [0.26, 0, 0.0021] });
    const cloth = new Cloth({ surface, material: { density: 0.3, stretch: 100, bend: 1e-4, thickness: 4e-3 } });
    world.addCloth(cloth, { material: 'wood' });
    expect(Math.abs(outwards(world, () => cloth.q.subarray(36)))).toBeLessThan(1e-3 * crept);
  });

  it('hair whose root turns with it', () => {
    const world = turntable();
    const motion = moved(still([0, -0.25, 0.004], [Math.SQRT1_2, 0, Math.SQRT1_2, 0]), {
      circle: { from: [0, -0.25, 0], to: [0.25, 0, 0], frequency: rate / (2 * Math.PI) },
      spin: { axis: [0, 0, 1], rate },
    });
    const rod = createRod({
      model: 'super-helix',
      elements: 4,
      length: 0.16,
      section: { radius: 0.004 },
      material: 'rubber',
      start: { kind: 'clamped', motion },
      initial: { position: [0, -0.25, 0.004] },
    });
    world.addFiber(rod, { material: 'wood' });
    const nodes = new Float64Array(3 * rod.nodes);
    const tip = (): Float64Array => {
      rod.centreLine(nodes);
      return nodes.subarray(nodes.length - 3);
    };
    const from = tip().slice();
    expect([from[0], from[1]]).toEqual([expect.closeTo(0.16, 6), expect.closeTo(-0.25, 6)]);
    expect(Math.abs(outwards(world, tip))).toBeLessThan(1e-3 * crept);
  });
});
