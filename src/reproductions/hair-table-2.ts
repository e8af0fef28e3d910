import { duration, short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type Claim, claim } from './claim.js';
import { sharesPlot, sharesTable } from './local-solve-shares.js';
import { type LocalSolve, localRows, mostSweeps, solvePonyProblems } from './local-solves.js';
import { mean } from './nu-convergence.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Eleven local solvers on one-step problems of the pony tail [Daviet11 Table 2]. */
export const hairTable2: Reproduction = {
  name: 'hair-table-2',
  summary: 'Eleven one-contact solvers within Gauss-Seidel, on one-step problems of the pony tail',
  source: '[Daviet11 Table 2]',
  takesSettings: true,
  run,
};

async function run(around: Surroundings): Promise<Reproduced> {
  const { solved, problems } = await solvePonyProblems(around);
  return {
    // Figure 11 shows the same solves: who waits for one has the other
    tables: [table(solved, problems), sharesTable(solved, problems)],
    plots: [sharesPlot(solved)],
    remarks: remarks(solved),
    data: { problems, rows: localRows.map((paper) => ({ paper, ours: statistics(solved, paper.local) })) },
    claims: localClaims(solved, problems, around.quick),
  };
}

/** What stands in the paper's columns. */
export function statistics(solved: readonly LocalSolve[], name: string) {
  const own = solved.filter(({ local }) => local === name);
  const sum = (of: (s: LocalSolve) => number): number => own.reduce((total, s) => total + of(s), 0);
  const calls = Math.max(
    1,
    sum(({ calls }) => calls),
  );
  return {
    problems: own.length,
    alt: (100 * sum(({ alternatives }) => alternatives)) / calls,
    fail: (100 * sum(({ failures }) => failures)) / calls,
    above: (100 * own.filter(({ converged }) => !converged).length) / Math.max(1, own.length),
    sweeps: mean(own.map(({ sweeps }) => sweeps)),
    seconds: mean(own.map(({ seconds }) => seconds)),
    sweepsToMean: mean(own.map(({ sweepsToMean }) => sweepsToMean ?? mostSweeps)),
  };
}

function table(solved: readonly LocalSolve[], problems: number): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  const pairs = ['% alt', '% fail', '% > tol', 'sweeps', 'time'].flatMap((title) => [right(title), right('paper')]);
  const rows = localRows.map((paper) => {
    const ours = statistics(solved, paper.local);
    const hybrid = paper.alt !== undefined;
    return [
      paper.local,
      hybrid ? short(ours.alt) : '',
      hybrid ? String(paper.alt) : '',
      short(ours.fail),
      String(paper.fail),
      short(ours.above),
      String(paper.above),
      short(ours.sweeps),
      String(paper.sweeps),
      duration(ours.seconds),
      `${paper.ms} ms`,
      paper.local === 'four-sides' ? '' : short(ours.sweepsToMean),
    ];
  });
  const contacts = Math.round(mean(solved.map((s) => s.contacts)));
  const title = `${problems} problems (the paper: 306) of ${contacts} contacts in the mean, from zero; at most ${mostSweeps} sweeps`;
  return { title, columns: [{ title: 'local solver' }, ...pairs, right('to the mean')], rows };
}

/** What the paper says of its solvers, from Table 2 and Figure 11. */
export function localClaims(solved: readonly LocalSolve[], problems: number, quick: boolean): Claim[] {
  const of = (name: string) => statistics(solved, name);
  const tested = problems > 0 && !quick;
  const hybrid = of('mfb+enumerative');
  const exact = localRows.filter(({ local }) => local !== 'four-sides' && local !== 'mfb+enumerative');
  const quickest = exact.reduce((a, b) => (of(b.local).seconds < of(a.local).seconds ? b : a)).local;
  const bare = ['duriez08', 'pac', 'dac', 'mfb'];
  const helped = bare.map((name) => ({ name, alone: of(name), safe: of(`${name}+enumerative`) }));
  const row = (name: string) => localRows.find(({ local }) => local === name)!;
  return [
    claim(
      'mfb+enumerative solves every problem',
      '0 % above the tolerance',
      `${short(hybrid.above)} % of ${problems}`,
      problems > 0 ? hybrid.above === 0 : undefined,
    ),
    claim(
      'mfb+enumerative is the fastest of the solvers of exact friction',
      '312 ms; DAC + Enum 789 ms, PAC + Enum 543 ms',
      `${duration(hybrid.seconds)}; ${quickest} ${duration(of(quickest).seconds)}`,
      tested ? hybrid.seconds <= of(quickest).seconds : undefined,
    ),
    claim(
      'with the enumerative fail-safe every solver leaves fewer problems unsolved',
      bare.map((name) => `${name} ${row(name).above} to ${row(`${name}+enumerative`).above} %`).join(', '),
      helped.map(({ name, alone, safe }) => `${name} ${short(alone.above)} to ${short(safe.above)} %`).join(', '),
      tested ? helped.every(({ alone, safe }) => safe.above <= alone.above) : undefined,
    ),
    claim(
      'without it a share of the problems stays unsolved, most with duriez08 and pac',
      bare.map((name) => `${name} ${row(name).above} %`).join(', '),
      helped.map(({ name, alone }) => `${name} ${short(alone.above)} %`).join(', '),
      tested
        ? helped.every(
            ({ name, alone }) => Math.abs(alone.above - row(name).above) <= Math.max(5, 0.5 * row(name).above),
          )
        : undefined,
      "shares within half of the paper's, or five points",
    ),
    claim(
      'four-sides alone takes several times the sweeps of the exact solvers',
      '575 against 41',
      `${short(of('four-sides').sweeps)} against ${short(hybrid.sweeps)}`,
      tested ? of('four-sides').sweeps > 2 * hybrid.sweeps : undefined,
    ),
  ];
}

/** What both this table and Figure 11 show. */
export function remarks(solved: readonly LocalSolve[]): string[] {
  const of = (name: string) => statistics(solved, name);
  const hybrid = of('mfb+enumerative');
  const rest = localRows.map(({ local }) => local).filter((local) => local !== 'mfb+enumerative');
  const quickest = rest.reduce((a, b) => (of(b).seconds < of(a).seconds ? b : a));
  return [
    'Stopping rules of the paper: largest Fischer-Burmeister residual 1e-6, here as a share of the largest |b|; four-sides alone: a sweep changes r by less than 5e-2 of its length. "to the mean": sweeps until the mean of the squares is 1e-6.',
    'The paper: mfb+enumerative is the fastest and solves all; with the enumerative fail-safe every solver solves more in less time.',
    `Here: mfb+enumerative takes ${short(hybrid.sweeps)} sweeps and ${duration(hybrid.seconds)}, leaving ${short(hybrid.above)} % unsolved;` +
      ` the fastest of the others, ${quickest}, takes ${duration(of(quickest).seconds)} and leaves ${short(of(quickest).above)} %.`,
    'One-contact solvers, their tolerance of 1e-7, the fail-safe and contact freezing are as published; by how little a contact must change, or bear, to rest for ten sweeps the paper does not say: 1e-6 of the largest impulse here.',
  ];
}
