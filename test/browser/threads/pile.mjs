// A pile of 1,000 balls that touch from the first step on, one group of some 2,700 contacts: what threads divide among themselves.
import { World } from '../../../dist/dynamics/world.js';

/** Steps the pile, with a pool or without; all positions and velocities as one array, and the contacts of the last step. */
export function stepPile(pool, steps) {
  const world = new World({ materials: { ball: { friction: 0.3 } }, h: 0.01, solver: { tolerance: 1e-4 } });
  if (pool) world.pool = pool;
  world.addObstacle({ shape: { type: 'plane' }, material: 'ball' });
  const radius = 0.05;
  for (let k = 0; k < 1000; k++) {
    const place = [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)];
    // rows lean a little, so that the pile slides and no two contacts are alike
    const lean = 0.001 * place[2] * (1 + (k % 7));
    const position = [2 * radius * place[0] + lean, 2 * radius * place[1] - lean, radius * (1 + 2 * place[2])];
    world.addRigid({ shape: { type: 'sphere', radius }, density: 1000 + k, material: 'ball', position });
  }
  let contacts = 0;
  for (let k = 0; k < steps; k++) contacts = world.step().contacts;
  const { bodies } = world.save();
  return { contacts, state: JSON.stringify(bodies, (_, x) => (ArrayBuffer.isView(x) ? Array.from(x) : x)) };
}
