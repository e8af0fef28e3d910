import type { StepContext } from '../body.js';
import type { DrivenRoot } from './driven-root.js';
import type { HelixChain } from './helix-chain.js';
import { HelixField } from './helix-field.js';
import { elementRule } from './helix-rule.js';
import { RootWork } from './root-work.js';

const sums = new Float64Array(10);
const none = new Float64Array(3);
const place = new Float64Array(3);
const rootWork = new RootWork();

/**
 * How the matter of a super-helix moves: the velocity field that implicit steps pass on, recorded at the end of a step, and
 * sums over it. What v says of the shape after the step differs from it by what the shape has changed.
 */
export class HelixMotion {
  /** velocity and turn of the root: its own dofs, or what drives it */
  readonly rootVelocity: Float64Array;
  readonly rootTurn: Float64Array;
  /** rates of the curvatures, a part of v */
  readonly rate: Float64Array;
  /** whether the last step was taken at its middle */
  centred = false;
  readonly #chain: HelixChain;
  readonly #field: HelixField;
  /** the field of the present shape */
  readonly #present: HelixField;
  readonly #v: Float64Array;
  /** v as of the recorded field */
  readonly #known: Float64Array;
  #recorded = false;
  readonly #root: DrivenRoot;
  readonly #rootDofs: 0 | 3 | 6;
  /** of a metre of rod: mass (kg), rotary inertia (kg m²) */
  readonly #mass: number;
  readonly #inertia: number;

  constructor(
    chain: HelixChain,
    field: HelixField,
    v: Float64Array,
    root: DrivenRoot,
    rootDofs: 0 | 3 | 6,
    section: { readonly mass: number; readonly inertia: number },
  ) {
    this.#chain = chain;
    this.#field = field;
    this.#present = new HelixField(chain);
    this.#v = v;
    this.#known = new Float64Array(v.length);
    this.#root = root;
    this.#rootDofs = rootDofs;
    this.#mass = section.mass;
    this.#inertia = section.inertia;
    this.rate = v.subarray(rootDofs);
    this.rootVelocity = rootDofs === 6 ? v.subarray(0, 3) : root.velocity;
    this.rootTurn = rootDofs > 0 ? v.subarray(rootDofs - 3, rootDofs) : root.turn;
  }

  /** Records the field anew where somebody changed v since the last step. */
  refresh(): void {
    if (!this.#isKnown()) this.record(this.#chain.kappa);
  }

  #isKnown(): boolean {
    const v = this.#v;
    let same = this.#recorded;
    for (let i = 0; i < v.length && same; i++) same = v[i] === this.#known[i];
    return same;
  }

  /** Records the field of the present shape and v at the points that `kappaNext` asks for. */
  record(kappaNext: Float64Array): void {
    this.#field.record(this.rootVelocity, this.rootTurn, this.rate, kappaNext);
    this.#known.set(this.#v);
    this.#recorded = true;
  }

  /** Measures (`HelixField.measure`) of the matter, its velocities the recorded ones where the scheme passes these on. */
  measure(): Float64Array {
    return this.centred || !this.#isKnown() ? this.#measurePresent() : this.#measureFor(1);
  }

  /** out = ∫ρ r of the matter where it is now (kg m) */
  firstMoment(out: Float64Array): void {
    const chain = this.#chain;
    out.fill(0);
    for (let Q = 0; Q < chain.N; Q++) {
      const { nodes, weights } = elementRule(chain.kappa, chain.l, Q);
      for (let i = 0; i < nodes.length; i++) {
        chain.position(place, 0, Q, (Q + nodes[i]) * chain.l);
        for (let k = 0; k < 3; k++) out[k] += this.#mass * weights[i] * chain.l * place[k];
      }
    }
  }

  #measurePresent(velocity = this.rootVelocity, turn = this.rootTurn): Float64Array {
    this.#present.record(velocity, turn, this.rate, this.#chain.kappa);
    this.#present.measure(sums, this.#mass, this.#inertia);
    return sums;
  }

  /** Measures as a step of the scheme sees them: implicit ones know the recorded velocities. */
  #measureFor(theta: number, velocity = this.rootVelocity, turn = this.rootTurn): Float64Array {
    if (theta < 1) return this.#measurePresent(velocity, this.#rootDofs > 0 ? this.rootTurn : turn);
    this.#field.measure(sums, this.#mass, this.#inertia);
    return sums;
  }

  /** Begins to book the work of a driven root over a step; returns that of setting the rod moving, at the first (J). */
  openBook(theta: number): number {
    const { lastVelocity, lastTurn, isUnderWay } = this.#root;
    // a root that moves from the first step on is taken to have moved like that before
    const still = isUnderWay ? 0 : this.#measurePresent(none, none)[3];
    const before = this.#measureFor(theta, lastVelocity, lastTurn);
    rootWork.begin(before, this.#root);
    return isUnderWay ? 0 : before[3] - still;
  }

  /** The root's work since `openBook` (J). @param drag over mass (1/s) */
  closeBook(drag: number, step: StepContext): number {
    const { N, l } = this.#chain;
    return rootWork.end(this.#measureFor(step.theta), this.#root, this.#mass * N * l, drag, step);
  }

  save(): Float64Array {
    const field = this.#field.save();
    const state = new Float64Array(1 + this.#known.length + field.length);
    state[0] = (this.#recorded ? 1 : 0) + (this.centred ? 2 : 0);
    state.set(this.#known, 1);
    state.set(field, 1 + this.#known.length);
    return state;
  }

  /** Takes what `save` gave: its first number, and the others. */
  load(flags: number, state: Float64Array): void {
    const n = this.#known.length;
    this.#recorded = flags % 2 === 1;
    this.centred = flags >= 2;
    this.#known.set(state.subarray(0, n));
    this.#field.load(state.subarray(n));
  }
}
