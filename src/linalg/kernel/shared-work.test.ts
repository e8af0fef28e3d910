import { describe, expect, it } from 'vitest';
import { Arena, Room, type SharedTask, defineWork, helpWith, isKept, ownRoom, performWork } from './shared-work.js';

const doubling = defineWork<{ readonly x: Float64Array; readonly out: Float64Array; readonly fails: number }>(
  'doubling (test)',
  ({ x, out, fails }, task) => {
    if (task === fails) throw new Error(`task ${task} fails`);
    out[task] = 2 * x[task];
  },
);
const n = 100;

/** A thread that comes at once, does what there is, and is then too late for nothing. */
const eager = { asked: 0, call: (task: SharedTask) => (eager.asked++, helpWith(structuredClone(task))) };
const late: { tasks: SharedTask[]; call: (task: SharedTask) => void } = {
  tasks: [],
  call: (task) => void late.tasks.push(task),
};

function filled(room: Room): { x: Float64Array; out: Float64Array } {
  const x = room.floats(n);
  for (let k = 0; k < n; k++) x[k] = k / 7;
  return { x, out: room.floats(n) };
}

describe('work that threads share', () => {
  it('is done by others, by this thread, or by this thread alone: the same', () => {
    const alone = filled(ownRoom);
    performWork(doubling, { ...alone, fails: -1 }, n, undefined);
    const helped = filled(new Room(eager));
    performWork(doubling, { ...helped, fails: -1 }, n, eager);
    expect(eager.asked).toBe(1);
    const own = filled(new Room(late));
    performWork(doubling, { ...own, fails: -1 }, n, late);
    // who comes when it is done finds nothing to do
    own.out.fill(-1);
    late.tasks.forEach((task) => helpWith(task));
    expect(own.out.every((y) => y === -1)).toBe(true);
    expect([...helped.out]).toEqual([...alone.out]);
    expect(alone.out[n - 1]).toBe((2 * (n - 1)) / 7);
  });

  it('stays in this thread where an array cannot be shared', () => {
    const before = eager.asked;
    const { x, out } = filled(ownRoom);
    performWork(doubling, { x, out, fails: -1 }, n, eager);
    expect(eager.asked).toBe(before);
    expect(out[3]).toBe(6 / 7);
  });

  it('throws here what was thrown elsewhere', () => {
    const data = filled(new Room(eager));
    expect(() => performWork(doubling, { ...data, fails: 42 }, n, eager)).toThrow('task 42 fails');
  });

  it('has its memory used again by the next problem, not by one that is solved within it', () => {
    const crew = { call: () => undefined };
    const outer = new Room(crew);
    const x = outer.floats(n).fill(1);
    const inner = new Room(crew);
    inner.floats(n).fill(2);
    inner.giveBack();
    expect([outer.isCurrent, x[0]]).toEqual([true, 1]);
    outer.giveBack();
    const next = new Room(crew);
    expect(next.floats(n).buffer).toBe(x.buffer);
    expect([outer.isCurrent, next.isCurrent, x[0]]).toEqual([false, true, 0]);
  });

  it('keeps much memory only as long as problems need an eighth of it', () => {
    const mega = 1 << 20;
    expect([isKept(200 * mega, 1), isKept(400 * mega, 50 * mega), isKept(400 * mega, 49 * mega)]).toEqual([
      true,
      true,
      false,
    ]);
    const arena = new Arena();
    arena.place(160 * mega);
    const large = arena.buffer;
    arena.reset();
    arena.place(41 * mega);
    arena.reset();
    expect(arena.buffer).toBe(large);
    arena.place(39 * mega);
    arena.reset();
    expect(arena.buffer.byteLength).toBe(0);
  });
});
