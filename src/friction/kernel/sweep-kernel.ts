import { Layout } from '../../linalg/kernel/layout.js';
import { WhitenedDelassus } from '../delassus/whitened.js';
import type { Sides } from '../delassus/sides.js';
import { prepareBlock } from '../local/slip-search.js';
import type { ReadyProblem } from '../solver.js';
import type { SweepEngine } from '../solvers/sweep-engine.js';
import { giveBack, takeInstance } from './kernel-memory.js';

/** Header words of kernels/sweep.ts, in order. */
const header = ['n', 'dofs', 'ptr', 'len', 'start', 'at', 'records', 'y', 'r', 'rest', 'idle', 'order'] as const;
const headerTail = ['rBefore', 'yBefore', 'p', 'py', 'yFree', 'u'] as const;
type Word = (typeof header)[number] | (typeof headerTail)[number];

/** Places in the record of a contact, in numbers: w first; the sides of G follow it, 16-byte aligned. */
const record = { mu: 3, slip: 4, diagonal: 5, block: 14, sides: 34 } as const;

/** Largest memory the kernel asks for (bytes); larger problems are swept in TypeScript. */
const largestMemory = 1 << 30;

/**
 * The sweeps of a whitened problem in WebAssembly (kernels/sweep.ts), bit for bit those of `HostEngine`. Undefined where
 * W is not whitened, or the platform has no WebAssembly SIMD.
 *
 * @param guess impulses that sweeps are to start from; contacts without one are laid out last
 */
export function sweepKernel(problem: ReadyProblem, guess?: Float64Array): SweepEngine | undefined {
  const W = problem.W;
  if (!(W instanceof WhitenedDelassus)) return undefined;
  return buildKernel(problem, W, guess);
}

function buildKernel(problem: ReadyProblem, W: WhitenedDelassus, guess?: Float64Array): SweepEngine | undefined {
  const { n } = problem;
  const { G, at, y0 } = W.parts;
  const dofs = W.state.length;
  const sides = G.block.length;
  // the header comes first
  const layout = new Layout(128);
  const word = {} as Record<Word, number>;
  word.n = n;
  word.dofs = dofs;
  word.order = 0;
  word.ptr = layout.place(4 * (n + 1));
  for (const key of ['len', 'start', 'at'] as const) word[key] = layout.place(4 * sides);
  for (const key of ['records', 'rest', 'idle'] as const) word[key] = layout.place(4 * n);
  const orderAt = layout.place(4 * n);
  for (const key of ['r', 'rBefore', 'p', 'u'] as const) word[key] = layout.place(24 * n);
  for (const key of ['y', 'yBefore', 'py', 'yFree'] as const) word[key] = layout.place(8 * dofs);
  const first = layout.place(8 * (record.sides * n + G.values.length));
  if (layout.size > largestMemory) return undefined;
  const instance = takeInstance(layout.size);
  if (!instance) return undefined;
  const { exports: kernel } = instance;
  const { buffer } = instance.memory;
  const words = [...header, ...headerTail];
  const head = new Int32Array(buffer, 0, words.length);
  head.set(words.map((key) => word[key]));
  new Int32Array(buffer, word.ptr, n + 1).set(G.ptr);
  new Int32Array(buffer, word.len, sides).set(G.len);
  const sideAt = new Int32Array(buffer, word.at, sides);
  for (let s = 0; s < sides; s++) sideAt[s] = word.y + 8 * at[s];
  const records = new Int32Array(buffer, word.records, n);
  const start = new Int32Array(buffer, word.start, sides);
  placeRecords(records, start, G, guess);
  fillRecords(new Float64Array(buffer, first, record.sides * n + G.values.length), records, problem, W);
  // to byte addresses
  for (let i = 0; i < n; i++) records[i] = first + 8 * records[i];
  for (let s = 0; s < sides; s++) start[s] = first + 8 * start[s];
  // what earlier problems left
  for (const key of ['rBefore', 'p'] as const) new Float64Array(buffer, word[key], 3 * n).fill(0);
  for (const key of ['yBefore', 'py'] as const) new Float64Array(buffer, word[key], dofs).fill(0);
  const yFree = new Float64Array(buffer, word.yFree, dofs);
  yFree.fill(0);
  yFree.set(y0);
  const order = new Int32Array(buffer, orderAt, n);
  const r = new Float64Array(buffer, word.r, 3 * n);
  r.fill(0);
  const u = new Float64Array(buffer, word.u, 3 * n);
  const orderWord = words.indexOf('order');
  return {
    r,
    setOrder(next) {
      if (next) order.set(next);
      head[orderWord] = next ? orderAt : 0;
    },
    sweep: () => kernel.sweep(),
    remember: () => kernel.remember(),
    accelerate: (beta) => kernel.accelerate(beta),
    reload() {
      kernel.reload();
      kernel.wake();
    },
    velocities() {
      kernel.velocities();
      return u;
    },
    release: () => giveBack(instance),
  };
}

/**
 * Where each record, and each side in it, begins, in numbers: those of the contacts that have an impulse in `guess` first. Sweeps
 * mostly skip the others, and what they go through then lies side by side in memory.
 */
function placeRecords(records: Int32Array, start: Int32Array, { n, ptr, len }: Sides, guess?: Float64Array): void {
  let used = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < n; i++) {
      const isPressed = guess === undefined || guess[3 * i] !== 0;
      if (isPressed !== (pass === 0)) continue;
      records[i] = used;
      used += record.sides;
      for (let s = ptr[i]; s < ptr[i + 1]; s++) {
        start[s] = used;
        used += 3 * len[s];
      }
    }
  }
}

/** Writes the records, which begin at `records[i]`, into x. */
function fillRecords(x: Float64Array, records: Int32Array, { n, mu }: ReadyProblem, W: WhitenedDelassus): void {
  const { G, w } = W.parts;
  const { ptr, len, start, values } = G;
  for (let i = 0; i < n; i++) {
    const at = records[i];
    for (let k = 0; k < 3; k++) x[at + k] = w[3 * i + k];
    x[at + record.mu] = mu[i];
    x[at + record.slip] = 0;
    for (let k = 0; k < 9; k++) x[at + record.diagonal + k] = W.diagonal[9 * i + k];
    prepareBlock(x, at + record.block, W.diagonal, 9 * i);
    let to = at + record.sides;
    for (let s = ptr[i]; s < ptr[i + 1]; s++) {
      const end = start[s] + 3 * len[s];
      for (let k = start[s]; k < end; k++) x[to++] = values[k];
    }
  }
}
