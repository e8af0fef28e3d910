import { lengthOf, type Point, valueAtShare } from '../design/points.js';
import type { Task } from '../task.js';
import { type StudyTasks, holdsFor } from './study-tasks.js';
import type { Lookup } from './threshold.js';

/** Runs of a grid that is divided where an answer changes. */
export interface Refinement {
  readonly points: readonly Point[];
  readonly tasks: readonly Task[];
  readonly wanted: readonly Task[];
}

/**
 * Grid points, then those of the cells whose corners differ in a condition, halved along every parameter, level by level.
 * Points are counted on the finest lattice, so that neighbouring cells share theirs.
 */
export function refineGrid(tasks: StudyTasks, lookup: Lookup): Refinement {
  const { parameters, refine } = tasks.study;
  const names = Object.keys(parameters);
  const { where, levels } = refine!;
  const finest = 1 << levels;
  const spans = names.map((name) => (lengthOf(parameters[name]) - 1) * finest);
  const points: Point[] = [];
  const made: Task[] = [];
  const known = new Map<string, boolean | undefined>();
  const missing: Task[] = [];
  const visit = (place: readonly number[]): void => {
    const key = place.join(' ');
    if (known.has(key)) return;
    const point = Object.fromEntries(
      names.map((name, d) => [name, valueAtShare(parameters[name], place[d] / spans[d])]),
    );
    const task = tasks.at(point);
    const result = lookup(task);
    points.push(point);
    made.push(task);
    if (!result) missing.push(task);
    known.set(key, result && holdsFor(where, point, result));
  };
  let cells = lattice(spans.map((span) => span / finest)).map((place) => place.map((x) => x * finest));
  let size = finest;
  for (let level = 0; level <= levels; level++) {
    for (const cell of cells) for (const corner of cornersOf(cell, size)) visit(corner);
    if (missing.length > 0 || level === levels) break;
    cells = cells.filter((cell) => {
      const answers = cornersOf(cell, size).map((corner) => known.get(corner.join(' ')));
      return answers.some((answer) => answer !== answers[0]);
    });
    size /= 2;
    cells = cells.flatMap((cell) => lattice(cell.map(() => 2)).map((half) => half.map((x, d) => cell[d] + x * size)));
  }
  return { points, tasks: made, wanted: missing };
}

/** All places of a lattice with so many cells along each axis. */
function lattice(cells: readonly number[]): number[][] {
  let places: number[][] = [[]];
  for (const n of cells) {
    places = places.flatMap((place) => Array.from({ length: n }, (_, k) => [...place, k]));
  }
  return places;
}

function cornersOf(cell: readonly number[], size: number): number[][] {
  return lattice(cell.map(() => 2)).map((corner) => corner.map((x, d) => cell[d] + x * size));
}
