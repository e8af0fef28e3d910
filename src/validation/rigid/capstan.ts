import { createRod } from '../../bodies/rods/registry.js';
import { cos, hypot2, sin, tan } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** Ratio of tensions that N nodes, each turning by pi / N, hold: ((1 + mu tan(d/2)) / (1 - mu tan(d/2)))^N. */
export function capstanRatio(mu: number, nodes: number): number {
  const t = mu * tan(Math.PI / (2 * nodes));
  let ratio = 1;
  for (let k = 0; k < nodes; k++) ratio *= (1 + t) / (1 - t);
  return ratio;
}

/** The second tension rises from the first to its full value in this time (s), so that nothing slips in haste. */
const ramp = 0.5;

/** Half turn of a limp, nearly inextensible chain about a post; the nodes touch, tensions 1 N and `ratio` N at the ends. */
export function capstanWorld(mu: number, nodes: number, ratio: number): World {
  const world = new World({
    materials: { rope: { friction: mu } },
    gravity: [0, 0, 0],
    h: 0.01,
    solver: { tolerance: 1e-13, restTolerance: 1e-13, maxIterations: 10000 },
    repair: false,
  });
  const [R, r] = [0.1, 0.005];
  world.addObstacle({
    name: 'post',
    // half a post: the pieces beyond the last nodes that turn run along chords of the other half
    shape: { type: 'distance', distance: (x, y) => (y > 0 ? hypot2(x, y) - R : R) },
    material: 'rope',
  });
  const d = Math.PI / nodes;
  const rho = R + r;
  const piece = 2 * rho * sin(d / 2);
  const tail = 2;
  const points: number[] = [];
  const at = (k: number): [number, number] => [rho * cos(d * (k + 0.5)), rho * sin(d * (k + 0.5))];
  for (let k = tail; k > 0; k--) points.push(at(0)[0], at(0)[1] - k * piece, 0);
  for (let k = 0; k < nodes; k++) points.push(at(k)[0], at(k)[1], 0);
  for (let k = 1; k <= tail; k++) points.push(at(nodes - 1)[0], at(nodes - 1)[1] - k * piece, 0);
  const elements = points.length / 3 - 1;
  const length = elements * piece;
  const rod = createRod({
    model: 'mass-spring',
    elements,
    length,
    section: { radius: r },
    material: 'rope',
    // stretch of 1e-9 under the load: the turning angles stay what they are
    stiffness: { EA: 1e9, EI1: 1e-12, EI2: 1e-12, GJ: 1e-12 },
    internalDamping: 0,
    airDamping: 0,
    initial: { points },
    loads: {
      forces: [
        { s: 0, force: [0, -1, 0] },
        { s: length, force: (t) => [0, -1 - (ratio - 1) * Math.min(1, t / ramp), 0] },
      ],
    },
  });
  world.addFiber(rod, { material: 'rope', touch: 'nodes', self: false });
  return world;
}

/** Fastest node of the chain after it has taken up the load (m/s). */
function speed(mu: number, nodes: number, ratio: number): number {
  const world = capstanWorld(mu, nodes, ratio);
  while (world.t < 2 * ramp) world.step();
  const { v } = world.bodies[0];
  let fastest = 0;
  for (let k = 0; k < v.length; k += 3) fastest = Math.max(fastest, norm3(v, k));
  return fastest;
}

/** The discrete capstan law: a millionth below it nothing moves, a millionth above it the chain slips. */
export function capstan(): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const [mu, nodes] of [
    [0.1, 8],
    [0.3, 16],
  ] as const) {
    const limit = capstanRatio(mu, nodes);
    const name = `capstan: mu = ${mu}, ${nodes} nodes`;
    if (mu === 0.1) rows.push(row(`${name}, ratio`, 1.3747910723, limit, 1e-9));
    rows.push(row(`${name}, 1e-6 below the law, speed`, 0, speed(mu, nodes, limit * (1 - 1e-6)), 1e-10, 'm/s'));
    const above = speed(mu, nodes, limit * (1 + 1e-6));
    rows.push(row(`${name}, 1e-6 above the law, slips`, 1, above > 1e-8 ? 1 : 0, 0));
  }
  return rows;
}
