import { type TreeTasks, divideTree } from '../subtrees.js';
import type { Supernodes } from '../supernodes.js';
import { Layout, sharedKernelMemory } from './layout.js';
import { type SharedData, defineWork } from './shared-work.js';
import { largestMemory } from './solve-kernel.js';
import { solveTeamWasm } from './solve-team-wasm.js';
import { compileKernel } from './wasm-module.js';
import { type TeamJob, type WorkTeam, teamJob } from './work-team.js';

/**
 * Parts that the tree is cut into. More of them share the work more evenly and leave more of it to the top, which few threads can
 * share: with 16, 14 to 25 % on sheets and gowns of 6,000 to 53,000 vertices; with 64, 28 to 43 %.
 */
const parts = 16;

/** What kernels/solve-team.ts exports: runs of supernodes, from and to before, then addresses. */
interface TeamSolveExports {
  forwardRun(...args: RunArguments): void;
  backwardRun(...args: RunArguments): void;
}
type RunArguments = [number, number, number, number, number, number, number, number, number];

/** The names of the lists of indices that stand in the memory. */
const lists = [
  'first',
  'rowPtr',
  'rows',
  'panelAt',
  'order',
  'from',
  'to',
  'run',
  /** rows as the forward solve writes them: those of another task have a slot beyond the columns */
  'slotted',
  /** slots that are collected before each run: where they end; where those of each task begin */
  'slotEnd',
  'slotStart',
  /** column that each slot is for */
  'target',
] as const;
type Lists = Record<(typeof lists)[number], Int32Array>;

/** Places in the memory (bytes) and lengths. */
type TreeData = SharedData & {
  readonly memory: WebAssembly.Memory;
  readonly at: readonly number[];
  readonly length: readonly number[];
  readonly l: number;
  readonly ab: number;
  readonly c: number;
  /** columns, and columns with slots */
  readonly n: number;
  readonly size: number;
  /** right-hand sides and solution, 3 numbers a node */
  readonly x: Float64Array;
};

/** What a thread sees of it. */
interface Opened extends Lists {
  readonly exports: TeamSolveExports;
  readonly forward: RunArguments;
  readonly backward: RunArguments;
  readonly ab: Float64Array;
  readonly c: Float64Array;
}

let compiled: WebAssembly.Module | null | undefined;
const opened = new WeakMap<TreeData, Opened>();

function open(data: TreeData): Opened {
  const known = opened.get(data);
  if (known) return known;
  const { memory, at, length, l, ab, c, size } = data;
  const { buffer } = memory;
  compiled ??= compileKernel(solveTeamWasm);
  const imports = { env: { memory, abort: () => undefined } };
  const exports = new WebAssembly.Instance(compiled!, imports).exports as unknown as TeamSolveExports;
  const own = Object.fromEntries(lists.map((name, k) => [name, new Int32Array(buffer, at[k], length[k])])) as Lists;
  const place = (name: (typeof lists)[number]): number => at[lists.indexOf(name)];
  const arguments_ = (rows: number): RunArguments => {
    return [0, 0, place('first'), place('rowPtr'), rows, place('panelAt'), l, ab, c];
  };
  const made = {
    ...own,
    exports,
    forward: arguments_(place('slotted')),
    backward: arguments_(place('rows')),
    ab: new Float64Array(buffer, ab, 2 * size),
    c: new Float64Array(buffer, c, size),
  };
  opened.set(data, made);
  return made;
}

/** A task of x <- L⁻¹ x. */
const eliminating = defineWork<TreeData>('forward solve', (data, task) => {
  const { exports, forward, ab, c, first, order, from, to, run, slotStart, slotEnd, target } = open(data);
  const { x, n } = data;
  for (let r = run[task]; r < run[task + 1]; r++) {
    for (let k = first[from[r]]; k < first[to[r]]; k++) {
      const i = 3 * order[k];
      ab[2 * k] = x[i];
      ab[2 * k + 1] = x[i + 1];
      c[k] = x[i + 2];
    }
  }
  let slot = slotStart[task];
  for (let r = run[task]; r < run[task + 1]; r++) {
    // what earlier tasks subtract from these columns, in the order in which one thread would
    for (; slot < slotEnd[r]; slot++) {
      const k = target[slot];
      const s = n + slot;
      ab[2 * k] += ab[2 * s];
      ab[2 * k + 1] += ab[2 * s + 1];
      c[k] += c[s];
      ab[2 * s] = ab[2 * s + 1] = c[s] = -0;
    }
    forward[0] = from[r];
    forward[1] = to[r];
    exports.forwardRun(...forward);
  }
});

