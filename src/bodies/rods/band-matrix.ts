/**
 * Square band matrices: entry (i, j), |i - j| <= b, at `data[i (2b + 1) + j - i + b]`. The stiffness of a chain of nodes
 * is one; a full matrix is one with b = n - 1.
 */
export class BandMatrix {
  readonly n: number;
  readonly b: number;
  readonly width: number;
  readonly data: Float64Array;

  constructor(n: number, b: number) {
    this.n = n;
    this.b = Math.min(b, n - 1);
    this.width = 2 * this.b + 1;
    this.data = new Float64Array(n * this.width);
  }

  clear(): void {
    this.data.fill(0);
  }

  get(i: number, j: number): number {
    return Math.abs(i - j) > this.b ? 0 : this.data[i * this.width + j - i + this.b];
  }

  add(i: number, j: number, value: number): void {
    this.data[i * this.width + j - i + this.b] += value;
  }

  /** A(i .. i+2, j .. j+2) += s B, B a row-major 3x3. */
  addBlock(i: number, j: number, s: number, B: Float64Array): void {
    const { data, width, b } = this;
    let at = i * width + j - i + b;
    for (let row = 0; row < 9; row += 3) {
      data[at] += s * B[row];
      data[at + 1] += s * B[row + 1];
      data[at + 2] += s * B[row + 2];
      at += width - 1;
    }
  }

  /** out += s A x */
  multiplyAdd(out: Float64Array, s: number, x: Float64Array): void {
    const { n, b, width, data } = this;
    for (let i = 0; i < n; i++) {
      const from = Math.max(0, i - b);
      const to = Math.min(n - 1, i + b);
      const shift = i * width + b - i;
      let sum = 0;
      for (let j = from; j <= to; j++) sum += data[shift + j] * x[j];
      out[i] += s * sum;
    }
  }

  /** Row and column i become those of d times the identity. */
  isolate(i: number, d: number): void {
    const { n, b, width, data } = this;
    for (let j = Math.max(0, i - b); j <= Math.min(n - 1, i + b); j++) {
      data[i * width + j - i + b] = 0;
      data[j * width + i - j + b] = 0;
    }
    data[i * width + b] = d;
  }
}

/**
 * Cholesky factor of a band matrix: A = L Lᵀ into `l` (n x (b + 1), entry (i, j) at i (b + 1) + j - i + b). Reads the
 * lower triangle. Returns false where A is not positive definite.
 */
export function bandCholesky(l: Float64Array, A: BandMatrix): boolean {
  const { n, b, width, data } = A;
  const w = b + 1;
  for (let i = 0; i < n; i++) {
    const first = Math.max(0, i - b);
    const ri = i * w + b - i;
    for (let j = first; j <= i; j++) {
      const rj = j * w + b - j;
      let s = data[i * width + j - i + b];
      for (let k = Math.max(first, j - b); k < j; k++) s -= l[ri + k] * l[rj + k];
      if (j < i) l[ri + j] = s / l[rj + j];
      else if (s > 0 && s < Infinity) l[ri + i] = Math.sqrt(s);
      else return false;
    }
  }
  return true;
}

/** x ← (L Lᵀ)⁻¹ x with the factor of `bandCholesky`. */
export function bandCholeskySolve(x: Float64Array, l: Float64Array, n: number, b: number): void {
  const w = b + 1;
  for (let i = 0; i < n; i++) {
    const ri = i * w + b - i;
    let s = x[i];
    for (let k = Math.max(0, i - b); k < i; k++) s -= l[ri + k] * x[k];
    x[i] = s / l[ri + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    const ri = i * w + b - i;
    const xi = x[i] / l[ri + i];
    x[i] = xi;
    for (let k = Math.max(0, i - b); k < i; k++) x[k] -= l[ri + k] * xi;
  }
}

/** P A = L U of a band matrix, with partial pivoting; the upper band grows to 2 b. */
export class BandLu {
  private n = 0;
  private b = 0;
  private lu = new Float64Array(0);
  private pivot = new Int32Array(0);

  /** Returns false where A is singular or not finite. */
  factor(A: BandMatrix): boolean {
    const { n, b } = A;
    const w = 3 * b + 1;
    this.n = n;
    this.b = b;
    if (this.lu.length < n * w) {
      this.lu = new Float64Array(n * w);
      this.pivot = new Int32Array(n);
    }
    const lu = this.lu.fill(0);
    for (let i = 0; i < n; i++)
      for (let j = Math.max(0, i - b); j <= Math.min(n - 1, i + b); j++)
        lu[i * w + j - i + b] = A.data[i * A.width + j - i + b];
    for (let k = 0; k < n; k++) if (!this.eliminate(k, w)) return false;
    return true;
  }

  /** x ← A⁻¹ x */
  solve(x: Float64Array): void {
    const { n, b, lu, pivot } = this;
    const w = 3 * b + 1;
    for (let k = 0; k < n; k++) {
      const p = pivot[k];
      const xk = x[p];
      x[p] = x[k];
      x[k] = xk;
      for (let i = k + 1; i <= Math.min(n - 1, k + b); i++) x[i] -= lu[i * w + k - i + b] * xk;
    }
    for (let i = n - 1; i >= 0; i--) {
      let s = x[i];
      for (let j = i + 1; j <= Math.min(n - 1, i + 2 * b); j++) s -= lu[i * w + j - i + b] * x[j];
      x[i] = s / lu[i * w + b];
    }
  }

  private eliminate(k: number, w: number): boolean {
    const { n, b, lu } = this;
    const last = Math.min(n - 1, k + b);
    let p = k;
    for (let i = k + 1; i <= last; i++) if (Math.abs(lu[i * w + k - i + b]) > Math.abs(lu[p * w + k - p + b])) p = i;
    this.pivot[k] = p;
    const d = lu[p * w + k - p + b];
    if (!(d !== 0 && Math.abs(d) < Infinity)) return false;
    const end = Math.min(n - 1, k + 2 * b);
    if (p !== k)
      for (let j = k; j <= end; j++) {
        const t = lu[k * w + j - k + b];
        lu[k * w + j - k + b] = lu[p * w + j - p + b];
        lu[p * w + j - p + b] = t;
      }
    for (let i = k + 1; i <= last; i++) {
      const m = lu[i * w + k - i + b] / d;
      lu[i * w + k - i + b] = m;
      if (m !== 0) for (let j = k + 1; j <= end; j++) lu[i * w + j - i + b] -= m * lu[k * w + j - k + b];
    }
    return true;
  }
}
