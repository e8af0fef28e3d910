import type { Plan, PlannedRun } from '../plan/plan.js';
import type { Lookup } from '../plan/threshold.js';
import type { Task, TaskResult } from '../task.js';
import { type Fit, describeFit } from './describe-fit.js';
import { fitModel } from './fit.js';
import type { Identification } from './identification.js';
import { pointAt } from './unknowns.js';

/** What an identification has come to and what it wants next. */
export interface IdentifyPlan extends Plan {
  /** once nothing is wanted any more */
  readonly fit?: Fit;
}

/** The search played again on the results so far: the same results give the same plan, wherever it goes on. */
export function planIdentification(identification: Identification, lookup: Lookup): IdentifyPlan {
  const { problem, readings } = identification;
  const search = fitModel(readings.settings(problem));
  const runs = new Map<string, PlannedRun>();
  let points = 0;
  let step = search.next();
  while (!step.done) {
    const wanted = new Map<string, Task>();
    const answers = step.value.map((z) => {
      const point = pointAt(problem, z);
      const tasks = identification.tasksAt(point);
      if (!runs.has(tasks[0].id)) points++;
      for (const task of tasks) {
        runs.set(task.id, { point, task });
        if (!lookup(task)) wanted.set(task.id, task);
      }
      return wanted.size > 0 ? undefined : identification.evaluate(resultsOf(tasks, lookup));
    });
    if (wanted.size > 0) return { runs: [...runs.values()], wanted: [...wanted.values()], thresholds: [], grows: true };
    step = search.next(answers.map((answer) => answer!));
  }
  const found = step.value;
  const results = resultsOf(identification.tasksAt(pointAt(problem, found.best.z)), lookup);
  const failed = results.some(({ status }) => status === 'failed');
  const fit = describeFit(problem, readings, found, {
    computed: failed ? readings.numbers.map(() => NaN) : identification.computed(results),
    answers: failed ? readings.yesNo.map(() => false) : identification.answers(results),
    slides: (z) => {
      const there = identification.tasksAt(pointAt(problem, z)).map(lookup);
      return there.every((own) => own !== undefined) ? identification.slides(there) : undefined;
    },
    points,
    runs: runs.size,
  });
  return { runs: [...runs.values()], wanted: [], thresholds: [], grows: true, fit };
}

const resultsOf = (tasks: readonly Task[], lookup: Lookup): TaskResult[] => tasks.map((task) => lookup(task)!);
