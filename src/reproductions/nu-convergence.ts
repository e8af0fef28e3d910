import { degreeOfConstraint } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import type { Solver } from '../friction/solver.js';
import { type NewtonSettings, plainNewton } from '../friction/solvers/newton/engine.js';
import { newtonSolver } from '../friction/solvers/newton.js';
import { duration, short } from '../present/format.js';
import type { LinePlot, PlotSeries } from '../present/line-plot.js';
import type { Table } from '../present/table.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { readScene } from '../scene/read-scene.js';
import { overrideScene } from '../scene/set.js';
import type { Surroundings } from './reproduction.js';
import { visitProblems } from './simulated-problems.js';

/** One solve of one problem. */
export interface Solved {
  readonly rods: number;
  readonly seed: number;
  readonly nu: number;
  readonly contacts: number;
  readonly solver: string;
  /** iterating and preparing (s) */
  readonly seconds: number;
  readonly iterations: number;
  /** in the measure `ac`, the paper's half square of the Alart-Curnier function without units */
  readonly error: number;
  /** in the measure `relative` */
  readonly relative: number;
  readonly converged: boolean;
}

/** The paper's stopping rule [Bertails11 5.2, 5.3]. */
const tolerance = 1e-5;
const maxIterations = 200;

/** Width of the groups of nu that problems are spread over. */
export const width = 0.1;

/** A way to solve the problems. */
export interface Way {
  readonly name: string;
  readonly solver: string | Solver;
  /** from zero instead of from the first guess of the step */
  readonly cold?: boolean;
}

/** The paper's method as published [Bertails11 Algorithms 1, 2]: it goes on to the end of the iterations allowed. */
export function publishedNewton(settings: Partial<NewtonSettings> = {}): Solver {
  return newtonSolver('newton-ac-damped', '', { ...plainNewton, patience: maxIterations, ...settings });
}

/** Which problems are solved. */
export interface SamplePlan {
  readonly scene: string;
  readonly rods: number;
  /** values of the scene replaced, `path=value` */
  readonly set: readonly string[];
  readonly seeds: readonly number[];
  /** problems of each seed, spread evenly over the whole run */
  readonly perSeed: number;
  /** simulated time (s). Default: the scene's */
  readonly time?: number;
}

/** Contacts below which a problem says nothing. */
const fewest = 10;

/**
 * Problems of whole runs, evenly in time, each solved in each way: from the impulses of the step before, as in the paper, and our own
 * guess for new contacts, which the paper wishes for [Bertails11 5.2], or from zero.
 */
export async function solveSamples(
  around: Surroundings,
  plan: SamplePlan,
  ways: readonly Way[],
  share: (x: number) => void,
): Promise<Solved[]> {
  const found: Solved[] = [];
  const input = overrideScene(gallerySceneNamed(plan.scene), [...plan.set, ...around.set]);
  const { duration, step } = readScene(input, plan.scene);
  const every = Math.max(1, Math.floor((plan.time ?? duration) / step.length / plan.perSeed));
  for (const seed of plan.seeds) {
    if (around.stopped()) break;
    await visitProblems(
      around,
      {
        scene: plan.scene,
        set: [...plan.set, `bodies.0.seed=${seed}`],
        ...(plan.time !== undefined && { time: plan.time }),
        wants: ({ mu }, step) => step % every === every - 1 && mu.length >= fewest,
        done: () => false,
      },
      (problem, start) => {
        for (const { name, solver, cold } of ways) {
          const rule = { measure: 'ac', tolerance, maxIterations } as const;
          const result = solve(problem, { solver, ...rule, ...(start && !cold && { warmStart: start }) });
          found.push({
            rods: plan.rods,
            seed,
            nu: degreeOfConstraint(problem),
            contacts: problem.mu.length,
            solver: name,
            seconds: result.seconds.setup + result.seconds.solve,
            iterations: result.iterations,
            error: result.error.ac,
            relative: result.error.relative,
            converged: result.status === 'converged',
          });
        }
        share(Math.min(1, found.length / ways.length / plan.perSeed / plan.seeds.length));
      },
    );
  }
  return found;
}

/** Share of the problems that miss the tolerance. */
export function missShare(solved: readonly Solved[]): number {
  return solved.filter(({ converged }) => !converged).length / Math.max(1, solved.length);
}

const right = (title: string) => ({ title, align: 'right' as const });

/** A row for each group of nu and each solver. */
export function nuTable(solved: readonly Solved[], title: string): Table {
  const names = [...new Set(solved.map(({ solver }) => solver))];
  const groups = [...new Set(solved.map(({ nu }) => Math.floor(nu / width)))].sort((a, b) => a - b);
  const columns = [
    right('nu'),
    right('problems'),
    right('contacts'),
    ...names.flatMap((name) => [right(name), right('longest'), right('median error'), right('unconverged')]),
  ];
  const rows = groups.map((group) => {
    const own = solved.filter(({ nu }) => Math.floor(nu / width) === group);
    const count = own.length / names.length;
    const cells = names.flatMap((name) => {
      const its = own.filter(({ solver }) => solver === name);
      return [
        duration(mean(its.map(({ seconds }) => seconds))),
        duration(Math.max(...its.map(({ seconds }) => seconds))),
        short(median(its.map(({ error }) => error))),
        String(its.filter(({ converged }) => !converged).length),
      ];
    });
    return [short(group * width), String(count), short(mean(own.map(({ contacts }) => contacts)), 3), ...cells];
  });
  return { title, columns, rows };
}

/** Points over nu, a series for each solver. */
export function nuPlot(
  solved: readonly Solved[],
  title: string,
  y: { readonly title: string; readonly of: (s: Solved) => number; readonly level?: LinePlot['level'] },
): LinePlot {
  const names = [...new Set(solved.map(({ solver }) => solver))];
  const series = names.map((name, color): PlotSeries => ({
    name,
    color,
    joined: false,
    marks: true,
    points: solved
      .filter(({ solver }) => solver === name)
      .map((s) => ({
        x: s.nu,
        y: Math.max(y.of(s), 1e-20),
        label: `nu ${short(s.nu)}, ${s.contacts} contacts: ${short(y.of(s))}`,
      })),
  }));
  return {
    title,
    x: { title: 'nu', kind: 'linear' },
    y: { title: y.title, kind: 'log' },
    series,
    ...(y.level && { level: y.level }),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
