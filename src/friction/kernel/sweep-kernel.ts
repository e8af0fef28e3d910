import { WhitenedDelassus } from '../delassus/whitened.js';
import { blockStride, prepareBlock } from '../local/slip-search.js';
import type { ReadyProblem } from '../solver.js';
import type { SweepEngine } from '../solvers/sweep-engine.js';
import { giveBack, takeInstance } from './kernel-memory.js';

/** Hands out places in the kernel's memory, 16-byte aligned. */
class Layout {
  size = 128;
  place(bytes: number): number {
    const at = this.size;
    this.size = (at + bytes + 15) & ~15;
    return at;
  }
}

/** Header words of kernels/sweep.ts, in order. */
const header = ['n', 'dofs', 'ptr', 'len', 'start', 'at', 'w', 'y', 'r', 'mu', 'diagonal', 'blocks', 'slip'] as const;
const headerTail = ['rest', 'idle', 'order', 'rBefore', 'yBefore', 'p', 'py', 'yFree', 'u'] as const;
type Word = (typeof header)[number] | (typeof headerTail)[number];

/** Largest memory the kernel asks for (bytes); larger problems are swept in TypeScript. */
const largestMemory = 1 << 30;

/**
 * The sweeps of a whitened problem in WebAssembly (kernels/sweep.ts), bit for bit those of `HostEngine`. Undefined where
 * W is not whitened, or the platform has no WebAssembly SIMD.
 */
export function sweepKernel(problem: ReadyProblem): SweepEngine | undefined {
  const W = problem.W;
  if (!(W instanceof WhitenedDelassus)) return undefined;
  return buildKernel(problem, W);
}

function buildKernel(problem: ReadyProblem, W: WhitenedDelassus): SweepEngine | undefined {
  const { n } = problem;
  const { G, at, w, y0 } = W.parts;
  const dofs = W.state.length;
  const sides = G.block.length;
  const layout = new Layout();
  const word = {} as Record<Word, number>;
  word.n = n;
  word.dofs = dofs;
  word.order = 0;
  word.ptr = layout.place(4 * (n + 1));
  for (const key of ['len', 'start', 'at'] as const) word[key] = layout.place(4 * sides);
  for (const key of ['rest', 'idle'] as const) word[key] = layout.place(4 * n);
  const orderAt = layout.place(4 * n);
  for (const key of ['w', 'r', 'rBefore', 'p', 'u'] as const) word[key] = layout.place(24 * n);
  for (const key of ['y', 'yBefore', 'py', 'yFree'] as const) word[key] = layout.place(8 * dofs);
  for (const key of ['mu', 'slip'] as const) word[key] = layout.place(8 * n);
  word.diagonal = layout.place(72 * n);
  word.blocks = layout.place(8 * blockStride * n);
  const values = layout.place(8 * G.values.length);
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
  const start = new Int32Array(buffer, word.start, sides);
  const first = new Int32Array(buffer, word.at, sides);
  for (let s = 0; s < sides; s++) {
    start[s] = values + 8 * G.start[s];
    first[s] = word.y + 8 * at[s];
  }
  new Float64Array(buffer, values, G.values.length).set(G.values);
  new Float64Array(buffer, word.w, 3 * n).set(w);
  new Float64Array(buffer, word.mu, n).set(problem.mu);
  new Float64Array(buffer, word.diagonal, 9 * n).set(W.diagonal);
  const blocks = new Float64Array(buffer, word.blocks, blockStride * n);
  for (let i = 0; i < n; i++) prepareBlock(blocks, blockStride * i, W.diagonal, 9 * i);
  // what earlier problems left
  new Float64Array(buffer, word.slip, n).fill(0);
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
