import { now } from '../friction/clock.js';
import { delassusOfPrimal } from '../friction/delassus/build.js';
import { assemblePlain } from '../friction/delassus/plain-assembly.js';
import type { PrimalProblem } from '../friction/index.js';
import { readProblem } from '../io/index.js';
import { duration, short } from '../present/format.js';
import type { PlotPoint } from '../present/line-plot.js';
import type { Table } from '../present/table.js';
import { claim } from './claim.js';
import { hairLikeProblem } from './hair-problem.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';
import { sharedFile } from './shared-files.js';

/** One size of the figure. */
interface Row {
  readonly problem: string;
  readonly contacts: number;
  readonly rods: number;
  /** nonzero 3x3 blocks of W, the paper's eta */
  readonly blocks: number;
  /** seconds */
  readonly blockSparse: number;
  readonly plainSparse: number;
}

/** Time to assemble W against the number of contacts [Daviet11 Figure 6, right]. */
export const hairFigure6: Reproduction = {
  name: 'hair-figure-6',
  summary: 'Time to assemble W against the number of contacts: block-sparse against plain sparse',
  source: '[Daviet11 Figure 6]',
  takesSettings: false,
  run,
};

const sizes = [250, 500, 1000, 2000, 5000, 10000, 20000];

async function run({ read, progress, quick }: Surroundings): Promise<Reproduced> {
  const rows: Row[] = [];
  // a small one first, unrecorded, so that the engine has compiled both ways
  measure('', hairLikeProblem(500), quick ? 1 : 5);
  for (const contacts of quick ? sizes.slice(0, 3) : sizes) {
    progress(`${contacts} contacts`);
    rows.push(measure('generated', hairLikeProblem(contacts), quick ? 1 : repeatsFor(contacts)));
  }
  const generated = rows.length;
  for (const [name, problem] of quick ? [] : await sharedProblems({ read })) {
    progress(name);
    rows.push(measure(name, problem, repeatsFor(problem.mu.length)));
  }
  const large = rows.filter((row) => row.contacts >= 1000);
  const last = rows[generated - 1];
  return {
    tables: [table(rows)],
    plots: [plot(rows)],
    remarks: [
      `The paper: "around 20,000 contacts in less than one second", the cost growing with the number of blocks of W.`,
      `Here: ${last.contacts} contacts in ${duration(last.blockSparse)}, ${short((1e9 * last.blockSparse) / last.blocks)} ns a block;` +
        ` the plain sparse product takes ${short(last.plainSparse / last.blockSparse)} times as long.`,
    ],
    data: { rows },
    claims: [
      claim(
        'around 20,000 contacts take less than a second',
        'below 1 s',
        `${last.contacts} contacts: ${duration(last.blockSparse)}`,
        last.contacts >= 20000 ? last.blockSparse < 1 : undefined,
      ),
      claim(
        'assembling by blocks is faster than by plain sparse products, from 1,000 contacts on',
        'faster',
        large.map((row) => `${row.contacts}: ${short(row.plainSparse / row.blockSparse)} times`).join(', '),
        large.length > 0 ? large.every((row) => row.blockSparse < row.plainSparse) : undefined,
      ),
      claim(
        'the cost grows as the number of blocks of W (time of a block within a factor of 3 from 1,000 contacts on)',
        'O(eta)',
        large.map((row) => `${short((1e9 * row.blockSparse) / row.blocks)} ns`).join(', '),
        quick || large.length < 2 ? undefined : spread(large.map((row) => row.blockSparse / row.blocks)) <= 3,
      ),
    ],
  };
}

/** Largest over smallest. */
const spread = (values: readonly number[]): number => Math.max(...values) / Math.min(...values);

/** Runs of which the fastest counts. */
const repeatsFor = (contacts: number): number => (contacts > 5000 ? 2 : 5);

function measure(problem: string, primal: PrimalProblem, repeats: number): Row {
  let blocks = 0;
  const blockSparse = fastest(repeats, () => {
    blocks = delassusOfPrimal(primal, 'assembled').W.assembled().col.length;
  });
  const plainSparse = fastest(repeats, () => void assemblePlain(primal));
  return { problem, contacts: primal.mu.length, rods: primal.M.start.length, blocks, blockSparse, plainSparse };
}

function fastest(repeats: number, work: () => void): number {
  let best = Infinity;
  for (let k = 0; k < repeats; k++) {
    const begun = now();
    work();
    best = Math.min(best, now() - begun);
  }
  return best;
}

/** The hair problems beside the repository, where they are. */
async function sharedProblems(files: Pick<Surroundings, 'read'>): Promise<[string, PrimalProblem][]> {
  const found: [string, PrimalProblem][] = [];
  for (const name of ['wavy.bin', 'pony.bin']) {
    const file = await sharedFile(files, `data/onestep/${name}`);
    if (!file) continue;
    const { problem } = await readProblem(file.bytes, name);
    if (problem.kind === 'primal') found.push([name, problem]);
  }
  return found;
}

function table(rows: readonly Row[]): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  const columns = [
    { title: 'problem' },
    ...['contacts', 'rods', 'blocks of W', 'block-sparse', 'plain sparse', 'ratio'].map(right),
  ];
  const cells = rows.map((row) => [
    row.problem,
    String(row.contacts),
    String(row.rods),
    String(row.blocks),
    duration(row.blockSparse),
    duration(row.plainSparse),
    short(row.plainSparse / row.blockSparse),
  ]);
  return { columns, rows: cells };
}

function plot(rows: readonly Row[]): Reproduced['plots'][number] {
  const points = (seconds: (row: Row) => number): PlotPoint[] =>
    rows
      .filter((row) => row.problem === 'generated')
      .map((row) => ({
        x: row.contacts,
        y: seconds(row),
        label: `${row.contacts} contacts: ${duration(seconds(row))}`,
      }));
  return {
    title: 'Time to assemble W',
    x: { title: 'contacts', kind: 'log' },
    y: { title: 'time (s)', kind: 'log' },
    series: [
      { name: 'block-sparse', color: 0, points: points((row) => row.blockSparse), marks: true },
      { name: 'plain sparse', color: 1, points: points((row) => row.plainSparse), marks: true },
    ],
  };
}
