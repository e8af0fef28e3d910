/** Eigenvalues of symmetric 3x3 matrices, and singular values and polar factors of 3x3 ones, by Jacobi rotations. */
import { determinant33, multiply33, transpose33 } from './mat3.js';

const MAX_SWEEPS = 30;
const S = new Float64Array(9);

/**
 * Eigenvalues (ascending) and eigenvectors of a symmetric 3x3 matrix, A = V diag(values) Vᵀ.
 *
 * @param values three numbers
 * @param V      nine numbers, row-major; column k is the eigenvector of values[k], det V = 1
 * @param A      row-major at `at`; only the upper triangle is read
 */
export function symmetricEigen33(values: Float64Array, V: Float64Array, A: Float64Array, at = 0): void {
  S[0] = A[at];
  S[4] = A[at + 4];
  S[8] = A[at + 8];
  S[1] = S[3] = A[at + 1];
  S[2] = S[6] = A[at + 2];
  S[5] = S[7] = A[at + 5];
  V.fill(0, 0, 9);
  V[0] = V[4] = V[8] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    if (S[1] === 0 && S[2] === 0 && S[5] === 0) break;
    rotate(V, 0, 1);
    rotate(V, 0, 2);
    rotate(V, 1, 2);
  }
  for (let k = 0; k < 3; k++) values[k] = S[4 * k];
  if (values[0] > values[1]) exchange(values, V, 0, 1);
  if (values[1] > values[2]) exchange(values, V, 1, 2);
  if (values[0] > values[1]) exchange(values, V, 0, 1);
}

/** One Jacobi rotation: makes S_pq zero and turns the columns p and q of V along. */
function rotate(V: Float64Array, p: number, q: number): void {
  const off = S[3 * p + q];
  if (off === 0) return;
  const app = S[4 * p];
  const aqq = S[4 * q];
  // an off-diagonal entry that no longer changes the diagonal is done with
  if (app + off === app && aqq + off === aqq) {
    S[3 * p + q] = S[3 * q + p] = 0;
    return;
  }
  const tau = (aqq - app) / (2 * off);
  // the smaller root of t² + 2 tau t - 1 = 0; for huge tau its square would overflow
  const t = Math.abs(tau) > 1e150 ? 0.5 / tau : (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  S[4 * p] = app - t * off;
  S[4 * q] = aqq + t * off;
  S[3 * p + q] = S[3 * q + p] = 0;
  const k = 3 - p - q;
  const kp = S[3 * k + p];
  const kq = S[3 * k + q];
  S[3 * k + p] = S[3 * p + k] = c * kp - s * kq;
  S[3 * k + q] = S[3 * q + k] = s * kp + c * kq;
  for (let row = 0; row < 9; row += 3) {
    const vp = V[row + p];
    const vq = V[row + q];
    V[row + p] = c * vp - s * vq;
    V[row + q] = s * vp + c * vq;
  }
}

/** Swaps two eigenpairs; one column changes sign so that V stays a rotation. */
function exchange(values: Float64Array, V: Float64Array, p: number, q: number): void {
  const t = values[p];
  values[p] = values[q];
  values[q] = t;
  for (let row = 0; row < 9; row += 3) {
    const v = V[row + p];
    V[row + p] = V[row + q];
    V[row + q] = -v;
  }
}

const B = new Float64Array(9);
const G = new Float64Array(9);
const squares = new Float64Array(3);

/**
 * Singular value decomposition A = U diag(sigma) Vᵀ with rotations U and V (det = 1), sigma descending in size; the last
 * one carries the sign of det A. One-sided: the columns of A V are made orthogonal, so small singular values keep their
 * absolute accuracy (about 1e-16 of the largest).
 */
export function svd33(U: Float64Array, sigma: Float64Array, V: Float64Array, A: Float64Array, at = 0): void {
  for (let k = 0; k < 9; k++) B[k] = A[at + k];
  V.fill(0, 0, 9);
  V[0] = V[4] = V[8] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const a = orthogonalise(V, 0, 1);
    const b = orthogonalise(V, 0, 2);
    const c = orthogonalise(V, 1, 2);
    if (!a && !b && !c) break;
  }
  for (let k = 0; k < 3; k++) squares[k] = B[k] * B[k] + B[k + 3] * B[k + 3] + B[k + 6] * B[k + 6];
  if (squares[0] < squares[1]) exchangeColumns(V, 0, 1);
  if (squares[1] < squares[2]) exchangeColumns(V, 1, 2);
  if (squares[0] < squares[1]) exchangeColumns(V, 0, 1);
  leftVectors(U, sigma);
}

