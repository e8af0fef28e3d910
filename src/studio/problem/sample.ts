import type { PrimalProblem } from '../../friction/problem.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';

/** Balls thrown together in a box: something to try solvers on, made on the spot. */
const pile = {
  version: 1,
  name: 'pile',
  duration: 1,
  step: { length: 0.01 },
  obstacles: [{ shape: { type: 'container', size: [0.5, 0.5, 1] }, material: 'wood' }],
  bodies: [
    {
      type: 'grid',
      count: [4, 4, 3],
      spacing: [0.11, 0.11, 0.105],
      position: [0, 0, 0.06],
      jitter: 0.002,
      body: { type: 'rigid', shape: { type: 'sphere', radius: 0.05 }, material: 'wood' },
    },
  ],
};

/** A one-step problem of a pile of 48 balls coming to rest. */
export function sampleProblem(): PrimalProblem {
  const world = buildWorld(readScene(pile));
  let largest: PrimalProblem | undefined;
  world.watch = (problem, status) => {
    if (status === undefined && problem.mu.length >= (largest?.mu.length ?? 0)) largest = problem;
  };
  for (let k = 0; k < 25; k++) world.step();
  return largest!;
}
