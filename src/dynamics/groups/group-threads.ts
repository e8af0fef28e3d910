import { projecting } from '../../bodies/cloth/local-step.js';
import { pairing } from '../../collision/broad-phase.js';
import { filtering } from '../../collision/pair-filter.js';
import { looking } from '../../collision/proximity.js';
import { contactCount, dofCount, equationCount } from '../../friction/problem.js';
import { type SweepCrew, type SweepTask, followSweeps } from '../../friction/kernel/sweep-crew.js';
import { andersonWorks } from '../../linalg/anderson.js';
import { type SharedTask, helpWith } from '../../linalg/kernel/shared-work.js';
import { treeWorks } from '../../linalg/kernel/tree-solve.js';
import { type TeamTask, followTeam } from '../../linalg/kernel/work-team.js';
import { fewestForParts } from '../../friction/parts/parts.js';
import type { SolveStatus } from '../../friction/solver.js';
import { contactStates, stateNumber } from '../contacts/columns.js';
import { policy } from '../policy/values.js';
import { type GroupJob, type GroupPool, type GroupResult, solveGroup, statuses } from './group-job.js';

/** A thread that passes what it is sent to `answerTask`. */
export interface GroupThread {
  post(task: ThreadTask): void;
}

/** What a thread is asked for: groups of its own, or help with one that all work on. */
export type ThreadTask = GroupTask | SweepTask | SharedTask | TeamTask;

/** Jobs for a thread, and the shared memory for its answers. */
export interface GroupTask {
  readonly jobs: readonly GroupJob[];
  /** the answers one after the other: see `answerSize` */
  readonly answers: SharedArrayBuffer;
  /** an Int32 that becomes 1, with a notification, when all answers are there */
  readonly done: SharedArrayBuffer;
}

/** What steps share that solves have no use for: named here, so that every thread has it. */
const works = [pairing, filtering, looking, projecting, ...andersonWorks, ...treeWorks];

const none = new Float64Array(0);
/** in place of a status: the solver threw */
const failed = -1;
/** status, iterations, error */
const headSize = 3;

/**
 * Solves groups in several threads, this one among them. It waits for the others, so it must not be a page's own thread. A group that is
 * more than a thread's share of the work is solved by all of them; the others by one each. Which thread solves what does not change
 * any bit: groups have nothing in common, and neither have the parts of a group that are swept side by side.
 */
export class GroupThreads implements GroupPool {
  /** the other threads, as helpers with one large problem */
  readonly crew: SweepCrew;
  readonly #threads: readonly GroupThread[];

  /** @param threads the other threads */
  constructor(threads: readonly GroupThread[]) {
    this.#threads = threads;
    this.crew = { call: (task) => threads.forEach((thread) => thread.post(task)) };
  }

  solveAll(jobs: readonly GroupJob[]): GroupResult[] {
    const results: GroupResult[] = [];
    const together = this.#together(jobs);
    for (const i of together) {
      const job = jobs[i];
      results[i] = solveGroup({ ...job, options: { ...job.options, crew: this.crew } });
    }
    const shares = this.#share(jobs, together);
    const tasks = shares.slice(1).map((share, k) => this.#send(k, share, jobs));
    for (const i of shares[0]) results[i] = solveGroup(jobs[i]);
    tasks.forEach((task, k) => task && collect(results, shares[k + 1], task));
    return results;
  }

  /** Numbers of the jobs that all threads work on, one after the other: those that are more than one thread's share. */
  #together(jobs: readonly GroupJob[]): ReadonlySet<number> {
    const sizes = jobs.map(({ problem }) => contactCount(problem));
    const share = sizes.reduce((sum, size) => sum + size, 0) / (this.#threads.length + 1);
    return new Set(sizes.flatMap((size, i) => (size >= fewestForParts && size > share ? [i] : [])));
  }

  /** Numbers of the other jobs of this thread, then of each other: large ones first, each to whoever has least to do. */
  #share(jobs: readonly GroupJob[], without: ReadonlySet<number>): number[][] {
    const shares: number[][] = [[], ...this.#threads.map(() => [])];
    const load = new Float64Array(shares.length);
    const size = (i: number): number => contactCount(jobs[i].problem);
    const numbers = jobs.map((_, i) => i).filter((i) => !without.has(i));
    const order = numbers.sort((a, b) => size(b) - size(a) || a - b);
    for (const i of order) {
      const k = size(i) <= policy.smallGroup ? 0 : load.indexOf(Math.min(...load));
      shares[k].push(i);
      load[k] += size(i);
    }
    return shares;
  }

  #send(k: number, share: readonly number[], all: readonly GroupJob[]): GroupTask | undefined {
    if (share.length === 0) return undefined;
    // nothing else of a job can be sent
    const jobs = share.map((i): GroupJob => {
      const { problem, options, once } = all[i];
      return { problem, options, once };
    });
    const size = jobs.reduce((sum, job) => sum + answerSize(job), 0);
    const task = { jobs, answers: new SharedArrayBuffer(8 * size), done: new SharedArrayBuffer(4) };
    this.#threads[k].post(task);
    return task;
  }
}

/** Length of the answer to a job: head, r, v, s, and the states. */
function answerSize({ problem }: GroupJob): number {
  return headSize + 4 * contactCount(problem) + dofCount(problem) + equationCount(problem);
}

/** The other threads' part. */
export function answerTask(task: ThreadTask): void {
  if ('memory' in task) followSweeps(task);
  else if ('work' in task) helpWith(task, works);
  else if ('team' in task) followTeam(task, works);
  else answerGroups(task);
}

/** Solves the jobs of a task and says so. */
function answerGroups({ jobs, answers, done }: GroupTask): void {
  const out = new Float64Array(answers);
  let at = 0;
  for (const job of jobs) {
    try {
      const { status, iterations, error, r, v, s = none, states } = solveGroup(job);
      const head = [statuses.indexOf(status), iterations, error];
      let to = at;
      for (const part of [head, r, v, s, states.map((state) => stateNumber[state])]) {
        out.set(part, to);
        to += part.length;
      }
    } catch {
      out[at] = failed;
    }
    at += answerSize(job);
  }
  const flag = new Int32Array(done);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

/** Waits for the answers of a task. */
function collect(results: GroupResult[], share: readonly number[], { jobs, answers, done }: GroupTask): void {
  Atomics.wait(new Int32Array(done), 0, 0);
  const out = new Float64Array(answers);
  let at = 0;
  jobs.forEach((job, k) => {
    const r = at + headSize;
    const v = r + 3 * contactCount(job.problem);
    const s = v + dofCount(job.problem);
    const state = s + equationCount(job.problem);
    const end = at + answerSize(job);
    // what threw there throws here too, with its message
    if (out[at] === failed) results[share[k]] = solveGroup(job);
    else {
      results[share[k]] = {
        status: statuses[out[at]] as SolveStatus,
        iterations: out[at + 1],
        error: out[at + 2],
        r: out.slice(r, v),
        v: out.slice(v, s),
        s: out.slice(s, state),
        states: Array.from(out.subarray(state, end), (x) => contactStates[x]),
      };
    }
    at = end;
  });
}
