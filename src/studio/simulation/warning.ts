import type { StepRecord } from '../../dynamics/report/step-record.js';
import type { Scene } from '../../scene/schema/scene.js';

/** What to tell people of a step whose problem was not solved to the tolerance. */
export function warningOf(record: StepRecord, scene: Scene): string | undefined {
  if (record.status === 'converged') return undefined;
  const reached = `error ${record.error.toExponential(1)} after ${record.iterations} iterations`;
  const reasons: Record<string, string> = {
    'max-iterations': `the solver ran out of iterations (${reached}; asked for ${scene.solver.tolerance})`,
    stalled: `the solver made no more progress (${reached}; asked for ${scene.solver.tolerance})`,
    'no-solution': `the solver found no solution: contacts that contradict each other, or a linearised cone (${reached})`,
    diverged: `the solver's iterates grew without bound (${reached})`,
  };
  return `t = ${record.t.toFixed(3)} s: ${reasons[record.status]}`;
}
