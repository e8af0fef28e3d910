import { InputError } from '../errors.js';
import { buildWorld } from '../scene/build/world.js';
import { readScene } from '../scene/read-scene.js';
import { type Point, designPoints } from './design/points.js';
import { Meter } from './measure/meter.js';
import { settingsAt } from './plan/study-tasks.js';
import type { Study } from './schema.js';
import { applySettings } from './settings.js';

/**
 * Builds the scene at the first point of a study and prepares what is measured there: throws an `InputError` that lists
 * parameters without a place, quantities that do not exist, and whatever is wrong with the scene. What is wrong at
 * another point alone is a result of that run.
 */
export function checkStudyScene(study: Study, scene: unknown, what = 'the study'): void {
  const first = designPoints(study)[0];
  const point = study.find ? { ...first, [study.find.parameter]: study.find.between[0] } : first;
  try {
    const changed = applySettings(scene, settingsAt(study, point));
    new Meter(buildWorld(readScene(changed, 'its scene')), study.measure, study.stop, point);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${what} cannot be run${atPoint(point)}`, error.problems, { cause: error });
  }
}

/** " at mu = 0.3, tilt = 12", or nothing. */
function atPoint(point: Point): string {
  const parts = Object.entries(point).map(([name, value]) => `${name} = ${value}`);
  return parts.length > 0 ? ` at ${parts.join(', ')}` : '';
}
