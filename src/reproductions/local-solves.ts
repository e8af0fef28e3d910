import { now } from '../friction/clock.js';
import { Monitor } from '../friction/monitor.js';
import { velocityScale } from '../friction/measures.js';
import { prepare } from '../friction/prepare.js';
import type { PrimalProblem } from '../friction/problem.js';
import { publishedLocal } from './published-local.js';
import { PublishedSweep } from './published-sweep.js';
import type { Surroundings } from './reproduction.js';
import { visitProblems } from './simulated-problems.js';

/** The paper's rows: its names, ours, its numbers (percentages, sweeps, milliseconds) [Daviet11 Table 2]. */
export const localRows = [
  { paper: '4sides', local: 'four-sides', alt: undefined, fail: 0, above: 0, sweeps: 575, ms: 6497 },
  { paper: 'Duriez08', local: 'duriez08', alt: undefined, fail: 2.45, above: 50, sweeps: 267, ms: 4336 },
  { paper: 'PAC', local: 'pac', alt: undefined, fail: 0.43, above: 19.3, sweeps: 163, ms: 1265 },
  { paper: 'DAC', local: 'dac', alt: undefined, fail: 0.26, above: 0.33, sweeps: 60, ms: 874 },
  { paper: 'MFB', local: 'mfb', alt: undefined, fail: 0.13, above: 4.9, sweeps: 72, ms: 484 },
  { paper: 'Enum', local: 'enumerative', alt: undefined, fail: 0.0005, above: 1, sweeps: 67, ms: 1044 },
  { paper: '4sides + Enum', local: 'four-sides+enumerative', alt: 38.7, fail: 0.001, above: 0, sweeps: 47, ms: 763 },
  { paper: 'Duriez08 + Enum', local: 'duriez08+enumerative', alt: 51, fail: 0.0007, above: 0.33, sweeps: 90, ms: 1447 },
  { paper: 'PAC + Enum', local: 'pac+enumerative', alt: 0.1, fail: 1e-5, above: 0, sweeps: 62, ms: 543 },
  { paper: 'DAC + Enum', local: 'dac+enumerative', alt: 0.09, fail: 1e-6, above: 0, sweeps: 57, ms: 789 },
  { paper: 'MFB + Enum', local: 'mfb+enumerative', alt: 0.07, fail: 1e-6, above: 0, sweeps: 41, ms: 312 },
] as const;

/** Sweeps allowed. */
export const mostSweeps = 1000;
/** Largest Fischer-Burmeister residual over the largest |b| (the paper has units of its own), and the length of a sweep's change over that of r for `four-sides` alone. */
const tolerance = 1e-6;
const shortStep = 5e-2;

/** One problem solved with one local solver. */
export interface LocalSolve {
  readonly local: string;
  readonly contacts: number;
  readonly sweeps: number;
  /** in sweeps (s) */
  readonly seconds: number;
  readonly converged: boolean;
  /** sweeps after which the mean of the squares was as small; missing where it never was */
  readonly sweepsToMean?: number;
  readonly calls: number;
  readonly alternatives: number;
  readonly failures: number;
}

/** About 300 problems of the pony tail, each solved from zero with the eleven local solvers. */
export async function solvePonyProblems(
  around: Surroundings,
): Promise<{ readonly solved: LocalSolve[]; readonly problems: number }> {
  const { quick } = around;
  const wanted = around.problems ?? (quick ? 6 : 306);
  const every = quick ? 3 : Math.max(1, Math.floor(300 / wanted));
  const solved: LocalSolve[] = [];
  let problems = 0;
  let begun = 0;
  around.progress('the pony tail swings until its strands touch');
  await visitProblems(
    around,
    {
      scene: 'pony',
      set: quick ? ['bodies.0.count=19', 'bodies.0.scalp.angle=3.2'] : [],
      time: 4,
      wants: ({ mu }, step) => {
        if (begun === 0 && mu.length >= (quick ? 20 : 0.5 * 9850)) begun = step;
        return begun > 0 && (step - begun) % every === 0;
      },
      done: () => problems >= wanted,
    },
    async (problem) => {
      for (const { local } of localRows) {
        if (around.stopped()) return;
        solved.push(solveWith(problem, local));
        await around.breathe();
      }
      problems++;
      around.progress(`problem ${problems} of ${wanted}`, problems / wanted);
    },
  );
  return { solved, problems };
}

/**
 * Gauss-Seidel from zero as published, to the paper's error [Daviet11 6.2, 7.3]: the largest Fischer-Burmeister residual; when the mean of
 * their squares is as small is noted too. Error checks are off the clock.
 */
export function solveWith(problem: PrimalProblem, name: string): LocalSolve {
  const { ready, data } = prepare(problem);
  const { n } = ready;
  const beta = velocityScale(data, data.b);
  const local = publishedLocal(name, beta / ready.velocityUnit);
  const r = new Float64Array(3 * n);
  const largest = new Monitor(ready, data, { measure: 'fb', tolerance, trace: false });
  const mean = new Monitor(ready, data, { measure: 'fbMean', tolerance: tolerance * beta * beta, trace: false });
  const sweeper = new PublishedSweep(ready, r, local);
  let sweeps = 0;
  let seconds = 0;
  let converged = false;
  let sweepsToMean: number | undefined;
  while (sweeps < mostSweeps && !converged) {
    const begun = now();
    const change = sweeper.sweep();
    seconds += now() - begun;
    sweeps++;
    if (!Number.isFinite(change)) break;
    if (name === 'four-sides') converged = change <= shortStep * shortStep * square(r);
    // late in a long solve a check after each sweep would take longer than the sweeps
    else if (sweeps % Math.max(1, Math.floor(sweeps / 20)) === 0) {
      converged = largest.check(sweeps, r);
      if (sweepsToMean === undefined && mean.check(sweeps, r)) sweepsToMean = sweeps;
    }
  }
  const { calls, alternatives, failures } = local.counts;
  const noted = sweepsToMean === undefined ? {} : { sweepsToMean };
  return { local: name, contacts: n, sweeps, seconds, converged, ...noted, calls, alternatives, failures };
}

function square(x: Float64Array): number {
  return x.reduce((sum, value) => sum + value * value, 0);
}
