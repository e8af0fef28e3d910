import { applyTransposed33, apply33 } from '../../math/mat3.js';
import type { HelixChain } from './helix-chain.js';
import { HelixComposite } from './helix-composite.js';
import { HelixField } from './helix-field.js';
import { ElementIntegrals, Motion } from './helix-integrals.js';

/** Numbers of the present pass, the same for all chains. */
const work = {
  next: new Motion(),
  here: new Motion(),
  x: new Float64Array(3),
  y: new Float64Array(3),
  f: new Float64Array(3),
  n: new Float64Array(3),
};

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
  /** mass per length (kg/m) */
  private readonly rho: number;
  private readonly parts: HelixComposite;
  private inverseStep = 0;
  private readonly next = work.next;
  private readonly here = work.here;
  private readonly element: ElementIntegrals;
  private readonly x = work.x;
  private readonly y = work.y;
  private readonly f = work.f;
  private readonly n = work.n;

  /** @param root dofs of the root before the curvatures: none, a turn, a shift and a turn */
  constructor(chain: HelixChain, rho: number, rotaryInertia: number, root: 0 | 3 | 6) {
    const dofs = root + 3 * chain.N;
    this.chain = chain;
    this.field = new HelixField(chain);
    this.rho = rho;
    const spin = rotaryInertia / rho;
    this.parts = new HelixComposite(chain, rho, spin, root);
    this.element = new ElementIntegrals(chain, spin);
    this.M = new Float64Array(dofs * dofs);
    this.F = new Float64Array(dofs);
  }

  /** Fills M and F for the curvature rates `rate`; `base` holds the root's motion. */
  evaluate(rate: Float64Array): void {
    for (let Q = 0; Q < this.chain.N; Q++) {
      this.localMotion(Q);
      this.element.integrate(Q, this.here, rate);
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
    this.inverseStep = 1 / h;
    this.field.rewind();
    for (let Q = 0; Q < this.chain.N; Q++) {
      this.rigidMotion(Q);
      this.element.integrate(Q, this.here, this.field, this.inverseStep);
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

  /** Turns the integrals of element Q to the world and refers moments to the root. */
  private toWorld(Q: number): void {
    const { chain, x, y, rho } = this;
    const { L, Nk, SA, JJ, first, second, force, moment, own } = this.element;
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
      ownForce[3 * Q + k] = rho * own[k];
    }
    for (let k = 0; k < 9; k++) G[o + k] = rho * JJ[k];
    const w = 6 * Q;
    apply33(wrench, w, R, o, force, 0);
    apply33(wrench, w + 3, R, o, moment, 0);
    for (let k = 0; k < 6; k++) wrench[w + k] *= rho;
    wrench[w + 3] += r1 * wrench[w + 2] - r2 * wrench[w + 1];
    wrench[w + 4] += r2 * wrench[w] - r0 * wrench[w + 2];
    wrench[w + 5] += r0 * wrench[w + 1] - r1 * wrench[w];
    const m = 12 * Q;
    const mass = rho * chain.l;
    apply33(x, 0, R, o, first, 0);
    // first moment, then ∫ x xᵀ with x = r + R p
    const s0 = rho * x[0];
    const s1 = rho * x[1];
    const s2 = rho * x[2];
    moments[m] = s0 + mass * r0;
    moments[m + 1] = s1 + mass * r1;
    moments[m + 2] = s2 + mass * r2;
    rotateSecond(moments, m + 3, R, o, second, rho);
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
