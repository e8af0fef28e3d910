import { expect, it } from 'vitest';
import type { FiberBody } from '../../bodies/body.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import type { Grip } from './messages.js';
import { Simulation } from './simulation.js';

/**
 * Where a hand leads the free end of the rope, from way point to way point in 0.4 s each: back over the top, down in
 * front of the rope, up behind it, out to the front through the loop, and away.
 */
const loop = [
  [1.4, 0, 0],
  [1, -0.02, 0.45],
  [0.4, -0.03, 0.7],
  [-0.2, -0.05, 0.55],
  [-0.42, -0.06, 0.2],
  [-0.45, -0.06, -0.1],
];
const through = [
  [-0.45, -0.06, -0.1],
  [-0.4, -0.05, -0.35],
  [-0.2, 0.1, -0.3],
  [-0.2, 0.12, 0],
  [-0.17, 0.1, 0.14],
  [-0.12, -0.03, 0.14],
  [-0.08, -0.25, 0.14],
  [0, -0.45, 0.15],
  [0.2, -0.5, 0.1],
  [0.4, -0.4, 0.05],
  [0.6, -0.2, 0],
];

const end: Grip = { body: 0, index: 99, s: 1, local: [0, 0, 0] };
const at = (index: number): Grip => ({ body: 0, index, s: 0, local: [0, 0, 0] });

function lead(rope: Simulation, way: readonly number[][], steps: number): void {
  for (let k = 0; k + 1 < way.length; k++) {
    for (let q = 0; q < steps; q++) {
      const target = way[k].map((x, i) => x + ((way[k + 1][i] - x) * q) / steps);
      rope.pull(end, [target[0], target[1], target[2]]);
      rope.forward();
    }
  }
}

function endToEnd(rope: Simulation): number {
  const x = new Float64Array(303);
  (rope.world.bodies[0] as FiberBody).centreLine(x);
  return Math.hypot(x[300] - x[0], x[301] - x[1], x[302] - x[2]);
}

it('a knot can be tied by hand, and holds', () => {
  const rope = new Simulation(gallerySceneNamed('rope'));
  rope.pin(at(15));
  lead(rope, loop, 40);
  rope.release();
  rope.pin(at(36));
  rope.pin(at(24));
  lead(rope, through, 40);
  rope.release();
  for (const pin of [2, 1, 0]) rope.unpin(pin);
  lead(
    rope,
    [
      [0.6, -0.2, 0],
      [1.3, -0.2, 0],
    ],
    600,
  );
  // drawn to more than its length without a knot: what is missing is in the knot
  const pulled = endToEnd(rope);
  expect(rope.world.contacts().length).toBeGreaterThan(3);
  expect(pulled).toBeLessThan(1.95);
  rope.pull(end, [1.5, -0.2, 0]);
  for (let k = 0; k < 100; k++) rope.forward();
  expect(rope.world.contacts().length).toBeGreaterThan(3);
}, 120_000);
