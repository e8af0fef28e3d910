import { createRod } from '../../bodies/rods/registry.js';
import { cos, sin } from '../../math/functions.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';
import { leastArchThickness } from './arch-limit.js';
import { archWorld, stackWorld, wallWorld } from './standing.js';

/** What stands and hangs by friction, at the default settings of the solver. */
export const creepWorlds: Readonly<Record<string, () => World>> = {
  'arch 1 % above the least thickness': () => {
    const half = 0.5 * 1.01 * leastArchThickness(15);
    return archWorld({ voussoirs: 15, inner: 1 - half, outer: 1 + half, settings: {} }).world;
  },
  'arch of 31 stones': () => archWorld({ voussoirs: 31, inner: 0.935, outer: 1.065, settings: {} }).world,
  'wall of 8 courses': () => wallWorld({ settings: {} }).world,
  'ten boxes': () => stackWorld({ ratio: 1, settings: {} }).world,
  'ten boxes, 100 times the mass on top': () => stackWorld({ settings: {} }).world,
  'rope over a post, 10 and 15 N': () => ropeWorld({ radius: 0.002, elements: 150 }),
  'chain over a post, 10 and 15 N': () => ropeWorld({ model: 'mass-spring', radius: 0.002, elements: 150 }),
  'cord over a thin post, 10 and 15 N': () => ropeWorld({ radius: 0.001, elements: 100, post: 0.05, mu: 0.15 }),
};

/** A light rope over a level post, a load on either end; exp(mu pi) is above 1.5. */
function ropeWorld(options: { model?: string; radius: number; elements: number; post?: number; mu?: number }): World {
  const { model = 'der', radius, elements, post = 0.1, mu = 0.2 } = options;
  const world = new World({ materials: { rope: { friction: mu } } });
  const half = Math.SQRT1_2;
  world.addObstacle({
    name: 'post',
    shape: { type: 'cylinder', radius: post, halfLength: 0.2 },
    orientation: [half, half, 0, 0],
    material: 'rope',
  });
  const [rho, tail] = [post + radius, 0.6];
  const length = 2 * tail + Math.PI * rho;
  const points: number[] = [];
  for (let k = 0; k <= elements; k++) {
    const s = (length * k) / elements;
    if (s < tail) points.push(rho, 0, s - tail);
    else if (s > length - tail) points.push(-rho, 0, length - tail - s);
    else points.push(rho * cos((s - tail) / rho), 0, rho * sin((s - tail) / rho));
  }
  const rod = createRod({
    model,
    elements,
    length,
    section: { radius },
    material: 'rope',
    // what swings comes to rest in the first seconds
    internalDamping: 0.05,
    airDamping: 0.02,
    initial: { points },
    loads: {
      forces: [
        { s: 0, force: [0, 0, -10] },
        { s: length, force: [0, 0, -15] },
      ],
    },
  });
  world.addFiber(rod, { material: 'rope' });
  return world;
}

/** Nothing creeps from `from` to `to` seconds after it was let go: the default tolerance lets nothing move that an hour would show. */
export function* creep(
  from = 10,
  to = 20,
  names: readonly string[] = Object.keys(creepWorlds),
): Generator<ValidationRow, void, undefined> {
  for (const name of names) {
    const world = creepWorlds[name]();
    let unconverged = 0;
    const until = (t: number): void => {
      while (world.t < t - 1e-9) if (world.step().status !== 'converged') unconverged++;
    };
    until(from);
    const before = world.bodies.map(({ q }) => q.slice());
    until(to);
    let farthest = 0;
    world.bodies.forEach(({ q }, b) =>
      q.forEach((x, i) => (farthest = Math.max(farthest, Math.abs(x - before[b][i])))),
    );
    yield row(`creep: ${name}, from ${from} to ${to} s`, 0, farthest / (to - from), 1e-9, 'm/s');
    yield row(`creep: ${name}, steps that are not converged`, 0, unconverged, 0);
  }
}
