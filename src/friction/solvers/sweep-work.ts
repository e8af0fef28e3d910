import type { ReadyProblem } from '../solver.js';

/** Multiplications of one sweep, roughly. */
export function sweepWork({ n, W }: ReadyProblem): number {
  const perContact = 100;
  return W.form === 'assembled' ? 9 * W.assembled().col.length + perContact * n : (200 + perContact) * n;
}
