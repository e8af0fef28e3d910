import { short } from '../present/format.js';
import { claim } from './claim.js';
import { remarks } from './hair-table-2.js';
import { shareAbove, sharesPlot, sharesTable } from './local-solve-shares.js';
import { localRows, mostSweeps, solvePonyProblems } from './local-solves.js';
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
  const others = localRows.map(({ local }) => local).filter((local) => local !== 'mfb+enumerative');
  const hybrid = (sweeps: number): number => shareAbove(solved, 'mfb+enumerative', sweeps);
  const better = (sweeps: number): string[] =>
    others.filter((name) => shareAbove(solved, name, sweeps) < hybrid(sweeps));
  return {
    tables: [sharesTable(solved, problems)],
    plots: [sharesPlot(solved)],
    remarks: remarks(solved),
    data: { problems, solved },
    claims: [
      claim(
        'mfb+enumerative solves every problem',
        '0 %',
        `${short(hybrid(mostSweeps))} % need more than ${mostSweeps} sweeps`,
        problems > 0 ? hybrid(mostSweeps) === 0 : undefined,
      ),
      ...[50, 100, 200].map((sweeps) =>
        claim(
          `no other solver leaves fewer problems after ${sweeps} sweeps`,
          'none',
          better(sweeps).length === 0 ? 'none' : better(sweeps).join(', '),
          problems > 0 && !around.quick ? better(sweeps).length === 0 : undefined,
        ),
      ),
    ],
  };
}
