import { cos, sin } from '../../math/functions.js';
import { cross3, dot3, norm3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';

/**
 * Discrete gradient of the alignment of a segment, E = k (1 - e·d/|e|), from (e, d) to (e⁺, d⁺) where d⁺ is d turned by Ω. With
 * means over start and end, P = e·d and Λ = 1/|e|, ΔE = -k (Λ̄ ΔP + P̄ ΔΛ) and
 *
 *     ΔP = d̄·Δe + c Ω·(d̄ × ē),   ΔΛ = -t̄·Δe / (|e||e⁺|),   c = tan(φ/2) / (φ/2),  φ = |Ω|
 *
 * A segment that turns together with its director is not pulled at, however far it turns in the step.
 */
export interface AlignmentPath {
  /** stiffness k (N m) */
  readonly k: number;
  /** directors (unit) and tangents (unit) and lengths at the start and at the end */
  readonly d: Float64Array;
  readonly t: Float64Array;
  readonly length: Float64Array;
  readonly dNext: Float64Array;
  readonly tNext: Float64Array;
  readonly lengthNext: Float64Array;
}

const e = new Float64Array(3);
const eNext = new Float64Array(3);
const eMean = new Float64Array(3);
const dMean = new Float64Array(3);
const tMean = new Float64Array(3);
const arm = new Float64Array(3);
const armNext = new Float64Array(3);
const force = new Float64Array(3);
const Kee = new Float64Array(9);
const Kew = new Float64Array(9);
const Kwe = new Float64Array(9);
const Kww = new Float64Array(9);
const T = new Float64Array(9);
const product = new Float64Array(9);

/** F += a times the force of segment j, J += b times minus its derivative by the end; nodes at dofs i and i + 6, turn Ω at i + 3 of dx. */
export function addAlignmentPath(
  F: Float64Array,
  J: BandMatrix,
  path: AlignmentPath,
  j: number,
  dx: Float64Array,
  a: number,
  b: number,
): void {
  const { k, d, t, length, dNext, tNext, lengthNext } = path;
  const o = 3 * j;
  const i = 6 * j;
  const L = length[j];
  const M = lengthNext[j];
  for (let p = 0; p < 3; p++) {
    e[p] = L * t[o + p];
    eNext[p] = M * tNext[o + p];
    eMean[p] = 0.5 * (e[p] + eNext[p]);
    dMean[p] = 0.5 * (d[o + p] + dNext[o + p]);
    tMean[p] = (e[p] + eNext[p]) / (L + M);
  }
  const P = 0.5 * (dot3(e, 0, d, o) + dot3(eNext, 0, dNext, o));
  const lambda = 0.5 * (1 / L + 1 / M);
  const phi = norm3(dx, i + 3);
  const c = phi < 1e-4 ? 1 + (phi * phi) / 12 : (2 * sin(0.5 * phi)) / (phi * cos(0.5 * phi));
  cross3(arm, 0, dMean, 0, eMean, 0);
  const s = P / (L * M);
  for (let p = 0; p < 3; p++) {
    force[p] = k * (lambda * dMean[p] - s * tMean[p]);
    F[i + p] -= a * force[p];
    F[i + 6 + p] += a * force[p];
    F[i + 3 + p] += a * k * lambda * c * arm[p];
  }
  cross3(armNext, 0, dNext, o, eNext, 0);
  const along = dot3(dNext, o, eMean, 0);
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) {
      const at = 3 * p + q;
      const one = p === q ? 1 : 0;
      const tq = tNext[o + q];
      const turned = (one - tMean[p] * tq) / (L + M);
      Kee[at] =
        k *
        ((0.5 * dMean[p] * tq) / (M * M) +
          (0.5 * tMean[p] * dNext[o + q]) / (L * M) +
          s * (turned - (tMean[p] * tq) / M));
      Kew[at] = (0.5 * k * tMean[p] * armNext[q]) / (L * M);
      Kwe[at] = (0.5 * k * c * arm[p] * tq) / (M * M);
      Kww[at] = -0.5 * k * lambda * c * (dNext[o + p] * eMean[q] - one * along);
    }
  // + k Λ̄ [d⁺]×/2 in Kew, - k Λ̄ c [d̄]×/2 in Kwe
  addCross(Kew, 0.5 * k * lambda, dNext, o);
  addCross(Kwe, -0.5 * k * lambda * c, dMean, 0);
  leftJacobian(dx, i + 3, phi);
  multiply(Kew);
  multiply(Kww);
  J.addBlock(i, i, b, Kee);
  J.addBlock(i + 6, i + 6, b, Kee);
  J.addBlock(i, i + 6, -b, Kee);
  J.addBlock(i + 6, i, -b, Kee);
  J.addBlock(i + 6, i + 3, b, Kew);
  J.addBlock(i, i + 3, -b, Kew);
  J.addBlock(i + 3, i + 6, b, Kwe);
  J.addBlock(i + 3, i, -b, Kwe);
  J.addBlock(i + 3, i + 3, b, Kww);
}

/** B += s [x]× */
function addCross(B: Float64Array, s: number, x: Float64Array, o: number): void {
  B[1] -= s * x[o + 2];
  B[2] += s * x[o + 1];
  B[3] += s * x[o + 2];
  B[5] -= s * x[o];
  B[6] -= s * x[o + 1];
  B[7] += s * x[o];
}

/** T = turn of exp(Ω) for a change of Ω: 1 + (1 - cos φ)/φ² [Ω]× + (φ - sin φ)/φ³ [Ω]×² */
function leftJacobian(Omega: Float64Array, o: number, phi: number): void {
  const small = phi < 1e-2;
  const z = phi * phi;
  const x = small ? 0.5 - z / 24 : (1 - cos(phi)) / z;
  const y = small ? 1 / 6 - z / 120 : (phi - sin(phi)) / (z * phi);
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) T[3 * p + q] = y * Omega[o + p] * Omega[o + q] + (p === q ? 1 - y * z : 0);
  addCross(T, x, Omega, o);
}

/** B <- B T */
function multiply(B: Float64Array): void {
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++)
      product[3 * p + q] = B[3 * p] * T[q] + B[3 * p + 1] * T[3 + q] + B[3 * p + 2] * T[6 + q];
  B.set(product);
}
