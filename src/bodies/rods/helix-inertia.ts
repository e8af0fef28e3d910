import { applyTransposed33, apply33 } from '../../math/mat3.js';
import { type GaussRule, gaussRule } from './gauss.js';
import type { HelixChain } from './helix-chain.js';

/** Rules by the size of the element's turn |κ| l: integrals are right to about 1e-12. */
const rules: readonly { readonly below: number; readonly rule: GaussRule }[] = [
  { below: 0.2, rule: gaussRule(4) },
  { below: 0.5, rule: gaussRule(5) },
  { below: 1, rule: gaussRule(6) },
  { below: 2, rule: gaussRule(8) },
  { below: 4, rule: gaussRule(10) },
  { below: 8, rule: gaussRule(16) },
  { below: Infinity, rule: gaussRule(32) },
];

/** Quadrature of element Q of length l. */
export function elementRule(kappa: Float64Array, l: number, Q: number): GaussRule {
  return rules[ruleNumber(kappa, l, Q)].rule;
}

function ruleNumber(kappa: Float64Array, l: number, Q: number): number {
  const a = kappa[3 * Q];
  const b = kappa[3 * Q + 1];
  const c = kappa[3 * Q + 2];
  const turn = Math.sqrt(a * a + b * b + c * c) * l;
  let k = 0;
  while (turn >= rules[k].below) k++;
  return k;
}

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
  /** mass per length (kg/m) and rotary inertia over mass (m²) */
  private readonly rho: number;
  private readonly spin: number;
  /** dofs of the root before the curvatures: none, a turn, a shift and a turn */
  private readonly root: 0 | 3 | 6;
  readonly dofs: number;
  /** mass matrix, dense row-major */
  readonly M: Float64Array;
  /** generalised force of inertia and acceleration fields */
  readonly F: Float64Array;
  /** motion at the root (set by the owner: velocity, angular velocity, acceleration - g, angular acceleration) */
  readonly base = new Motion();
  private readonly next = new Motion();
  private readonly here = new Motion();
  // integrals within the element, in its own frame, and turned to the world
  private readonly L = new Float64Array(9);
  private readonly Nk = new Float64Array(9);
  private readonly SA = new Float64Array(9);
  private readonly G: Float64Array;
  private readonly first = new Float64Array(3);
  private readonly second = new Float64Array(9);
  private readonly force = new Float64Array(3);
  private readonly moment = new Float64Array(3);
  private readonly own = new Float64Array(3);
  // per element in the world, about the root: ∫J (3x3), ∫x × J, wrench, own forces, first and second moments
  private readonly LW: Float64Array;
  private readonly NW: Float64Array;
  private readonly wrench: Float64Array;
  private readonly ownForce: Float64Array;
  private readonly moments: Float64Array;
  private readonly x = new Float64Array(3);
  private readonly y = new Float64Array(3);
  private readonly inertia = new Float64Array(9);
  private readonly f = new Float64Array(3);
  private readonly n = new Float64Array(3);

  constructor(chain: HelixChain, rho: number, rotaryInertia: number, root: 0 | 3 | 6) {
    const N = chain.N;
    this.chain = chain;
    this.rho = rho;
    this.spin = rotaryInertia / rho;
    this.root = root;
    this.dofs = root + 3 * N;
    this.M = new Float64Array(this.dofs * this.dofs);
    this.F = new Float64Array(this.dofs);
    this.G = new Float64Array(9 * N);
    this.LW = new Float64Array(9 * N);
    this.NW = new Float64Array(9 * N);
    this.wrench = new Float64Array(6 * N);
    this.ownForce = new Float64Array(3 * N);
    this.moments = new Float64Array(12 * N);
    this.ruleOf = new Int32Array(N);
  }

  /** Fills M and F for the curvature rates `rate`; `base` holds the root's motion. */
  evaluate(rate: Float64Array): void {
    this.field = false;
    for (let Q = 0; Q < this.chain.N; Q++) {
      this.localMotion(Q);
      this.integrate(Q, rate);
      this.toWorld(Q);
      this.carry(Q, rate);
    }
    this.compose();
    this.collectForces();
  }

  /**
   * Fills M and F of the change from the recorded velocity field over a step h: F = -ρS ∫ Jᵀ ((d - ṙ_old)/h + a + e × x),
   * where d is the rigid motion base.v, base.w of a driven root (0 for a free one) and a, e its base.a, base.e.
   */
  transport(h: number): void {
    this.field = true;
    this.inverseStep = 1 / h;
    this.recorded = 0;
    for (let Q = 0; Q < this.chain.N; Q++) {
      this.rigidMotion(Q);
      this.integrate(Q, this.base.v);
      this.toWorld(Q);
    }
    this.compose();
    this.collectForces();
  }

  /**
   * Records velocity and turn of the matter at the quadrature points that the curvatures `kappaNext` will ask for, with
   * the present shape, the curvature rates `rate` and the root's velocity in `base`.
   */
  record(rate: Float64Array, kappaNext: Float64Array): void {
    const { chain, base, next, x, y } = this;
    const { point, turn, shift, start } = chain;
    let at = 0;
    next.v.set(base.v);
    next.w.set(base.w);
    const { v, w } = next;
    for (let Q = 0; Q < chain.N; Q++) {
      this.ruleOf[Q] = ruleNumber(kappaNext, chain.l, Q);
      const { nodes } = rules[this.ruleOf[Q]].rule;
      if (this.past.length < at + 6 * nodes.length) this.grow(at + 6 * nodes.length);
      for (let i = 0; i < nodes.length; i++, at += 6) {
        point.place(chain.kappa, 3 * Q, nodes[i] * chain.l);
        point.gradient();
        this.recordPoint(at, Q, rate);
      }
      const d0 = start[3 * Q + 3] - start[3 * Q];
      const d1 = start[3 * Q + 4] - start[3 * Q + 1];
      const d2 = start[3 * Q + 5] - start[3 * Q + 2];
      apply33(x, 0, shift, 9 * Q, rate, 3 * Q);
      apply33(y, 0, turn, 9 * Q, rate, 3 * Q);
      v[0] += w[1] * d2 - w[2] * d1 + x[0];
      v[1] += w[2] * d0 - w[0] * d2 + x[1];
      v[2] += w[0] * d1 - w[1] * d0 + x[2];
      for (let k = 0; k < 3; k++) w[k] += y[k];
    }
    this.used = at;
  }

  /** past[at ..] = velocity and turn of the placed point of element Q, in the world. */
  private recordPoint(at: number, Q: number, rate: Float64Array): void {
    const { chain, past, x } = this;
    const { p, P, A } = chain.point;
    const { v, w } = this.next;
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
      past[at + k] = v[k] + R[r] * u0 + R[r + 1] * u1 + R[r + 2] * u2;
      past[at + 3 + k] = w[k] + R[r] * a0 + R[r + 1] * a1 + R[r + 2] * a2;
    }
    past[at] += w[1] * x[2] - w[2] * x[1];
    past[at + 1] += w[2] * x[0] - w[0] * x[2];
    past[at + 2] += w[0] * x[1] - w[1] * x[0];
  }

  private grow(length: number): void {
    const past = new Float64Array(2 * length);
    past.set(this.past);
    this.past = past;
  }

  /** Quadrature that the recorded field of element Q belongs to. */
  fieldRule(Q: number): GaussRule {
    return rules[this.ruleOf[Q]].rule;
  }

  /** The recorded field: the rule of each element, then six numbers a point. */
  savedField(): Float64Array {
    const out = new Float64Array(this.chain.N + this.used);
    out.set(this.ruleOf);
    out.set(this.past.subarray(0, this.used), this.chain.N);
    return out;
  }

  loadField(field: Float64Array): void {
    const N = this.chain.N;
    this.used = field.length - N;
    if (this.past.length < this.used) this.past = new Float64Array(this.used);
    this.ruleOf.set(field.subarray(0, N));
    this.past.set(field.subarray(N));
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

  /** point.ddp, point.dA = -(recorded velocity, turn)/h in the frame of element Q. */
  private takeRecorded(Q: number): void {
    const { past, recorded: at, inverseStep: c } = this;
    const { ddp, dA } = this.chain.point;
    applyTransposed33(ddp, 0, this.chain.frame, 9 * Q, past, at);
    applyTransposed33(dA, 0, this.chain.frame, 9 * Q, past, at + 3);
    for (let k = 0; k < 3; k++) {
      ddp[k] *= -c;
      dA[k] *= -c;
    }
    this.recorded += 6;
  }

  private readonly ruleOf: Int32Array;
  private past = new Float64Array(0);
  private used = 0;
  private recorded = 0;
  private field = false;
  private inverseStep = 0;

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
    const { chain, L, Nk, SA, G, first, second, force, moment, own, spin } = this;
    const { point, l, kappa } = chain;
    const { p, P, A, ddp, dA } = point;
    const { w, a, e } = this.here;
    // a recorded field stays with the points it was recorded at
    const { nodes, weights } = this.field ? this.fieldRule(Q) : elementRule(chain.kappa, chain.l, Q);
    const g = 9 * Q;
    const field = this.field;
    const k0 = field ? 0 : rate[3 * Q];
    const k1 = field ? 0 : rate[3 * Q + 1];
    const k2 = field ? 0 : rate[3 * Q + 2];
    L.fill(0);
    Nk.fill(0);
    SA.fill(0);
    G.fill(0, g, g + 9);
    first.fill(0);
    second.fill(0);
    force.fill(0);
    moment.fill(0);
    own.fill(0);
    for (let i = 0; i < nodes.length; i++) {
      const c = weights[i] * l;
      point.place(kappa, 3 * Q, nodes[i] * l);
      point.gradient();
      if (field) this.takeRecorded(Q);
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
          G[g + 3 * k + m] +=
            c * (P0 * P[m] + P1 * P[3 + m] + P2 * P[6 + m]) + s * (A0 * A[m] + A1 * A[3 + m] + A2 * A[6 + m]);
      }
    }
    G[g + 3] = G[g + 1];
    G[g + 6] = G[g + 2];
    G[g + 7] = G[g + 5];
    second[3] = second[1];
    second[6] = second[2];
    second[7] = second[5];
  }

  /** Turns the integrals of element Q to the world and refers moments to the root. */
  private toWorld(Q: number): void {
    const { chain, LW, NW, wrench, ownForce, moments, L, Nk, SA, x, y, rho } = this;
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

  /** M by composite bodies, from the tip inwards. */
  private compose(): void {
    const { chain, M, dofs, root, LW, NW, moments, f, n, inertia } = this;
    const { N, W, V } = chain;
    let mass = 0;
    let h0 = 0;
    let h1 = 0;
    let h2 = 0;
    inertia.fill(0);
    const mElement = this.rho * chain.l;
    const sElement = mElement * this.spin;
    for (let Q = N - 1; Q >= 0; Q--) {
      for (let k = 2; k >= 0; k--) {
        const c = 9 * Q + 3 * k;
        const column = root + 3 * Q + k;
        // momentum of everything beyond the element under this twist
        const w0 = W[c];
        const w1 = W[c + 1];
        const w2 = W[c + 2];
        const v0 = V[c];
        const v1 = V[c + 1];
        const v2 = V[c + 2];
        const f0 = mass * v0 + w1 * h2 - w2 * h1;
        const f1 = mass * v1 + w2 * h0 - w0 * h2;
        const f2 = mass * v2 + w0 * h1 - w1 * h0;
        const n0 = h1 * v2 - h2 * v1 + inertia[0] * w0 + inertia[1] * w1 + inertia[2] * w2;
        const n1 = h2 * v0 - h0 * v2 + inertia[3] * w0 + inertia[4] * w1 + inertia[5] * w2;
        const n2 = h0 * v1 - h1 * v0 + inertia[6] * w0 + inertia[7] * w1 + inertia[8] * w2;
        for (let m = k; m >= 0; m--) {
          const d = 9 * Q + 3 * m;
          const value =
            f0 * V[d] +
            f1 * V[d + 1] +
            f2 * V[d + 2] +
            n0 * W[d] +
            n1 * W[d + 1] +
            n2 * W[d + 2] +
            this.rho * this.G[9 * Q + 3 * m + k];
          M[(root + 3 * Q + m) * dofs + column] = value;
          M[column * dofs + root + 3 * Q + m] = value;
        }
        f[0] = f0 + LW[c];
        f[1] = f1 + LW[c + 1];
        f[2] = f2 + LW[c + 2];
        n[0] = n0 + NW[c];
        n[1] = n1 + NW[c + 1];
        n[2] = n2 + NW[c + 2];
        for (let d = 0; d < 9 * Q; d += 3) {
          const value =
            f[0] * V[d] + f[1] * V[d + 1] + f[2] * V[d + 2] + n[0] * W[d] + n[1] * W[d + 1] + n[2] * W[d + 2];
          const row = root + d / 3;
          M[row * dofs + column] = value;
          M[column * dofs + row] = value;
        }
        this.rootColumn(column);
      }
      const m = 12 * Q;
      mass += mElement;
      h0 += moments[m];
      h1 += moments[m + 1];
      h2 += moments[m + 2];
      const trace = moments[m + 3] + moments[m + 7] + moments[m + 11];
      for (let i = 0; i < 9; i++) inertia[i] += (i % 4 === 0 ? trace + sElement : 0) - moments[m + 3 + i];
    }
    if (root > 0) this.rootBlock(mass, h0, h1, h2);
  }

  /** Rows of the root's own dofs in a column with momentum f, n. */
  private rootColumn(column: number): void {
    const { M, dofs, root, f, n } = this;
    for (let i = 0; i < root; i++) {
      const value = root === 6 && i < 3 ? f[i] : n[i % 3];
      M[i * dofs + column] = value;
      M[column * dofs + i] = value;
    }
  }

  /** The root's block: [m, -[h]×; [h]×, I], or I alone. */
  private rootBlock(mass: number, h0: number, h1: number, h2: number): void {
    const { M, dofs, root, inertia } = this;
    const at = root - 3;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) M[(at + i) * dofs + at + j] = inertia[3 * i + j];
    if (root < 6) return;
    const cross = [0, -h2, h1, h2, 0, -h0, -h1, h0, 0];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        M[i * dofs + j] = i === j ? mass : 0;
        M[(3 + i) * dofs + j] = cross[3 * i + j];
        M[j * dofs + 3 + i] = cross[3 * i + j];
      }
  }

  /** F from the wrenches, from the tip inwards. */
  private collectForces(): void {
    const { chain, F, root, wrench, ownForce, f, n } = this;
    const { N, W, V } = chain;
    f.fill(0);
    n.fill(0);
    for (let Q = N - 1; Q >= 0; Q--) {
      for (let k = 0; k < 3; k++) {
        const c = 9 * Q + 3 * k;
        const beyond =
          f[0] * V[c] + f[1] * V[c + 1] + f[2] * V[c + 2] + n[0] * W[c] + n[1] * W[c + 1] + n[2] * W[c + 2];
        F[root + 3 * Q + k] = -(beyond + ownForce[3 * Q + k]);
      }
      for (let k = 0; k < 3; k++) {
        f[k] += wrench[6 * Q + k];
        n[k] += wrench[6 * Q + 3 + k];
      }
    }
    for (let i = 0; i < root; i++) F[i] = -(root === 6 && i < 3 ? f[i] : n[i % 3]);
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
