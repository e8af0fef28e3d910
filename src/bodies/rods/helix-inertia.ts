import { applyTransposed33, apply33 } from '../../math/mat3.js';
import type { HelixChain } from './helix-chain.js';
import { HelixComposite } from './helix-composite.js';
import { HelixField } from './helix-field.js';
import { elementRule } from './helix-rule.js';

/** Motion of a section: velocity, angular velocity, and their rates when no dof accelerates. */
class Motion {
  readonly v = new Float64Array(3);
  readonly w = new Float64Array(3);
  readonly a = new Float64Array(3);
  readonly e = new Float64Array(3);
}

/**
 * Inertia of a chain of helices: M = ρS ∫ JᵀJ ds and the forces -ρS ∫ Jᵀ (acceleration - g) ds, with the sections' rotary
 * inertia, by one pass of elements outwards (integrals within each element) and one inwards (composite bodies): O(N) for
 * the forces, six products an entry for the matrix. The acceleration is either J̇ q̇ (`evaluate`), or the change from a
 * recorded velocity field of the matter (`transport`): ∫ JᵀJ v⁺ = ∫ Jᵀ ṙ_old. That is J̇ q̇ to first order, conserves
 * momentum, and as a projection in the norm of the mass it can never add energy, however large the step.
 */
export class HelixInertia {
  readonly chain: HelixChain;
  /** the recorded velocity field */
  readonly field: HelixField;
  /** mass matrix, dense row-major */
  readonly M: Float64Array;
  /** generalised force of inertia and acceleration fields */
  readonly F: Float64Array;
  /** motion at the root (set by the owner: velocity, angular velocity, acceleration - g, angular acceleration) */
  readonly base = new Motion();
  /** mass per length (kg/m) and rotary inertia over mass (m²) */
  private readonly rho: number;
  private readonly spin: number;
  private readonly parts: HelixComposite;
  private fromField = false;
  private inverseStep = 0;
  private readonly next = new Motion();
  private readonly here = new Motion();
  // integrals within an element, in its own frame: ∫J, ∫p × J, ∫A (times spin), ∫JᵀJ, ∫p, ∫p pᵀ, and of the acceleration
  private readonly L = new Float64Array(9);
  private readonly Nk = new Float64Array(9);
  private readonly SA = new Float64Array(9);
  private readonly JJ = new Float64Array(9);
  private readonly first = new Float64Array(3);
  private readonly second = new Float64Array(9);
  private readonly force = new Float64Array(3);
  private readonly moment = new Float64Array(3);
  private readonly own = new Float64Array(3);
  private readonly x = new Float64Array(3);
  private readonly y = new Float64Array(3);
  private readonly f = new Float64Array(3);
  private readonly n = new Float64Array(3);

  /** @param root dofs of the root before the curvatures: none, a turn, a shift and a turn */
  constructor(chain: HelixChain, rho: number, rotaryInertia: number, root: 0 | 3 | 6) {
    const dofs = root + 3 * chain.N;
    this.chain = chain;
    this.field = new HelixField(chain);
    this.rho = rho;
    this.spin = rotaryInertia / rho;
    this.parts = new HelixComposite(chain, rho, this.spin, root);
    this.M = new Float64Array(dofs * dofs);
    this.F = new Float64Array(dofs);
  }

  /** Fills M and F for the curvature rates `rate`; `base` holds the root's motion. */
  evaluate(rate: Float64Array): void {
    this.fromField = false;
    for (let Q = 0; Q < this.chain.N; Q++) {
      this.localMotion(Q);
      this.integrate(Q, rate);
      this.toWorld(Q);
      this.carry(Q, rate);
    }
    this.parts.massMatrix(this.M);
    this.parts.forces(this.F);
  }

  /**
   * Fills M and F of the change from the recorded velocity field over a step h: F = -ρS ∫ Jᵀ ((d - ṙ_old)/h + a + e × x),
   * where d is the rigid motion base.v, base.w of a driven root (0 for a free one) and a, e its base.a, base.e.
   */
  transport(h: number): void {
    this.fromField = true;
    this.inverseStep = 1 / h;
    this.field.rewind();
    for (let Q = 0; Q < this.chain.N; Q++) {
      this.rigidMotion(Q);
      this.integrate(Q, this.base.v);
      this.toWorld(Q);
    }
    this.parts.massMatrix(this.M);
    this.parts.forces(this.F);
  }

