import { Runner } from '../../record/runner.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { clothCrossings } from '../cloth/crossings.js';
import { clothOverlap } from '../cloth/overlap.js';
import type { ValidationRow } from '../row.js';

/** Depth over the thickness that a vertex may have in a scene's end state. */
const depthAllowed = 0.1;

/** Runs a scene to its end and measures how its cloths lie there; a run that breaks gives lines that fail. */
export function clothLines(scene: string): ValidationRow[] {
  const run = new Runner(gallerySceneNamed(scene));
  let depth = 0;
  let crossings = 0;
  try {
    while (!run.done) run.step();
    for (const { world, cloth } of run.world.cloths) {
      const { obstacle, self } = clothOverlap(world);
      depth = Math.max(depth, obstacle / cloth.material.thickness, self / cloth.material.thickness);
      crossings += clothCrossings(cloth);
    }
  } catch {
    depth = crossings = NaN;
  }
  const at = `${scene} at ${run.world.t.toFixed(3)} s`;
  return [
    { name: `${at}, deepest vertex over the thickness`, expected: 0, got: depth, tolerance: depthAllowed, unit: '' },
    { name: `${at}, edges that go through a triangle`, expected: 0, got: crossings, tolerance: 0, unit: '' },
  ];
}

/** The scenes of cloth that take minutes, and those that take long. */
export const clothScenes: readonly string[] = ['ribbon', 'square-1', 'square-3', 'hammock'];
export const gownScenes: readonly string[] = ['arabesque', 'crinoline'];
