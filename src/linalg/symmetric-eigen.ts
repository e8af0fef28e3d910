/**
 * Eigenvalues and eigenvectors of a symmetric n x n matrix by cyclic Jacobi rotations: slow and accurate. A = Σ λ_k v_k v_kᵀ
 * with `values` increasing and v_k the row k of `vectors`. Returns the number of sweeps.
 */
export function symmetricEigen(values: Float64Array, vectors: Float64Array, a: Float64Array, n: number): number {
  const s = a.slice(0, n * n);
  vectors.fill(0, 0, n * n);
  for (let k = 0; k < n; k++) vectors[k * n + k] = 1;
  let sweeps = 0;
  while (sweeps < 60 && offDiagonal(s, n) > 0) {
    sweeps++;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) if (s[p * n + q] !== 0) rotate(s, vectors, n, p, q);
  }
  for (let k = 0; k < n; k++) values[k] = s[k * n + k];
  sortPairs(values, vectors, n);
  return sweeps;
}

/** Sum of the moduli above the diagonal, with entries that no longer change the diagonal counted as zero. */
function offDiagonal(s: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const v = Math.abs(s[i * n + j]);
      const di = Math.abs(s[i * n + i]);
      const dj = Math.abs(s[j * n + j]);
      if (di + 0.01 * v === di && dj + 0.01 * v === dj) s[i * n + j] = s[j * n + i] = 0;
      else sum += v;
    }
  return sum;
}

/** One rotation in the plane (p, q) that zeroes s(p, q). */
function rotate(s: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const theta = (s[q * n + q] - s[p * n + p]) / (2 * s[p * n + q]);
  // the smaller root of t² + 2 theta t - 1; for a huge theta the square overflows to the right limit 0
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const d = t * c;
  for (let k = 0; k < n; k++) {
    const kp = s[k * n + p];
    const kq = s[k * n + q];
    s[k * n + p] = c * kp - d * kq;
    s[k * n + q] = d * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = s[p * n + k];
    const qk = s[q * n + k];
    s[p * n + k] = c * pk - d * qk;
    s[q * n + k] = d * pk + c * qk;
    const vp = vectors[p * n + k];
    const vq = vectors[q * n + k];
    vectors[p * n + k] = c * vp - d * vq;
    vectors[q * n + k] = d * vp + c * vq;
  }
  s[p * n + q] = s[q * n + p] = 0;
}

/** Selection sort of the pairs by eigenvalue. */
function sortPairs(values: Float64Array, vectors: Float64Array, n: number): void {
  for (let k = 0; k < n; k++) {
    let least = k;
    for (let j = k + 1; j < n; j++) if (values[j] < values[least]) least = j;
    if (least === k) continue;
    const t = values[k];
    values[k] = values[least];
    values[least] = t;
    const row = vectors.slice(k * n, (k + 1) * n);
    vectors.copyWithin(k * n, least * n, (least + 1) * n);
    vectors.set(row, least * n);
  }
}