  /** here = rigid motion of the root at the start of element Q: d / h + a + e × x, turned to the element's frame. */
  private rigidMotion(Q: number): void {
    const { base, here, chain, x, y, inverseStep: c } = this;
    const r0 = chain.start[3 * Q] - chain.start[0];
    const r1 = chain.start[3 * Q + 1] - chain.start[1];
    const r2 = chain.start[3 * Q + 2] - chain.start[2];
    for (let k = 0; k < 3; k++) {
      x[k] = base.a[k] + c * base.v[k];
      y[k] = base.e[k] + c * base.w[k];
    }
    x[0] += y[1] * r2 - y[2] * r1;
    x[1] += y[2] * r0 - y[0] * r2;
    x[2] += y[0] * r1 - y[1] * r0;
    applyTransposed33(here.a, 0, chain.frame, 9 * Q, x, 0);
    applyTransposed33(here.e, 0, chain.frame, 9 * Q, y, 0);
    here.w.fill(0);
  }

  /** here = motion at the start of element Q in its own frame. */
  private localMotion(Q: number): void {
    const from = Q === 0 ? this.base : this.next;
    const R = this.chain.frame;
    applyTransposed33(this.here.v, 0, R, 9 * Q, from.v, 0);
    applyTransposed33(this.here.w, 0, R, 9 * Q, from.w, 0);
    applyTransposed33(this.here.a, 0, R, 9 * Q, from.a, 0);
    applyTransposed33(this.here.e, 0, R, 9 * Q, from.e, 0);
    if (Q === 0) {
      this.next.v.set(this.base.v);
      this.next.w.set(this.base.w);
      this.next.a.set(this.base.a);
      this.next.e.set(this.base.e);
    }
  }

