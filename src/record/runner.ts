import type { StepRecord } from '../dynamics/report/step-record.js';
import type { World, WorldState } from '../dynamics/world.js';
import { InputError } from '../errors.js';
import { now } from '../friction/clock.js';
import type { BodyRange } from '../scene/build/rest.js';
import { buildRanges } from '../scene/build/world.js';
import { readScene } from '../scene/read-scene.js';
import type { Scene } from '../scene/schema/scene.js';
import { frameLayout } from './frame.js';
import { bodyGeometry, obstacleGeometry } from './geometry.js';
import type { Sink } from './record-file.js';
import { type Recording, damagedCheckpoint } from './recording.js';
import { stateHash } from './state-hash.js';
import { stepColumns, stepRow } from './step-columns.js';
import { energyOfStep } from './step-energy.js';
import { type RunSummary, Tally, type TallyState } from './summary.js';
import { RecordingWriter } from './writer.js';

/** How a run is made. */
export interface RunOptions {
  /** simulated time (s); the scene's where missing */
  readonly time?: number;
  /** frames instead of a time */
  readonly frames?: number;
  /** where the recording goes; nothing is recorded where missing */
  readonly sink?: Sink;
  /** what errors call the scene, e.g. the name of its file */
  readonly name?: string;
  /** name and version of the program, for the recording */
  readonly program?: string;
  /** the scene before the files that it names were put in, for the recording */
  readonly source?: unknown;
}

/** A step left numbers that are not finite, without a contact problem to blame. */
export class NotFiniteError extends Error {
  constructor(t: number) {
    super(`positions or velocities are not finite at t = ${t} s`);
    this.name = 'NotFiniteError';
  }
}

/** Everything a run needs to go on from where it is: what checkpoints hold. */
export interface CheckpointState {
  readonly world: WorldState;
  readonly tally: TallyState;
  readonly wholeSteps: number;
  readonly energyStart: number;
}

/** Checkpoints may take this share of what else is recorded before the clock asks for one. */
const checkpointShare = 0.25;

/**
 * A run of a scene: steps, statistics, and a recording from which it can be continued with the same bits.
 *
 * @example
 * ```ts
 * const run = new Runner(gallery.incline, { time: 1 });
 * while (!run.done) run.step();
 * console.log(run.summary().stateHash);
 * ```
 */
export class Runner {
  readonly scene: Scene;
  readonly world: World;
  readonly tally = new Tally();
  /** whole steps in a frame */
  readonly every: number;
  /** whole steps of the run */
  readonly wholeSteps: number;
  #taken = 0;
  #writer: RecordingWriter | undefined;
  #energyStart: number;
  #checkpointSize = 0;

  /** @param input JSON of a scene; throws an `InputError` that lists everything wrong with it */
  constructor(input: unknown, options: RunOptions = {}) {
    this.scene = readScene(input, options.name);
    const { world, ranges } = buildRanges(this.scene);
    this.world = world;
    const h = this.scene.step.length;
    this.every = this.scene.recording.every ?? Math.max(1, Math.round(1 / (60 * h)));
    this.wholeSteps = wholeSteps(this.scene, this.every, options);
    this.#energyStart = this.world.energy().total;
    this.tally.energyScale = energyOfStep(world.bodies, this.scene.gravity, h);
    if (options.sink) this.#begin(input, ranges, options.sink, options);
  }

