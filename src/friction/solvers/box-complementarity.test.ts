import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { prepare } from '../prepare.js';
import { dualProblem } from '../testing/fixtures.js';
import { BoxComplementarity } from './box-complementarity.js';
import { solveConeProgram } from './cone-program.js';

const W = [
  [1.5, 0.4, -0.3],
  [0.4, 2, 0.2],
  [-0.3, 0.2, 1],
];
const mu = 0.6;
const step = 1e-6;

/** E, s and u_N of the smooth form, whatever its pieces. */
function conditions(u: Float64Array, r: Float64Array, lambda: number): number[] {
  const E = [1, 2].map((k) => mu * r[0] * u[k] + lambda * r[k]);
  return [u[0], ...E, mu * mu * r[0] * r[0] - r[1] * r[1] - r[2] * r[2]];
}

describe('the complementarity problem with bounds', () => {
  it('has Newton steps that solve its linearised conditions', () => {
    const random = new Random(17);
    const { ready } = prepare(dualProblem(3, W, [-1, 0.5, 0.3], [mu]));
    const pieces = { stick: 0, slide: 0 };
    for (let trial = 0; trial < 300; trial++) {
      const equations = new BoxComplementarity(ready);
      const u = Float64Array.of(-0.1 - random.uniform(), random.normal(), random.normal());
      const r = Float64Array.of(0.2 + random.uniform(), random.normal(), random.normal());
      const slides = trial % 2 === 0;
      // deep inside the cone, or well outside it
      const size = Math.sqrt(r[1] * r[1] + r[2] * r[2]);
      for (let k = 1; k < 3; k++) r[k] *= ((slides ? 1.2 : 0.5) * mu * r[0]) / size;
      equations.lambda[0] = slides ? 0.5 + random.uniform() : 0.01;
      equations.linearise(u, r);
      // any dr; du such that the three rows hold
      const dr = Float64Array.of(0.1 * random.normal(), 0.1 * random.normal(), 0.1 * random.normal());
      const du = Float64Array.of(-u[0], 0, 0);
      const { dF_du: U, dF_dr: R, f } = equations;
      const rest = [1, 2].map(
        (k) => -f[k] - U[3 * k] * du[0] - R[3 * k] * dr[0] - R[3 * k + 1] * dr[1] - R[3 * k + 2] * dr[2],
      );
      if (slides) {
        // row 1 has no du: make dr fulfil it; row 2 then gives du across r_T
        dr[0] += rest[0] / R[3];
        const across = -f[2] - R[6] * dr[0] - R[7] * dr[1] - R[8] * dr[2];
        du[1] = U[7] * across;
        du[2] = U[8] * across;
      } else for (let k = 1; k < 3; k++) du[k] = rest[k - 1] / U[4 * k];
      const dLambda = new Float64Array(1);
      equations.multiplierStep(dLambda, u, r, du, dr);
      // F + dF = 0 by central differences along the step, F being E, and s or lambda
      const along = (t: number): number[] =>
        conditions(
          u.map((x, k) => x + t * du[k]),
          r.map((x, k) => x + t * dr[k]),
          equations.lambda[0] + t * dLambda[0],
        );
      const [before, here, after] = [along(-step), along(0), along(step)];
      here.forEach((value, k) => {
        if (k === 3 && !slides) return;
        expect(Math.abs(value + (after[k] - before[k]) / (2 * step))).toBeLessThan(1e-7);
      });
      if (!slides) expect(equations.lambda[0] + dLambda[0]).toBe(0);
      pieces[slides ? 'slide' : 'stick']++;
    }
    expect(pieces).toEqual({ stick: 150, slide: 150 });
  });

  it('has no merit left at a solution, and takes open contacts out', () => {
    const { ready } = prepare(dualProblem(3, W, [-1, 0.5, 0.3], [mu]));
    const equations = new BoxComplementarity(ready);
    const open = Float64Array.of(0.5, 1, -2);
    const none = new Float64Array(3);
    equations.guessMultipliers(open, none);
    expect(equations.merit(open, none, equations.lambda)).toBe(0);
    equations.linearise(open, none);
    expect(equations.passive[0]).toBe(1);
    // sliding: r_T = -mu r_N u_T / |u_T|
    const u = Float64Array.of(0, 3, 4);
    const r = Float64Array.of(2, -mu * 2 * 0.6, -mu * 2 * 0.8);
    equations.guessMultipliers(u, r);
    expect(equations.lambda[0]).toBe(5);
    expect(equations.merit(u, r, equations.lambda)).toBeLessThan(1e-28);
  });
});

describe('the convex problem of one contact', () => {
  it('is solved to its conditions: x in K, y = W x + c in its dual, x·y = 0', () => {
    const random = new Random(23);
    const x = new Float64Array(3);
    for (let trial = 0; trial < 1000; trial++) {
      const coefficient = trial % 10 === 0 ? 0 : random.range(0.05, 3);
      // every fifth block of rank one
      const block = Float64Array.from(trial % 5 === 1 ? [1, 0.5, 0.2, 0.5, 0.25, 0.1, 0.2, 0.1, 0.04] : W.flat());
      const c = Float64Array.of(random.normal(), random.normal(), random.normal());
      // a rank-one block has a minimum only if c lies in its range
      if (trial % 5 === 1) c.set([-1, -0.5, -0.2]);
      for (let k = 0; k < 3; k++) x[k] = 0.3 * random.normal();
      solveConeProgram(x, block, 0, c, coefficient);
      const y = [0, 1, 2].map((k) => c[k] + block[3 * k] * x[0] + block[3 * k + 1] * x[1] + block[3 * k + 2] * x[2]);
      const xT = Math.sqrt(x[1] * x[1] + x[2] * x[2]);
      const yT = coefficient === 0 ? 0 : Math.sqrt(y[1] * y[1] + y[2] * y[2]);
      expect(xT - coefficient * x[0]).toBeLessThan(1e-14);
      expect(y[0] - coefficient * yT).toBeGreaterThan(-1e-12);
      expect(Math.abs(x[0] * y[0] + x[1] * y[1] + x[2] * y[2])).toBeLessThan(1e-12);
    }
  });
});
