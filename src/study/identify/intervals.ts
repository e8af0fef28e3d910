import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';
import { symmetricEigen } from '../../linalg/symmetric-eigen.js';
import { type Descent, normalEquations } from './gauss-newton.js';
import { type Evaluation, type Search, clamped, costOf, isBetter, together } from './search.js';

/** What the data say of one parameter, in shares of its range. */
export interface ShareInterval {
  /** ends of the interval; undefined where every value up to the bound agrees with the data */
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** standard error by the linear model; infinite where the data do not depend on it */
  readonly deviation: number;
  /** points at bounds of its range that agree with the data, the others following */
  readonly open: readonly Float64Array[];
  /** whether the ends were found by runs at other values rather than by the linear model */
  readonly searched: boolean;
}

/** What the data say of all parameters. */
export interface Knowledge {
  /** a point better than the one given, met on the way: the search is not at its end */
  readonly better: Float64Array | undefined;
  readonly intervals: readonly ShareInterval[];
  /** correlation of the estimates, row by row */
  readonly correlation: Float64Array;
  /** unit directions in the space of shares along which the data leave the whole range open */
  readonly blind: readonly Float64Array[];
}

/** Whether the data agree with a point. */
type Agrees = (z: Float64Array, at: Evaluation) => boolean;

/** Share of a range to which ends are searched, or half a per cent of their distance from the estimate. */
const accuracy = 1e-6;

/**
 * Intervals from the linear model at the best point, each end borne out by two runs. Where they do not bear it out, where it is
 * beyond a bound, and where there are yes-or-no observations, it is searched by runs: up to where ½ |r|² grows by ½ q² times the
 * variance, or an observation is contradicted, the other parameters following by the linear model.
 */
export function* knowledge(
  best: Descent,
  quantile: number,
  variance: number,
  hasThresholds: boolean,
): Search<Knowledge> {
  const n = best.z.length;
  const { A } = normalEquations(best.jacobian, best.at.residuals!, n);
  const { values, vectors } = symmetricEigen(A, n);
  // what rounding alone would leave of the smallest eigenvalues
  const least = Math.max(1e-14 * Math.max(values[n - 1], 0), 1e-300);
  const deviations = values.map((value) => Math.sqrt(variance / Math.max(value, least)));
  const covariance = new Float64Array(n * n);
  const blind: Float64Array[] = [];
  for (let k = 0; k < n; k++) {
    const along = vectors.slice(k * n, (k + 1) * n);
    if (quantile * deviations[k] > 1) blind.push(along);
    const square = deviations[k] * deviations[k];
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) covariance[i * n + j] += square * along[i] * along[j];
  }
  const allowed = 0.5 * quantile * quantile * variance;
  let better: { readonly z: Float64Array; readonly at: Evaluation } | undefined;
  const agrees: Agrees = (z, at) => {
    const gain = costOf((better ?? best).at) - costOf(at);
    // runs differ in their last digits: what is less than a thousandth of an error is no gain
    if (isBetter(at, (better ?? best).at) && !(gain < 1e-6 * variance && at.wrong.length === best.at.wrong.length))
      better = { z, at };
    return at.wrong.length <= best.at.wrong.length && costOf(at) - costOf(best.at) <= allowed;
  };
  const tiny = 1e-300;
  const searches = best.z.map((_, i) => i);
  const intervals = yield* together(
    Array.from(searches, (i) => {
      const deviation = A[i * n + i] <= tiny ? Infinity : Math.sqrt(covariance[i * n + i]);
      const follow = followers(A, n, i);
      return interval(best.z, i, quantile * deviation, deviation, hasThresholds, follow, agrees);
    }),
  );
  const correlation = covariance.map((value, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return value / Math.sqrt(covariance[i * n + i] * covariance[j * n + j]);
  });
  return { intervals, correlation, blind, better: better?.z };
}

function* interval(
  z: Float64Array,
  i: number,
  half: number,
  deviation: number,
  hasThresholds: boolean,
  follow: Float64Array,
  agrees: Agrees,
): Search<ShareInterval> {
  const ends: Search<End>[] = [0, 1].map((bound) => {
    const end = bound === 0 ? z[i] - half : z[i] + half;
    return sideOf(z, i, bound, !hasThresholds && end > 0 && end < 1 ? end : undefined, follow, agrees);
  });
  const [low, high] = yield* together(ends);
  const open = [low, high].flatMap(({ share }, bound) => (share === undefined ? [along(z, i, bound, follow)] : []));
  return { low: low.share, high: high.share, deviation, open, searched: low.searched || high.searched };
}

interface End {
  readonly share: number | undefined;
  readonly searched: boolean;
}

/** An end of an interval: the one of the linear model where runs on either side of it bear it out, else searched. */
function* sideOf(
  z: Float64Array,
  i: number,
  bound: number,
  linear: number | undefined,
  follow: Float64Array,
  agrees: Agrees,
): Search<End> {
  if (linear !== undefined && linear !== z[i]) {
    // where |r|² is a parabola it has grown by a quarter of what is allowed half-way, and by twice that at √2 times the way
    const points = [0.5, Math.SQRT2].map((part) => along(z, i, clamped(z[i] + part * (linear - z[i])), follow));
    const answers = yield points;
    if (agrees(points[0], answers[0]) && !agrees(points[1], answers[1])) return { share: linear, searched: false };
  }
  return { share: yield* searchEnd(z, i, bound, follow, agrees), searched: true };
}

/** The point at another share of parameter i, the others following. */
function along(z: Float64Array, i: number, share: number, follow: Float64Array): Float64Array {
  return z.map((own, j) => (j === i ? share : clamped(own + follow[j] * (share - z[i]))));
}

/** How far parameter i can go towards a bound; undefined where the bound itself agrees. */
function* searchEnd(
  z: Float64Array,
  i: number,
  bound: number,
  follow: Float64Array,
  agrees: Agrees,
): Search<number | undefined> {
  if (z[i] === bound) return undefined;
  let [good, bad] = [z[i], bound];
  const end = along(z, i, bound, follow);
  if (agrees(end, (yield [end])[0])) return undefined;
  while (Math.abs(bad - good) > accuracy && Math.abs(bad - good) > 0.005 * Math.abs(bad - z[i])) {
    const middle = 0.5 * (good + bad);
    const point = along(z, i, middle, follow);
    if (agrees(point, (yield [point])[0])) good = middle;
    else bad = middle;
  }
  return bad;
}

/** By how much the other parameters change with parameter i where |r|² is least: -A_oo⁻¹ A_oi. */
function followers(A: Float64Array, n: number, i: number): Float64Array {
  const others = Array.from({ length: n }, (_, j) => j).filter((j) => j !== i);
  const m = others.length;
  const follow = new Float64Array(n);
  if (m === 0) return follow;
  const largest = others.reduce((most, j) => Math.max(most, A[j * n + j]), 0);
  const matrix = new Float64Array(m * m);
  const x = new Float64Array(m);
  others.forEach((j, a) => {
    others.forEach((k, b) => (matrix[a * m + b] = A[j * n + k]));
    matrix[a * m + a] += 1e-9 * largest + 1e-300;
    x[a] = -A[j * n + i];
  });
  if (!choleskyFactor(matrix, m)) return follow;
  choleskySolve(x, matrix, m);
  others.forEach((j, a) => (follow[j] = x[a]));
  return follow;
}
