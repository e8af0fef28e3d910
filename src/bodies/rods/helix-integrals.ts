import type { HelixChain } from './helix-chain.js';
import { HelixField } from './helix-field.js';
import { elementRule } from './helix-rule.js';

/** Motion of a section: velocity, angular velocity, and their rates when no dof accelerates. */
export class Motion {
  readonly v = new Float64Array(3);
  readonly w = new Float64Array(3);
  readonly a = new Float64Array(3);
  readonly e = new Float64Array(3);
}

const none = new Float64Array(0);

/** All chains write theirs to the same place, where they are read at once: a head of hair has a hundred thousand of them. */
const results = {
  L: new Float64Array(9),
  Nk: new Float64Array(9),
  SA: new Float64Array(9),
  JJ: new Float64Array(9),
  first: new Float64Array(3),
  second: new Float64Array(9),
  force: new Float64Array(3),
  moment: new Float64Array(3),
  own: new Float64Array(3),
};

/** Integrals over one element of a chain of helices, in its own frame, that its inertia is made of; good until the next are. */
export class ElementIntegrals {
  /** ∫J, ∫p × J, ∫A (times spin), ∫JᵀJ */
  readonly L = results.L;
  readonly Nk = results.Nk;
  readonly SA = results.SA;
  readonly JJ = results.JJ;
  /** ∫p, ∫p pᵀ */
  readonly first = results.first;
  readonly second = results.second;
  /** of the acceleration: force, moment about the element's start, and what it does to the element's own dofs */
  readonly force = results.force;
  readonly moment = results.moment;
  readonly own = results.own;
  private readonly chain: HelixChain;
  private readonly spin: number;

  /** @param spin rotary inertia over mass (m²) */
  constructor(chain: HelixChain, spin: number) {
    this.chain = chain;
    this.spin = spin;
  }

  /**
   * Integrals over element Q in its own frame, about its start, which moves as `here` says. What its matter does besides:
   * the curvatures change at rates, or it comes from a recorded field, over a step of length 1 / inverseStep.
   */
  integrate(Q: number, here: Motion, from: Float64Array | HelixField, inverseStep = 0): void {
    const { L, Nk, SA, JJ, first, second, force, moment, own } = this;
    const { chain, spin } = this;
    const { point, l, kappa } = chain;
    const { p, P, A, ddp, dA } = point;
    const { w, a, e } = here;
    // a recorded field stays with the points it was recorded at
    const field = from instanceof HelixField ? from : undefined;
    const rate = from instanceof HelixField ? none : from;
    const { nodes, weights } = field ? field.rule(Q) : elementRule(kappa, l, Q);
    const k0 = field ? 0 : rate[3 * Q];
    const k1 = field ? 0 : rate[3 * Q + 1];
    const k2 = field ? 0 : rate[3 * Q + 2];
    L.fill(0);
    Nk.fill(0);
    SA.fill(0);
    JJ.fill(0);
    first.fill(0);
    second.fill(0);
    force.fill(0);
    moment.fill(0);
    own.fill(0);
    for (let i = 0; i < nodes.length; i++) {
      const c = weights[i] * l;
      point.place(kappa, 3 * Q, nodes[i] * l);
      point.gradient();
      if (field) field.read(ddp, dA, Q, -inverseStep);
      else point.rates(rate, 3 * Q);
      const x = p[0];
      const y = p[1];
      const z = p[2];
      first[0] += c * x;
      first[1] += c * y;
      first[2] += c * z;
      second[0] += c * x * x;
      second[1] += c * x * y;
      second[2] += c * x * z;
      second[4] += c * y * y;
      second[5] += c * y * z;
      second[8] += c * z * z;
      // velocities relative to the element's start, then accelerations without q̈
      const u0 = P[0] * k0 + P[1] * k1 + P[2] * k2;
      const u1 = P[3] * k0 + P[4] * k1 + P[5] * k2;
      const u2 = P[6] * k0 + P[7] * k1 + P[8] * k2;
      const o0 = A[0] * k0 + A[1] * k1 + A[2] * k2;
      const o1 = A[3] * k0 + A[4] * k1 + A[5] * k2;
      const o2 = A[6] * k0 + A[7] * k1 + A[8] * k2;
      // ω × p + 2 u, crossed with ω once more
      const t0 = w[1] * z - w[2] * y + 2 * u0;
      const t1 = w[2] * x - w[0] * z + 2 * u1;
      const t2 = w[0] * y - w[1] * x + 2 * u2;
      const b0 = c * (a[0] + e[1] * z - e[2] * y + w[1] * t2 - w[2] * t1 + ddp[0]);
      const b1 = c * (a[1] + e[2] * x - e[0] * z + w[2] * t0 - w[0] * t2 + ddp[1]);
      const b2 = c * (a[2] + e[0] * y - e[1] * x + w[0] * t1 - w[1] * t0 + ddp[2]);
      const s = c * spin;
      const e0 = s * (e[0] + w[1] * o2 - w[2] * o1 + dA[0]);
      const e1 = s * (e[1] + w[2] * o0 - w[0] * o2 + dA[1]);
      const e2 = s * (e[2] + w[0] * o1 - w[1] * o0 + dA[2]);
      force[0] += b0;
      force[1] += b1;
      force[2] += b2;
      moment[0] += y * b2 - z * b1 + e0;
      moment[1] += z * b0 - x * b2 + e1;
      moment[2] += x * b1 - y * b0 + e2;
      for (let k = 0; k < 3; k++) {
        const P0 = P[k];
        const P1 = P[3 + k];
        const P2 = P[6 + k];
        const A0 = A[k];
        const A1 = A[3 + k];
        const A2 = A[6 + k];
        own[k] += P0 * b0 + P1 * b1 + P2 * b2 + A0 * e0 + A1 * e1 + A2 * e2;
        L[k] += c * P0;
        L[3 + k] += c * P1;
        L[6 + k] += c * P2;
        Nk[k] += c * (y * P2 - z * P1);
        Nk[3 + k] += c * (z * P0 - x * P2);
        Nk[6 + k] += c * (x * P1 - y * P0);
        SA[k] += s * A0;
        SA[3 + k] += s * A1;
        SA[6 + k] += s * A2;
        for (let m = k; m < 3; m++)
          JJ[3 * k + m] +=
            c * (P0 * P[m] + P1 * P[3 + m] + P2 * P[6 + m]) + s * (A0 * A[m] + A1 * A[3 + m] + A2 * A[6 + m]);
      }
    }
    JJ[3] = JJ[1];
    JJ[6] = JJ[2];
    JJ[7] = JJ[5];
    second[3] = second[1];
    second[6] = second[2];
    second[7] = second[5];
  }
}
