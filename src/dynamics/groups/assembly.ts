import type { Body } from '../../bodies/body.js';
import type { PrimalProblem } from '../../friction/problem.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import type { Room } from '../../linalg/kernel/shared-work.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import type { ContactRows } from '../contacts/rows.js';

/** M and f of bodies, stacked in order. */
export function assembleBodies(
  systems: readonly Pick<Body['system'], 'M' | 'f'>[],
  room: Room,
): { M: BlockDiagonalMatrix; f: Float64Array } {
  const n = systems.length;
  const offset = room.ints(n + 1);
  const start = room.ints(n);
  let size = 0;
  for (let k = 0; k < n; k++) {
    const { M, f } = systems[k];
    offset[k + 1] = offset[k] + f.length;
    start[k] = M instanceof Float64Array ? size : -1;
    if (M instanceof Float64Array) size += M.length;
  }
  const values = room.floats(size);
  const f = room.floats(offset[n]);
  const sparse = new Map<number, SparseMatrix>();
  for (let k = 0; k < n; k++) {
    const { M, f: own } = systems[k];
    if (M instanceof Float64Array) copy(values, start[k], M);
    else sparse.set(k, M);
    copy(f, offset[k], own);
  }
  return { M: sparse.size > 0 ? { offset, start, values, sparse } : { offset, start, values }, f };
}

/** The same problem with large blocks of M of its own: those of the bodies change when a step is taken again. */
export function withOwnBlocks(problem: PrimalProblem): PrimalProblem {
  const { sparse } = problem.M;
  if (!sparse) return problem;
  const own = new Map([...sparse].map(([k, block]) => [k, { ...block, values: block.values.slice() }]));
  return { ...problem, M: { ...problem.M, sparse: own } };
}

/** out[at ..] = x; for the few numbers of a rigid body `set` takes longer. */
function copy(out: Float64Array, at: number, x: Float64Array): void {
  if (x.length > 64) out.set(x, at);
  else for (let i = 0; i < x.length; i++) out[at + i] = x[i];
}

/** H of the given contacts over the given bodies; `place[b]` is the position of body b among them. */
function assembleRows(
  rows: ContactRows,
  contacts: Int32Array,
  place: Int32Array,
  offset: Int32Array,
  room: Room,
): BlockRowMatrix {
  const n = contacts.length;
  let sides = 0;
  let size = 0;
  for (const k of contacts) {
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      if (rows.body[side] < 0) continue;
      sides++;
      size += 3 * rows.len[side];
    }
  }
  const ptr = room.ints(n + 1);
  const col = room.ints(sides);
  const len = room.ints(sides);
  const start = room.ints(sides);
  const values = room.floats(size);
  let s = 0;
  let used = 0;
  for (let i = 0; i < n; i++) {
    const k = contacts[i];
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      const b = rows.body[side];
      if (b < 0) continue;
      const count = 3 * rows.len[side];
      const from = rows.start[side];
      for (let e = 0; e < count; e++) values[used + e] = rows.values[from + e];
      col[s] = offset[place[b]] + rows.col[side];
      len[s] = rows.len[side];
      start[s++] = used;
      used += count;
    }
    ptr[i + 1] = s;
  }
  return { d: 3, cols: offset[offset.length - 1], ptr, col, len, start, values };
}

/** The one-step problem of a group of bodies and contacts, in `room`. `w` and `mu` are those of all contacts. */
export function assembleProblem(
  bodies: readonly Body[],
  members: Int32Array,
  rows: ContactRows,
  contacts: Int32Array,
  place: Int32Array,
  w: Float64Array,
  mu: Float64Array,
  room: Room,
): PrimalProblem {
  const systems = new Array<Body['system']>(members.length);
  for (let k = 0; k < members.length; k++) {
    place[members[k]] = k;
    systems[k] = bodies[members[k]].system;
  }
  const { M, f } = assembleBodies(systems, room);
  const n = contacts.length;
  const wOwn = room.floats(3 * n);
  const muOwn = room.floats(n);
  for (let i = 0; i < n; i++) {
    const k = contacts[i];
    wOwn[3 * i] = w[3 * k];
    wOwn[3 * i + 1] = w[3 * k + 1];
    wOwn[3 * i + 2] = w[3 * k + 2];
    muOwn[i] = mu[k];
  }
  return { kind: 'primal', d: 3, M, f, H: assembleRows(rows, contacts, place, M.offset, room), w: wOwn, mu: muOwn };
}