  /** Goes on from the last checkpoint of a recording; `options.sink` appends right after it. */
  static resume(recording: Recording, options: RunOptions): Runner {
    const run = new Runner(recording.header.scene, { ...options, sink: undefined });
    const found = recording.checkpoint();
    if (!found) throw new Error('the recording has no checkpoint');
    try {
      run.restore(found.state as CheckpointState);
    } catch (cause) {
      throw damagedCheckpoint(cause);
    }
    if (!(run.#taken >= 0 && Number.isFinite(run.world.t))) throw damagedCheckpoint(undefined);
    if (options.sink) {
      run.#writer = new RecordingWriter(options.sink, recording.layout, found.records);
    }
    return run;
  }

  get done(): boolean {
    return this.#taken >= this.wholeSteps;
  }

  /** share of the run that is done, 0 to 1 */
  get progress(): number {
    return Math.min(1, this.world.t / (this.wholeSteps * this.scene.step.length));
  }

  /** Takes one step. Throws a `StepError` or a `NotFiniteError` where numbers are no longer finite. */
  step(): StepRecord {
    const start = now();
    const record = this.world.step();
    if (!Number.isFinite(record.energy.total)) throw new NotFiniteError(record.t);
    this.tally.add(record);
    this.#writer?.step(stepRow(record));
    if (this.world.atWholeStep) {
      this.#taken++;
      if (this.#taken % this.every === 0) this.#frame();
    }
    this.tally.wall += now() - start;
    return record;
  }

  /** Whether a checkpoint would be small beside what was recorded since the last one. */
  get checkpointIsCheap(): boolean {
    return this.#writer !== undefined && this.#checkpointSize < checkpointShare * this.#writer.sinceCheckpoint;
  }

  /** Records everything that is needed to go on from here. */
  checkpoint(): void {
    if (!this.#writer) return;
    this.#checkpointSize = this.#writer.checkpoint(this.save());
  }

  /** Everything that is needed to go on from here, for `restore` in a run made alike. */
  save(): CheckpointState {
    return {
      world: this.world.save(),
      tally: this.tally.save(),
      wholeSteps: this.#taken,
      energyStart: this.#energyStart,
    };
  }

  /** Closes the recording of a run that is done. */
  finish(): RunSummary {
    const summary = this.summary();
    this.#close('end', summary);
    return summary;
  }

  /** Closes the recording of a run that stops before it is done, so that it can go on later. */
  stop(): RunSummary {
    const summary = this.summary();
    this.#close('stop', summary);
    return summary;
  }

  #close(how: 'end' | 'stop', summary: RunSummary): void {
    if (!this.#writer) return;
    this.checkpoint();
    // the very end has a frame too; after the checkpoint, so that a run that goes on does not keep it
    if (this.#taken % this.every !== 0) this.#frame();
    this.#writer.end(how, summary);
  }

  summary(): RunSummary {
    const energy = { start: this.#energyStart, end: this.world.energy().total };
    return this.tally.summary(this.scene.name, this.world.t, energy, stateHash(this.world));
  }

  #begin(
    input: unknown,
    ranges: readonly BodyRange[],
    sink: Sink,
    { program = 'stickslip', source }: RunOptions,
  ): void {
    const bodies = bodyGeometry(this.world, ranges);
    const obstacles = obstacleGeometry(this.world);
    const { contacts, velocities = false } = this.scene.recording;
    this.#writer = new RecordingWriter(sink, frameLayout(bodies, obstacles, velocities));
    const frameTime = this.every * this.scene.step.length;
    const about = {
      scene: input,
      source,
      program,
      frameTime,
      contacts,
      ...(velocities && { velocities }),
      stepColumns,
    };
    this.#writer.begin({ ...about, bodies, obstacles });
    this.#frame();
    this.checkpoint();
  }

  #frame(): void {
    this.#writer?.frame(this.world, this.#taken, this.scene.recording.contacts);
  }

  /** Goes on from a state that `save` gave; nothing of the steps before it is recorded. */
  restore(state: CheckpointState): void {
    this.world.restore(state.world);
    this.tally.load(state.tally);
    this.#taken = state.wholeSteps;
    this.#energyStart = state.energyStart;
  }
}

function wholeSteps(scene: Scene, every: number, { time, frames }: RunOptions): number {
  if (frames !== undefined) return frames * every;
  const count = (time ?? scene.duration) / scene.step.length;
  if (!(count < 1e12)) {
    const expected = 'a time of fewer than 1e12 steps';
    throw new InputError('wrong time', [{ path: 'duration', expected, found: `${count} steps` }]);
  }
  // a time that is a whole number of steps but for rounding is that number
  return Math.max(0, Math.ceil(count - 1e-6));
}
