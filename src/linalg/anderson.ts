import { type SharedData, defineWork, sharedFloats } from './kernel/shared-work.js';
import { type TeamJob, type WorkTeam, teamJob } from './kernel/work-team.js';

/** A step this many times longer than the shortest before it: contacts have opened or closed, and what was learnt no longer holds. */
const growth = 4;

/** Numbers of a task where threads share the work, whole vertices: eight arrays of them are 200 kB, which a processor's own cache holds. */
const chunk = 3072;

/** What is remembered, and the point, its step and the weights, where threads share them. */
type AndersonData = SharedData & {
  /** differences of d, and of x + d, between consecutive iterations */
  readonly dd: readonly Float64Array[];
  readonly ds: readonly Float64Array[];
  readonly lastX: Float64Array;
  readonly lastD: Float64Array;
  readonly x: Float64Array;
  readonly d: Float64Array;
  readonly weight: Float64Array;
  /** the square of d, how many differences are kept, which is newest, their factors */
  readonly numbers: Float64Array;
  /** of each pair of differences, as `products` writes them */
  readonly product: Float64Array;
};
const [squareAt, keptAt, newestAt, factorsAt] = [0, 1, 2, 3];

/** The square of d, and, chunk by chunk, differences from the last point, which this one then takes the place of. */
const differing = defineWork<AndersonData>('Anderson: differences', (data, task) => {
  const { dd, ds, lastX, lastD, x, d, weight, numbers } = data;
  if (task === 0) {
    numbers[squareAt] = squared(d, weight);
    return;
  }
  const from = chunk * (task - 1);
  const to = Math.min(from + chunk, x.length);
  const at = numbers[newestAt];
  // of the first point nothing is read before it is overwritten
  subtract(dd[at], ds[at], x, d, lastX, lastD, from, to);
});

/** Scalar products of a pair of differences. */
const multiplying = defineWork<AndersonData>('Anderson: products', ({ dd, d, weight, numbers, product }, task) => {
  const other = Math.min(2 * task + 1, numbers[keptAt] - 1);
  products(product, 4 * task, dd[2 * task], dd[other], dd[numbers[newestAt]], d, weight);
});

/** A chunk of the next point. */
const combining = defineWork<AndersonData>('Anderson: next point', ({ ds, x, d, numbers }, task) => {
  const from = chunk * task;
  combine(x, d, ds, numbers, numbers[keptAt], from, Math.min(from + chunk, x.length));
});

