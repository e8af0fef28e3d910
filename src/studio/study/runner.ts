import type { Plan } from '../../study/plan/plan.js';
import type { Lookup } from '../../study/plan/threshold.js';
import type { Task, TaskResult } from '../../study/task.js';
import type { RunAnswer, RunRequest } from './run-worker.js';
import RunWorker from './run-worker.js?worker&inline';

/** What a runner is told and tells. */
export interface RunnerOptions {
  readonly scene: unknown;
  plan(lookup: Lookup): Plan;
  /** after every result, and when nothing is left */
  changed(): void;
  failed(message: string): void;
}

/** Workers at most: each holds a world, and the page wants a core for itself. */
const mostWorkers = 4;

/** Runs what a plan wants in workers of the page, until nothing is left. */
export class Runner {
  readonly results = new Map<string, TaskResult>();
  readonly pictures = new Map<string, string>();
  readonly lookup: Lookup = (task) => this.results.get(task.id);
  readonly #options: RunnerOptions;
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  readonly #running = new Map<string, Worker>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#all.length > 0;
  }

  start(): void {
    if (this.running) return;
    const count = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency - 1));
    for (let k = 0; k < count; k++) this.#idle.push(this.#worker());
    this.#next();
  }

  /** Ends what is under way; results so far stay. */
  stop(): void {
    for (const worker of this.#all) worker.terminate();
    this.#all.length = this.#idle.length = 0;
    this.#running.clear();
  }

  #worker(): Worker {
    const worker = new RunWorker();
    this.#all.push(worker);
    worker.postMessage({ type: 'scene', scene: this.#options.scene } satisfies RunRequest);
    worker.onmessage = ({ data }: MessageEvent<RunAnswer>) => this.#take(worker, data);
    worker.onerror = (event) => this.#fail(event.message);
    return worker;
  }

  #take(worker: Worker, { id, result, picture, fault }: RunAnswer): void {
    this.#running.delete(id);
    this.#idle.push(worker);
    if (!result) {
      this.#fail(fault ?? 'a run ended without a result');
      return;
    }
    this.results.set(id, result);
    if (picture !== undefined) this.pictures.set(id, picture);
    this.#next();
    this.#options.changed();
  }

  #fail(message: string): void {
    this.stop();
    this.#options.failed(message);
  }

  #next(): void {
    const { wanted } = this.#options.plan(this.lookup);
    const open = wanted.filter(({ id }) => !this.#running.has(id));
    for (const task of open) {
      const worker = this.#idle.pop();
      if (!worker) break;
      this.#run(worker, task);
    }
    if (this.#running.size === 0) this.stop();
  }

  #run(worker: Worker, task: Task): void {
    this.#running.set(task.id, worker);
    worker.postMessage({ type: 'run', task, picture: true } satisfies RunRequest);
  }
}
