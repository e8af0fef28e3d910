/**
 * The sweeps of kernels/sweep.ts by several threads, each with an instance of this module over the same memory. A leader opens a piece
 * of work; everyone takes its tasks in turn, and begins one once those of earlier phases are done. Who does which task
 * does not change any bit, and a thread that comes late holds nobody up.
 *
 * All of this stands behind the header of sweep.ts, what is written often on cache lines of its own:
 */
import { before, perform, tasks } from './sweep';
export { change } from './sweep';

const WORK: usize = 128; // i32 the work that is open
const BETA: usize = 136; // f64
const NEXT: usize = 192; // i64 number of the work (upper half), next task
const DONE: usize = 256; // i32 tasks that are done
const WAITING: usize = 260; // i32 threads that sleep until DONE changes
const CALL: usize = 320; // i32 changes with every work, and at the end
const ASLEEP: usize = 324; // i32 threads that sleep until CALL changes
const PROBLEM: usize = 384; // i32 number of the problem: those who have come for another leave
const INSIDE: usize = 388; // i32 threads that follow

/** In the place of a task: none may be taken. */
const CLOSED: i64 = 0x7fffffff;

/** Looks at a word before a thread goes to sleep: some 0.1 ms, about what waking it up takes, and longer than most tasks. */
const SPINS: i32 = 200000;

/** The leader's part: all tasks of a piece of work, with whoever follows. */
export function lead(work: i32, beta: f64): void {
  // closed before it is described, so that nobody takes a task of one work for one of another
  const number = ((atomic.load<i64>(NEXT) >> 32) + 1) << 32;
  atomic.store<i64>(NEXT, number | CLOSED);
  atomic.store<i32>(WORK, work);
  store<f64>(BETA, beta);
  atomic.store<i32>(DONE, 0);
  atomic.store<i64>(NEXT, number);
  call();
  take();
  awaitDone(tasks(work));
}

/** Opens the door for the threads that come for problem `number`. */
export function open(number: i32): void {
  atomic.store<i64>(NEXT, (atomic.load<i64>(NEXT) & ~CLOSED) | CLOSED);
  atomic.store<i32>(PROBLEM, number);
}

/** Sends everyone away, and waits until they are gone. */
export function close(): void {
  atomic.add<i32>(PROBLEM, 1);
  call();
  for (;;) {
    const inside = atomic.load<i32>(INSIDE);
    if (inside === 0) return;
    atomic.wait<i32>(INSIDE, inside, -1);
  }
}

/** The others' part: helps with problem `number` until it is closed. */
export function follow(number: i32): void {
  atomic.add<i32>(INSIDE, 1);
  for (;;) {
    const seen = atomic.load<i32>(CALL);
    if (atomic.load<i32>(PROBLEM) !== number) break;
    take();
    awaitCall(seen);
  }
  atomic.sub<i32>(INSIDE, 1);
  atomic.notify(INSIDE, -1);
}

/** Takes tasks as long as there are any. */
function take(): void {
  for (;;) {
    const next = atomic.load<i64>(NEXT);
    const work = atomic.load<i32>(WORK);
    const task = <i32>(next & CLOSED);
    if (task >= tasks(work)) return;
    if (atomic.cmpxchg<i64>(NEXT, next, next + 1) !== next) continue;
    awaitDone(before(task));
    perform(work, task, load<f64>(BETA));
    atomic.add<i32>(DONE, 1);
    if (atomic.load<i32>(WAITING) > 0) atomic.notify(DONE, -1);
  }
}

function call(): void {
  atomic.add<i32>(CALL, 1);
  if (atomic.load<i32>(ASLEEP) > 0) atomic.notify(CALL, -1);
}

function awaitDone(count: i32): void {
  for (let k: i32 = 0; k < SPINS; k++) if (atomic.load<i32>(DONE) >= count) return;
  for (;;) {
    atomic.add<i32>(WAITING, 1);
    const done = atomic.load<i32>(DONE);
    if (done < count) atomic.wait<i32>(DONE, done, -1);
    atomic.sub<i32>(WAITING, 1);
    if (done >= count) return;
  }
}

function awaitCall(seen: i32): void {
  for (let k: i32 = 0; k < SPINS; k++) if (atomic.load<i32>(CALL) !== seen) return;
  atomic.add<i32>(ASLEEP, 1);
  while (atomic.load<i32>(CALL) === seen) atomic.wait<i32>(CALL, seen, -1);
  atomic.sub<i32>(ASLEEP, 1);
}
