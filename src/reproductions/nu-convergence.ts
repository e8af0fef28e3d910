import { degreeOfConstraint } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import { duration, short } from '../present/format.js';
import type { LinePlot, PlotSeries } from '../present/line-plot.js';
import type { Table } from '../present/table.js';
import type { Surroundings } from './reproduction.js';
import { visitProblems } from './simulated-problems.js';

/** One solve of one problem. */
export interface Solved {
  readonly rods: number;
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

/** Problems are taken up to this nu; the paper's figures end about there. */
const mostNu = 1.5;

/** The largest number of seeds a scene is run with. */
const mostSeeds = 8;
/** A run ends when this many steps brought nothing new. */
const patience = 60;

/**
 * Problems of a scene spread over nu, each solved by each solver from the first guess of its step: the impulses of the
 * step before, as in the paper, and our own guess for new contacts, which the paper wishes for [Bertails11 5.2].
 */
export async function solveOverNu(
  around: Surroundings,
  scene: { readonly name: string; readonly rods: number; readonly set: readonly string[]; readonly time?: number },
  wanted: number,
  solvers: readonly string[],
  share: (x: number) => void,
): Promise<Solved[]> {
  const found: Solved[] = [];
  const perGroup = Math.max(2, Math.ceil((wanted * width) / (mostNu - width)));
  const groups = new Map<number, number>();
  let problems = 0;
  for (let seed = 1; seed <= mostSeeds && problems < wanted && !around.stopped(); seed++) {
    let last = Infinity;
    await visitProblems(
      around,
      {
        scene: scene.name,
        set: [...scene.set, `bodies.0.seed=${seed}`],
        ...(scene.time !== undefined && { time: scene.time }),
        wants: (problem, step) => {
          const nu = degreeOfConstraint(problem);
          const group = Math.floor(nu / width);
          const count = groups.get(group) ?? 0;
          if (problem.mu.length < 10 || nu > mostNu || count >= perGroup) return false;
          groups.set(group, count + 1);
          last = step;
          return true;
        },
        done: (step) => problems >= wanted || step > last + patience,
      },
      (problem, start) => {
        problems++;
        for (const solver of solvers) {
          const rule = { measure: 'ac', tolerance, maxIterations } as const;
          const result = solve(problem, { solver, ...rule, ...(start && { warmStart: start }) });
          found.push({
            rods: scene.rods,
            nu: degreeOfConstraint(problem),
            contacts: problem.mu.length,
            solver,
            seconds: result.seconds.setup + result.seconds.solve,
            iterations: result.iterations,
            error: result.error.ac,
            relative: result.error.relative,
            converged: result.status === 'converged',
          });
        }
        share(problems / wanted);
      },
    );
  }
  return found;
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
