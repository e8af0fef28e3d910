import { describe, expect, it } from 'vitest';
import { Monitor } from '../../monitor.js';
import { prepare } from '../../prepare.js';
import { ballProblem } from '../../testing/balls.js';
import { PathFollowing } from './path-following.js';
import { SmoothedLaw } from './smoothed-law.js';

const { ready, data } = prepare(ballProblem(60, 0.5));
const size = 3 * ready.n;
const wave = (frequency: number, scale: number): Float64Array =>
  Float64Array.from({ length: size }, (_, k) => scale * Math.sin(frequency * k + 1));
const copy = (x: Float64Array): Float64Array => Float64Array.from(x);

describe('the rounded law', () => {
  const law = new SmoothedLaw(ready);
  const r = wave(1.7, 0.3).map((x, k) => (k % 3 === 0 ? 0.4 + x : 0.5 * x));
  const u = wave(2.3, 0.5);
  const h = 1e-6;

  it.each([1, 0.1, 0.01])('derivatives by differences, width %s', (width) => {
    const [dr, du] = [wave(0.9, 1), wave(3.1, 1)];
    law.differentiate(u, r, width);
    const { dF_du: U, dF_dr: R } = law;
    const row = (A: Float64Array, x: Float64Array, i: number, k: number): number =>
      A[9 * i + 3 * k] * x[3 * i] + A[9 * i + 3 * k + 1] * x[3 * i + 1] + A[9 * i + 3 * k + 2] * x[3 * i + 2];
    const expected = Float64Array.from({ length: size }, (_, j) => {
      const [i, k] = [Math.floor(j / 3), j % 3];
      return row(U, du, i, k) + row(R, dr, i, k);
    });
    const ofWidth = copy(law.dF_dlogw);
    const at = (step: number, w: number): Float64Array => {
      const moved = (x: Float64Array, dx: Float64Array): Float64Array => x.map((value, k) => value + step * dx[k]);
      law.evaluate(moved(u, du), moved(r, dr), w);
      return copy(law.F);
    };
    const difference = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, k) => (x - b[k]) / (2 * h));
    const along = difference(at(h, width), at(-h, width));
    const wider = difference(at(0, width * Math.exp(h)), at(0, width * Math.exp(-h)));
    for (let k = 0; k < size; k++) {
      expect(Math.abs(along[k] - expected[k])).toBeLessThan(1e-6 * (1 + Math.abs(expected[k])));
      expect(Math.abs(wider[k] - ofWidth[k])).toBeLessThan(1e-7);
    }
  });

  it('a solution of the law has no misfit without a width, and one of its order with it', () => {
    const solution = new Float64Array(size);
    const monitor = new Monitor(ready, data, { measure: 'relative', tolerance: 1e-12, trace: false });
    expect(new PathFollowing(ready, monitor).run(solution, 500, 0).status).toBe('converged');
    const velocities = new Float64Array(size);
    ready.W.velocities(velocities, solution);
    expect(law.evaluate(velocities, solution, 1e-14)).toBeLessThan(1e-10);
    expect(law.evaluate(velocities, solution, 1e-3)).toBeGreaterThan(1e-4);
    expect(law.evaluate(velocities, solution, 1e-3)).toBeLessThan(1e-2);
  });
});

describe('path following', () => {
  it('contacts without friction among others', () => {
    const problem = ballProblem(40, 0.5);
    for (let i = 0; i < problem.mu.length; i += 3) problem.mu[i] = 0;
    const prepared = prepare(problem);
    const monitor = new Monitor(prepared.ready, prepared.data, { measure: 'relative', tolerance: 1e-10, trace: false });
    const r = new Float64Array(3 * prepared.ready.n);
    expect(new PathFollowing(prepared.ready, monitor).run(r, 500, 0).status).toBe('converged');
    for (let i = 0; i < prepared.ready.n; i += 3) {
      expect(Math.abs(r[3 * i + 1]) + Math.abs(r[3 * i + 2])).toBeLessThan(1e-12);
    }
  });

  it('ends within the factorisations allowed, and says so', () => {
    const monitor = new Monitor(ready, data, { measure: 'relative', tolerance: 1e-12, trace: false });
    const outcome = new PathFollowing(ready, monitor).run(new Float64Array(size), 12, 0);
    expect(outcome.status).toBe('max-iterations');
    expect(outcome.iterations).toBeLessThan(12 + 8);
  });
});
