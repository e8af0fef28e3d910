import { apply33, applyTransposed33 } from '../../math/mat3.js';
import type { GaussRule } from './gauss.js';
import type { HelixChain } from './helix-chain.js';
import { numberedRule, ruleNumber } from './helix-rule.js';

/** Velocity and turn of the matter of a chain of helices, recorded at quadrature points: six numbers a point, in the world. */
export class HelixField {
  private readonly chain: HelixChain;
  /** number of the rule of each element */
  private readonly ruleOf: Int32Array;
  private values = new Float64Array(0);
  private used = 0;
  /** where `read` goes on */
  private place = 0;
  private readonly v = new Float64Array(3);
  private readonly w = new Float64Array(3);
  private readonly x = new Float64Array(3);

  constructor(chain: HelixChain) {
    this.chain = chain;
    this.ruleOf = new Int32Array(chain.N);
  }

  /** Quadrature that the field of element Q was recorded at. */
  rule(Q: number): GaussRule {
    return numberedRule(this.ruleOf[Q]);
  }

  /**
   * Records the field of the present shape with the root's velocity and turn and the curvature rates, at the points that
   * the curvatures `kappaNext` will ask for.
   */
  record(velocity: Float64Array, turn: Float64Array, rate: Float64Array, kappaNext: Float64Array): void {
    const { chain } = this;
    const { point } = chain;
    let at = 0;
    this.v.set(velocity);
    this.w.set(turn);
    for (let Q = 0; Q < chain.N; Q++) {
      this.ruleOf[Q] = ruleNumber(kappaNext, chain.l, Q);
      const { nodes } = this.rule(Q);
      if (this.values.length < at + 6 * nodes.length) this.grow(at + 6 * nodes.length);
      for (let i = 0; i < nodes.length; i++, at += 6) {
        point.place(chain.kappa, 3 * Q, nodes[i] * chain.l);
        point.gradient();
        this.recordPoint(at, Q, rate);
      }
      chain.carryVelocity(this.v, this.w, Q, rate);
    }
    this.used = at;
  }

  /** values[at ..] = velocity and turn of the placed point of element Q. */
  private recordPoint(at: number, Q: number, rate: Float64Array): void {
    const { chain, values, x, v, w } = this;
    const { p, P, A } = chain.point;
    const o = 9 * Q;
    const R = chain.frame;
    const k0 = rate[3 * Q];
    const k1 = rate[3 * Q + 1];
    const k2 = rate[3 * Q + 2];
    apply33(x, 0, R, o, p, 0);
    const u0 = P[0] * k0 + P[1] * k1 + P[2] * k2;
    const u1 = P[3] * k0 + P[4] * k1 + P[5] * k2;
    const u2 = P[6] * k0 + P[7] * k1 + P[8] * k2;
    const a0 = A[0] * k0 + A[1] * k1 + A[2] * k2;
    const a1 = A[3] * k0 + A[4] * k1 + A[5] * k2;
    const a2 = A[6] * k0 + A[7] * k1 + A[8] * k2;
    for (let k = 0; k < 3; k++) {
      const r = o + 3 * k;
      values[at + k] = v[k] + R[r] * u0 + R[r + 1] * u1 + R[r + 2] * u2;
      values[at + 3 + k] = w[k] + R[r] * a0 + R[r + 1] * a1 + R[r + 2] * a2;
    }
    values[at] += w[1] * x[2] - w[2] * x[1];
    values[at + 1] += w[2] * x[0] - w[0] * x[2];
    values[at + 2] += w[0] * x[1] - w[1] * x[0];
  }

  /** Starts reading at the first point. */
  rewind(): void {
    this.place = 0;
  }

  /** velocity, turn = s times those of the next point, which belongs to element Q, in that element's frame. */
  read(velocity: Float64Array, turn: Float64Array, Q: number, s: number): void {
    const R = this.chain.frame;
    applyTransposed33(velocity, 0, R, 9 * Q, this.values, this.place);
    applyTransposed33(turn, 0, R, 9 * Q, this.values, this.place + 3);
    for (let k = 0; k < 3; k++) {
      velocity[k] *= s;
      turn[k] *= s;
    }
    this.place += 6;
  }

  /**
   * out = ∫ρ r (kg m, three numbers), kinetic energy (J), linear and angular momentum about the origin, of matter that
   * stands where the chain is now and moves as recorded.
   */
  measure(out: Float64Array, rho: number, rotaryInertia: number): void {
    const { chain, values: u, x } = this;
    out.fill(0, 0, 10);
    for (let Q = 0, at = 0; Q < chain.N; Q++) {
      const { nodes, weights } = this.rule(Q);
      for (let i = 0; i < nodes.length; i++, at += 6) {
        chain.position(x, 0, Q, (Q + nodes[i]) * chain.l);
        const m = rho * weights[i] * chain.l;
        const j = rotaryInertia * weights[i] * chain.l;
        for (let k = 0; k < 3; k++) {
          const k1 = (k + 1) % 3;
          const k2 = (k + 2) % 3;
          out[k] += m * x[k];
          out[3] += 0.5 * (m * u[at + k] * u[at + k] + j * u[at + 3 + k] * u[at + 3 + k]);
          out[4 + k] += m * u[at + k];
          out[7 + k] += m * (x[k1] * u[at + k2] - x[k2] * u[at + k1]) + j * u[at + 3 + k];
        }
      }
    }
  }

  private grow(length: number): void {
    const values = new Float64Array(2 * length);
    values.set(this.values);
    this.values = values;
  }

  /** The rule of each element, then six numbers a point. */
  save(): Float64Array {
    const out = new Float64Array(this.chain.N + this.used);
    out.set(this.ruleOf);
    out.set(this.values.subarray(0, this.used), this.chain.N);
    return out;
  }

  load(field: Float64Array): void {
    const N = this.chain.N;
    this.used = field.length - N;
    if (this.values.length < this.used) this.values = new Float64Array(this.used);
    this.ruleOf.set(field.subarray(0, N));
    this.values.set(field.subarray(N));
  }
}
