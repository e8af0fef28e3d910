import { fewestForParts } from '../friction/parts/parts.js';
import { type ContactProblem, contactCount } from '../friction/problem.js';
import type { SweepCrew } from '../friction/kernel/sweep-crew.js';
import { type Threads, startThreads } from '../node/threads.js';

/** The threads of `--threads`, started by the first problem that is large enough to gain by them. */
export class SolveThreads {
  readonly #count: number;
  #threads: Threads | undefined;

  constructor(count = 1) {
    this.#count = count;
  }

  /** Options that have the threads help with a problem. */
  for(problem: ContactProblem): { crew?: SweepCrew } {
    if (this.#count < 2 || contactCount(problem) < fewestForParts) return {};
    this.#threads ??= startThreads(this.#count);
    const { crew } = this.#threads;
    return crew ? { crew } : {};
  }

  async close(): Promise<void> {
    await this.#threads?.close();
  }
}
