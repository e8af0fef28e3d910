import { WhitenedDelassus } from '../delassus/whitened.js';
import type { SweepCrew } from '../kernel/sweep-crew.js';
import { sweepKernel } from '../kernel/sweep-kernel.js';
import { type Parts, arrangeWithin, partsOf } from '../parts/parts.js';
import type { ReadyProblem } from '../solver.js';
import { HostEngine } from './host-engine.js';
import type { SweepEngine } from './sweep-engine.js';

/** Growth of the sweep's change, squared, that is put up with before the direction is dropped. */
const tolerated = 1.3;

/** Of each period of sweeps the last few go without acceleration: they take out what it has stirred up. */
export const sweepPeriod = 20;
const plainSweeps = 3;

/** Contacts below which setting the kernel up would take longer than it saves; its bits are those of the other engine. */
const fewestForKernel = 200;

/** A coefficient that stands for no acceleration. */
const dropped = 2;

/** Bound on beta: where it starts, how it grows with every sweep that goes well and shrinks with one that does not. */
const firstBound = 0.6;
const largestBound = 0.95;
const smallestBound = 0.2;
const growth = 1.03;
const growthAdded = 0.003;
const shrinkage = 0.85;

/**
 * Gauss-Seidel sweeps accelerated by nonlinear conjugate gradients (Silcowitz-Hansen, Niebe, Erleben 2010): the change
 * of a sweep plays the part of minus the gradient g, beta = |g|² / |g_prev|², r += beta p and p <- beta p - g, which is
 * the whole change of r in the iteration. The running state of W is linear in r and moves along, so the acceleration
 * costs no products.
 *
 * Departs from that paper: beta, which is nearly 1 where sweeps converge slowly, is held below a bound that adapts to
 * how often the change grows, and three sweeps in twenty go without acceleration. On the problems of
 * docs/adr/0001-auto.md this takes from a third less to four times fewer sweeps.
 */
export class AcceleratedSweeps {
  /** the iterate as it was when `velocities` was called last; call `restart` after changing it from outside */
  readonly r: Float64Array;
  readonly #parts: Parts | undefined;
  readonly #engine: SweepEngine;
  #gg = 0;
  #done = 0;
  #bound = firstBound;

  /** @param crew threads that help with large problems; the same bits with any, and without */
  constructor(problem: ReadyProblem, r: Float64Array, crew?: SweepCrew) {
    const { n, W } = problem;
    const parts = W instanceof WhitenedDelassus ? partsOf(W.parts.G, W.blocks) : undefined;
    this.#parts = parts;
    const kernel = n >= fewestForKernel ? sweepKernel(problem, { parts, guess: r, crew }) : undefined;
    this.#engine = kernel ?? new HostEngine(problem, parts);
    this.r = this.#engine.r;
    this.r.set(r);
    this.restart();
  }

  /** Takes r as it is now, forgets the direction, and sweeps contacts in the first order again. */
  restart(): void {
    this.#engine.setOrder(undefined);
    this.#engine.reload();
    this.#gg = 0;
  }

  /** Forgets the direction; contacts are swept in another order from now on, those of a piece at a time in a problem with parts. */
  reorder(order: Int32Array): void {
    this.#engine.setOrder(this.#parts ? arrangeWithin(this.#parts, order) : order);
    this.#engine.refresh();
    this.#gg = 0;
  }

  /** Velocities that belong to r; overwritten by the next call. */
  velocities(): Float64Array {
    return this.#engine.velocities();
  }

  /** Gives back the engine; r must not be used any more. */
  release(): void {
    this.#engine.release();
  }

  /** One sweep and one acceleration; returns the norm of the sweep's change. */
  sweep(): number {
    const gg = this.#engine.sweep();
    const beta = this.#coefficient(gg);
    this.#engine.accelerate(this.#done++ % sweepPeriod < sweepPeriod - plainSweeps ? beta : dropped);
    this.#gg = gg;
    return Math.sqrt(gg);
  }

  /** One sweep without acceleration in which each contact goes a share of its way to the solution; call `restart` before the first and after the last. */
  sweepInPart(share: number): void {
    this.#engine.sweep(share);
  }

  /** beta; above 1 where the direction is to be dropped. */
  #coefficient(gg: number): number {
    if (this.#gg === 0) return dropped;
    if (gg > tolerated * this.#gg) {
      this.#bound = Math.max(smallestBound, shrinkage * this.#bound);
      return dropped;
    }
    this.#bound = Math.min(largestBound, growth * this.#bound + growthAdded);
    return Math.min(this.#bound, gg / this.#gg);
  }
}
