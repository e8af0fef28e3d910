import { cbrt, exp, log } from '../../math/functions.js';

/** ln Γ(x) for x > 0 [Lanczos' series, g = 7, to 1e-15]. */
function logGamma(x: number): number {
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ];
  let sum = 0.9999999999998099;
  terms.forEach((term, k) => (sum += term / (x + k)));
  const t = x + 6.5;
  return 0.9189385332046727 + (x - 0.5) * log(t) - t + log(sum);
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // the fraction converges fast on this side of the mean
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log(1 - x)) / a;
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let f = d;
  for (let m = 1; m < 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    f *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    f *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * f;
}

/** Student's t with so many degrees of freedom lies within ± this with the given probability. */
export function studentQuantile(probability: number, freedom: number): number {
  const outside = (t: number): number => incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
  let [low, high] = [0, 1];
  while (outside(high) > 1 - probability && high < 1e12) high *= 2;
  for (let k = 0; k < 100; k++) {
    const middle = 0.5 * (low + high);
    if (outside(middle) > 1 - probability) low = middle;
    else high = middle;
  }
  return high;
}

/** The same of a normal deviate: Student's with more degrees than a difference of 1e-9 would show. */
export const normalQuantile = (probability: number): number => studentQuantile(probability, 1e9);

/** How many standard deviations a chi square is above what is expected of it [Wilson and Hilferty 1931]. */
export function excess(chiSquare: number, freedom: number): number {
  const spread = 2 / (9 * freedom);
  return (cbrt(chiSquare / freedom) - (1 - spread)) / Math.sqrt(spread);
}