  /** Integrals over element Q in its own frame, about its start. */
  private integrate(Q: number, rate: Float64Array): void {
    const { chain, L, Nk, SA, JJ, first, second, force, moment, own, spin } = this;
    const { point, l, kappa } = chain;
    const { p, P, A, ddp, dA } = point;
    const { w, a, e } = this.here;
    // a recorded field stays with the points it was recorded at
    const field = this.fromField;
    const { nodes, weights } = field ? this.field.rule(Q) : elementRule(kappa, l, Q);
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
      if (field) this.field.read(ddp, dA, Q, -this.inverseStep);
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

  /** Turns the integrals of element Q to the world and refers moments to the root. */
  private toWorld(Q: number): void {
    const { chain, L, Nk, SA, x, y, rho } = this;
    const { momentum: LW, angular: NW, wrench, ownForce, moments, G } = this.parts;
    const R = chain.frame;
    const o = 9 * Q;
    const r0 = chain.start[3 * Q] - chain.start[0];
    const r1 = chain.start[3 * Q + 1] - chain.start[1];
    const r2 = chain.start[3 * Q + 2] - chain.start[2];
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) {
        x[i] = rho * L[3 * i + k];
        y[i] = rho * (Nk[3 * i + k] + SA[3 * i + k]);
      }
      const c = o + 3 * k;
      apply33(LW, c, R, o, x, 0);
      apply33(NW, c, R, o, y, 0);
      NW[c] += r1 * LW[c + 2] - r2 * LW[c + 1];
      NW[c + 1] += r2 * LW[c] - r0 * LW[c + 2];
      NW[c + 2] += r0 * LW[c + 1] - r1 * LW[c];
      ownForce[3 * Q + k] = rho * this.own[k];
    }
    for (let k = 0; k < 9; k++) G[o + k] = rho * this.JJ[k];
    const w = 6 * Q;
    apply33(wrench, w, R, o, this.force, 0);
    apply33(wrench, w + 3, R, o, this.moment, 0);
    for (let k = 0; k < 6; k++) wrench[w + k] *= rho;
    wrench[w + 3] += r1 * wrench[w + 2] - r2 * wrench[w + 1];
    wrench[w + 4] += r2 * wrench[w] - r0 * wrench[w + 2];
    wrench[w + 5] += r0 * wrench[w + 1] - r1 * wrench[w];
    const m = 12 * Q;
    const mass = rho * chain.l;
    apply33(x, 0, R, o, this.first, 0);
    // first moment, then ∫ x xᵀ with x = r + R p
    const s0 = rho * x[0];
    const s1 = rho * x[1];
    const s2 = rho * x[2];
    moments[m] = s0 + mass * r0;
    moments[m + 1] = s1 + mass * r1;
    moments[m + 2] = s2 + mass * r2;
    rotateSecond(moments, m + 3, R, o, this.second, rho);
    addOuter(moments, m + 3, r0, r1, r2, s0 + 0.5 * mass * r0, s1 + 0.5 * mass * r1, s2 + 0.5 * mass * r2);
  }

  /** next = motion at the end of element Q. */
  private carry(Q: number, rate: Float64Array): void {
    const { chain, next, x, y, f, n } = this;
    const { point, frame, start, turn, shift } = chain;
    point.place(chain.kappa, 3 * Q, chain.l);
    point.rates(rate, 3 * Q);
    apply33(x, 0, shift, 9 * Q, rate, 3 * Q);
    apply33(y, 0, turn, 9 * Q, rate, 3 * Q);
    apply33(f, 0, frame, 9 * Q, point.ddp, 0);
    apply33(n, 0, frame, 9 * Q, point.dA, 0);
    const { v, w, a, e } = next;
    const d0 = start[3 * Q + 3] - start[3 * Q];
    const d1 = start[3 * Q + 4] - start[3 * Q + 1];
    const d2 = start[3 * Q + 5] - start[3 * Q + 2];
    const c0 = w[1] * d2 - w[2] * d1;
    const c1 = w[2] * d0 - w[0] * d2;
    const c2 = w[0] * d1 - w[1] * d0;
    const t0 = c0 + 2 * x[0];
    const t1 = c1 + 2 * x[1];
    const t2 = c2 + 2 * x[2];
    a[0] += e[1] * d2 - e[2] * d1 + w[1] * t2 - w[2] * t1 + f[0];
    a[1] += e[2] * d0 - e[0] * d2 + w[2] * t0 - w[0] * t2 + f[1];
    a[2] += e[0] * d1 - e[1] * d0 + w[0] * t1 - w[1] * t0 + f[2];
    e[0] += w[1] * y[2] - w[2] * y[1] + n[0];
    e[1] += w[2] * y[0] - w[0] * y[2] + n[1];
    e[2] += w[0] * y[1] - w[1] * y[0] + n[2];
    v[0] += c0 + x[0];
    v[1] += c1 + x[1];
    v[2] += c2 + x[2];
    w[0] += y[0];
    w[1] += y[1];
    w[2] += y[2];
  }
}

/** out = s R S Rᵀ for a symmetric S. */
function rotateSecond(out: Float64Array, o: number, R: Float64Array, r: number, S: Float64Array, s: number): void {
  for (let i = 0; i < 3; i++) {
    const a = R[r + 3 * i];
    const b = R[r + 3 * i + 1];
    const c = R[r + 3 * i + 2];
    const u = s * (a * S[0] + b * S[3] + c * S[6]);
    const v = s * (a * S[1] + b * S[4] + c * S[7]);
    const w = s * (a * S[2] + b * S[5] + c * S[8]);
    for (let j = 0; j < 3; j++) out[o + 3 * i + j] = u * R[r + 3 * j] + v * R[r + 3 * j + 1] + w * R[r + 3 * j + 2];
  }
}

/** out += a bᵀ + b aᵀ */
function addOuter(
  out: Float64Array,
  o: number,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
): void {
  out[o] += 2 * a0 * b0;
  out[o + 4] += 2 * a1 * b1;
  out[o + 8] += 2 * a2 * b2;
  const xy = a0 * b1 + a1 * b0;
  const xz = a0 * b2 + a2 * b0;
  const yz = a1 * b2 + a2 * b1;
  out[o + 1] += xy;
  out[o + 3] += xy;
  out[o + 2] += xz;
  out[o + 6] += xz;
  out[o + 5] += yz;
  out[o + 7] += yz;
}
