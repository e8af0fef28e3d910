import { type Point, designPoints } from '../design/points.js';
import type { Task } from '../task.js';
import { refineGrid } from './refine.js';
import type { StudyTasks } from './study-tasks.js';
import { type Lookup, type Threshold, inOrder, searchThreshold } from './threshold.js';

/** A run of a study: a row of its table. */
export interface PlannedRun {
  readonly point: Point;
  readonly task: Task;
}

/** What a study has come to and what it wants next. */
export interface Plan {
  readonly runs: readonly PlannedRun[];
  /** runs without a result, which can be made now, in any order */
  readonly wanted: readonly Task[];
  readonly thresholds: readonly Threshold[];
  /** whether results may ask for runs that are not in the list yet */
  readonly grows: boolean;
}

/** A study's runs as far as the results determine them. The same results give the same plan. */
export function planStudy(tasks: StudyTasks, lookup: Lookup): Plan {
  const { study } = tasks;
  if (study.refine) {
    const { points, tasks: made, wanted } = refineGrid(tasks, lookup);
    return { runs: points.map((point, k) => ({ point, task: made[k] })), wanted, thresholds: [], grows: true };
  }
  const points = designPoints(study);
  if (!study.find) {
    const runs = points.map((point) => ({ point, task: tasks.at(point) }));
    const wanted = runs.flatMap(({ task }) => (lookup(task) ? [] : [task]));
    return { runs, wanted, thresholds: [], grows: false };
  }
  const searches = points.map((point) => searchThreshold(tasks, study.find!, point, lookup));
  const runs = searches.flatMap(({ tasks: made }) =>
    made.map((task) => ({ point: inOrder(tasks, task.parameters), task })),
  );
  const wanted = searches.flatMap((search) => search.wanted);
  return { runs, wanted, thresholds: searches.map(({ threshold }) => threshold), grows: true };
}
