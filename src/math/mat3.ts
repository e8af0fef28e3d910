/** 3x3 matrices, row-major, as nine numbers at an offset of a flat array; the output comes first and may alias inputs. */

/** out = A B */
export function multiply33(out: Float64Array, o: number, A: Float64Array, i: number, B: Float64Array, j: number): void {
  const b0 = B[j];
  const b1 = B[j + 1];
  const b2 = B[j + 2];
  const b3 = B[j + 3];
  const b4 = B[j + 4];
  const b5 = B[j + 5];
  const b6 = B[j + 6];
  const b7 = B[j + 7];
  const b8 = B[j + 8];
  for (let row = 0; row < 9; row += 3) {
    const x = A[i + row];
    const y = A[i + row + 1];
    const z = A[i + row + 2];
    out[o + row] = x * b0 + y * b3 + z * b6;
    out[o + row + 1] = x * b1 + y * b4 + z * b7;
    out[o + row + 2] = x * b2 + y * b5 + z * b8;
  }
}

/** out = A x */
export function apply33(out: Float64Array, o: number, A: Float64Array, i: number, x: Float64Array, j: number): void {
  const x0 = x[j];
  const x1 = x[j + 1];
  const x2 = x[j + 2];
  out[o] = A[i] * x0 + A[i + 1] * x1 + A[i + 2] * x2;
  out[o + 1] = A[i + 3] * x0 + A[i + 4] * x1 + A[i + 5] * x2;
  out[o + 2] = A[i + 6] * x0 + A[i + 7] * x1 + A[i + 8] * x2;
}

/** out = Aᵀ x */
export function applyTransposed33(
  out: Float64Array,
  o: number,
  A: Float64Array,
  i: number,
  x: Float64Array,
  j: number,
): void {
  const x0 = x[j];
  const x1 = x[j + 1];
  const x2 = x[j + 2];
  out[o] = A[i] * x0 + A[i + 3] * x1 + A[i + 6] * x2;
  out[o + 1] = A[i + 1] * x0 + A[i + 4] * x1 + A[i + 7] * x2;
  out[o + 2] = A[i + 2] * x0 + A[i + 5] * x1 + A[i + 8] * x2;
}

/** out = Aᵀ */
export function transpose33(out: Float64Array, o: number, A: Float64Array, i: number): void {
  const a1 = A[i + 1];
  const a2 = A[i + 2];
  const a5 = A[i + 5];
  out[o] = A[i];
  out[o + 1] = A[i + 3];
  out[o + 2] = A[i + 6];
  out[o + 4] = A[i + 4];
  out[o + 5] = A[i + 7];
  out[o + 3] = a1;
  out[o + 6] = a2;
  out[o + 7] = a5;
  out[o + 8] = A[i + 8];
}

/** det A */
export function determinant33(A: Float64Array, i = 0): number {
  return (
    A[i] * (A[i + 4] * A[i + 8] - A[i + 5] * A[i + 7]) -
    A[i + 1] * (A[i + 3] * A[i + 8] - A[i + 5] * A[i + 6]) +
    A[i + 2] * (A[i + 3] * A[i + 7] - A[i + 4] * A[i + 6])
  );
}

/** out = A⁻¹ by cofactors; returns det A. Where the determinant is 0, out is filled with zeros. */
export function inverse33(out: Float64Array, o: number, A: Float64Array, i: number): number {
  const a = A[i];
  const b = A[i + 1];
  const c = A[i + 2];
  const d = A[i + 3];
  const e = A[i + 4];
  const f = A[i + 5];
  const g = A[i + 6];
  const h = A[i + 7];
  const k = A[i + 8];
  const m0 = e * k - f * h;
  const m1 = f * g - d * k;
  const m2 = d * h - e * g;
  const det = a * m0 + b * m1 + c * m2;
  const s = det === 0 ? 0 : 1 / det;
  out[o] = s * m0;
  out[o + 1] = s * (c * h - b * k);
  out[o + 2] = s * (b * f - c * e);
  out[o + 3] = s * m1;
  out[o + 4] = s * (a * k - c * g);
  out[o + 5] = s * (c * d - a * f);
  out[o + 6] = s * m2;
  out[o + 7] = s * (b * g - a * h);
  out[o + 8] = s * (a * e - b * d);
  return det;
}

/** b <- A⁻¹ b for a symmetric semidefinite A, with a billionth of its largest entry added to the diagonal; false where that is 0. */
export function solveSymmetric33(b: Float64Array, A: Float64Array): boolean {
  const largest = Math.max(A[0], A[4], A[8]);
  if (!(largest > 0)) return false;
  const small = 1e-9 * largest;
  const [a, c, e, d, g, i] = [A[0] + small, A[1], A[2], A[4] + small, A[5], A[8] + small];
  const co = [d * i - g * g, e * g - c * i, c * g - e * d, a * i - e * e, c * e - a * g, a * d - c * c];
  const det = a * co[0] + c * co[1] + e * co[2];
  const [x0, x1, x2] = b;
  b[0] = (co[0] * x0 + co[1] * x1 + co[2] * x2) / det;
  b[1] = (co[1] * x0 + co[3] * x1 + co[4] * x2) / det;
  b[2] = (co[2] * x0 + co[4] * x1 + co[5] * x2) / det;
  return Number.isFinite(b[0] + b[1] + b[2]);
}

/** out = [a]×, the matrix with [a]× x = a × x. */
export function crossMatrix33(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  out[o] = 0;
  out[o + 1] = -z;
  out[o + 2] = y;
  out[o + 3] = z;
  out[o + 4] = 0;
  out[o + 5] = -x;
  out[o + 6] = -y;
  out[o + 7] = x;
  out[o + 8] = 0;
}
