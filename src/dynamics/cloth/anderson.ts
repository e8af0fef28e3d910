/**
 * Anderson's extrapolation of a fixed-point iteration x <- x + d(x): the next point combines the last ones so that their
 * combined step is as small as possible. A window of a few iterations; forgotten by `reset`.
 */
export class Anderson {
  readonly #window: number;
  /** differences of x and of d between consecutive iterations */
  readonly #dx: Float64Array[];
  readonly #dd: Float64Array[];
  readonly #lastX: Float64Array;
  readonly #lastD: Float64Array;
  /** scalar products of the dd */
  readonly #gram: Float64Array;
  #kept = 0;
  #next = 0;
  #begun = false;

  constructor(size: number, window: number) {
    this.#window = window;
    this.#dx = Array.from({ length: window }, () => new Float64Array(size));
    this.#dd = Array.from({ length: window }, () => new Float64Array(size));
    this.#lastX = new Float64Array(size);
    this.#lastD = new Float64Array(size);
    this.#gram = new Float64Array(window * window);
  }

  reset(): void {
    this.#kept = this.#next = 0;
    this.#begun = false;
  }

  /** x <- the next point; d = the plain step at x (left unchanged). `weight` is a weight per three numbers. */
  advance(x: Float64Array, d: Float64Array, weight: Float64Array): void {
    if (this.#begun) this.#remember(x, d, weight);
    this.#begun = true;
    this.#lastX.set(x);
    this.#lastD.set(d);
    for (let k = 0; k < x.length; k++) x[k] += d[k];
    const m = this.#kept;
    if (m === 0) return;
    const gamma = this.#coefficients(d, weight);
    for (let a = 0; a < m; a++) {
      const g = gamma[a];
      const dx = this.#dx[a];
      const dd = this.#dd[a];
      for (let k = 0; k < x.length; k++) x[k] -= g * (dx[k] + dd[k]);
    }
  }

  #remember(x: Float64Array, d: Float64Array, weight: Float64Array): void {
    const at = this.#next;
    const dx = this.#dx[at];
    const dd = this.#dd[at];
    for (let k = 0; k < x.length; k++) {
      dx[k] = x[k] - this.#lastX[k];
      dd[k] = d[k] - this.#lastD[k];
    }
    this.#next = (at + 1) % this.#window;
    this.#kept = Math.min(this.#kept + 1, this.#window);
    for (let b = 0; b < this.#kept; b++) {
      const product = dot(dd, this.#dd[b], weight);
      this.#gram[at * this.#window + b] = this.#gram[b * this.#window + at] = product;
    }
  }

  /** Least squares ‖d - Σ γ dd‖ by the normal equations, slightly damped. */
  #coefficients(d: Float64Array, weight: Float64Array): Float64Array {
    const m = this.#kept;
    const A = new Float64Array(m * m);
    const gamma = new Float64Array(m);
    for (let a = 0; a < m; a++) {
      for (let b = 0; b < m; b++) A[a * m + b] = this.#gram[a * this.#window + b];
      A[a * m + a] *= 1 + 1e-10;
      gamma[a] = dot(this.#dd[a], d, weight);
    }
    return solveSymmetric(A, gamma, m);
  }
}

function dot(a: Float64Array, b: Float64Array, weight: Float64Array): number {
  let sum = 0;
  for (let i = 0, k = 0; k < a.length; i++, k += 3) {
    sum += weight[i] * (a[k] * b[k] + a[k + 1] * b[k + 1] + a[k + 2] * b[k + 2]);
  }
  return sum;
}

/** b <- A⁻¹ b by Cholesky without roots; directions that A hardly has are left out. */
function solveSymmetric(A: Float64Array, b: Float64Array, m: number): Float64Array {
  const largest = Math.max(...Array.from({ length: m }, (_, a) => A[a * m + a]));
  for (let k = 0; k < m; k++) {
    const pivot = A[k * m + k];
    if (!(pivot > 1e-14 * largest)) {
      for (let i = k + 1; i < m; i++) A[i * m + k] = 0;
      A[k * m + k] = Infinity;
      continue;
    }
    for (let i = k + 1; i < m; i++) {
      const l = A[i * m + k] / pivot;
      for (let j = k + 1; j <= i; j++) A[i * m + j] -= l * A[j * m + k];
    }
    // column k keeps L D: divide below
    for (let i = k + 1; i < m; i++) A[i * m + k] /= pivot;
  }
  for (let k = 0; k < m; k++) for (let i = k + 1; i < m; i++) b[i] -= A[i * m + k] * b[k];
  for (let k = 0; k < m; k++) b[k] = A[k * m + k] === Infinity ? 0 : b[k] / A[k * m + k];
  for (let k = m - 1; k >= 0; k--) for (let i = k + 1; i < m; i++) b[k] -= A[i * m + k] * b[i];
  return b;
}
