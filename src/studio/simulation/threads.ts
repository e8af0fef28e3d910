import { type GroupJob, type GroupPool, type GroupResult, solveGroup } from '../../dynamics/groups/group-job.js';
import type { SweepCrew } from '../../friction/kernel/sweep-crew.js';
import { fewestForParts } from '../../friction/parts/parts.js';
import { policy } from '../../dynamics/policy/values.js';
import { type ThreadTask, answerTask, GroupThreads } from '../../dynamics/groups/group-threads.js';

/**
 * The simulation's pool of threads. Workers cost time and memory to start, and most scenes are a single small group: the page is
 * asked for them by the first step that has use for two.
 */
export class LatePool implements GroupPool {
  readonly #ask: () => void;
  #asked = false;
  #threads: GroupThreads | undefined;

  /** @param ask asks the page for threads; they arrive through `use` */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /**
   * Uses threads as soon as all of them have said that they listen. Whoever waits for an answer over a port that is not connected
   * yet waits for ever in Firefox: it connects them in the turns of the very thread that waits.
   */
  use(ports: readonly MessagePort[]): void {
    let silent = ports.length;
    for (const port of ports) {
      port.onmessage = () => {
        port.onmessage = null;
        silent--;
        if (silent === 0)
          this.#threads = new GroupThreads(ports.map((one) => ({ post: (task) => one.postMessage(task) })));
      };
    }
  }

  get crew(): SweepCrew | undefined {
    return this.#threads?.crew;
  }

  want(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#ask();
  }

  solveAll(jobs: readonly GroupJob[]): GroupResult[] {
    if (this.#threads) return this.#threads.solveAll(jobs);
    const large = jobs.filter(({ problem }) => problem.mu.length > policy.smallGroup);
    const hasHuge = large.some(({ problem }) => problem.mu.length >= fewestForParts);
    if (large.length > 1 || hasHuge) this.want();
    return jobs.map(solveGroup);
  }
}

/** Makes this worker one of another's threads, and tells that one so. */
export function serve(port: MessagePort): void {
  port.onmessage = ({ data }: MessageEvent<ThreadTask>) => answerTask(data);
  port.postMessage('listening');
}