/** A task of x <- L⁻ᵀ x. */
const substituting = defineWork<TreeData>('backward solve', (data, task) => {
  const { exports, backward, ab, c, first, order, from, to, run } = open(data);
  const { x } = data;
  for (let r = run[task + 1] - 1; r >= run[task]; r--) {
    backward[0] = from[r];
    backward[1] = to[r];
    exports.backwardRun(...backward);
    for (let k = first[from[r]]; k < first[to[r]]; k++) {
      const i = 3 * order[k];
      x[i] = ab[2 * k];
      x[i + 1] = ab[2 * k + 1];
      x[i + 2] = c[k];
    }
  }
});

export const treeWorks = [eliminating, substituting];

/**
 * Solves with a supernodal factor and three right-hand sides by a team, bit for bit as `solveSupernodes3`. Tasks are parts of the
 * elimination tree. What a supernode subtracts from a column of another task is left in a slot of its own; the column's task
 * subtracts it, in the order of the supernodes.
 */
export class TreeSolve {
  readonly jobs: readonly TeamJob[];
  readonly #forward: TeamJob;
  readonly #backward: TeamJob;
  readonly #phase: Int32Array;

  private constructor(data: TreeData, phase: Int32Array) {
    this.#forward = teamJob(eliminating, data);
    this.#backward = teamJob(substituting, data);
    this.jobs = [this.#forward, this.#backward];
    this.#phase = phase;
  }

  /**
   * For a factor with panels l and right-hand sides in x, an array that threads share. Undefined where it would take too much memory, or where
   * the platform has no WebAssembly SIMD or no memory to share.
   */
  static create(sn: Supernodes, l: Float64Array, x: Float64Array): TreeSolve | undefined {
    const tasks = divideTree(sn, parts);
    const indices: Lists = { ...sn, ...tasks, ...slots(sn, tasks) };
    const layout = new Layout();
    const at = lists.map((name) => layout.place(4 * indices[name].length));
    const length = lists.map((name) => indices[name].length);
    const size = sn.n + indices.target.length;
    const places = { l: layout.place(8 * l.length), ab: layout.place(16 * size), c: layout.place(8 * size) };
    if (layout.size > largestMemory) return undefined;
    compiled ??= compileKernel(solveTeamWasm);
    const memory = compiled ? sharedKernelMemory(layout.size) : undefined;
    if (!memory) return undefined;
    lists.forEach((name, k) => new Int32Array(memory.buffer, at[k], length[k]).set(indices[name]));
    new Float64Array(memory.buffer, places.l, l.length).set(l);
    // -0: subtracted from and added, a slot then does just what subtracting would have done
    new Float64Array(memory.buffer, places.ab, 2 * size).fill(-0);
    new Float64Array(memory.buffer, places.c, size).fill(-0);
    return new TreeSolve({ memory, at, length, ...places, n: sn.n, size, x }, tasks.phase);
  }

  /** x[3 i + k] <- Σ_j A⁻¹(i, j) x[3 j + k] */
  solve3(team: WorkTeam): void {
    const phase = this.#phase;
    for (let p = 0; p + 1 < phase.length; p++) team.perform(this.#forward, phase[p], phase[p + 1]);
    for (let p = phase.length - 2; p >= 0; p--) team.perform(this.#backward, phase[p], phase[p + 1]);
  }
}

/** Slots for what crosses from task to task, those of a task in the order of the supernodes that they come from. */
function slots(
  sn: Supernodes,
  { from, to, run }: TreeTasks,
): Pick<Lists, 'slotted' | 'slotEnd' | 'slotStart' | 'target'> {
  const { n, count, rows, rowPtr, superOf } = sn;
  const tasks = run.length - 1;
  const taskOf = new Int32Array(count);
  const runOf = new Int32Array(count);
  for (let k = 0; k < tasks; k++) {
    for (let r = run[k]; r < run[k + 1]; r++) {
      taskOf.fill(k, from[r], to[r]);
      runOf.fill(r, from[r], to[r]);
    }
  }
  const slotStart = new Int32Array(tasks + 1);
  const crosses = (s: number, p: number): boolean => taskOf[superOf[rows[p]]] !== taskOf[s];
  for (let s = 0; s < count; s++) {
    for (let p = rowPtr[s]; p < rowPtr[s + 1]; p++) if (crosses(s, p)) slotStart[taskOf[superOf[rows[p]]] + 1]++;
  }
  for (let k = 0; k < tasks; k++) slotStart[k + 1] += slotStart[k];
  const next = slotStart.slice(0, tasks);
  const slotted = rows.slice();
  const target = new Int32Array(slotStart[tasks]);
  const slotEnd = new Int32Array(from.length);
  for (let s = 0; s < count; s++) {
    // all that comes before a run has been seen when it begins
    if (s === from[runOf[s]]) slotEnd[runOf[s]] = next[taskOf[s]];
    for (let p = rowPtr[s]; p < rowPtr[s + 1]; p++) {
      if (!crosses(s, p)) continue;
      const slot = next[taskOf[superOf[rows[p]]]]++;
      target[slot] = rows[p];
      slotted[p] = n + slot;
    }
  }
  return { slotted, slotEnd, slotStart, target };
}