/** Turns columns p and q of B (and of V) until they are orthogonal; false where they were already. */
function orthogonalise(V: Float64Array, p: number, q: number): boolean {
  const app = B[p] * B[p] + B[p + 3] * B[p + 3] + B[p + 6] * B[p + 6];
  const aqq = B[q] * B[q] + B[q + 3] * B[q + 3] + B[q + 6] * B[q + 6];
  const off = B[p] * B[q] + B[p + 3] * B[q + 3] + B[p + 6] * B[q + 6];
  if (off * off <= 1e-32 * app * aqq) return false;
  const tau = (aqq - app) / (2 * off);
  const t = Math.abs(tau) > 1e150 ? 0.5 / tau : (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let row = 0; row < 9; row += 3) {
    const bp = B[row + p];
    const bq = B[row + q];
    B[row + p] = c * bp - s * bq;
    B[row + q] = s * bp + c * bq;
    const vp = V[row + p];
    const vq = V[row + q];
    V[row + p] = c * vp - s * vq;
    V[row + q] = s * vp + c * vq;
  }
  return true;
}

function exchangeColumns(V: Float64Array, p: number, q: number): void {
  exchange(squares, V, p, q);
  for (let row = 0; row < 9; row += 3) {
    const b = B[row + p];
    B[row + p] = B[row + q];
    B[row + q] = -b;
  }
}

/** U and sigma from the orthogonal columns of B, completing U to a rotation where A is rank deficient. */
function leftVectors(U: Float64Array, sigma: Float64Array): void {
  sigma[0] = Math.sqrt(squares[0]);
  sigma[1] = Math.sqrt(squares[1]);
  const s0 = sigma[0];
  let u0 = 1;
  let u1 = 0;
  let u2 = 0;
  if (s0 > 0) {
    u0 = B[0] / s0;
    u1 = B[3] / s0;
    u2 = B[6] / s0;
  }
  let w0 = B[1];
  let w1 = B[4];
  let w2 = B[7];
  if (!(sigma[1] > 1e-15 * s0)) {
    // no usable second column: any direction orthogonal to the first
    const x = Math.abs(u0) <= Math.abs(u1) && Math.abs(u0) <= Math.abs(u2);
    const y = !x && Math.abs(u1) <= Math.abs(u2);
    w0 = x ? 1 : 0;
    w1 = y ? 1 : 0;
    w2 = x || y ? 0 : 1;
  }
  const along = w0 * u0 + w1 * u1 + w2 * u2;
  w0 -= along * u0;
  w1 -= along * u1;
  w2 -= along * u2;
  const n = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
  w0 /= n;
  w1 /= n;
  w2 /= n;
  U[0] = u0;
  U[3] = u1;
  U[6] = u2;
  U[1] = w0;
  U[4] = w1;
  U[7] = w2;
  U[2] = u1 * w2 - u2 * w1;
  U[5] = u2 * w0 - u0 * w2;
  U[8] = u0 * w1 - u1 * w0;
  sigma[2] = U[2] * B[2] + U[5] * B[5] + U[8] * B[8];
}

const polarU = new Float64Array(9);
const polarV = new Float64Array(9);
const polarSigma = new Float64Array(3);

/**
 * Rotation R nearest to A (the polar factor, det R = 1 also where det A <= 0): A = R S with S symmetric.
 *
 * @returns det A
 */
export function polarRotation33(R: Float64Array, A: Float64Array, at = 0): number {
  svd33(polarU, polarSigma, polarV, A, at);
  const det = determinant33(A, at);
  transpose33(G, 0, polarV, 0);
  multiply33(R, 0, polarU, 0, G, 0);
  return det;
}
