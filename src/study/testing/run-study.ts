import { type Plan, planStudy } from '../plan/plan.js';
import { StudyTasks } from '../plan/study-tasks.js';
import { readStudy } from '../read-study.js';
import { type Task, type TaskResult } from '../task.js';
import { TaskRun } from '../task-run.js';

/** Runs a study in this process; `interrupt` breaks every task off once, saves it and goes on in a new run. */
export function runStudy(
  input: unknown,
  scene: unknown,
  interrupt = false,
): { plan: Plan; lookup: (task: Task) => TaskResult | undefined; tasks: StudyTasks; runs: number } {
  const tasks = new StudyTasks(readStudy(input), scene, 'test 1');
  const results = new Map<string, TaskResult>();
  const lookup = (task: Task): TaskResult | undefined => results.get(task.id);
  let runs = 0;
  for (;;) {
    const plan = planStudy(tasks, lookup);
    if (plan.wanted.length === 0) return { plan, lookup, tasks, runs };
    for (const task of plan.wanted) {
      runs++;
      results.set(task.id, runTask(task, scene, interrupt));
    }
  }
}

function runTask(task: Task, scene: unknown, interrupt: boolean): TaskResult {
  let run = new TaskRun(task, scene);
  let steps = 0;
  while (!run.done) {
    run.step();
    const saved = interrupt && ++steps === 7 ? run.save() : undefined;
    if (!saved) continue;
    run = new TaskRun(task, scene);
    run.load(saved);
  }
  return run.result();
}
