import type { LocalSolver } from './local-solver.js';
import { descend } from './mfb-descent.js';
import { naturalError } from './residual.js';
import { turnSlip } from './slip-direction.js';
import { stick } from './stick.js';

/** Newton steps before the guarded iteration takes over. */
const steps = 12;
/** |f| at which an impulse is accepted: this share of rho |b|, or of |r|, where the rounding of W r leaves no more. */
const accurate = 3e-14;
const rounding = 2e-15;
/** Below this coefficient f, which carries mu as a factor, is small for impulses that are not solutions. */
const faint = 0.1;

/**
 * Nonsmooth Newton method on the modified Fischer-Burmeister function [Daviet11 6.1, appendix A]. Take-off and stick are
 * closed forms and tried first; what is left slides, where the function is smooth.
 *
 * departs from [Daviet11 6.1]: the first guess is not the last impulse itself but that impulse with its direction of
 * friction corrected (`turnSlip`), at a third of the cost of a step; most contacts then pass the test of f at once.
 */
export const mfb: LocalSolver = {
  name: 'mfb',
  summary: 'nonsmooth Newton on the modified Fischer-Burmeister function [Daviet11]',
  exact: true,
  solve(r, W, at, b, mu) {
    const b0 = b[0];
    if (b0 >= 0) {
      r[0] = r[1] = r[2] = 0;
      return true;
    }
    const wN = W[at];
    if (mu === 0 || !(wN > 0)) {
      r[0] = wN > 0 ? -b0 / wN : 0;
      r[1] = r[2] = 0;
      return wN > 0;
    }
    if (sticks(r, W, at, b, mu)) return true;
    if (!slides(r, mu)) startSliding(r, W, at, b, mu);
    const solved =
      turnSlip(r, W, at, b, mu) || mfbNewton(r, W, at, b, mu) || descend(r, W, at, b, mu, accurate, rounding);
    if (solved) {
      return mu >= faint || naturalError(r, W, at, b, mu) <= 1e-13;
    }
    return false;
  },
};

/** -W⁻¹ b up to a factor > 0, where it was found to lie outside the cone */
const sticking = new Float64Array(3);

/** Whether an impulse is that of a sliding contact, about. */
function slides(r: Float64Array, mu: number): boolean {
  const limit = mu * r[0];
  return limit > 0 && r[1] * r[1] + r[2] * r[2] > 0.9 * limit * limit;
}

