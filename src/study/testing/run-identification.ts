import { Identification } from '../identify/identification.js';
import { type IdentifyPlan, planIdentification } from '../identify/plan-identification.js';
import { readIdentify } from '../identify/read-problem.js';
import type { Task, TaskResult } from '../task.js';
import { TaskRun } from '../task-run.js';

/** Identifies in this process; `known` keeps results for the next call. */
export function runIdentification(
  input: unknown,
  scene: unknown,
  known = new Map<string, TaskResult>(),
): Required<IdentifyPlan> & { made: number } {
  const identification = new Identification(readIdentify(input), scene, 'test 1');
  identification.check();
  const lookup = (task: Task): TaskResult | undefined => known.get(task.id);
  let made = 0;
  for (;;) {
    const plan = planIdentification(identification, lookup);
    if (plan.fit) return { ...plan, fit: plan.fit, made };
    for (const task of plan.wanted) {
      const run = new TaskRun(task, scene);
      while (!run.done) run.step();
      known.set(task.id, run.result());
      made++;
    }
  }
}
