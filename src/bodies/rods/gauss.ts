import { cos } from '../../math/functions.js';

/** Gauss-Legendre nodes and weights on [0, 1]. */
export interface GaussRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

const PI = 3.141592653589793;

/** The rule with n points: roots of the Legendre polynomial by Newton from Chebyshev-like guesses. */
export function gaussRule(n: number): GaussRule {
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let x = -cos((PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let k = 0; k < 60; k++) {
      let p = 1;
      let last = 0;
      for (let j = 1; j <= n; j++) {
        const next = ((2 * j - 1) * x * p - (j - 1) * last) / j;
        last = p;
        p = next;
      }
      slope = (n * (x * p - last)) / (x * x - 1);
      const dx = p / slope;
      x -= dx;
      if (Math.abs(dx) < 1e-16) break;
    }
    nodes[i] = 0.5 * (1 + x);
    weights[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}
