/** A step this many times longer than the shortest before it: contacts have opened or closed, and what was learnt no longer holds. */
const growth = 4;

/**
 * Anderson's extrapolation of a fixed-point iteration x <- x + d(x): the next point combines the last ones so that their
 * combined step is as small as possible. A window of a few iterations; forgotten by `reset`, and where steps grow.
 */
export class Anderson {
  readonly #window: number;
  /** differences of d, and of x + d, between consecutive iterations */
  readonly #dd: Float64Array[];
  readonly #ds: Float64Array[];
  readonly #lastX: Float64Array;
  readonly #lastD: Float64Array;
  /** scalar products of the dd among themselves, and with d */
  readonly #gram: Float64Array;
  readonly #against: Float64Array;
  #kept = 0;
  #next = 0;
  #begun = false;
  /** least square of a step since the last reset */
  #least = Infinity;

  constructor(size: number, window: number) {
    this.#window = window;
    this.#dd = Array.from({ length: window }, () => new Float64Array(size));
    this.#ds = Array.from({ length: window }, () => new Float64Array(size));
    this.#lastX = new Float64Array(size);
    this.#lastD = new Float64Array(size);
    this.#gram = new Float64Array(window * window);
    this.#against = new Float64Array(window);
  }

  reset(): void {
    this.#kept = this.#next = 0;
    this.#begun = false;
    this.#least = Infinity;
  }

  /** x <- the next point; d = the plain step at x (left unchanged). `weight` is a weight per three numbers. */
  advance(x: Float64Array, d: Float64Array, weight: Float64Array): void {
    let square = 0;
    for (let i = 0, k = 0; k < d.length; i++, k += 3) {
      square += weight[i] * (d[k] * d[k] + d[k + 1] * d[k + 1] + d[k + 2] * d[k + 2]);
    }
    if (square > growth * growth * this.#least) this.reset();
    this.#least = Math.min(this.#least, square);
    if (this.#begun) this.#remember(x, d, weight);
    this.#begun = true;
    this.#lastX.set(x);
    this.#lastD.set(d);
    const gamma = this.#coefficients();
    for (let k = 0; k < x.length; k++) x[k] += d[k];
    for (let a = 0; a < this.#kept; a += 2) {
      if (a + 1 < this.#kept) subtractTwo(x, gamma[a], this.#ds[a], gamma[a + 1], this.#ds[a + 1]);
      else subtractTwo(x, gamma[a], this.#ds[a], 0, this.#ds[a]);
    }
  }

  #remember(x: Float64Array, d: Float64Array, weight: Float64Array): void {
    const at = this.#next;
    const dd = this.#dd[at];
    const ds = this.#ds[at];
    const lastX = this.#lastX;
    const lastD = this.#lastD;
    for (let k = 0; k < x.length; k++) {
      const difference = d[k] - lastD[k];
      dd[k] = difference;
      ds[k] = x[k] - lastX[k] + difference;
    }
    this.#next = (at + 1) % this.#window;
    this.#kept = Math.min(this.#kept + 1, this.#window);
    for (let b = 0; b < this.#kept; b += 2) {
      const other = Math.min(b + 1, this.#kept - 1);
      products(this.#dd[b], this.#dd[other], dd, d, weight);
      this.#note(at, b, 0);
      if (other !== b) this.#note(at, other, 1);
    }
  }

  /** Products of difference b with the newest one, `at`, and with d. */
  #note(at: number, b: number, which: 0 | 1): void {
    this.#gram[at * this.#window + b] = this.#gram[b * this.#window + at] = product[2 * which];
    this.#against[b] = product[2 * which + 1];
  }

  /** Least squares ‖d - Σ γ dd‖ by the normal equations, slightly damped. */
  #coefficients(): Float64Array {
    const m = this.#kept;
    const A = new Float64Array(m * m);
    const gamma = this.#against.slice(0, m);
    for (let a = 0; a < m; a++) {
      for (let b = 0; b < m; b++) A[a * m + b] = this.#gram[a * this.#window + b];
      A[a * m + a] *= 1 + 1e-10;
    }
    return solveSymmetric(A, gamma, m);
  }
}

const product = new Float64Array(4);

/** product = a · c, a · d, b · c, b · d: two at a time, which reads c and d half as often */
function products(a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array, weight: Float64Array): void {
  let ac = 0;
  let ad = 0;
  let bc = 0;
  let bd = 0;
  for (let i = 0, k = 0; k < a.length; i++, k += 3) {
    const w = weight[i];
    const a0 = w * a[k];
    const a1 = w * a[k + 1];
    const a2 = w * a[k + 2];
    const b0 = w * b[k];
    const b1 = w * b[k + 1];
    const b2 = w * b[k + 2];
    ac += a0 * c[k] + a1 * c[k + 1] + a2 * c[k + 2];
    ad += a0 * d[k] + a1 * d[k + 1] + a2 * d[k + 2];
    bc += b0 * c[k] + b1 * c[k + 1] + b2 * c[k + 2];
    bd += b0 * d[k] + b1 * d[k + 1] + b2 * d[k + 2];
  }
  product[0] = ac;
  product[1] = ad;
  product[2] = bc;
  product[3] = bd;
}

/** x -= f a + g b */
function subtractTwo(x: Float64Array, f: number, a: Float64Array, g: number, b: Float64Array): void {
  for (let k = 0; k < x.length; k++) x[k] -= f * a[k] + g * b[k];
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
