import { sweepKernel } from '../kernel/sweep-kernel.js';
import type { ReadyProblem } from '../solver.js';
import { HostEngine } from './host-engine.js';
import type { SweepEngine } from './sweep-engine.js';

/**
 * Gauss-Seidel sweeps accelerated by nonlinear conjugate gradients (Silcowitz-Hansen, Niebe, Erleben 2010): the change
 * of a sweep plays the part of minus the gradient g, beta = |g|² / |g_prev|²; where beta > 1 the direction is dropped,
 * else r += beta p and p <- beta p - g, which is the whole change of r in the iteration. The running state of W is linear
 * in r and moves along, so the acceleration costs no products.
 */
export class AcceleratedSweeps {
  /** the iterate; call `restart` after changing it from outside */
  readonly r: Float64Array;
  readonly #engine: SweepEngine;
  #gg = 0;

  constructor(problem: ReadyProblem, r: Float64Array) {
    this.#engine = sweepKernel(problem) ?? new HostEngine(problem);
    this.r = this.#engine.r;
    this.r.set(r);
    this.restart();
  }

  /** Forgets the direction and makes the state that of r; contacts are swept in the order given, or 0 .. n - 1. */
  restart(order?: Int32Array): void {
    this.#engine.setOrder(order);
    this.#engine.reload();
    this.#gg = 0;
  }

  /** One sweep and one acceleration; returns the norm of the sweep's change. */
  sweep(): number {
    this.#engine.remember();
    const gg = this.#engine.sweep();
    // nothing to go by at a restart: drop the direction
    this.#engine.accelerate(this.#gg > 0 ? gg / this.#gg : 2);
    this.#gg = gg;
    return Math.sqrt(gg);
  }
}
