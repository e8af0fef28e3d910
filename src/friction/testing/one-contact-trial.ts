import { expect } from 'vitest';
import { localSolverNamed } from '../local/registry.js';
import { OneContactDraw, backwardError, relativeError } from './one-contact.js';

/**
 * `count` seeded problems of one contact: condition up to 1e8, mu from 0 to 10, b over 12 orders of magnitude. The residual
 * over max(|b|, |W| |r|) is below 1e-12 on all, over |b| below 1e-9 on all with condition up to 1e5.
 */
export function expectAllSolved(solver: string, count: number, seed: number): void {
  const local = localSolverNamed(solver);
  const draw = new OneContactDraw(seed);
  const r = new Float64Array(3);
  let backward = 0;
  let relative = 0;
  let doubted = 0;
  for (let k = 0; k < count; k++) {
    draw.next();
    r.fill(0);
    if (!local.solve(r, draw.W, 0, draw.b, draw.mu)) doubted++;
    const error = backwardError(draw, r);
    // written so that NaN counts as worst
    if (!(error <= backward)) backward = error;
    if (draw.condition > 1e5) continue;
    const share = relativeError(draw, r);
    if (!(share <= relative)) relative = share;
  }
  expect(backward).toBeLessThan(1e-12);
  expect(relative).toBeLessThan(1e-9);
  expect(doubted).toBe(0);
}
