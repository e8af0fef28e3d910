import type { Point } from '../design/points.js';
import type { FindJson } from '../schema.js';
import type { Task, TaskResult } from '../task.js';
import { type StudyTasks, holdsFor } from './study-tasks.js';

/** Where a condition changes along one parameter, the others held. */
export interface Threshold {
  /** values of the other parameters */
  readonly point: Point;
  /** found: the interval is as short as asked; open: runs are missing; none: it is the same at both ends */
  readonly status: 'found' | 'open' | 'none' | 'failed';
  /** ends of the interval in which it changes; `holds` is the one where the condition holds */
  readonly holds: number;
  readonly fails: number;
  readonly runs: number;
}

/** A search, and the runs it has made or wants next. */
export interface Search {
  readonly threshold: Threshold;
  /** in the order in which they were asked for */
  readonly tasks: readonly Task[];
  readonly wanted: readonly Task[];
}

/** Results so far. */
export type Lookup = (task: Task) => TaskResult | undefined;

/**
 * Bisection, or a cut into more parts: a function of the results alone, so that it goes on from wherever it was, on
 * whatever machine, and always asks for the same runs.
 */
export function searchThreshold(tasks: StudyTasks, find: FindJson, point: Point, lookup: Lookup): Search {
  const made: Task[] = [];
  const search = (status: Threshold['status'], holds: number, fails: number, wanted: Task[] = []): Search => {
    const runs = made.length - wanted.length;
    return { threshold: { point, status, holds, fails, runs }, tasks: made, wanted };
  };
  /** the condition at some values, or the runs that are missing */
  const evaluate = (values: readonly number[]): { known: (boolean | undefined)[]; missing: Task[] } => {
    const missing: Task[] = [];
    const known = values.map((value) => {
      const full = inOrder(tasks, { ...point, [find.parameter]: value });
      const task = tasks.at(full);
      made.push(task);
      const result = lookup(task);
      if (!result) missing.push(task);
      return result && holdsFor(find.holds, full, result);
    });
    return { known, missing };
  };
  let [a, b] = find.between;
  const ends = evaluate([a, b]);
  if (ends.missing.length > 0) return search('open', NaN, NaN, ends.missing);
  const atA = ends.known[0];
  if (atA === undefined || ends.known[1] === undefined) return search('failed', NaN, NaN);
  if (atA === ends.known[1]) return search('none', NaN, NaN);
  for (;;) {
    const [holds, fails] = atA ? [a, b] : [b, a];
    const inner = innerValues(a, b, find.sections);
    if (Math.abs(b - a) <= find.tolerance || inner.length === 0) return search('found', holds, fails);
    const { known, missing } = evaluate(inner);
    if (missing.length > 0) return search('open', holds, fails, missing);
    if (known.includes(undefined)) return search('failed', holds, fails);
    // the first change, counted from a
    const change = known.findIndex((own) => own !== atA);
    const low = change < 0 ? inner[inner.length - 1] : change === 0 ? a : inner[change - 1];
    if (change >= 0) b = inner[change];
    a = low;
  }
}

/** Values between two, none where the numbers are neighbours. */
function innerValues(a: number, b: number, sections: number): number[] {
  const values: number[] = [];
  for (let k = 1; k < sections; k++) {
    const x = a + ((b - a) * k) / sections;
    if (x !== a && x !== b && x !== values[values.length - 1]) values.push(x);
  }
  return values;
}

/** A point with its parameters in the order of the study, so that it has one identity. */
export function inOrder(tasks: StudyTasks, point: Point): Point {
  return Object.fromEntries(Object.keys(tasks.study.parameters).map((name) => [name, point[name]]));
}
