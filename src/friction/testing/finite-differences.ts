import { expect } from 'vitest';
import { Random } from '../../math/random.js';

/** A function of the law: writes f[0..2] from u and r (three numbers each). */
export type LawFunction = (f: Float64Array, u: Float64Array, r: Float64Array) => void;
/** Its Jacobian: writes dF_du and dF_dr, nine numbers each. */
export type LawJacobian = (dF_du: Float64Array, dF_dr: Float64Array, u: Float64Array, r: Float64Array) => void;

const step = 1e-6;

/**
 * Compares a Jacobian with central differences at `count` random points, u and r of size 1. Where the two one-sided
 * differences disagree the point is at a kink, and left out; at least `count / 2` are not.
 */
export function expectJacobian(F: LawFunction, J: LawJacobian, seed: number, count = 200): void {
  const random = new Random(seed);
  const [u, r] = [new Float64Array(3), new Float64Array(3)];
  const [dF_du, dF_dr] = [new Float64Array(9).fill(NaN), new Float64Array(9).fill(NaN)];
  let smooth = 0;
  for (let k = 0; k < count; k++) {
    for (let l = 0; l < 3; l++) [u[l], r[l]] = [random.normal(), random.normal()];
    // about half in the region where contacts press
    if (k % 2 === 0) r[0] = 2 * Math.abs(r[0]);
    J(dF_du, dF_dr, u, r);
    const du = differences(F, u, r, u);
    const dr = differences(F, u, r, r);
    if (!du || !dr) continue;
    smooth++;
    for (let l = 0; l < 9; l++) {
      expect(Math.abs(dF_du[l] - du[l])).toBeLessThan(1e-7 * (1 + Math.abs(du[l])));
      expect(Math.abs(dF_dr[l] - dr[l])).toBeLessThan(1e-7 * (1 + Math.abs(dr[l])));
    }
  }
  expect(smooth).toBeGreaterThan(count / 2);
}

/** Central differences of F in x (u or r itself), or undefined at a kink. */
function differences(F: LawFunction, u: Float64Array, r: Float64Array, x: Float64Array): Float64Array | undefined {
  const [before, here, after] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const D = new Float64Array(9);
  F(here, u, r);
  for (let l = 0; l < 3; l++) {
    const kept = x[l];
    x[l] = kept + step;
    F(after, u, r);
    x[l] = kept - step;
    F(before, u, r);
    x[l] = kept;
    for (let k = 0; k < 3; k++) {
      D[3 * k + l] = (after[k] - before[k]) / (2 * step);
      if (Math.abs(after[k] - 2 * here[k] + before[k]) > 1e-3 * step) return undefined;
    }
  }
  return D;
}
