import { createRod } from '../../bodies/rods/registry.js';
import type { Rod } from '../../bodies/rods/registry.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
const radius = 1e-3;
const length = 0.25;
/** how far the lowest one falls (m) */
const drop = 0.01;

/** Cooked spaghetti, straight at rest, dropped curved across each other onto a plate. */
function spaghetti(model: string, count: number, mu: number, h: number): { world: World; rods: Rod[]; fall: number } {
  const world = new World({ materials: { pasta: { friction: mu } }, h });
  world.addObstacle({ name: 'plate', shape: { type: 'plane' }, material: 'pasta' });
  const rods: Rod[] = [];
  let fall = 0;
  for (let k = 0; k < count; k++) {
    const height = drop + 3 * radius * k;
    const rod = createRod({
      model,
      elements: 15,
      length,
      section: { radius },
      material: 'spaghetti',
      initial: {
        position: k % 2 === 0 ? [-0.1, 0.012 * k, height] : [0.012 * k - 0.04, -0.1, height],
        tangent: k % 2 === 0 ? [1, 0, 0] : [0, 1, 0],
        normal: [0, 0, 1],
        curvature: [10, 0, 0],
      },
    });
    world.addFiber(rod, { material: 'pasta' });
    rods.push(rod);
    fall += rod.length * 1100 * Math.PI * radius * radius * g * (height - radius);
  }
  return { world, rods, fall };
}

/** Distance of the ends of a rod over its length: 1 when straight. */
function chord(rod: Rod): number {
  const x = new Float64Array(3 * rod.nodes);
  rod.centreLine(x);
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const d = x[3 * rod.nodes - 3 + i] - x[i];
    square += d * d;
  }
  return Math.sqrt(square) / rod.length;
}

/** Mean chord of the rods. */
function spread(rods: readonly Rod[]): number {
  return rods.reduce((sum, rod) => sum + chord(rod), 0) / rods.length;
}

/** Friction stops the spaghetti where they are curved, and they stay; without it they spread. */
export function fiberSpaghetti(model = 'mass-spring', count = 4, seconds = 1, h = 1e-3): ValidationRow[] {
  const rough = spaghetti(model, count, 0.3, h);
  let [kinetic, way] = [0, 0];
  let before: Float64Array[] | undefined;
  while (rough.world.t < seconds - 1e-9) {
    const record = rough.world.step();
    if (rough.world.t < 0.8 * seconds) continue;
    kinetic = Math.max(kinetic, record.energy.kinetic);
    before ??= rough.rods.map((rod) => rod.q.slice());
  }
  rough.rods.forEach((rod, r) => {
    for (let k = 0; k < rod.q.length; k++) way = Math.max(way, Math.abs(rod.q[k] - before![r][k]));
  });
  const smooth = spaghetti(model, count, 0, h);
  while (smooth.world.t < seconds - 1e-9) smooth.world.step();
  const name = `${count} spaghetti (${model})`;
  const [held, spreads] = [spread(rough.rods), spread(smooth.rods)];
  return [
    row(`${name}, mu = 0.3, kinetic energy at rest over that of the drop`, 0, kinetic / rough.fall, 1e-10),
    row(`${name}, mu = 0.3, way in the last fifth over length`, 0, way / length, 1e-6),
    row(`${name}, mu = 0 straighter than mu = 0.3 by 0.1 of the length`, 1, spreads - held > 0.1 ? 1 : 0, 0),
  ];
}
