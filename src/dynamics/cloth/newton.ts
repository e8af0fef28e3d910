import { now } from '../../friction/clock.js';
import { type BlockFactor, MassFactor } from '../../friction/delassus/mass-factor.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { multiplyBlockRows } from '../../linalg/block-rows.js';
import { solveGroup } from '../groups/group-job.js';
import { policy } from '../policy/values.js';
import type { GlobalSystem } from '../../bodies/cloth/global-system.js';
import { linearisedProblem } from './linearised.js';
import type { IterationMethod, IterationTimes } from './method.js';
import { inFrames } from './solved.js';
import { type StepState, largestSpeed } from './step-state.js';
import { Tangent } from '../../bodies/cloth/tangent.js';

/**
 * Where cloth is compressed its energy is not convex, and the convex part of its second derivatives lets it overshoot. The matrix of
 * the global step, with which energies never rise, is then mixed in: from this share on, and by this factor more after an iteration that
 * did not make the error less, and less after one that did.
 */
const least = 0.03;
const growth = 3;

/** Nothing is solved better than to rounding, as a share of the velocity scale. */
const rounding = 1e-14;

/**
 * Newton's method on the equations of motion with the law of contact as it is: each iteration solves the one-step problem of the
 * group, linearised at vᵏ, by the solvers of all other contacts. Where contacts are few and the tolerance is tight it needs a few
 * iterations; local and global steps, whose constant matrix holds cloth as stiffly out of its plane as within it, many.
 */
export class NewtonMethod implements IterationMethod {
  readonly impulses = true;
  readonly #state: StepState;
  readonly #tangent: Tangent;
  /** what the last solve of the contacts was asked for, in its own measure, as a share of the velocity scale; 0: none yet */
  #asked = 0;
  /** share of the constant matrix P in the tangent, and the error before the last iteration */
  #stiffening = 0;
  #last = Infinity;
  #factor: BlockFactor | undefined;

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#tangent = new Tangent(state.cloth, system);
  }

  begin(): void {
    this.#stiffening = this.#asked = 0;
    this.#last = Infinity;
  }

  /**
   * The errors from which the next iteration starts: contacts are solved to a hundredth of them, or a tenth of the tolerance. Solvers
   * measure impulses by how far contacts give way as part of the cloth, steps by how far their vertices would by themselves, which
   * may be a thousand times as far. As u is linear in v, what an iteration leaves of the law is what its solve left: the ratio is known.
   */
  aim({ total, relative }: { readonly total: number; readonly relative: number }, tolerance: number): void {
    if (!(total < this.#last)) this.#stiffening = Math.min(Math.max(least, growth * this.#stiffening), 1);
    else this.#stiffening = this.#stiffening > least ? this.#stiffening / growth : 0;
    this.#last = total;
    const ratio = this.#asked > 0 ? Math.max(relative / this.#asked, 1) : 1;
    this.#asked = Math.max(Math.max(0.1 * tolerance, 0.01 * total) / ratio, rounding);
  }

  /** K at qᵏ, factored. */
  linearise(): void {
    for (const convex of [false, true]) {
      const { q, touching } = this.#state;
      this.#tangent.assemble(q, touching, this.#stiffening, convex);
      this.#factor = this.#tangent.factor();
      if (this.#factor) return;
    }
  }

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, delta, cloth } = state;
    const begun = now();
    this.linearise();
    const linearised = linearisedProblem(state, this.#tangent.matrix);
    const { problem } = linearised;
    const factors = contacts.solids.members.map((b) => contacts.solids.factorOf(b));
    const factor = new MassFactor(problem.M, [this.#factor, ...factors]);
    const warmStart = inFrames(contacts, linearised.contacts);
    const tolerance = Math.min((this.#asked * state.scale) / (freeVelocity(problem, factor) || Infinity), 0.1);
    const options = {
      form: 'assembled' as const,
      tolerance,
      maxIterations: policy.iterations,
      warmStart,
      refine: true,
      factor,
    };
    const assembled = now();
    times.solve += assembled - begun;
    const { r, s, v } = solveGroup({ problem, factor, options });
    contacts.r.fill(0, 0, 3 * contacts.n);
    linearised.contacts.forEach((j, k) => contacts.fromFrame(contacts.r, 3 * j, r, 3 * k, j));
    linearised.held.forEach((j, k) => contacts.r.set(s!.subarray(3 * k, 3 * k + 3), 3 * j));
    delta.fill(0);
    cloth.free.forEach((i, k) => {
      for (let c = 0; c < 3; c++) delta[3 * i + c] = v[3 * k + c];
    });
    times.contact += now() - assembled;
  }

  /** x <- K⁻¹ x as linearised last, 3 numbers a vertex; 0 at pinned ones */
  solve(x: Float64Array): void {
    const { free } = this.#state.cloth;
    const own = new Float64Array(3 * free.length);
    free.forEach((i, k) => own.set(x.subarray(3 * i, 3 * i + 3), 3 * k));
    this.#factor!.solve(own);
    x.fill(0);
    free.forEach((i, k) => x.set(own.subarray(3 * k, 3 * k + 3), 3 * i));
  }
}

/** Largest relative velocity of a contact without impulses, which the solvers' errors are shares of (m/s). */
function freeVelocity({ f, M, H, w }: PrimalProblem, factor: MassFactor): number {
  const v = f.slice();
  for (let k = 0; k + 1 < M.offset.length; k++) factor.solve(k, v, M.offset[k]);
  const u = new Float64Array(w.length);
  multiplyBlockRows(u, H, v, w);
  return largestSpeed(u);
}
