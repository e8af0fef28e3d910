import { blockStride, prepareBlock, solveBlock, sweepLastStep } from '../local/slip-search.js';
import type { Parts } from '../parts/parts.js';
import type { ReadyProblem } from '../solver.js';
import type { SweepEngine } from './sweep-engine.js';
import { type ContactUpdate, Sweeper } from './sweeper.js';

/** Accelerated sweeps in TypeScript, for any form of W. */
export class HostEngine implements SweepEngine {
  readonly r: Float64Array;
  readonly #W: ReadyProblem['W'];
  readonly #u: Float64Array;
  readonly #sweeper: Sweeper;
  readonly #rBefore: Float64Array;
  readonly #yBefore: Float64Array;
  readonly #p: Float64Array;
  readonly #d = new Float64Array(3);
  readonly #py: Float64Array;
  readonly #parts: Parts | undefined;
  /** last slip parameters, the next first guesses; sweeps in part have their own, so that they leave no trace in the others */
  readonly #slipInFull: Float64Array;
  #slipInPart: Float64Array | undefined;
  #slip: Float64Array;
  #order: Int32Array | undefined;

  /** @param parts pieces that contacts are swept in; none: they are swept in their own order */
  constructor(problem: ReadyProblem, parts?: Parts) {
    const size = 3 * problem.n;
    this.r = new Float64Array(size);
    this.#W = problem.W;
    this.#parts = parts;
    this.#order = parts?.order;
    this.#u = new Float64Array(size);
    this.#slip = this.#slipInFull = new Float64Array(problem.n);
    this.#sweeper = new Sweeper(problem, this.r, this.#exactUpdate(problem));
    this.#rBefore = new Float64Array(size);
    this.#p = new Float64Array(size);
    this.#yBefore = new Float64Array(problem.W.state.length);
    this.#py = new Float64Array(problem.W.state.length);
  }

  /** The exact update of one contact, its block prepared once. */
  #exactUpdate({ n, mu, W }: ReadyProblem): ContactUpdate {
    const blocks = new Float64Array(blockStride * n);
    for (let i = 0; i < n; i++) prepareBlock(blocks, blockStride * i, W.diagonal, 9 * i);
    return (x, i, b) => {
      solveBlock(x, blocks, blockStride * i, b, mu, this.#slip, i, sweepLastStep);
    };
  }

  setOrder(order: Int32Array | undefined): void {
    this.#order = order ?? this.#parts?.order;
  }

  sweep(share = 1): number {
    this.#sweeper.share = share;
    this.#slip = share < 1 ? (this.#slipInPart ??= new Float64Array(this.#slipInFull.length)) : this.#slipInFull;
    this.#rBefore.set(this.r);
    this.#yBefore.set(this.#W.state);
    return this.#sweeper.sweep(this.#order, this.#parts?.pieces);
  }

  accelerate(beta: number): void {
    const r = this.r;
    const y = this.#W.state;
    if (beta <= 1) this.#extrapolate(beta);
    for (let k = 0; k < r.length; k++) this.#p[k] = r[k] - this.#rBefore[k];
    for (let k = 0; k < y.length; k++) this.#py[k] = y[k] - this.#yBefore[k];
  }

  #extrapolate(beta: number): void {
    const r = this.r;
    const y = this.#W.state;
    const p = this.#p;
    for (let k = 0; k < y.length; k++) y[k] += beta * this.#py[k];
    const contacts = this.#parts?.order;
    for (let j = 0; 3 * j < r.length; j++) {
      const k = 3 * (contacts ? contacts[j] : j);
      const p0 = beta * p[k];
      const p1 = beta * p[k + 1];
      const p2 = beta * p[k + 2];
      if (p0 === 0 && p1 === 0 && p2 === 0) continue;
      if (r[k] === 0 && r[k + 1] === 0 && r[k + 2] === 0) {
        this.#d[0] = -p0;
        this.#d[1] = -p1;
        this.#d[2] = -p2;
        this.#W.scatter(k / 3, this.#d, 0);
        continue;
      }
      r[k] += p0;
      r[k + 1] += p1;
      r[k + 2] += p2;
    }
  }

  reload(): void {
    this.#W.load(this.r, this.#parts?.order);
    this.#sweeper.wake();
  }

  refresh(): void {
    this.reload();
  }

  velocities(): Float64Array {
    this.#W.velocities(this.#u, this.r, this.#parts?.order);
    return this.#u;
  }

  release(): void {
    // nothing outside the heap
  }
}
