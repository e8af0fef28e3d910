import type { SharedTask, WorkCrew } from '../../linalg/kernel/shared-work.js';
import type { TeamTask } from '../../linalg/kernel/work-team.js';
import { type KernelInstance, type TeamExports, teamInstances } from './kernel-memory.js';

/**
 * Other threads that help this one with a large problem. This one waits for them, so it must not be a page's own. However many
 * there are, and whether they come at all, does not change any bit.
 */
export interface SweepCrew extends WorkCrew {
  /** Has every other thread call `followSweeps`, `helpWith` or `followTeam` with the task, sooner or later. */
  call(task: SweepTask | SharedTask | TeamTask): void;
}

/** What a thread needs to help. */
export interface SweepTask {
  /** shared memory of the kernel, with a number that tells it from others */
  readonly memory: WebAssembly.Memory;
  readonly memoryNumber: number;
  /** number of the problem in it */
  readonly problem: number;
}

/** What a leader runs the kernel by. */
export interface SweepTeam {
  readonly memory: WebAssembly.Memory;
  /** Lets the others in, once the problem stands in the memory. */
  open(): void;
  perform(work: number, beta: number): void;
  change(): number;
  release(): void;
}

/** Problems are numbered by twos: that of a problem which is over is one more than its own, and nobody comes for it. */
let problems = 0;
let memories = 0;
const numbers = new WeakMap<WebAssembly.Memory, number>();

/** A team of this thread and a crew, with so many bytes of memory; undefined where threads cannot share memory. */
export function takeTeam(bytes: number, crew: SweepCrew): SweepTeam | undefined {
  const instance = teamInstances.take(bytes);
  if (!instance) return undefined;
  const { memory, exports } = instance;
  const memoryNumber = numbers.get(memory) ?? ++memories;
  numbers.set(memory, memoryNumber);
  problems = (problems + 2) & 0x3ffffffe;
  const problem = problems;
  return {
    memory,
    open() {
      exports.open(problem);
      crew.call({ memory, memoryNumber, problem });
    },
    perform: (work, beta) => exports.lead(work, beta),
    change: () => exports.change(),
    release() {
      exports.close();
      teamInstances.giveBack(instance, bytes);
    },
  };
}

let joined: { readonly number: number; readonly instance: KernelInstance<TeamExports> } | undefined;

/** The part of the other threads: helps until the problem is solved. */
export function followSweeps({ memory, memoryNumber, problem }: SweepTask): void {
  if (joined?.number !== memoryNumber) {
    const instance = teamInstances.over(memory);
    if (!instance) return;
    joined = { number: memoryNumber, instance };
  }
  joined.instance.exports.follow(problem);
}
