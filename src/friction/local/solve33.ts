/**
 * x[0..2] <- A⁻¹ x[0..2] for the row-major 3x3 matrix A[0..8], by elimination with row exchanges; A is overwritten.
 * Returns false, with x undefined, where A is singular to working precision: a pivot below 1e-13 of the first.
 */
export function solve33(x: Float64Array, A: Float64Array): boolean {
  let p = 0;
  if (Math.abs(A[3]) > Math.abs(A[0])) p = 3;
  if (Math.abs(A[6]) > Math.abs(A[p])) p = 6;
  if (p > 0) exchangeRows(x, A, 0, p);
  const least = 1e-13 * Math.abs(A[0]);
  if (!(least > 0)) return false;
  for (let row = 3; row < 9; row += 3) {
    const factor = A[row] / A[0];
    A[row + 1] -= factor * A[1];
    A[row + 2] -= factor * A[2];
    x[row / 3] -= factor * x[0];
  }
  if (Math.abs(A[7]) > Math.abs(A[4])) exchangeRows(x, A, 3, 6);
  if (!(Math.abs(A[4]) > least)) return false;
  const factor = A[7] / A[4];
  const last = A[8] - factor * A[5];
  if (!(Math.abs(last) > least)) return false;
  x[2] = (x[2] - factor * x[1]) / last;
  x[1] = (x[1] - A[5] * x[2]) / A[4];
  x[0] = (x[0] - A[1] * x[1] - A[2] * x[2]) / A[0];
  return true;
}

function exchangeRows(x: Float64Array, A: Float64Array, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    const t = A[i + k];
    A[i + k] = A[j + k];
    A[j + k] = t;
  }
  const t = x[i / 3];
  x[i / 3] = x[j / 3];
  x[j / 3] = t;
}
