import { duration, short } from '../present/format.js';
import { mean, nuPlot, nuTable, type Solved, solveOverNu } from './nu-convergence.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Time to converge and error reached against nu [Bertails11 Figure 10]. */
export const newtonFigure10: Reproduction = {
  name: 'newton-figure-10',
  summary: 'Time to converge and error reached against the degree of constraint, 76 spaghetti of 22 nodes',
  source: '[Bertails11 Figure 10]',
  takesSettings: true,
  run,
};

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick } = around;
  const scene = quick
    ? { name: 'spaghetti-31', rods: 5, set: ['bodies.0.count=5', 'bodies.0.rod.elements=9'] }
    : { name: 'spaghetti-76', rods: 76, set: [] };
  const wanted = around.problems ?? (quick ? 12 : 105);
  around.progress('the first problems');
  const solved = await solveOverNu(around, scene, wanted, ['newton-ac-damped', 'auto'], (share) =>
    around.progress('problems', share),
  );
  const of = (solver: string): Solved[] => solved.filter((s) => s.solver === solver);
  const [newton, auto] = [of('newton-ac-damped'), of('auto')];
  const failed = (list: readonly Solved[]): number => list.filter(({ converged }) => !converged).length;
  const slow = (list: readonly Solved[], from: number, to: number): number =>
    mean(list.filter(({ nu }) => nu >= from && nu < to).map(({ seconds }) => seconds));
  const below = (list: readonly Solved[]): Solved[] => list.filter(({ nu }) => nu < 1);
  // what the paper says of its own solver: at most a tenth of the problems miss the tolerance, none by more than 1e-2
  const holds =
    newton.length > 0 && failed(newton) <= 0.1 * newton.length && newton.every(({ error }) => error <= 1e-2);
  return {
    tables: [
      nuTable(
        solved,
        `${newton.length} problems, from the step's first guess to 1e-5 in the measure ac, at most 200 iterations`,
      ),
    ],
    plots: [
      nuPlot(solved, 'Time to converge', { title: 'time (s)', of: ({ seconds }) => seconds }),
      nuPlot(solved, 'Error reached', {
        title: 'error (ac)',
        of: ({ error }) => error,
        level: { value: 1e-5, label: 'tolerance' },
      }),
    ],
    remarks: [
      'The paper: nu = 1 is a threshold, the time grows fast beyond it; 10 % of the problems miss the tolerance; none is worse than 1e-2.',
      ...[newton, auto].map(
        (list) =>
          `Here ${list[0]?.solver} misses ${failed(list)} of ${list.length} (${failed(below(list))} of ${below(list).length} with nu < 1),` +
          ` worst error ${short(Math.max(...list.map(({ error }) => error)))};` +
          ` mean time ${duration(slow(list, 0, 1))} for nu < 1, ${duration(slow(list, 1, 9))} beyond;` +
          ` ${list.filter(({ relative }) => relative > 1e-3).length} are above 1e-3 in the measure relative.`,
      ),
    ],
    data: { solved, holds },
    holds,
  };
}