export const andersonWorks = [differing, multiplying, combining];

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
  /** scalar products of the dd among themselves, and with d; those of each pair as they are computed */
  readonly #gram: Float64Array;
  readonly #against: Float64Array;
  readonly #product: Float64Array;
  readonly #numbers: Float64Array;
  readonly #matrix: Float64Array;
  readonly #gamma: Float64Array;
  #kept = 0;
  #next = 0;
  #begun = false;
  /** least square of a step since the last reset */
  #least = Infinity;
  #jobs: readonly [TeamJob, TeamJob, TeamJob] | undefined;

  constructor(size: number, window: number) {
    this.#window = window;
    this.#dd = Array.from({ length: window }, () => sharedFloats(size));
    this.#ds = Array.from({ length: window }, () => sharedFloats(size));
    this.#lastX = sharedFloats(size);
    this.#lastD = sharedFloats(size);
    this.#gram = new Float64Array(window * window);
    this.#against = new Float64Array(window);
    this.#matrix = new Float64Array(window * window);
    this.#gamma = new Float64Array(window);
    this.#product = sharedFloats(2 * window + 2);
    this.#numbers = sharedFloats(factorsAt + window + 1);
  }

  reset(): void {
    this.#kept = this.#next = 0;
    this.#begun = false;
    this.#least = Infinity;
  }

  /** What a team does in `advance` with these arrays. */
  shared(x: Float64Array, d: Float64Array, weight: Float64Array): readonly TeamJob[] {
    const [dd, ds, lastX, lastD] = [this.#dd, this.#ds, this.#lastX, this.#lastD];
    const data = { dd, ds, lastX, lastD, x, d, weight, numbers: this.#numbers, product: this.#product };
    this.#jobs ??= [teamJob(differing, data), teamJob(multiplying, data), teamJob(combining, data)];
    return this.#jobs;
  }

  /**
   * x <- the next point; d = the plain step at x (left unchanged). `weight` is a weight per three numbers. With a team: one that has
   * what `shared` gave for these arrays.
   */
  advance(x: Float64Array, d: Float64Array, weight: Float64Array, team?: WorkTeam): void {
    const numbers = this.#numbers;
    const chunks = Math.ceil(x.length / chunk);
    const at = this.#next;
    numbers[newestAt] = at;
    // differences that the steps' growth says to forget are overwritten before they are read
    if (team) team.perform(this.#jobs![0], 0, 1 + chunks);
    else {
      numbers[squareAt] = squared(d, weight);
      subtract(this.#dd[at], this.#ds[at], x, d, this.#lastX, this.#lastD, 0, x.length);
    }
    const square = numbers[squareAt];
    if (square > growth * growth * this.#least) this.reset();
    this.#least = Math.min(this.#least, square);
    if (this.#begun) {
      this.#next = (at + 1) % this.#window;
      this.#kept = numbers[keptAt] = Math.min(this.#kept + 1, this.#window);
      this.#remember(at, d, weight, team);
    }
    this.#begun = true;
    numbers[keptAt] = this.#kept;
    numbers.set(this.#coefficients(), factorsAt);
    // an odd one is paired with none of itself
    numbers[factorsAt + this.#kept] = 0;
    if (team) team.perform(this.#jobs![2], 0, chunks);
    else combine(x, d, this.#ds, numbers, this.#kept, 0, x.length);
  }

  /** Products of the newest difference, `at`, and of d, with all that are kept. */
  #remember(at: number, d: Float64Array, weight: Float64Array, team: WorkTeam | undefined): void {
    const kept = this.#kept;
    const pairs = Math.ceil(kept / 2);
    if (team) team.perform(this.#jobs![1], 0, pairs);
    for (let p = 0; p < pairs; p++) {
      const b = 2 * p;
      const other = Math.min(b + 1, kept - 1);
      if (!team) products(this.#product, 4 * p, this.#dd[b], this.#dd[other], this.#dd[at], d, weight);
      this.#note(at, b, 4 * p);
      if (other !== b) this.#note(at, other, 4 * p + 2);
    }
  }

  /** Products of difference b with the newest one, `at`, and with d. */
  #note(at: number, b: number, from: number): void {
    this.#gram[at * this.#window + b] = this.#gram[b * this.#window + at] = this.#product[from];
    this.#against[b] = this.#product[from + 1];
  }

  /** Least squares ‖d - Σ γ dd‖ by the normal equations, slightly damped. */
  #coefficients(): Float64Array {
    const m = this.#kept;
    const [A, gamma] = [this.#matrix, this.#gamma];
    gamma.set(this.#against);
    for (let a = 0; a < m; a++) {
      for (let b = 0; b < m; b++) A[a * m + b] = this.#gram[a * this.#window + b];
      A[a * m + a] *= 1 + 1e-10;
    }
    solveSymmetric(A, gamma, m);
    return gamma;
  }
}

/** Weighted square of d. */
function squared(d: Float64Array, weight: Float64Array): number {
  let square = 0;
  for (let i = 0, k = 0; k < d.length; i++, k += 3) {
    square += weight[i] * (d[k] * d[k] + d[k + 1] * d[k + 1] + d[k + 2] * d[k + 2]);
  }
  return square;
}

/** dd = d less the last one, ds = x + d less the last ones; then this one is the last */
function subtract(
  dd: Float64Array,
  ds: Float64Array,
  x: Float64Array,
  d: Float64Array,
  lastX: Float64Array,
  lastD: Float64Array,
  from: number,
  to: number,
): void {
  for (let k = from; k < to; k++) {
    const [xk, dk] = [x[k], d[k]];
    const difference = dk - lastD[k];
    dd[k] = difference;
    ds[k] = xk - lastX[k] + difference;
    lastX[k] = xk;
    lastD[k] = dk;
  }
}

/** out[at ..] = a · c, a · d, b · c, b · d: two at a time, which reads c and d half as often */
function products(
  out: Float64Array,
  at: number,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array,
  weight: Float64Array,
): void {
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
  out[at] = ac;
  out[at + 1] = ad;
  out[at + 2] = bc;
  out[at + 3] = bd;
}

/** x += d less the differences ds by their factors, two at a time; the first four of them in one pass */
function combine(
  x: Float64Array,
  d: Float64Array,
  ds: readonly Float64Array[],
  numbers: Float64Array,
  kept: number,
  from: number,
  to: number,
): void {
  const other = (a: number): Float64Array => ds[a + 1 < kept ? a + 1 : a];
  if (kept > 2) {
    const [a, b, c, e] = [ds[0], ds[1], ds[2], other(2)];
    const fa = numbers[factorsAt];
    const fb = numbers[factorsAt + 1];
    const fc = numbers[factorsAt + 2];
    const fe = numbers[factorsAt + 3];
    for (let k = from; k < to; k++) x[k] = x[k] + d[k] - (fa * a[k] + fb * b[k]) - (fc * c[k] + fe * e[k]);
  } else if (kept > 0) {
    const [a, b] = [ds[0], other(0)];
    const fa = numbers[factorsAt];
    const fb = numbers[factorsAt + 1];
    for (let k = from; k < to; k++) x[k] = x[k] + d[k] - (fa * a[k] + fb * b[k]);
  } else for (let k = from; k < to; k++) x[k] += d[k];
  for (let a = 4; a < kept; a += 2) {
    const [first, second] = [ds[a], other(a)];
    const f = numbers[factorsAt + a];
    const g = numbers[factorsAt + a + 1];
    for (let k = from; k < to; k++) x[k] -= f * first[k] + g * second[k];
  }
}

/** b <- A⁻¹ b by Cholesky without roots; directions that A hardly has are left out. */
function solveSymmetric(A: Float64Array, b: Float64Array, m: number): void {
  let largest = -Infinity;
  for (let a = 0; a < m; a++) largest = Math.max(largest, A[a * m + a]);
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
}
