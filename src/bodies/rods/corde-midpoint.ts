import { cos, sin } from '../../math/functions.js';
import { cross3, dot3, norm3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';

/**
 * Discrete gradient of the alignment of a segment, E = k (1 - e·d/|e|), from (e, d) to (e⁺, d⁺) where d⁺ is d turned by Ω. With
 * means over start and end, P = e·d and Λ = 1/|e|, ΔE = -k (Λ̄ ΔP + P̄ ΔΛ) and
 *
 *     ΔP = d̄·Δe + c Ω·(d̄ × ē),   ΔΛ = -t̄·Δe / (|e||e⁺|),   c = tan(φ/2) / (φ/2),  φ = |Ω|
 *
 * A segment that turns together with its director is not pulled at, however far it turns in the step. With Q the force on the edge the
 * moment on the director is c Q × ē.
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
  /** force Q on the edge (N): of Newton's method, of the shape evaluated last, and minus the derivative of that by Δe and Ω */
  readonly force: Float64Array;
  readonly shown: Float64Array;
  readonly byEdge: Float64Array;
  readonly byTurn: Float64Array;
}

const e = new Float64Array(3);
const eNext = new Float64Array(3);
const eMean = new Float64Array(3);
const dMean = new Float64Array(3);
const tMean = new Float64Array(3);
const armNext = new Float64Array(3);
const moment = new Float64Array(3);
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
  const { k, d, t, length, dNext, tNext, lengthNext, force, shown, byEdge, byTurn } = path;
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
  // ∂c/∂Ω = c′ Ω
  const slope = phi < 1e-2 ? 1 / 6 + (phi * phi) / 30 : (1 + 0.25 * c * c * phi * phi - c) / (phi * phi);
  const s = P / (L * M);
  for (let p = 0; p < 3; p++) {
    const Q = k * (lambda * dMean[p] - s * tMean[p]);
    shown[o + p] = Q;
    F[i + p] -= a * Q;
    F[i + 6 + p] += a * Q;
  }
  cross3(moment, 0, shown, o, eMean, 0);
  for (let p = 0; p < 3; p++) F[i + 3 + p] += a * c * moment[p];
  cross3(moment, 0, force, o, eMean, 0);
  cross3(armNext, 0, dNext, o, eNext, 0);
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
      Kww[at] = -slope * moment[p] * dx[i + 3 + q];
    }
  addCross(Kew, 0.5 * k * lambda, dNext, o);
  leftJacobian(dx, i + 3, 1);
  multiply(Kew);
  byEdge.set(Kee, 9 * j);
  byTurn.set(Kew, 9 * j);
  Kwe.fill(0);
  addCrossed(Kwe, -c, Kee);
  addCross(Kwe, -0.5 * c, force, o);
  addCrossed(Kww, -c, Kew);
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

/**
 * K, minus the derivative of the moment F on dofs w by turns of the world about Hessians of energies, becomes that by Ω, where turns are
 * exp(s Ω), over s: the turns of exp for a change of Ω, and + ½ [F]× for moments that keep their axes while what they act on turns.
 */
export function turnColumns(K: BandMatrix, F: Float64Array, w: number, s: number, dx: Float64Array): void {
  const { n, b, width, data } = K;
  Kww.fill(0);
  addCross(Kww, 0.5, F, w);
  K.addBlock(w, w, 1, Kww);
  leftJacobian(dx, w, s);
  for (let i = Math.max(0, w + 2 - b); i <= Math.min(n - 1, w + b); i++) {
    const at = i * width + w - i + b;
    const [x, y, z] = [data[at], data[at + 1], data[at + 2]];
    for (let q = 0; q < 3; q++) data[at + q] = x * T[q] + y * T[3 + q] + z * T[6 + q];
  }
}

/** T = turn of exp(s Ω) for a change of s Ω: 1 + (1 - cos φ)/φ² [sΩ]× + (φ - sin φ)/φ³ [sΩ]×² */
function leftJacobian(Omega: Float64Array, o: number, s: number): void {
  const phi = s * norm3(Omega, o);
  const small = phi < 1e-2;
  const z = phi * phi;
  const x = s * (small ? 0.5 - z / 24 : (1 - cos(phi)) / z);
  const y = s * s * (small ? 1 / 6 - z / 120 : (phi - sin(phi)) / (z * phi));
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) T[3 * p + q] = y * Omega[o + p] * Omega[o + q] + (p === q ? 1 - (y / (s * s)) * z : 0);
  addCross(T, x, Omega, o);
}

/** Q of segment j as Newton's method has it takes its step dv, of which s is the way. */
export function followAlignment(
  { force, shown, byEdge, byTurn }: AlignmentPath,
  j: number,
  s: number,
  dv: Float64Array,
): void {
  const i = 6 * j;
  for (let p = 0; p < 3; p++) {
    let sum = 0;
    for (let q = 0, at = 9 * j + 3 * p; q < 3; q++, at++)
      sum += byEdge[at] * (dv[i + 6 + q] - dv[i + q]) + byTurn[at] * dv[i + 3 + q];
    force[3 * j + p] = shown[3 * j + p] - s * sum;
  }
}

/** B += s [ē]× X */
function addCrossed(B: Float64Array, s: number, X: Float64Array): void {
  const [x, y, z] = eMean;
  for (let q = 0; q < 3; q++) {
    B[q] += s * (y * X[6 + q] - z * X[3 + q]);
    B[3 + q] += s * (z * X[q] - x * X[6 + q]);
    B[6 + q] += s * (x * X[3 + q] - y * X[q]);
  }
}

/** B <- B T */
function multiply(B: Float64Array): void {
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++)
      product[3 * p + q] = B[3 * p] * T[q] + B[3 * p + 1] * T[3 + q] + B[3 * p + 2] * T[6 + q];
  B.set(product);
}
