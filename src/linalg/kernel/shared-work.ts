/**
 * Work over flat arrays by several threads: it is cut into tasks by the problem alone, every thread takes tasks in turn, and what a
 * task writes does not depend on any other. So who does which changes no bit, and a thread that comes late, or never, holds
 * nobody up.
 */
import type { TeamTask } from './work-team.js';

/** What a piece of work reads and writes: arrays in shared memory, and numbers. */
export type SharedData = { readonly [name: string]: SharedValue };
type SharedValue = SharedArray | WebAssembly.Memory | number | string | readonly SharedValue[] | SharedData;
type SharedArray = Float64Array | Int32Array | Uint8Array;

/** Work that other threads are asked to help with. */
export interface SharedTask {
  /** name it was defined by */
  readonly work: string;
  readonly data: SharedData;
  readonly tasks: number;
  /** Int32: next task, tasks done, whether one has thrown */
  readonly progress: SharedArrayBuffer;
}

/** Other threads, as helpers. */
export interface WorkCrew {
  /** Has every other thread call `helpWith`, or `followTeam`, with the task, sooner or later. */
  call(task: SharedTask | TeamTask): void;
}

export type Run<Data> = (data: Data, task: number) => void;

/** A kind of work that threads know by its name. */
export interface Work<Data extends SharedData> {
  readonly name: string;
  readonly run: Run<Data>;
}

const defined = new Map<string, Run<never>>();
const [next, done, failed] = [0, 1, 2];

/** Looks at how far others are before this thread sleeps: some 0.1 ms, about what waking it takes. */
export const spins = 20000;

/** Defines a kind of work, once, where its module is loaded. Every thread must load it. */
export function defineWork<Data extends SharedData>(name: string, run: Run<Data>): Work<Data> {
  defined.set(name, run as Run<never>);
  return { name, run };
}

/** Does all tasks, with whoever helps; this thread alone where there is nobody, or where an array cannot be shared. */
export function performWork<Data extends SharedData>(
  { name, run }: Work<Data>,
  data: Data,
  tasks: number,
  crew: WorkCrew | undefined,
): void {
  if (!crew || tasks < 2 || !canShare || !canBeShared(data)) {
    for (let task = 0; task < tasks; task++) run(data, task);
    return;
  }
  const progress = new SharedArrayBuffer(12);
  crew.call({ work: name, data, tasks, progress });
  const counts = new Int32Array(progress);
  take(run, data, tasks, counts);
  for (let k = 0; k < spins && Atomics.load(counts, done) < tasks; k++);
  for (;;) {
    const seen = Atomics.load(counts, done);
    if (seen >= tasks) break;
    Atomics.wait(counts, done, seen);
  }
  // what threw elsewhere throws here too, with its message
  if (Atomics.load(counts, failed) === 1) for (let task = 0; task < tasks; task++) run(data, task);
}

/** What a name stands for: one of these works, or of all that modules loaded in this thread have defined. */
export function workNamed(name: string, works: readonly Work<never>[]): Run<SharedData> | undefined {
  return (works.find((work) => work.name === name)?.run ?? defined.get(name)) as Run<SharedData> | undefined;
}

/**
 * The other threads' part.
 *
 * @param works those that the thread would not have loaded otherwise
 */
export function helpWith({ work, data, tasks, progress }: SharedTask, works: readonly Work<never>[] = []): void {
  const run = workNamed(work, works);
  if (run) take(run, data, tasks, new Int32Array(progress));
}

function take<Data>(run: Run<Data>, data: Data, tasks: number, counts: Int32Array): void {
  for (;;) {
    const task = Atomics.add(counts, next, 1);
    if (task >= tasks) return;
    try {
      run(data, task);
    } catch {
      Atomics.store(counts, failed, 1);
    }
    Atomics.add(counts, done, 1);
    Atomics.notify(counts, done);
  }
}

/** Whether other threads can have what a piece of work reads and writes. */
export function canBeShared(data: SharedData | readonly SharedValue[]): boolean {
  return Object.values(data).every((x: SharedValue) => {
    if (typeof x !== 'object') return true;
    if (ArrayBuffer.isView(x)) return isShared(x);
    return x instanceof WebAssembly.Memory ? isSharedBuffer(x.buffer) : canBeShared(x);
  });
}

function isShared(x: SharedArray): boolean {
  return isSharedBuffer(x.buffer);
}

function isSharedBuffer(buffer: ArrayBufferLike): boolean {
  return canShare && buffer instanceof SharedArrayBuffer;
}

const canShare = typeof SharedArrayBuffer === 'function';

/** Zeros that threads can share, where the platform has that (pages: only those that are cross-origin isolated). */
export function sharedFloats(n: number): Float64Array {
  return canShare ? new Float64Array(new SharedArrayBuffer(8 * n)) : new Float64Array(n);
}

