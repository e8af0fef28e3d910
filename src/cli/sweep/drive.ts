import { now } from '../../friction/clock.js';
import type { Plan } from '../../study/plan/plan.js';
import type { Task } from '../../study/task.js';
import { duration } from '../../present/format.js';
import { Progress } from '../progress.js';
import { Interrupt } from '../run/interrupt.js';
import type { Terminal } from '../terminal.js';
import type { Execution, Executor } from './executors/executor.js';
import type { RunFolder } from './run-folder.js';

/** What became of a sweep. */
export interface Drive {
  readonly plan: Plan;
  /** tasks without a result, with the reason */
  readonly lost: ReadonlyMap<string, string>;
  readonly interrupted: boolean;
  /** runs made now, and wall time (s) */
  readonly made: number;
  readonly seconds: number;
}

/** Seconds between lines of progress on a screen and in a log. */
const pause = { screen: 0.25, log: 5 };

/** Runs what a study or an identification still wants, until nothing is left or Ctrl-C. Every result is on disk before it counts. */
export async function driveStudy(terminal: Terminal, folder: RunFolder, executor: Executor): Promise<Drive> {
  const driver = new Driver(terminal, folder, executor);
  return await driver.run();
}

class Driver {
  readonly #folder: RunFolder;
  readonly #executor: Executor;
  readonly #progress: Progress;
  readonly #pause: number;
  readonly #begin = now();
  readonly #lost = new Map<string, string>();
  readonly #running = new Map<string, Promise<void>>();
  #fault: unknown;
  #plan: Plan;
  #made = 0;
  #shown = 0;

  constructor(terminal: Terminal, folder: RunFolder, executor: Executor) {
    this.#folder = folder;
    this.#executor = executor;
    this.#progress = new Progress(terminal);
    this.#pause = terminal.screen ? pause.screen : pause.log;
    this.#plan = folder.plan();
  }

  async run(): Promise<Drive> {
    const interrupt = new Interrupt();
    const watch = setInterval(() => {
      if (interrupt.asked) this.#executor.interrupt();
      this.#show();
    }, 100);
    try {
      let queue = this.#queue();
      while (!interrupt.asked && this.#fault === undefined) {
        while (queue.length > 0 && this.#running.size < this.#executor.width) this.#start(queue.shift()!);
        if (this.#running.size === 0) break;
        await Promise.race(this.#running.values());
        if (this.#plan.grows) {
          this.#plan = this.#folder.plan();
          queue = this.#queue();
        }
      }
      if (interrupt.asked || this.#fault !== undefined) this.#executor.interrupt();
      await Promise.all(this.#running.values());
    } finally {
      clearInterval(watch);
      interrupt.release();
      this.#progress.clear();
      await this.#executor.close();
    }
    if (this.#fault !== undefined) throw this.#fault;
    this.#plan = this.#folder.plan();
    const interrupted = interrupt.asked !== undefined && this.#plan.wanted.length > 0;
    return { plan: this.#plan, lost: this.#lost, interrupted, made: this.#made, seconds: now() - this.#begin };
  }

  #queue(): Task[] {
    return this.#plan.wanted.filter(({ id }) => !this.#lost.has(id) && !this.#running.has(id));
  }

  #start(task: Task): void {
    // another sweep of the same study may have made it meanwhile
    if (this.#folder.lookup(task)) return;
    const done = this.#executor.execute(task).then(
      (execution) => this.#take(task, execution),
      (error: unknown) => void (this.#fault ??= error),
    );
    this.#running.set(
      task.id,
      done.finally(() => this.#running.delete(task.id)),
    );
  }

  #take(task: Task, execution: Execution): void {
    if (execution.kind === 'lost') this.#lost.set(task.id, execution.reason);
    if (execution.kind !== 'finished') return;
    const { result, provenance, picture } = execution;
    try {
      this.#folder.store.put(task.id, result, provenance, picture);
      this.#made++;
    } catch (error) {
      this.#fault ??= error;
    }
  }

  #show(): void {
    const time = now();
    if (time - this.#shown < this.#pause) return;
    this.#shown = time;
    const { runs, wanted, grows } = this.#plan;
    const missing = grows ? wanted.length : wanted.filter((task) => !this.#folder.store.has(task.id)).length;
    const done = runs.length - missing;
    const rate = this.#made / (time - this.#begin);
    const left = !grows && rate > 0 ? `${duration(missing / rate)} left` : '';
    const lost = this.#lost.size > 0 ? `${this.#lost.size} lost` : '';
    const parts = [`${done} of ${runs.length}${grows ? ' or more' : ''} runs`, this.#executor.description, lost, left];
    this.#progress.show(parts.filter((part) => part !== '').join('  '));
  }
}
