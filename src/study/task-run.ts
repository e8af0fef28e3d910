import { StepError } from '../dynamics/groups/group-job.js';
import { InputError } from '../errors.js';
import type { Sink } from '../record/record-file.js';
import { type CheckpointState, NotFiniteError, Runner } from '../record/runner.js';
import { stateHash } from '../record/state-hash.js';
import { decodeValue, encodeValue } from '../record/value-codec.js';
import { Meter, type MeterState } from './measure/meter.js';
import { type Task, type TaskResult, sceneOfTask } from './task.js';

/** What a task needs to go on from where it was. */
interface TaskState {
  readonly task: string;
  readonly run: CheckpointState;
  readonly meter: MeterState;
}

/**
 * A task being run, step by step. Whatever goes wrong with it is a result too: the next one may go well.
 *
 * @example
 * ```ts
 * const run = new TaskRun(task, scene);
 * while (!run.done) run.step();
 * console.log(run.result().values);
 * ```
 */
export class TaskRun {
  readonly task: Task;
  readonly #run: Runner | undefined;
  readonly #meter: Meter | undefined;
  #stoppedBy: number | undefined;
  #failure: string | undefined;

  /** @param base the scene before the task's settings */
  constructor(task: Task, base: unknown, sink?: Sink) {
    this.task = task;
    try {
      const options = { ...(task.time !== undefined && { time: task.time }), ...(sink && { sink }) };
      this.#run = new Runner(sceneOfTask(task, base), { ...options, program: task.program });
      this.#meter = new Meter(this.#run.world, task.measure, task.stop, task.parameters);
      this.#meter.begin();
      this.#stoppedBy = this.#meter.stopped();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#failure = error.message;
    }
  }

  /** The run, where the scene could be built. */
  get runner(): Runner | undefined {
    return this.#run;
  }

  get done(): boolean {
    return this.#failure !== undefined || this.#stoppedBy !== undefined || this.#run!.done;
  }

  /** share that is done, 0 to 1 */
  get progress(): number {
    return this.done ? 1 : this.#run!.progress;
  }

  step(): void {
    try {
      this.#meter!.note(this.#run!.step());
      if (this.#run!.world.atWholeStep) this.#stoppedBy = this.#meter!.stopped();
    } catch (error) {
      if (!(error instanceof StepError || error instanceof NotFiniteError)) throw error;
      this.#failure = error.message;
    }
  }

  /** Bytes from which `load` goes on; undefined where there is nothing to save, or in the middle of a whole step. */
  save(): Uint8Array | undefined {
    if (this.done || !this.#run!.world.atWholeStep) return undefined;
    return encodeValue({ task: this.task.id, run: this.#run!.save(), meter: this.#meter!.save() });
  }

  /** Goes on from saved bytes; false, and at the start, where they are not of this task. */
  load(bytes: Uint8Array): boolean {
    try {
      const state = decodeValue(bytes) as TaskState;
      if (state.task !== this.task.id || !this.#run || this.done) return false;
      this.#run.restore(state.run);
      this.#meter!.load(state.meter);
      return true;
    } catch {
      return false;
    }
  }

  result(): TaskResult {
    const run = this.#run;
    const failed = this.#failure !== undefined;
    const status = failed ? 'failed' : this.#stoppedBy !== undefined ? 'stopped' : 'done';
    return {
      status,
      ...(failed && { message: this.#failure! }),
      ...(status === 'stopped' && { stoppedBy: this.#stoppedBy! }),
      values: failed || !this.#meter ? {} : this.#meter.values(),
      t: run?.world.t ?? 0,
      steps: run?.tally.steps ?? 0,
      unconverged: run?.tally.unconverged ?? 0,
      stateHash: run ? stateHash(run.world) : '',
    };
  }
}
