import { remarks } from './hair-table-2.js';
import { shareAbove, sharesPlot, sharesTable } from './local-solve-shares.js';
import { mostSweeps, solvePonyProblems } from './local-solves.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Share of problems that need more than a number of sweeps [Daviet11 Figure 11]. */
export const hairFigure11: Reproduction = {
  name: 'hair-figure-11',
  summary: 'Share of the problems of the pony tail that need more than so many sweeps, by one-contact solver',
  source: '[Daviet11 Figure 11]',
  takesSettings: true,
  run,
};

async function run(around: Surroundings): Promise<Reproduced> {
  const { solved, problems } = await solvePonyProblems(around);
  const holds = problems > 0 && shareAbove(solved, 'mfb+enumerative', mostSweeps) === 0;
  return {
    tables: [sharesTable(solved, problems)],
    plots: [sharesPlot(solved)],
    remarks: remarks(solved),
    data: { problems, solved, holds },
    holds,
  };
}