export function sharedInts(n: number): Int32Array {
  return canShare ? new Int32Array(new SharedArrayBuffer(4 * n)) : new Int32Array(n);
}

export function sharedBytes(n: number): Uint8Array {
  return canShare ? new Uint8Array(new SharedArrayBuffer(n)) : new Uint8Array(n);
}

/** Copies that threads can share, where the platform has that. */
export function sharedFloatsOf(x: ArrayLike<number>): Float64Array {
  const out = sharedFloats(x.length);
  out.set(x);
  return out;
}

export function sharedIntsOf(x: ArrayLike<number>): Int32Array {
  const out = sharedInts(x.length);
  out.set(x);
  return out;
}

/**
 * Whether memory of so many bytes is kept for the next problem: more than 256 MB only as long as problems use an eighth of it. New memory
 * for each costs: a problem of 250,000 contacts took an eighth longer.
 */
export function isKept(bytes: number, used: number): boolean {
  return bytes <= roomForAny || 8 * used >= bytes;
}

/** Memory that is kept whatever problems need of it, and that small ones begin with (bytes). */
export const roomForAny = 1 << 28;

/**
 * Memory that one problem after the other is laid out in: new memory for each would have to be cleared by the system page by
 * page and collected again, and other threads would hold on to the old.
 */
export class Arena {
  readonly #isShared: boolean;
  #used = 0;
  /** bytes placed since the last reset, in whatever buffer */
  #placed = 0;
  buffer: SharedArrayBuffer | ArrayBuffer;
  /** changes when what was placed is given up */
  problem = 0;
  /** whether a problem that is being solved stands in it */
  isTaken = false;

  /** @param shared whether threads are to share it */
  constructor(shared = false) {
    this.#isShared = shared;
    this.buffer = this.#make(0);
  }

  #make(bytes: number): SharedArrayBuffer | ArrayBuffer {
    return this.#isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  }

  /** Gives up what was placed. */
  reset(): void {
    this.problem++;
    if (!isKept(this.buffer.byteLength, this.#placed)) this.buffer = this.#make(0);
    this.#used = this.#placed = 0;
  }

  /** Where in `buffer` there is room for so many bytes, 16-byte aligned; what stands there is not known. */
  place(bytes: number): number {
    this.#placed += bytes;
    if (this.#used + bytes > this.buffer.byteLength) {
      // what was placed before stays where it is
      this.buffer = this.#make(2 * Math.max(bytes, this.buffer.byteLength));
      this.#used = 0;
    }
    const at = this.#used;
    this.#used = 16 * Math.ceil((at + bytes) / 16);
    return at;
  }
}

const arenas = new WeakMap<WorkCrew, Arena>();

/** The memory of a crew; another where a problem is solved within the solution of another. */
function takeArena(crew: WorkCrew): Arena {
  const known = arenas.get(crew);
  const arena = known && !known.isTaken ? known : new Arena(true);
  if (!known) arenas.set(crew, arena);
  arena.isTaken = true;
  arena.reset();
  return arena;
}

/**
 * Makes arrays of zeros for one problem. Where there is a crew, threads can share them, and they last until the crew's next problem; where
 * there is an arena, until that is reset; else as long as somebody has them.
 */
export class Room {
  readonly crew: WorkCrew | undefined;
  readonly #arena: Arena | undefined;
  readonly #problem: number;

  constructor(crew: WorkCrew | undefined, arena?: Arena) {
    this.crew = canShare ? crew : undefined;
    this.#arena = this.crew ? takeArena(this.crew) : arena;
    this.#problem = this.#arena?.problem ?? 0;
  }

  /** The problem is solved: the next one may have the memory. */
  giveBack(): void {
    if (this.#arena && this.isCurrent) this.#arena.isTaken = false;
  }

  /** whether the arrays still are what was made of them */
  get isCurrent(): boolean {
    return this.#arena === undefined || this.#arena.problem === this.#problem;
  }

  floats(n: number): Float64Array {
    if (!this.#arena) return new Float64Array(n);
    const at = this.#arena.place(8 * n);
    return new Float64Array(this.#arena.buffer, at, n).fill(0);
  }

  ints(n: number): Int32Array {
    if (!this.#arena) return new Int32Array(n);
    const at = this.#arena.place(4 * n);
    return new Int32Array(this.#arena.buffer, at, n).fill(0);
  }

  copyOf(x: Float64Array): Float64Array {
    const out = this.floats(x.length);
    out.set(x);
    return out;
  }

  /** x itself without a crew, else a copy that can be shared. */
  ofFloats(x: Float64Array): Float64Array {
    return !this.crew || isShared(x) ? x : this.copyOf(x);
  }
}

/** Arrays for one thread. */
export const ownRoom = new Room(undefined);
