import { duration, short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type Claim, claim } from './claim.js';
import { type MeasuredRun, measureRun } from './measured-run.js';
import { fasterText, splitTable } from './newton-table-1.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';
import { Yardstick } from './yardstick.js';

/** A row as printed in the paper. */
interface Row {
  readonly key: string;
  readonly rods: number;
  readonly mu: string;
  readonly mean: number;
  readonly max: number;
  /** steps that did not reach the tolerance (%) */
  readonly unconverged: number;
  readonly error: number;
  readonly iterations: number;
  /** Gauss-Seidel alone, the whole contact solver, the whole step (s) */
  readonly sweeps: number;
  readonly solver: number;
  readonly step: number;
}

const rows: readonly Row[] = [
  row('free-a', 1920, '0.3 / 0.5', [24659, 46915, 0.056, 0.004, 136, 2.6, 4.06, 7.15]),
  row('free-b', 1920, '0.2 / 0.3', [28153, 36287, 0.13, 0.037, 160, 5.3, 7.0, 11.1]),
  row('pony', 334, '0.3 / 0.5', [9850, 16613, 0.42, 0.003, 301, 4.43, 5.25, 6.2]),
  row('curly', 1920, '0.3 / 0.5', [21425, 33578, 0.013, 0.003, 118, 2.26, 3.39, 7.54]),
];

function row(key: string, rods: number, mu: string, n: readonly number[]): Row {
  const [mean, max, unconverged, error, iterations, sweeps, solver, step] = n;
  return { key, rods, mu, mean, max, unconverged, error, iterations, sweeps, solver, step };
}

/** Times faster than printed that are asked for. */
const asked = 6;
/** Share of the paper's mean contacts from which steps count. */
const load = 0.8;

/** Smaller heads of hair, for `--quick`. */
const small: Record<string, { readonly set: readonly string[]; readonly time: number }> = {
  'free-a': { set: ['bodies.0.count=40'], time: 0.3 },
  'free-b': { set: ['bodies.0.count=40'], time: 0.3 },
  pony: { set: ['bodies.0.count=19', 'bodies.0.scalp.angle=3.2'], time: 0.12 },
  curly: { set: ['bodies.0.count=40'], time: 0.3 },
};

/** Physical properties and performance of the hair simulations [Daviet11 Table 1]. */
export const hairTable1: Reproduction = {
  name: 'hair-table-1',
  summary: 'Contacts, convergence and time of a step of four heads of hair',
  source: '[Daviet11 Table 1]',
  takesSettings: true,
  run,
};

interface Found {
  readonly key: string;
  readonly paper: Row;
  readonly run: MeasuredRun;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick, only } = around;
  const wanted = rows.filter(({ key }) => only.length === 0 || only.includes(key));
  const yardstick = await Yardstick.open(around);
  const found: Found[] = [];
  try {
    yardstick.measure();
    for (const [k, paper] of wanted.entries()) {
      if (around.stopped()) break;
      const loadedFrom = load * paper.mean;
      const plan = { scene: paper.key, loadedFrom, ...(quick && small[paper.key]) };
      around.progress(paper.key);
      const share = (x: number): void => around.progress(paper.key, (k + x) / wanted.length);
      found.push({ key: paper.key, paper, run: await measureRun(around, plan, share) });
      yardstick.measure();
    }
  } finally {
    yardstick.close();
  }
  const { slowness } = yardstick;
  return {
    tables: [resultTable(found, slowness), splitTable(found)],
    plots: [],
    remarks: [
      yardstick.remark(),
      `Means of contacts and times are over steps from the first on in which ${100 * load} % of the paper's mean contacts touch;` +
        ' in brackets where that many were not reached, then over all steps of the whole run.',
      'Contacts are those that touch at the end of a step. T_solv: assembly and solve; T_dt: the whole step, wall or processor time, whichever is less; T_tot: for a simulated second. Ours: one thread. The paper: a quad-core Core i7; how many threads it does not say.',
    ],
    data: {
      rows: found.map(({ key, paper, run }) => ({ key, paper, run, faster: faster(run, paper, slowness) })),
      yardstick: yardstick.seconds,
      slowness,
    },
    claims: rows.flatMap((row) => rowClaims(row, found.find(({ key }) => key === row.key)?.run, slowness, quick)),
  };
}

function faster(run: MeasuredRun, paper: Row, slowness: number): number {
  return (paper.step / run.step.seconds) * slowness;
}

/** Contacts within this share of the paper's count as its load. */
const near = 0.1;

/** What the paper's row says. */
function rowClaims(paper: Row, run: MeasuredRun | undefined, slowness: number, quick: boolean): Claim[] {
  const tested = run !== undefined && !quick;
  const alike = (ours: number, theirs: number): boolean => Math.abs(ours - theirs) <= near * theirs;
  const missed = run && (100 * run.unconverged) / Math.max(1, run.steps);
  return [
    claim(
      `${paper.key}: contacts in the mean and at most (within ${100 * near} %)`,
      `${paper.mean}, ${paper.max}`,
      run ? `${Math.round(run.contacts.mean)}, ${run.contacts.max}` : '',
      tested ? alike(run.contacts.mean, paper.mean) && alike(run.contacts.max, paper.max) : undefined,
    ),
    claim(
      `${paper.key}: at most as many steps miss the tolerance`,
      `${paper.unconverged} %, largest error ${paper.error}`,
      run ? (run.broken ?? `${short(missed!)} %, largest error ${short(run.errorMax)}`) : '',
      tested ? run.broken === undefined && missed! <= paper.unconverged : undefined,
    ),
    claim(
      `${paper.key}: time of a step under that load; ours at least ${asked} times faster on the reference machine`,
      duration(paper.step),
      run ? `${duration(run.step.seconds)}, ${fasterText(run, faster(run, paper, slowness))}` : '',
      tested ? run.step.loaded && faster(run, paper, slowness) >= asked : undefined,
    ),
  ];
}

function resultTable(found: readonly Found[], slowness: number): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  const titles = ['rods', 'mu hair / body', 'contacts', 'max', '% > tol', 'max error', 'iterations'];
  const columns = [
    { title: '' },
    { title: '' },
    ...[...titles, 'T_it', 'T_solv', 'T_dt', 'T_tot', 'faster'].map(right),
  ];
  const lines = found.flatMap(({ key, paper, run }, k) => {
    const { step } = run;
    const scale = step.wall > 0 ? step.seconds / step.wall : 1;
    const shown = (text: string): string => (step.loaded ? text : `(${text})`);
    return [
      ...(k > 0 ? [null] : []),
      [
        key,
        'paper',
        String(paper.rods),
        paper.mu,
        String(paper.mean),
        String(paper.max),
        String(paper.unconverged),
        String(paper.error),
        String(paper.iterations),
        duration(paper.sweeps / paper.iterations),
        duration(paper.solver),
        duration(paper.step),
        '',
        '',
      ],
      [
        '',
        'ours',
        String(run.bodies),
        paper.mu,
        shown(String(Math.round(step.contacts))),
        String(run.contacts.max),
        short((100 * run.unconverged) / Math.max(1, run.steps)),
        short(run.errorMax),
        short(run.iterations, 3),
        shown(duration((step.split.solve * scale) / Math.max(1, run.iterations))),
        shown(duration((step.split.assembly + step.split.solve) * scale)),
        shown(duration(step.seconds)),
        shown(duration((step.seconds * run.steps) / run.time)),
        fasterText(run, faster(run, paper, slowness)),
      ],
    ];
  });
  return { columns, rows: lines };
}
