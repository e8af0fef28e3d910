/** Merit q(alpha) = 1/2 |F(r + alpha d)|² along a direction. */
export type MeritAlong = (alpha: number) => number;

/** Accepted slopes lie between m2 and m1 times the initial one. */
const m1 = 0.1;
const m2 = 0.9;
const largestStep = 1e10;
const mostTrials = 40;

/**
 * Goldstein-Price line search [Bertails11 Algorithm 2, its misprints corrected]: starts at 1; `q0` and `slope0` (< 0) are the
 * merit and its derivative at 0. A trial is accepted if its mean slope (q - q0) / alpha lies between m2 slope0 and
 * m1 slope0; while no upper bound exists, alpha grows tenfold, else the interval is halved. Returns the best step seen
 * where trials run out (kinks can leave no step in that range), 0 where none decreases the merit.
 */
export function goldsteinPrice(q: MeritAlong, q0: number, slope0: number): number {
  let alpha = 1;
  let lower = 0;
  let upper = Infinity;
  let best = 0;
  let smallest = q0;
  for (let trial = 0; trial < mostTrials && alpha < largestStep; trial++) {
    const value = q(alpha);
    const slope = (value - q0) / alpha;
    if (slope >= m2 * slope0 && slope <= m1 * slope0) return alpha;
    if (value < smallest) {
      smallest = value;
      best = alpha;
    }
    // a merit that is not a number counts as too large
    if (slope < m2 * slope0) lower = alpha;
    else upper = alpha;
    alpha = upper < Infinity ? 0.5 * (lower + upper) : 10 * alpha;
  }
  return best;
}

/**
 * Non-monotone search [Grippo et al. 1986]: the first of 1, 1/2, 1/4, ... whose merit lies below `limit` (the largest of
 * the last few merits) by a small share; where none does, the best step tried, or 0 if all merits are not finite.
 */
export function nonMonotone(q: MeritAlong, limit: number, halvings: number): number {
  let best = 0;
  let smallest = Infinity;
  let alpha = 1;
  for (let trial = 0; trial <= halvings; trial++) {
    const value = q(alpha);
    if (value <= (1 - 1e-4 * alpha) * limit) return alpha;
    if (value < smallest) {
      smallest = value;
      best = alpha;
    }
    alpha *= 0.5;
  }
  return best;
}
