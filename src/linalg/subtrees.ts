import type { Supernodes } from './supernodes.js';

/**
 * The supernodes of a factor as tasks, in phases: those of a phase have nothing to do with each other, and all that a supernode depends on is
 * in its own task or in an earlier phase. First whole subtrees of the elimination tree, then what is above them.
 */
export interface TreeTasks {
  /** runs of supernodes, the first and the one after the last; rising within a task */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** number of the first run of each task, and of all runs at the end */
  readonly run: Int32Array;
  /** number of the first task of each phase, and of all tasks at the end */
  readonly phase: Int32Array;
}

/** Multiply-adds that going through a row of a panel, or a column, takes the time of: an estimate that only decides where to cut. */
const overhead = 8;

interface Task {
  readonly from: number[];
  readonly to: number[];
  readonly phase: number;
}

/**
 * Cuts the elimination tree so that no task below the top has more than a `parts`th of the work of a solve. The pattern alone
 * decides, whatever the number of threads.
 */
export function divideTree(sn: Supernodes, parts: number): TreeTasks {
  const { count, parent } = sn;
  const { work, total } = subtreeWork(sn);
  const limit = total / parts;
  const isTop = (s: number): boolean => s >= 0 && work[s] > limit;
  const tasks: Task[] = [];
  let taken = Infinity;
  for (let s = 0, begin = 0; s < count; s++) {
    if (isTop(s)) begin = s + 1;
    else if (parent[s] < 0 || isTop(parent[s])) {
      // a whole subtree: what came since the last one; small ones share a task
      if (taken + work[s] > limit) {
        tasks.push({ from: [], to: [], phase: 0 });
        taken = 0;
      }
      taken += work[s];
      append(tasks[tasks.length - 1], begin, s + 1);
      begin = s + 1;
    }
  }
  return listed([...tasks, ...chains(sn, isTop)]);
}

/** Tasks of the top: supernodes one above the other, up to where branches meet. */
function chains({ count, parent }: Supernodes, isTop: (s: number) => boolean): Task[] {
  const tasks: Task[] = [];
  const below: Task[][] = Array.from({ length: count }, () => []);
  for (let s = 0; s < count; s++) {
    if (!isTop(s)) continue;
    const children = below[s];
    let task = children[0];
    if (children.length !== 1) {
      task = { from: [], to: [], phase: 1 + Math.max(0, ...children.map(({ phase }) => phase)) };
      tasks.push(task);
    }
    append(task, s, s + 1);
    if (parent[s] >= 0) below[parent[s]].push(task);
  }
  return tasks.sort((a, b) => a.phase - b.phase || a.from[0] - b.from[0]);
}

/** Adds a run to a task, joined to the last one where it follows that. */
function append({ from, to }: Task, first: number, end: number): void {
  if (to.length > 0 && to[to.length - 1] === first) to[to.length - 1] = end;
  else {
    from.push(first);
    to.push(end);
  }
}

function listed(tasks: readonly Task[]): TreeTasks {
  const run = [0];
  const phase = [0];
  tasks.forEach((task, k) => {
    run.push(run[k] + task.from.length);
    if (k > 0 && task.phase !== tasks[k - 1].phase) phase.push(k);
  });
  phase.push(tasks.length);
  return {
    from: Int32Array.from(tasks.flatMap(({ from }) => from)),
    to: Int32Array.from(tasks.flatMap(({ to }) => to)),
    run: Int32Array.from(run),
    phase: Int32Array.from(phase),
  };
}

/** Work of a solve with each supernode and all below it, and in all. */
function subtreeWork({ count, first, rowPtr, parent }: Supernodes): { work: Float64Array; total: number } {
  const work = new Float64Array(count);
  let total = 0;
  for (let s = 0; s < count; s++) {
    const width = first[s + 1] - first[s];
    const own = (width + overhead) * (0.5 * width + rowPtr[s + 1] - rowPtr[s]);
    total += own;
    work[s] += own;
    if (parent[s] >= 0) work[parent[s]] += work[s];
  }
  return { work, total };
}
