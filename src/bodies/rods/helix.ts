import { sincos } from '../../math/functions.js';

/**
 * One element of constant material curvature κ = (κ1, κ2, κ3), in the frame of its start, whose third axis is the tangent
 * [Bertails06]. With x = |κ| s and c_k(x) = Σ (-1)^i x^2i/(k + 2i)!:
 *
 *     R(s) = I + s c1 [κ]× + s² c2 [κ]×²                   turn of the section
 *     A(s) = ∫ R ds = s I + s² c2 [κ]× + s³ c3 [κ]×²       its variation: δφ(s) = A(s) δκ
 *     p(s) = A(s) e3                                       centre line
 *
 * and dc_k/d(x²) = (k c_(k+2) - c_(k+1))/2 gives all derivatives without a division by κ.
 */

const c = new Float64Array(8);
const sc = new Float64Array(2);

/** numbers handed over in place: each that is handed to a function as such costs an object of its own */
const given = new Float64Array(6);

// 1/(6 + 2i)! and 1/(7 + 2i)! with alternating signs
const TERMS = 14;
const six = new Float64Array(TERMS);
const seven = new Float64Array(TERMS);
{
  let f = 720;
  for (let i = 0; i < TERMS; i++) {
    six[i] = (i % 2 === 0 ? 1 : -1) / f;
    seven[i] = six[i] / (7 + 2 * i);
    f *= (7 + 2 * i) * (8 + 2 * i);
  }
}

/** c[0..7] of x² = z, which is given. Series for the two highest, then downward: the recurrence c_k = 1/k! - z c_(k+2) is stable that way. */
function fill(): void {
  const z = given[0];
  if (z > 6) {
    closedForms();
    return;
  }
  // the first neglected term is under 1e-18 of the sum
  let i = z < 0.05 ? 6 : z < 0.8 ? 9 : TERMS;
  let a = 0;
  let b = 0;
  while (i-- > 0) {
    a = six[i] + z * a;
    b = seven[i] + z * b;
  }
  c[6] = a;
  c[7] = b;
  c[5] = 1 / 120 - z * b;
  c[4] = 1 / 24 - z * a;
  c[3] = 1 / 6 - z * c[5];
  c[2] = 0.5 - z * c[4];
  c[1] = 1 - z * c[3];
  c[0] = 1 - z * c[2];
}

function closedForms(): void {
  const z = given[0];
  const x = Math.sqrt(z);
  sincos(sc, x);
  c[0] = sc[1];
  c[1] = sc[0] / x;
  c[2] = (1 - c[0]) / z;
  c[3] = (1 - c[1]) / z;
  c[4] = (0.5 - c[2]) / z;
  c[5] = (1 / 6 - c[3]) / z;
  c[6] = (1 / 24 - c[4]) / z;
  c[7] = (1 / 120 - c[5]) / z;
}

/** A point of a helix: what `place`, `gradient` and `rates` fill in, in that order. */
export class HelixPoint {
  /** centre line p */
  readonly p = new Float64Array(3);
  /** ∂p/∂κ, 3x3 row-major: column j moves with κ_j */
  readonly P = new Float64Array(9);
  /** A, 3x3 row-major */
  readonly A = new Float64Array(9);
  /** R, 3x3 row-major */
  readonly R = new Float64Array(9);
  /** second derivative of p along the rates k: ∂²p[k, k] */
  readonly ddp = new Float64Array(3);
  /** ∂A[k] k: rate of A k */
  readonly dA = new Float64Array(3);
  private s = 0;
  private k1 = 0;
  private k2 = 0;
  private k3 = 0;

  /** Chooses the point: curvature kappa[at .. at + 2], arc length s; computes p. */
  place(kappa: Float64Array, at: number, s: number): void {
    const k1 = (this.k1 = kappa[at]);
    const k2 = (this.k2 = kappa[at + 1]);
    const k3 = (this.k3 = kappa[at + 2]);
    this.s = s;
    const s2 = s * s;
    given[0] = (k1 * k1 + k2 * k2 + k3 * k3) * s2;
    fill();
    const a = s2 * c[2];
    const b = s2 * s * c[3];
    const p = this.p;
    p[0] = a * k2 + b * k3 * k1;
    p[1] = b * k3 * k2 - a * k1;
    p[2] = s - b * (k1 * k1 + k2 * k2);
  }

