import { type Run, type SharedData, type Work, type WorkCrew, canBeShared, spins, workNamed } from './shared-work.js';

/**
 * A team: threads that stay together for many short pieces of work, one after the other, which a message each would take longer than
 * the work itself. Its leader opens a piece; everyone takes its tasks in turn. As with `performWork`, the problem alone says what the tasks
 * are, a task writes nothing that another of its piece reads, and who comes late, or never, holds nobody up.
 */

/** A kind of work with what it reads and writes. */
export interface TeamJob {
  readonly name: string;
  readonly run: Run<SharedData>;
  readonly data: SharedData;
}

export function teamJob<Data extends SharedData>({ name, run }: Work<Data>, data: Data): TeamJob {
  return { name, run: run as unknown as Run<SharedData>, data };
}

/** What a thread needs to follow a team. */
export interface TeamTask {
  /** number that tells the team from others */
  readonly team: number;
  /** number of the session: who has come for another leaves */
  readonly session: number;
  readonly jobs: readonly { readonly name: string; readonly data: SharedData }[];
  readonly control: SharedArrayBuffer;
}

/** Where things stand in the control words (Int32); what is written often has a cache line of its own. */
const [sessionAt, jobAt, endAt, failedAt] = [0, 1, 2, 3];
/** number of the piece of work (upper bits), next task */
const nextAt = 16;
/** tasks done, threads that sleep until that changes */
const [doneAt, waitingAt] = [32, 33];
/** changes with every piece of work and with every session; threads that sleep until then */
const [callAt, asleepAt] = [48, 49];
const controlWords = 64;

/** Bits of the next task; all of them set: none may be taken. */
const taskBits = 12;
const closed = (1 << taskBits) - 1;
const turns = 1 << (30 - taskBits);

/** Tasks that a piece of work may have. */
export const mostTasks = closed;

let teams = 0;

/** The leader's side. */
export class WorkTeam {
  readonly #number = ++teams;
  readonly #jobs: readonly TeamJob[];
  readonly #control: Int32Array | undefined;
  #session = 0;
  #turn = 0;
  #isOpen = false;

  /** @param jobs all that it will do; where something of it cannot be shared, this thread does it alone */
  constructor(jobs: readonly TeamJob[]) {
    this.#jobs = jobs;
    const share = typeof SharedArrayBuffer === 'function' && jobs.every(({ data }) => canBeShared(data));
    if (share) this.#control = new Int32Array(new SharedArrayBuffer(4 * controlWords));
  }

  /** whether others may be helping */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls the others, who stay until `close`. */
  open(crew: WorkCrew | undefined): void {
    if (!crew || !this.#control || this.#isOpen) return;
    this.#isOpen = true;
    this.#session = (this.#session + 1) & 0x3fffffff;
    this.#shut();
    Atomics.store(this.#control, sessionAt, this.#session);
    const jobs = this.#jobs.map(({ name, data }) => ({ name, data }));
    const control = this.#control.buffer as SharedArrayBuffer;
    crew.call({ team: this.#number, session: this.#session, jobs, control });
  }

  /** Sends everyone away. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    Atomics.store(this.#control!, sessionAt, 0);
    call(this.#control!);
  }

  /** Does the tasks of a job from `first` to before `end`, with whoever is there; returns when all are done. */
  perform(job: TeamJob, first: number, end: number): void {
    const number = this.#jobs.indexOf(job);
    if (!this.#isOpen || number < 0 || end - first < 2 || end > mostTasks) {
      for (let task = first; task < end; task++) job.run(job.data, task);
      return;
    }
    const control = this.#control!;
    // closed before it is described, so that nobody takes a task of one piece for one of another
    const turn = this.#shut();
    Atomics.store(control, jobAt, number);
    Atomics.store(control, endAt, end);
    Atomics.store(control, doneAt, 0);
    Atomics.store(control, nextAt, turn | first);
    call(control);
    take(control, this.#jobs);
    awaitDone(control, end - first);
    if (Atomics.load(control, failedAt) === 1) throw new Error(`a task of '${job.name}' failed`);
  }

  /** No task may be taken until the next piece of work is described. */
  #shut(): number {
    this.#turn = (this.#turn + 1) % turns;
    Atomics.store(this.#control!, nextAt, (this.#turn << taskBits) | closed);
    return this.#turn << taskBits;
  }
}

/** What this thread has followed last: kept, so that what works remember of their data lasts from session to session. */
let joined: { readonly team: number; readonly jobs: readonly TeamJob[] } | undefined;

/**
 * The other threads' part: helps until the session is closed.
 *
 * @param works those that the thread would not have loaded otherwise
 */
export function followTeam(task: TeamTask, works: readonly Work<never>[] = []): void {
  const { team, session, jobs, control } = task;
  if (joined?.team !== team) {
    const known = jobs.flatMap(({ name, data }) => {
      const run = workNamed(name, works);
      return run ? [{ name, run, data }] : [];
    });
    if (known.length < jobs.length) return;
    joined = { team, jobs: known };
  }
  const words = new Int32Array(control);
  for (;;) {
    const seen = Atomics.load(words, callAt);
    if (Atomics.load(words, sessionAt) !== session) return;
    take(words, joined.jobs);
    awaitCall(words, seen);
  }
}

/** Takes tasks as long as there are any. */
function take(control: Int32Array, jobs: readonly TeamJob[]): void {
  for (;;) {
    const next = Atomics.load(control, nextAt);
    const task = next & closed;
    if (task >= Atomics.load(control, endAt)) return;
    // where this succeeds the piece is still the one that was looked at, and stays so until the task is done
    if (Atomics.compareExchange(control, nextAt, next, next + 1) !== next) continue;
    const job = jobs[Atomics.load(control, jobAt)];
    try {
      job.run(job.data, task);
    } catch {
      Atomics.store(control, failedAt, 1);
    }
    Atomics.add(control, doneAt, 1);
    if (Atomics.load(control, waitingAt) > 0) Atomics.notify(control, doneAt);
  }
}

function call(control: Int32Array): void {
  Atomics.add(control, callAt, 1);
  if (Atomics.load(control, asleepAt) > 0) Atomics.notify(control, callAt);
}

function awaitDone(control: Int32Array, count: number): void {
  for (let k = 0; k < spins; k++) if (Atomics.load(control, doneAt) >= count) return;
  for (;;) {
    Atomics.add(control, waitingAt, 1);
    const done = Atomics.load(control, doneAt);
    if (done < count) Atomics.wait(control, doneAt, done);
    Atomics.sub(control, waitingAt, 1);
    if (done >= count) return;
  }
}

function awaitCall(control: Int32Array, seen: number): void {
  for (let k = 0; k < spins; k++) if (Atomics.load(control, callAt) !== seen) return;
  Atomics.add(control, asleepAt, 1);
  while (Atomics.load(control, callAt) === seen) Atomics.wait(control, callAt, seen);
  Atomics.sub(control, asleepAt, 1);
}
