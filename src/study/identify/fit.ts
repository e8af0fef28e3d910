import { sobolPoints } from '../design/sobol.js';
import { cmaEs } from './cma-es.js';
import { type Descent, type DescentOptions, gaussNewton } from './gauss-newton.js';
import { type Knowledge, knowledge } from './intervals.js';
import { type Evaluation, type Search, costOf, isBetter, together } from './search.js';
import { normalQuantile, studentQuantile } from './statistics.js';

/** What a fit needs to know of a problem besides its model. */
export interface FitSettings {
  /** first point of the search, in shares of the ranges */
  readonly start: Float64Array;
  readonly starts: number;
  readonly seed: number;
  readonly iterations: number;
  readonly confidence: number;
  /** whether errors of the measurements were given; else they are taken from the residuals */
  readonly errorsGiven: boolean;
  /** independent numbers observed */
  readonly observed: number;
  /** Σ (observed / error)² */
  readonly square: number;
  readonly hasThresholds: boolean;
}

/** What a fit has come to, in shares of the ranges. */
export interface ShareFit {
  readonly best: Descent;
  readonly knowledge: Knowledge | undefined;
  readonly descents: readonly { readonly start: Float64Array; readonly end: Descent }[];
  readonly method: 'gauss-newton' | 'cma-es';
  readonly chiSquare: number;
  readonly freedom: number;
  /** variance of the residuals that the intervals are made with */
  readonly variance: number;
}

/** Generations of CMA-ES: a hundred for each parameter and its like are usual; its spread ends most of them before. */
const generationsFor = (n: number): number => 30 + 20 * n;

/** Gauss-Newton from several points; CMA-ES where the best of them is stuck; then what the data say of each parameter. */
export function* fitModel(settings: FitSettings): Search<ShareFit> {
  const { start, errorsGiven, observed } = settings;
  const n = start.length;
  const freedom = Math.max(0, observed - n);
  const options: DescentOptions = {
    iterations: settings.iterations,
    variance: errorsGiven ? 1 : undefined,
    freedom,
    // numbers of 16 digits: their rounding, squared
    floor: 1e-30 * settings.square,
  };
  const others = settings.starts > 1 ? sobolPoints(settings.starts - 1, n, settings.seed) : [];
  const starts = [start, ...others];
  const ends = yield* together(starts.map((point) => gaussNewton(point, options)));
  const descents = ends.map((end, k) => ({ start: starts[k], end }));
  let best = ends.reduce((a, b) => (isBetter(b.at, a.at) ? b : a));
  let method: ShareFit['method'] = 'gauss-newton';
  const descend = function* (from: Float64Array, by: ShareFit['method']): Search<void> {
    const end = yield* gaussNewton(from, options);
    descents.push({ start: from, end });
    if (isBetter(end.at, best.at)) [best, method] = [end, by];
  };
  const between = yield* reconcile(best.z, ends);
  if (between) yield* descend(between, 'gauss-newton');
  if (best.status === 'stuck' || best.status === 'failed' || best.at.wrong.length > 0) {
    yield* descend((yield* cmaEs(best.z, settings.seed, generationsFor(n))).z, 'cma-es');
  }
  for (let again = 0; ; again++) {
    const chiSquare = 2 * costOf(best.at);
    const variance = errorsGiven ? 1 : chiSquare / Math.max(1, freedom);
    const found = { best, descents, method, chiSquare, freedom, variance };
    if (best.status === 'failed') return { ...found, knowledge: undefined };
    const { confidence } = settings;
    const quantile = errorsGiven ? normalQuantile(confidence) : studentQuantile(confidence, Math.max(1, freedom));
    const known = yield* knowledge(best, quantile, variance, settings.hasThresholds);
    if (!known.better || again === mostAgain) return { ...found, knowledge: known };
    const before = best;
    yield* descend(known.better, method);
    if (best === before) return { ...found, knowledge: known };
  }
}

/** Times that a search begins anew at a better point that was met while intervals were searched. */
const mostAgain = 5;

/**
 * A point that contradicts no yes-or-no observation, by bisection between two that contradict different ones: one where friction
 * is too small, say, and one where it is too large. Undefined where there is nothing to reconcile or no such pair.
 */
function* reconcile(z: Float64Array, ends: readonly Descent[]): Search<Float64Array | undefined> {
  let known = ends.filter(({ at }) => at.residuals).map((end) => ({ z: end.z, at: end.at }));
  if (known.length === 0 || known.some(({ at }) => at.wrong.length === 0)) return undefined;
  const faces = Array.from({ length: 2 * z.length }, (_, k) => z.map((own, i) => (i === k >> 1 ? k % 2 : own)));
  const answers = yield faces;
  known = [...known, ...faces.map((face, k) => ({ z: face, at: answers[k] }))].filter(({ at }) => at.residuals);
  const disjoint = (a: Evaluation, b: Evaluation): boolean => !a.wrong.some((k) => b.wrong.includes(k));
  for (const from of known) {
    const to = known.find(({ at }) => disjoint(from.at, at));
    if (!to) continue;
    let [a, b] = [from.z, to.z];
    for (let k = 0; k < mostHalvings; k++) {
      const middle = a.map((own, i) => 0.5 * (own + b[i]));
      const [at] = yield [middle];
      if (at.wrong.length === 0) return middle;
      const asFrom = at.wrong.some((own) => from.at.wrong.includes(own));
      if (asFrom && at.wrong.some((own) => to.at.wrong.includes(own))) break;
      if (asFrom) a = middle;
      else b = middle;
    }
  }
  return undefined;
}

/** To a ten thousandth of the way between two points. */
const mostHalvings = 14;
