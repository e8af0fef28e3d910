import { symmetricEigen } from '../../linalg/symmetric-eigen.js';
import { exp, log } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import { type Evaluation, type Search, clamped, isBetter } from './search.js';

/** Spread of the first generation over the ranges, and the one at which a better method may take over. */
const spread = { first: 0.2, last: 2e-3 };

/**
 * Evolution strategy with covariance matrix adaptation [Hansen 2016, The CMA evolution strategy: a tutorial]: for models
 * that jump or have kinks, since it uses nothing but the order of the points. Points outside are put on the bounds.
 */
export function* cmaEs(
  start: Float64Array,
  seed: number,
  generations: number,
): Search<{ readonly z: Float64Array; readonly at: Evaluation }> {
  const n = start.length;
  const random = new Random(seed);
  const size = 4 + Math.floor(3 * log(n + 1));
  const parents = size >> 1;
  const raw = Array.from({ length: parents }, (_, i) => log(parents + 0.5) - log(i + 1));
  const total = raw.reduce((a, b) => a + b, 0);
  const weights = raw.map((w) => w / total);
  const mass = 1 / weights.reduce((sum, w) => sum + w * w, 0);
  const cSigma = (mass + 2) / (n + mass + 5);
  const dSigma = 1 + 2 * Math.max(0, Math.sqrt((mass - 1) / (n + 1)) - 1) + cSigma;
  const cC = (4 + mass / n) / (n + 4 + (2 * mass) / n);
  const c1 = 2 / ((n + 1.3) * (n + 1.3) + mass);
  const cMu = Math.min(1 - c1, (2 * (mass - 2 + 1 / mass)) / ((n + 2) * (n + 2) + mass));
  const chiN = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  let mean = Float64Array.from(start);
  let sigma = spread.first;
  const C = new Float64Array(n * n);
  for (let i = 0; i < n; i++) C[i * n + i] = 1;
  const [pC, pSigma] = [new Float64Array(n), new Float64Array(n)];
  let [best] = yield [mean];
  let z = mean;
  for (let generation = 0; generation < generations; generation++) {
    const { values, vectors } = symmetricEigen(C, n);
    const widths = values.map((value) => Math.sqrt(Math.max(value, 1e-20)));
    if (sigma * widths[n - 1] < spread.last) break;
    const points = Array.from({ length: size }, () => {
      const point = Float64Array.from(mean);
      for (let k = 0; k < n; k++) {
        const along = sigma * widths[k] * random.normal();
        for (let i = 0; i < n; i++) point[i] += along * vectors[k * n + i];
      }
      return point.map(clamped);
    });
    const answers = yield points;
    const order = points
      .map((_, k) => k)
      .sort((a, b) => (isBetter(answers[a], answers[b]) ? -1 : isBetter(answers[b], answers[a]) ? 1 : a - b));
    if (isBetter(answers[order[0]], best)) [best, z] = [answers[order[0]], points[order[0]]];
    const before = mean;
    mean = new Float64Array(n);
    weights.forEach((w, k) => points[order[k]].forEach((x, i) => (mean[i] += w * x)));
    const y = mean.map((x, i) => (x - before[i]) / sigma);
    // C^(-1/2) y
    const white = new Float64Array(n);
    for (let k = 0; k < n; k++) {
      let along = 0;
      for (let i = 0; i < n; i++) along += vectors[k * n + i] * y[i];
      for (let i = 0; i < n; i++) white[i] += (vectors[k * n + i] * along) / widths[k];
    }
    let square = 0;
    for (let i = 0; i < n; i++) {
      pSigma[i] = (1 - cSigma) * pSigma[i] + Math.sqrt(cSigma * (2 - cSigma) * mass) * white[i];
      square += pSigma[i] * pSigma[i];
    }
    const long = Math.sqrt(square) > (1.4 + 2 / (n + 1)) * chiN ? 0 : 1;
    for (let i = 0; i < n; i++) pC[i] = (1 - cC) * pC[i] + long * Math.sqrt(cC * (2 - cC) * mass) * y[i];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let rank = 0;
        weights.forEach((w, k) => {
          const point = points[order[k]];
          rank += (w * (point[i] - before[i]) * (point[j] - before[j])) / (sigma * sigma);
        });
        C[i * n + j] = (1 - c1 - cMu) * C[i * n + j] + c1 * pC[i] * pC[j] + cMu * rank;
      }
    }
    sigma *= exp((cSigma / dSigma) * (Math.sqrt(square) / chiN - 1));
  }
  return { z, at: best };
}