  /** P and A of the placed point. */
  gradient(): void {
    const { k1, k2, k3, s, P } = this;
    const s2 = s * s;
    const a = s2 * c[2];
    const b = s2 * s * c[3];
    const da = s2 * s2 * (2 * c[4] - c[3]);
    const db = s2 * s2 * s * (3 * c[5] - c[4]);
    // p = s e3 + a u + b w, u = (κ2, -κ1, 0), w = (κ3 κ1, κ3 κ2, -κ1² - κ2²)
    const g0 = da * k2 + db * k3 * k1;
    const g1 = db * k3 * k2 - da * k1;
    const g2 = -db * (k1 * k1 + k2 * k2);
    P[0] = g0 * k1 + b * k3;
    P[1] = g0 * k2 + a;
    P[2] = g0 * k3 + b * k1;
    P[3] = g1 * k1 - a;
    P[4] = g1 * k2 + b * k3;
    P[5] = g1 * k3 + b * k2;
    P[6] = g2 * k1 - 2 * b * k1;
    P[7] = g2 * k2 - 2 * b * k2;
    P[8] = g2 * k3;
    given[0] = s;
    given[1] = a;
    given[2] = b;
    given[3] = k1;
    given[4] = k2;
    given[5] = k3;
    rotationLike(this.A);
  }

  /** R of the placed point. */
  turn(): void {
    const s = this.s;
    given[0] = 1;
    given[1] = s * c[1];
    given[2] = s * s * c[2];
    given[3] = this.k1;
    given[4] = this.k2;
    given[5] = this.k3;
    rotationLike(this.R);
  }

  /** Second derivatives along the curvature rates v[at .. at + 2]. */
  rates(v: Float64Array, at: number): void {
    const { k1, k2, k3, s, ddp, dA } = this;
    const v1 = v[at];
    const v2 = v[at + 1];
    const v3 = v[at + 2];
    const s2 = s * s;
    const s4 = s2 * s2;
    const b = s2 * s * c[3];
    const da = s4 * (2 * c[4] - c[3]);
    const db = s4 * s * (3 * c[5] - c[4]);
    const dda = s4 * s2 * (8 * c[6] - 5 * c[5] + c[4]);
    const ddb = s4 * s2 * s * (15 * c[7] - 7 * c[6] + c[5]);
    const kv = k1 * v1 + k2 * v2 + k3 * v3;
    const vv = v1 * v1 + v2 * v2 + v3 * v3;
    const A2 = da * vv + dda * kv * kv;
    const B2 = db * vv + ddb * kv * kv;
    const A1 = 2 * da * kv;
    const B1 = 2 * db * kv;
    const flat = k1 * k1 + k2 * k2;
    ddp[0] = A2 * k2 + A1 * v2 + B2 * k3 * k1 + B1 * (v3 * k1 + k3 * v1) + 2 * b * v3 * v1;
    ddp[1] = -A2 * k1 - A1 * v1 + B2 * k3 * k2 + B1 * (v3 * k2 + k3 * v2) + 2 * b * v3 * v2;
    ddp[2] = -B2 * flat - 2 * B1 * (k1 * v1 + k2 * v2) - 2 * b * (v1 * v1 + v2 * v2);
    // ∂A[v] v = a' (κ·v) κ × v + b v × (κ × v) + b' (κ·v) κ × (κ × v)
    const x0 = k2 * v3 - k3 * v2;
    const x1 = k3 * v1 - k1 * v3;
    const x2 = k1 * v2 - k2 * v1;
    const u = da * kv;
    const w1 = b * v1 + db * kv * k1;
    const w2 = b * v2 + db * kv * k2;
    const w3 = b * v3 + db * kv * k3;
    dA[0] = u * x0 + w2 * x2 - w3 * x1;
    dA[1] = u * x1 + w3 * x0 - w1 * x2;
    dA[2] = u * x2 + w1 * x1 - w2 * x0;
  }
}

/** out = e I + a [κ]× + b [κ]×², with [κ]×² = κ κᵀ - |κ|² I; e, a, b and κ are given. */
function rotationLike(out: Float64Array): void {
  const a = given[1];
  const b = given[2];
  const k1 = given[3];
  const k2 = given[4];
  const k3 = given[5];
  const d = given[0] - b * (k1 * k1 + k2 * k2 + k3 * k3);
  out[0] = d + b * k1 * k1;
  out[1] = b * k1 * k2 - a * k3;
  out[2] = b * k1 * k3 + a * k2;
  out[3] = b * k2 * k1 + a * k3;
  out[4] = d + b * k2 * k2;
  out[5] = b * k2 * k3 - a * k1;
  out[6] = b * k3 * k1 - a * k2;
  out[7] = b * k3 * k2 + a * k1;
  out[8] = d + b * k3 * k3;
}
