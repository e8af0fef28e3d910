import { describe, expect, it } from 'vitest';
import { Monitor } from '../../monitor.js';
import { prepare } from '../../prepare.js';
import type { PrimalProblem } from '../../problem.js';
import { randomProblem } from '../../testing/random-problems.js';
import { contactTwice } from '../../testing/small-problems.js';
import type { NewtonOutcome } from './engine.js';
import { NewtonEngine, plainNewton, proximalNewton, shiftedNewton } from './engine.js';
import { ImpulseMatrix } from './impulse-matrix.js';
import type { NewtonMatrix } from './newton-matrix.js';
import { VelocityMatrix } from './velocity-matrix.js';

/** More contacts than the bodies have degrees of freedom for: nu = 3 * 40 / 60 = 2. */
const crowded = randomProblem({ contacts: 40, bodies: 10, seed: 6 }).problem as PrimalProblem;

function run(
  problem: PrimalProblem,
  method: (engine: NewtonEngine, r: Float64Array, monitor: Monitor) => NewtonOutcome,
  matrix?: (ready: ReturnType<typeof prepare>['ready']) => NewtonMatrix,
): { outcome: NewtonOutcome; monitor: Monitor } {
  const { ready, data } = prepare(problem);
  const monitor = new Monitor(ready, data, { measure: 'relative', tolerance: 1e-10, trace: true });
  monitor.start();
  const r = new Float64Array(3 * ready.n);
  return { outcome: method(new NewtonEngine(ready, matrix?.(ready)), r, monitor), monitor };
}

describe('Newton engine', () => {
  it.each([
    ['impulses', (ready) => new ImpulseMatrix(ready)],
    ['velocities', (ready) => new VelocityMatrix(ready, crowded)],
  ] as [string, (ready: ReturnType<typeof prepare>['ready']) => NewtonMatrix][])(
    'solves an over-constrained problem by proximal steps in %s',
    (_name, matrix) => {
      for (const law of ['ac', 'ac-augmented', 'natural', 'mfb', 'lagged'] as const) {
        const { outcome, monitor } = run(
          crowded,
          (engine, r, m) => engine.proximal(r, { ...proximalNewton, law }, m),
          matrix,
        );
        expect([law, outcome.status]).toEqual([law, 'converged']);
        expect(monitor.best).toBeLessThanOrEqual(1e-10);
      }
    },
  );

  it('solves it with a shift of the diagonal', () => {
    const { outcome } = run(crowded, (engine, r, m) => engine.steps(r, shiftedNewton, m));
    expect(outcome.status).toBe('converged');
  });

  it('counts iterations on from the offset and never better than the monitor saw', () => {
    const { outcome, monitor } = run(crowded, (engine, r, m) =>
      engine.steps(r, { ...shiftedNewton, maxSteps: 3 }, m, 100),
    );
    expect(outcome).toMatchObject({ status: 'max-iterations', iterations: 3 });
    expect(monitor.trace.map((point) => point.iteration)).toEqual([101, 102, 103]);
    expect(monitor.best).toBe(Math.min(...monitor.trace.map((point) => point.error)));
  });

  it('gives up when the error has not halved for long', () => {
    const { outcome } = run(crowded, (engine, r, m) => {
      return engine.steps(r, { ...shiftedNewton, shift: 1e3, patience: 5 }, m);
    });
    expect(outcome.status).toBe('stalled');
  });

  it('gets past a singular matrix with a tiny shift, with and without a line search', () => {
    const twice = contactTwice().problem as PrimalProblem;
    const pure = run(twice, (engine, r, m) => engine.steps(r, { ...plainNewton, search: 'none' }, m));
    expect(pure.outcome.status).toBe('converged');
    const damped = run(twice, (engine, r, m) => engine.steps(r, plainNewton, m));
    expect(damped.outcome.status).toBe('converged');
  });
});
