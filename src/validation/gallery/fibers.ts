import { Runner } from '../../record/runner.js';
import { growthWarned, relativeGrowth } from '../../record/warnings.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { overrideScene } from '../../scene/set.js';
import type { ValidationRow } from '../row.js';

/** A gallery scene at its default length, some values replaced. */
interface Case {
  readonly name: string;
  readonly scene: string;
  readonly set?: readonly string[];
}

/** The scenes of fibers of [Bertails11], the rod of the incline, the rope to play with, and the rod on a ball. */
export const fiberScenes: readonly Case[] = [
  { name: 'plectoneme', scene: 'plectoneme' },
  { name: 'knot', scene: 'knot' },
  { name: 'wavy-hair', scene: 'wavy-hair' },
  { name: 'self-stacking', scene: 'self-stacking' },
  { name: 'spaghetti-7', scene: 'spaghetti-7' },
  { name: 'spaghetti-31, no friction', scene: 'spaghetti-31', set: ['materials.pasta.friction=0'] },
  {
    name: 'spaghetti-31, friction with the plate only',
    scene: 'spaghetti-31',
    set: ['pairs=[{"between":["pasta","pasta"],"friction":0}]'],
  },
  { name: 'spaghetti-31', scene: 'spaghetti-31' },
  { name: 'spaghetti-76', scene: 'spaghetti-76' },
  { name: 'incline', scene: 'incline' },
  { name: 'rope', scene: 'rope' },
  { name: 'rotating-ball', scene: 'rotating-ball' },
];

/** The heads of hair of [Daviet11]. */
export const hairScenes: readonly Case[] = ['pony', 'free-a', 'free-b', 'curly'].map((name) => ({ name, scene: name }));

/** Overlap over the radius, and share of the steps unconverged, that a scene may have. */
const depthAllowed = 0.05;
const unconvergedAllowed = 0.01;

/** Runs a scene to its end and says how well it went; numbers that are not finite give lines that fail. */
export function galleryLines({ name, scene, set = [] }: Case): ValidationRow[] {
  const run = new Runner(overrideScene(gallerySceneNamed(scene), set));
  let steps = 0;
  let unconverged = 0;
  let depth = 0;
  try {
    for (; !run.done; steps++) {
      const step = run.step();
      if (step.status !== 'converged') unconverged++;
      depth = Math.max(depth, step.penetrationRelative);
    }
  } catch {
    depth = unconverged = NaN;
  }
  const line = (what: string, got: number, tolerance: number): ValidationRow => ({
    name: `${name}, ${what}`,
    expected: 0,
    got,
    tolerance,
    unit: '',
  });
  return [
    line('deepest overlap over the radius', depth, depthAllowed),
    line(`share of ${steps} steps unconverged`, unconverged / steps, unconvergedAllowed),
    line('energy from nowhere over that put in', relativeGrowth(run.tally), growthWarned),
  ];
}
