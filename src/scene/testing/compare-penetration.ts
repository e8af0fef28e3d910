import type { World } from '../../dynamics/world.js';
import { buildWorld } from '../build/world.js';
import { gallerySceneNamed } from '../gallery/gallery.js';
import { readScene } from '../read-scene.js';

/** Overlaps below this are rounding of positions of a metre, which both sides may have (m). */
const rounding = 1e-12;

/** Runs a gallery scene and compares, every so many steps, the penetration that the step reports with `depth` of the state before it. */
export function comparePenetration(
  scene: string,
  run: { calm: number; steps: number; every: number; depth: (world: World) => number },
): { compared: number; deepest: number; worst: number; missed: number } {
  const world = buildWorld(readScene(gallerySceneNamed(scene)));
  let [compared, deepest, worst, missed] = [0, 0, 0, 0];
  for (let k = 0; k < run.calm; k++) world.step();
  for (let k = 0; k < run.steps; k++) {
    const isLookedAt = k % run.every === 0;
    const there = isLookedAt ? run.depth(world) : 0;
    const { penetrationMax } = world.step();
    if (!isLookedAt || Math.max(there, penetrationMax) < rounding) continue;
    compared++;
    deepest = Math.max(deepest, there);
    if (there > rounding) missed = Math.max(missed, (there - penetrationMax) / there);
    worst = Math.max(worst, Math.abs(there - penetrationMax) / Math.max(there, penetrationMax));
  }
  return { compared, deepest, worst, missed };
}
