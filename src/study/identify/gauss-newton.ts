import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';
import { type Evaluation, type Search, clamped, costOf, isBetter } from './search.js';

/** Where a descent has come to. */
export interface Descent {
  readonly z: Float64Array;
  readonly at: Evaluation;
  /** derivatives of the residuals at z, a row for each residual */
  readonly jacobian: Float64Array;
  /** stuck: the linear model promises less error, no step gives it; limit: out of iterations; failed: no run at the start */
  readonly status: 'converged' | 'stuck' | 'limit' | 'failed';
  readonly iterations: number;
}

/** How a descent judges residuals. */
export interface DescentOptions {
  readonly iterations: number;
  /** variance of the residuals: 1 where errors were given; undefined: taken from the residuals themselves */
  readonly variance: number | undefined;
  /** residuals less parameters */
  readonly freedom: number;
  /** ½ |r|² that counts as none: rounding of what was observed */
  readonly floor: number;
}

/**
 * Share of a range by which parameters are changed for central differences: their error is its square, 1e-6, and what the
 * steps' tolerance leaves in a run (about 1e-8) is divided by it.
 */
const difference = 1e-3;

/** Decrease of ½ |r|² over the variance that is not worth a run: a step of 1e-3 standard errors. */
const negligible = 1e-6;
/** The same beyond which a descent that finds no better point is called stuck: a third of a standard error. */
const missed = 0.05;

/** Damping: at first, least, and where a step is so short that it is given up. */
const damping = { first: 1e-3, least: 1e-9, most: 1e7 };

/**
 * Bounded Gauss-Newton with Levenberg's and Marquardt's damping: parameters at a bound that the gradient pushes against
 * are held, steps are projected on the bounds.
 */
export function* gaussNewton(start: Float64Array, options: DescentOptions): Search<Descent> {
  let z = start;
  let [at] = yield [z];
  const n = z.length;
  const none = new Float64Array(0);
  if (!at.residuals || costOf(at) === Infinity) return { z, at, jacobian: none, status: 'failed', iterations: 0 };
  let lambda = damping.first;
  for (let k = 0; ; k++) {
    const jacobian = yield* jacobianAt(z, at);
    const system = normalEquations(jacobian, at.residuals!, n);
    const variance = options.variance ?? (2 * costOf(at)) / Math.max(1, options.freedom);
    const worth = (share: number): number => share * variance + options.floor;
    const free = Array.from({ length: n }, (_, i) => i).filter(
      (i) => !(z[i] === 0 && system.g[i] > 0) && !(z[i] === 1 && system.g[i] < 0),
    );
    // not projected: an upper bound of what any step within the bounds could gain
    const promised = decrease(
      system,
      z,
      step(system, z, free, 1e-12, (share) => share),
    );
    if (promised <= worth(negligible)) return { z, at, jacobian, status: 'converged', iterations: k };
    if (k === options.iterations) return { z, at, jacobian, status: 'limit', iterations: k };
    for (;;) {
      const next = step(system, z, free, lambda);
      const [there] = yield [next];
      const gain = (costOf(at) - costOf(there)) / decrease(system, z, next);
      if (isBetter(there, at)) {
        [z, at] = [next, there];
        lambda = gain > 0.75 ? Math.max(damping.least, lambda / 10) : gain < 0.25 ? 4 * lambda : lambda;
        break;
      }
      lambda *= 10;
      if (lambda <= damping.most) continue;
      const status = promised > worth(missed) ? 'stuck' : 'converged';
      return { z, at, jacobian, status, iterations: k };
    }
  }
}

/** Derivatives of the residuals: the model's own, or central differences, one-sided at bounds and beside runs that fail. */
function* jacobianAt(z: Float64Array, at: Evaluation): Search<Float64Array> {
  if (at.jacobian) return at.jacobian;
  const n = z.length;
  const moved = Array.from({ length: 2 * n }, (_, k) => {
    const point = Float64Array.from(z);
    point[k >> 1] = clamped(z[k >> 1] + (k % 2 === 0 ? difference : -difference));
    return point;
  });
  const ask = moved.map((point, k) => point[k >> 1] !== z[k >> 1]);
  const answers = yield moved.filter((_, k) => ask[k]);
  let next = 0;
  const sides = moved.map((point, k) => {
    const own = ask[k] ? answers[next++] : at;
    return costOf(own) === Infinity
      ? { share: z[k >> 1], r: at.residuals! }
      : { share: point[k >> 1], r: own.residuals! };
  });
  const m = at.residuals!.length;
  const jacobian = new Float64Array(m * n);
  for (let i = 0; i < n; i++) {
    const [up, down] = [sides[2 * i], sides[2 * i + 1]];
    const width = up.share - down.share;
    if (width === 0) continue;
    for (let k = 0; k < m; k++) jacobian[k * n + i] = (up.r[k] - down.r[k]) / width;
  }
  return jacobian;
}

/** A = Jᵀ J and g = Jᵀ r. */
export interface NormalEquations {
  readonly A: Float64Array;
  readonly g: Float64Array;
}

export function normalEquations(jacobian: Float64Array, r: Float64Array, n: number): NormalEquations {
  const A = new Float64Array(n * n);
  const g = new Float64Array(n);
  for (let k = 0; k < r.length; k++) {
    const row = k * n;
    for (let i = 0; i < n; i++) {
      g[i] += jacobian[row + i] * r[k];
      for (let j = 0; j < n; j++) A[i * n + j] += jacobian[row + i] * jacobian[row + j];
    }
  }
  return { A, g };
}

/** The damped step of the free parameters, projected on the bounds. */
function step(
  { A, g }: NormalEquations,
  z: Float64Array,
  free: readonly number[],
  lambda: number,
  project = clamped,
): Float64Array {
  const n = z.length;
  const m = free.length;
  const largest = free.reduce((most, i) => Math.max(most, A[i * n + i]), 0);
  const next = Float64Array.from(z);
  if (largest === 0) return next;
  const matrix = new Float64Array(m * m);
  const x = new Float64Array(m);
  free.forEach((i, a) => {
    free.forEach((j, b) => (matrix[a * m + b] = A[i * n + j]));
    // columns of zeros, and of nothing but rounding, are held by a little of the largest
    matrix[a * m + a] += lambda * Math.max(A[i * n + i], 1e-12 * largest);
    x[a] = -g[i];
  });
  if (!choleskyFactor(matrix, m)) return step({ A, g }, z, free, Math.max(1e-12, 100 * lambda), project);
  choleskySolve(x, matrix, m);
  free.forEach((i, a) => (next[i] = project(z[i] + x[a])));
  return next;
}

/** By how much the linear model says that ½ |r|² falls. */
function decrease({ A, g }: NormalEquations, z: Float64Array, next: Float64Array): number {
  const n = z.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const d = next[i] - z[i];
    sum -= g[i] * d;
    for (let j = 0; j < n; j++) sum -= 0.5 * d * A[i * n + j] * (next[j] - z[j]);
  }
  return sum;
}
