/**
 * Eigenvalues and eigenvectors of a small dense symmetric matrix by Jacobi's rotations: slow, simple, accurate for small
 * eigenvalues too. `values` are ascending; row k of `vectors` is the unit eigenvector of `values[k]`.
 */
export function symmetricEigen(
  matrix: Float64Array,
  n: number,
): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  // sweeps converge quadratically: ten suffice for any matrix that fits into memory, thirty are never reached
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) off += a[i * n + j] * a[i * n + j];
    if (off === 0) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
  }
  const order = Array.from({ length: n }, (_, k) => k).sort((i, j) => a[i * n + i] - a[j * n + j]);
  const values = Float64Array.from(order, (k) => a[k * n + k]);
  const vectors = new Float64Array(n * n);
  order.forEach((k, row) => vectors.set(v.subarray(k * n, (k + 1) * n), row * n));
  return { values, vectors };
}

/** Makes entry (p, q) zero by a rotation; rows of v follow. */
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  const [app, aqq] = [a[p * n + p], a[q * n + q]];
  // what is lost beside both diagonal entries is zero
  if (app + apq === app && aqq + apq === aqq) {
    a[p * n + q] = a[q * n + p] = 0;
    return;
  }
  const theta = (aqq - app) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[k * n + p], a[k * n + q]];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[p * n + k], a[q * n + k]];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    const [vx, vy] = [v[p * n + k], v[q * n + k]];
    v[p * n + k] = c * vx - s * vy;
    v[q * n + k] = s * vx + c * vy;
  }
}
