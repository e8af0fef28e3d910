import { expect, it } from 'vitest';
import { Monitor } from '../../monitor.js';
import { prepare } from '../../prepare.js';
import { ballProblem } from '../../testing/balls.js';
import { AcceleratedSweeps } from '../accelerated-sweeps.js';
import { NewtonEngine } from '../newton/engine.js';
import { InteriorIteration } from './interior-iteration.js';
import { InteriorRun, pathsOfRun } from './interior-run.js';

const { ready, data } = prepare(ballProblem(60, 0.5));
const monitorTo = (tolerance: number): Monitor =>
  new Monitor(ready, data, { measure: 'relative', tolerance, trace: false });

it('from scratch and from a solution nearby: both to 1e-10, the second in fewer iterations', () => {
  const r = new Float64Array(3 * ready.n);
  const cold = new InteriorRun(ready, monitorTo(1e-10)).run(r, 200, 0);
  expect(cold.status).toBe('converged');
  const near = r.map((x, k) => x * (1 + 1e-5 * ((k % 7) - 3)));
  const monitor = monitorTo(1e-10);
  expect(monitor.error(near)).toBeGreaterThan(1e-7);
  const warm = new InteriorRun(ready, monitor).run(near, 200, 0, { warm: true });
  expect(warm.status).toBe('converged');
  expect(warm.iterations).toBeLessThan(0.6 * cold.iterations);
});

it('a start at given impulses is as near to them as they are wrong', () => {
  const r = new Float64Array(3 * ready.n);
  new InteriorRun(ready, monitorTo(1e-12)).run(r, 200, 0);
  const iteration = new InteriorIteration(ready);
  const [tau, residual] = [iteration.tau, iteration.residual];
  iteration.startAt(r);
  expect(iteration.tau).toBeLessThan(1e-11 * tau);
  expect(iteration.residual).toBeLessThan(1e-5 * residual);
  expect(iteration.step()).toBe(true);
});

it('sweeps go on from it once single contacts are all that is left, where they cost little', () => {
  const iterationsWith = (perIteration: number): number => {
    const monitor = monitorTo(1e-6);
    const sweeps = new AcceleratedSweeps(ready, new Float64Array(3 * ready.n));
    const r = new Float64Array(3 * ready.n);
    const { status, notes } = new InteriorRun(ready, monitor, new NewtonEngine(ready), { sweeps, perIteration }).run(
      r,
      200,
      0,
    );
    sweeps.release();
    expect(status).toBe('converged');
    expect(monitor.error(r)).toBeLessThanOrEqual(1e-6);
    return Number(/^(\d+) interior-point/.exec(notes?.[0] ?? '')![1]);
  };
  // 100 sweeps cost as much as an iteration: left out
  expect(iterationsWith(1000)).toBeLessThan(0.7 * iterationsWith(100));
});

it('ends within the iterations allowed, and says so', () => {
  const r = new Float64Array(3 * ready.n);
  const outcome = new InteriorRun(ready, monitorTo(1e-12)).run(r, 3, 0);
  expect(outcome).toMatchObject({ status: 'max-iterations', iterations: 3 });
});

it('other starts are others, and lead to solutions, too', () => {
  const first = new Float64Array(3 * ready.n);
  new InteriorRun(ready, monitorTo(1e-12)).run(first, 200, 0);
  for (const from of [{ first: pathsOfRun }, { like: first }, { followSlip: true }]) {
    const r = new Float64Array(3 * ready.n);
    expect(new InteriorRun(ready, monitorTo(1e-12)).run(r, 200, 0, from).status).toBe('converged');
    expect(r).not.toEqual(first);
    expect(monitorTo(1e-12).error(r)).toBeLessThan(1e-12);
  }
});

it('a start like given impulses has the largest of them', () => {
  const r = new Float64Array(3 * ready.n);
  new InteriorRun(ready, monitorTo(1e-12)).run(r, 200, 0);
  const iteration = new InteriorIteration(ready);
  iteration.start(iteration.multipleIn(r));
  const largest = (x: Float64Array): number =>
    x.reduce((most, value, k) => (k % 3 === 0 ? Math.max(most, value) : most), 0);
  expect(largest(iteration.r)).toBeCloseTo(largest(r), 12);
});

it('what the equations miss shrinks along itself: the slip speed is not forecast, but followed', () => {
  const iteration = new InteriorIteration(ready, 'coulomb', true);
  const first = Float64Array.from(iteration.misfit);
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  // while steps are made with the whole of the slip term's derivative
  for (let k = 0; k < 6; k++) {
    const before = iteration.residual;
    expect(iteration.step()).toBe(true);
    expect(iteration.residual).toBeLessThan(before);
    const cosine = dot(iteration.misfit, first) / (iteration.residual * Math.sqrt(dot(first, first)));
    expect(cosine).toBeGreaterThan(1 - 1e-9);
  }
});
