import { createRod } from '../../bodies/rods/registry.js';
import type { Rod } from '../../bodies/rods/registry.js';
import { cos, sin, tan } from '../../math/functions.js';
import type { World } from '../../dynamics/world.js';
import { slopeWorld } from '../rigid/block.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
/** slope (rad) */
const a = 0.5;
const length = 0.5;
const radius = 0.005;

/** A rod laid down the slope. Its nodes touch as balls whose friction acts on the centre line: no moments, all nodes alike. */
function slopeRod(model: string, mu: number): { world: World; rod: Rod } {
  const world = slopeWorld(a, mu, 0.01, 1e-10, 'auto');
  const rod = createRod({
    model,
    elements: model === 'super-helix' ? 3 : 10,
    length,
    section: { radius },
    material: 'rubber',
    airDamping: 0,
    initial: { position: [0, 0, radius], tangent: [1, 0, 0] },
  });
  world.addFiber(rod, { material: 'block', touch: 'nodes', self: false });
  return { world, rod };
}

/** Farthest that a node of a rod has come from where it was, over the rod's length. */
function farthest(rod: Rod, start: Float64Array): number {
  const now = new Float64Array(3 * rod.nodes);
  rod.centreLine(now);
  let largest = 0;
  for (let k = 0; k < now.length; k++) largest = Math.max(largest, Math.abs(now[k] - start[k]));
  return largest / rod.length;
}

/** A rod on a slope: held one millionth below the angle of friction, sliding by the law one thousandth above it. */
export function fiberIncline(
  seconds = 60,
  models: readonly string[] = ['mass-spring', 'der', 'corde'],
): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models) {
    const held = slopeRod(model, tan(a) * (1 + 1e-6));
    const start = new Float64Array(3 * held.rod.nodes);
    held.rod.centreLine(start);
    let moved = 0;
    while (held.world.t < seconds - 1e-9) {
      held.world.step();
      moved = Math.max(moved, farthest(held.rod, start));
    }
    const name = `rod on a slope (${model})`;
    rows.push(row(`${name}, 1e-6 below the angle of friction, way in ${seconds} s over length`, 0, moved, 1e-9));
    const mu = tan(a) * (1 - 1e-3);
    const sliding = slopeRod(model, mu);
    const from = new Float64Array(3 * sliding.rod.nodes);
    sliding.rod.centreLine(from);
    const steps = 100;
    for (let k = 0; k < steps; k++) sliding.world.step();
    // implicit Euler: x = acc h² n (n + 1) / 2
    const way = length * farthest(sliding.rod, from);
    const acceleration = (2 * way) / (1e-4 * steps * (steps + 1));
    const expected = g * (sin(a) - mu * cos(a));
    rows.push(row(`${name}, 1e-3 above it, acceleration`, expected, acceleration, 1e-3 * expected, 'm/s²'));
  }
  return rows;
}
