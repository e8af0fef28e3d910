import type { LinePlot } from '../plot/line-plot.js';
import { short } from '../format.js';
import { remarks } from './hair-table-2.js';
import { type LocalSolve, localRows, mostSweeps, solvePonyProblems } from './local-solves.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Share of problems that need more than a number of sweeps [Daviet11 Figure 11]. */
export const hairFigure11: Reproduction = {
  name: 'hair-figure-11',
  summary: 'Share of the problems of the pony tail that need more than so many sweeps, by one-contact solver',
  source: '[Daviet11 Figure 11]',
  run,
};

const marks = [10, 20, 50, 100, 200, 500, 1000];

async function run(around: Surroundings): Promise<Reproduced> {
  const { solved, problems } = await solvePonyProblems(around);
  const own = (name: string): LocalSolve[] => solved.filter(({ local }) => local === name);
  const above = (name: string, sweeps: number): number => {
    const list = own(name);
    return (100 * list.filter((s) => !s.converged || s.sweeps > sweeps).length) / Math.max(1, list.length);
  };
  const right = (title: string) => ({ title, align: 'right' as const });
  const holds = problems > 0 && above('mfb+enumerative', mostSweeps) === 0;
  return {
    tables: [
      {
        title: `Share of ${problems} problems (%) not solved within so many sweeps`,
        columns: [{ title: 'local solver' }, ...marks.map((sweeps) => right(String(sweeps)))],
        rows: localRows.map(({ local }) => [local, ...marks.map((sweeps) => short(above(local, sweeps)))]),
      },
    ],
    plots: [plot(own)],
    remarks: remarks(solved),
    data: { problems, solved, holds },
    holds,
  };
}

function plot(own: (name: string) => LocalSolve[]): LinePlot {
  return {
    title: 'Problems that need more sweeps',
    x: { title: 'sweeps', kind: 'log', from: 1, to: mostSweeps },
    y: { title: 'share of the problems (%)', kind: 'linear', from: 0, to: 100 },
    series: localRows.map(({ local }, color) => {
      const list = own(local);
      const sorted = list.filter(({ converged }) => converged).map(({ sweeps }) => sweeps);
      sorted.sort((a, b) => a - b);
      const share = (solved: number): number => 100 * (1 - solved / Math.max(1, list.length));
      const points = sorted.map((sweeps, k) => ({ x: sweeps, y: share(k + 1), label: `${local}: ${sweeps} sweeps` }));
      const last = { x: mostSweeps, y: share(sorted.length), label: local };
      return { name: local, color, steps: true, points: [{ x: 1, y: 100, label: local }, ...points, last] };
    }),
  };
}