/** r <- -W⁻¹ b if that is in the cone, by cofactors; refined where W is so ill-conditioned that they are not accurate. */
function sticks(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean {
  const w00 = W[at];
  const w01 = W[at + 1];
  const w02 = W[at + 2];
  const w10 = W[at + 3];
  const w11 = W[at + 4];
  const w12 = W[at + 5];
  const w20 = W[at + 6];
  const w21 = W[at + 7];
  const w22 = W[at + 8];
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  const c00 = w11 * w22 - w12 * w21;
  const c10 = w12 * w20 - w10 * w22;
  const c20 = w10 * w21 - w11 * w20;
  const det = w00 * c00 + w01 * c10 + w02 * c20;
  const trace = w00 + w11 + w22;
  const share = det / (trace * trace * trace);
  if (!(share > 1e-7)) {
    sticking[0] = sticking[1] = sticking[2] = 0;
    if (!(stick(sticking, W, at, b, mu, accurate) <= accurate)) return false;
    r.set(sticking);
    return true;
  }
  const c01 = w02 * w21 - w01 * w22;
  const c02 = w01 * w12 - w02 * w11;
  const c11 = w00 * w22 - w02 * w20;
  const c12 = w02 * w10 - w00 * w12;
  const c21 = w01 * w20 - w00 * w21;
  const c22 = w00 * w11 - w01 * w10;
  let s0 = -(c00 * b0 + c01 * b1 + c02 * b2);
  let s1 = -(c10 * b0 + c11 * b1 + c12 * b2);
  let s2 = -(c20 * b0 + c21 * b1 + c22 * b2);
  const limit = mu * s0;
  if (!(s0 > 0 && s1 * s1 + s2 * s2 <= limit * limit)) {
    sticking[0] = s0;
    sticking[1] = s1;
    sticking[2] = s2;
    return false;
  }
  const inverse = 1 / det;
  s0 *= inverse;
  s1 *= inverse;
  s2 *= inverse;
  if (share < 1e-3) {
    const u0 = w00 * s0 + w01 * s1 + w02 * s2 + b0;
    const u1 = w10 * s0 + w11 * s1 + w12 * s2 + b1;
    const u2 = w20 * s0 + w21 * s1 + w22 * s2 + b2;
    s0 -= (c00 * u0 + c01 * u1 + c02 * u2) * inverse;
    s1 -= (c10 * u0 + c11 * u1 + c12 * u2) * inverse;
    s2 -= (c20 * u0 + c21 * u1 + c22 * u2) * inverse;
    if (s1 * s1 + s2 * s2 > mu * mu * s0 * s0) {
      sticking[0] = s0;
      sticking[1] = s1;
      sticking[2] = s2;
      return false;
    }
  }
  r[0] = s0;
  r[1] = s1;
  r[2] = s2;
  return true;
}

/**
 * First guess where the last impulse does not slide: friction against what would stick or, where that pulls, against the
 * slip of a frictionless contact; r_N so that u_N = 0 with it.
 */
function startSliding(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): void {
  let t1 = sticking[1];
  let t2 = sticking[2];
  if (!(sticking[0] > 0)) {
    const free = -b[0] / W[at];
    t1 = -(b[1] + W[at + 3] * free);
    t2 = -(b[2] + W[at + 6] * free);
  }
  const t = Math.sqrt(t1 * t1 + t2 * t2);
  const scale = t > 0 ? mu / t : 0;
  const w = W[at] + scale * (W[at + 1] * t1 + W[at + 2] * t2);
  const rN = -b[0] / (w > 0.1 * W[at] ? w : W[at]);
  r[0] = rN;
  r[1] = scale * t1 * rN;
  r[2] = scale * t2 * rN;
}

/**
 * Full Newton steps J d = -f with J = (I - L_s⁻¹ L_x) X + (I - L_s⁻¹ L_y) Y W, multiplied by L_s so that nothing is
 * inverted: (L_(s-x) X + L_(s-y) Y W) d = -L_s f, where X = dx/dr = diag(mu, 1, 1), Y = dy/du. False, with r the last
 * iterate, where |f| grows tenfold in a step or does not get small.
 */
export function mfbNewton(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean {
  const w00 = W[at];
  const w01 = W[at + 1];
  const w02 = W[at + 2];
  const w10 = W[at + 3];
  const w11 = W[at + 4];
  const w12 = W[at + 5];
  const w20 = W[at + 6];
  const w21 = W[at + 7];
  const w22 = W[at + 8];
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  const rho = 3 / (w00 + w11 + w22);
  const rhoMu = rho * mu;
  const enough = accurate * accurate * rho * rho * (b0 * b0 + b1 * b1 + b2 * b2);
  let r0 = r[0];
  let r1 = r[1];
  let r2 = r[2];
  let last = Infinity;
  for (let step = 0; step < steps; step++) {
    const u1 = w10 * r0 + w11 * r1 + w12 * r2 + b1;
    const u2 = w20 * r0 + w21 * r1 + w22 * r2 + b2;
    const uT = Math.sqrt(u1 * u1 + u2 * u2);
    const xN = mu * r0;
    const yN = rho * (w00 * r0 + w01 * r1 + w02 * r2 + b0) + rhoMu * uT;
    const y1 = rhoMu * u1;
    const y2 = rhoMu * u2;
    // z = x∘x + y∘y: direction d of z_T (half of it here), then the spectral parts of x and y along -d and d
    const z1 = xN * r1 + yN * y1;
    const z2 = xN * r2 + yN * y2;
    const z = Math.sqrt(z1 * z1 + z2 * z2);
    const unit = z > 0 ? 1 / z : 0;
    const d1 = z1 * unit;
    const d2 = z2 * unit;
    const xd = r1 * d1 + r2 * d2;
    const yd = y1 * d1 + y2 * d2;
    const xc = r2 * d1 - r1 * d2;
    const yc = y2 * d1 - y1 * d2;
    const cc = xc * xc + yc * yc;
    const pA = xN - xd;
    const qA = yN - yd;
    const pB = xN + xd;
    const qB = yN + yd;
    const rootA = Math.sqrt(pA * pA + qA * qA + cc);
    const rootB = Math.sqrt(pB * pB + qB * qB + cc);
    const sumA = pA + qA;
    const sumB = pB + qB;
    // p + q - √(p² + q² + cc) without cancellation
    const fA = sumA > 0 ? (2 * pA * qA - cc) / (sumA + rootA) : sumA - rootA;
    const fB = sumB > 0 ? (2 * pB * qB - cc) / (sumB + rootB) : sumB - rootB;
    const along = 0.5 * (fB - fA);
    const across = xc + yc;
    const f0 = 0.5 * (fA + fB);
    const f1 = along * d1 - across * d2;
    const f2 = along * d2 + across * d1;
    const merit = f0 * f0 + f1 * f1 + f2 * f2;
    if (merit <= enough + rounding * rounding * (r0 * r0 + r1 * r1 + r2 * r2)) {
      r[0] = r0;
      r[1] = r1;
      r[2] = r2;
      return true;
    }
    if (!(merit < 100 * last) || !(uT > 0)) return false;
    last = merit;
    r[0] = r0;
    r[1] = r1;
    r[2] = r2;
    const sN = 0.5 * (rootA + rootB);
    const sT = 0.5 * (rootB - rootA);
    const s1 = sT * d1;
    const s2 = sT * d2;
    const pN = sN - xN;
    const p1 = s1 - r1;
    const p2 = s2 - r2;
    const qN = sN - yN;
    const q1 = s1 - y1;
    const q2 = s2 - y2;
    // V = Y W, Y = rho [1, mu u_Tᵀ/|u_T|; 0, mu I]
    const g1 = (rhoMu * u1) / uT;
    const g2 = (rhoMu * u2) / uT;
    const v00 = rho * w00 + g1 * w10 + g2 * w20;
    const v01 = rho * w01 + g1 * w11 + g2 * w21;
    const v02 = rho * w02 + g1 * w12 + g2 * w22;
    const m1 = rhoMu * q1;
    const m2 = rhoMu * q2;
    const mN = rhoMu * qN;
    const a00 = mu * pN + qN * v00 + m1 * w10 + m2 * w20;
    const a01 = p1 + qN * v01 + m1 * w11 + m2 * w21;
    const a02 = p2 + qN * v02 + m1 * w12 + m2 * w22;
    const a10 = mu * p1 + q1 * v00 + mN * w10;
    const a11 = pN + q1 * v01 + mN * w11;
    const a12 = q1 * v02 + mN * w12;
    const a20 = mu * p2 + q2 * v00 + mN * w20;
    const a21 = q2 * v01 + mN * w21;
    const a22 = pN + q2 * v02 + mN * w22;
    const h0 = sN * f0 + s1 * f1 + s2 * f2;
    const h1 = s1 * f0 + sN * f1;
    const h2 = s2 * f0 + sN * f2;
    const c00 = a11 * a22 - a12 * a21;
    const c10 = a12 * a20 - a10 * a22;
    const c20 = a10 * a21 - a11 * a20;
    const inverse = 1 / (a00 * c00 + a01 * c10 + a02 * c20);
    r0 -= (c00 * h0 + (a02 * a21 - a01 * a22) * h1 + (a01 * a12 - a02 * a11) * h2) * inverse;
    r1 -= (c10 * h0 + (a00 * a22 - a02 * a20) * h1 + (a02 * a10 - a00 * a12) * h2) * inverse;
    r2 -= (c20 * h0 + (a01 * a20 - a00 * a21) * h1 + (a00 * a11 - a01 * a10) * h2) * inverse;
  }
  return false;
}
