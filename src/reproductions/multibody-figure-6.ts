import type { PrimalProblem } from '../friction/index.js';
import { solve } from '../friction/index.js';
import { short } from '../present/format.js';
import { claim } from './claim.js';
import { measureRun } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Convergence on a settling pile, and iterations beside contacts over time [Renouf05 Figure 6]. */
export const multibodyFigure6: Reproduction = {
  name: 'multibody-figure-6',
  summary: 'Settling spheres: error against iterations of nsgs; iterations and contacts over time',
  source: '[Renouf05 Figure 6]',
  takesSettings: true,
  run,
};

/** The paper's curve is of a sample with this many contacts. */
const sample = 600;

/** Iterations of nsgs allowed in a step, as a bound to see in the second plot. */
const most = 200;

async function run(around: Surroundings): Promise<Reproduced> {
  const t: number[] = [];
  const contacts: number[] = [];
  const iterations: number[] = [];
  let kept: PrimalProblem | undefined;
  await measureRun(
    around,
    {
      scene: around.quick ? 'spheres-80' : 'spheres-320',
      set: ['solver.name=nsgs', `solver.maxIterations=${most}`, 'solver.tolerance=1e-3', 'solver.restTolerance=1e-3'],
      time: around.quick ? 0.8 : 3,
      each: (world, step) => {
        t.push(step.t);
        contacts.push(step.contacts);
        iterations.push(step.iterations);
        world.watch = (problem, status) => {
          const closer = Math.abs(problem.mu.length - sample) < Math.abs((kept?.mu.length ?? 0) - sample);
          if (status !== undefined && closer) kept = problem;
        };
      },
    },
    (x) => around.progress('settling', x),
  );
  const trace = kept ? errors(kept) : [];
  const first = trace[0]?.error ?? 1;
  const after = (n: number): number => trace.find(({ iteration }) => iteration >= n)?.error ?? 0;
  const early = mean(iterations.slice(0, Math.floor(iterations.length / 2)));
  const late = mean(iterations.slice(-Math.ceil(iterations.length / 4)));
  const tested = !around.quick && !around.stopped() && kept !== undefined;
  return {
    tables: [
      {
        title: `nsgs on a step with ${kept?.mu.length ?? 0} contacts`,
        columns: ['iterations', 'error (natural)', 'over the first'].map((title) => ({
          title,
          align: 'right' as const,
        })),
        rows: [1, 5, 10, 20, 50, 100].map((n) => [String(n), short(after(n)), short(after(n) / first)]),
      },
    ],
    plots: [
      {
        title: 'Convergence',
        x: { title: 'iterations', kind: 'linear' },
        y: { title: 'error (natural)', kind: 'log' },
        series: [{ name: 'nsgs', color: 0, points: trace.map(({ iteration, error }) => ({ x: iteration, y: error })) }],
      },
      {
        title: 'Over a run',
        x: { title: 'time (s)', kind: 'linear' },
        y: { title: 'contacts; iterations', kind: 'linear' },
        series: [
          { name: 'contacts', color: 1, points: t.map((x, k) => ({ x, y: contacts[k] })) },
          { name: 'iterations', color: 0, points: t.map((x, k) => ({ x, y: iterations[k] })) },
        ],
      },
    ],
    remarks: [
      `The paper: with 600 contacts an error of 10 % after 10 iterations. Here ${short(100 * after(10))} % of the free velocities with ${kept?.mu.length ?? 0} contacts, from zero (${short((100 * after(10)) / first)} % of the error at zero impulses); which error the paper means it does not say.`,
      `The paper: iterations reach their bound while the pile settles, then vary below it. Here ${short(early)} on average in the first half of the run, ${short(late)} in its last quarter (bound ${most}); the number of contacts rises quickly and stays.`,
    ],
    data: { trace, t, contacts, iterations },
    claims: [
      claim(
        'with 600 contacts the error is 10 % after 10 iterations',
        '10 %',
        `${short(100 * after(10))} % of the free velocities, ${kept?.mu.length ?? 0} contacts`,
        tested ? after(10) <= 0.1 : undefined,
      ),
      claim(
        'iterations reach their bound while the pile settles',
        'the maximal value',
        `${Math.max(0, ...iterations)} of ${most}`,
        tested ? Math.max(...iterations) === most : undefined,
      ),
      claim(
        'and fall off when it is at rest (last quarter below half of the first half)',
        'below it',
        `${short(late)} after ${short(early)}`,
        tested ? late < 0.5 * early : undefined,
      ),
    ],
  };
}

/** Error of nsgs from zero, and after every iteration. */
function errors(problem: PrimalProblem): readonly { iteration: number; error: number }[] {
  const options = { solver: 'nsgs', measure: 'natural', tolerance: 0, maxIterations: 100, checkEvery: 1 } as const;
  return solve(problem, { ...options, trace: true }).trace;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
}
