import type { LinePlot } from '../present/line-plot.js';
import { short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type LocalSolve, localRows, mostSweeps } from './local-solves.js';

const marks = [10, 20, 50, 100, 200, 500, 1000];

/** Share of the problems (%) that a local solver does not solve within so many sweeps. */
export function shareAbove(solved: readonly LocalSolve[], name: string, sweeps: number): number {
  const list = solved.filter(({ local }) => local === name);
  return (100 * list.filter((s) => !s.converged || s.sweeps > sweeps).length) / Math.max(1, list.length);
}

/** The shares as numbers. */
export function sharesTable(solved: readonly LocalSolve[], problems: number): Table {
  return {
    title: `Share of ${problems} problems (%) not solved within so many sweeps`,
    columns: [
      { title: 'local solver' },
      ...marks.map((sweeps) => ({ title: String(sweeps), align: 'right' as const })),
    ],
    rows: localRows.map(({ local }) => [local, ...marks.map((sweeps) => short(shareAbove(solved, local, sweeps)))]),
  };
}

/** The shares as curves. */
export function sharesPlot(solved: readonly LocalSolve[]): LinePlot {
  return {
    title: 'Problems that need more sweeps',
    x: { title: 'sweeps', kind: 'log', from: 1, to: mostSweeps },
    y: { title: 'share of the problems (%)', kind: 'linear', from: 0, to: 100 },
    series: localRows.map(({ local }, color) => {
      const list = solved.filter((s) => s.local === local);
      const sorted = list.filter(({ converged }) => converged).map(({ sweeps }) => sweeps);
      sorted.sort((a, b) => a - b);
      const share = (solved: number): number => 100 * (1 - solved / Math.max(1, list.length));
      const points = sorted.map((sweeps, k) => ({ x: sweeps, y: share(k + 1), label: `${local}: ${sweeps} sweeps` }));
      const last = { x: mostSweeps, y: share(sorted.length), label: local };
      return { name: local, color, steps: true, points: [{ x: 1, y: 100, label: local }, ...points, last] };
    }),
  };
}
