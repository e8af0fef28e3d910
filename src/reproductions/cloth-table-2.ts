import { duration, short } from '../present/format.js';
import { type Claim, claim } from './claim.js';
import { type Compared, compareMethods, errorCurves, patience, processorTime } from './cloth-methods.js';
import { type ClothMeans, type ClothPlan, clothWorld, columnsOf, runCloth } from './cloth-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';
import { Yardstick } from './yardstick.js';

/** Performance of all scenes [Ly20 Table 2]. */
export const clothTable2: Reproduction = {
  name: 'cloth-table-2',
  summary: 'Time of every part of a step for all cloth scenes; the exact reference in place of ARGUS, and penalties',
  source: '[Ly20 Table 2]',
  takesSettings: false,
  run,
};

/** A scene of the table, the time it runs to (s), and the paper's numbers. */
interface Case {
  readonly scene: string;
  readonly mu: number;
  readonly until: number;
  /**
   * contacts with obstacles and self; ms an iteration: rhs, obstacles, self, solve, all; ms a step: detection, self-detection,
   * sorting, whole step; ARGUS
   */
  readonly paper: readonly number[];
}

const of = (scene: string, mu: number, until: number, ...paper: number[]): Case => ({ scene, mu, until, paper });

// prettier-ignore
const cases: readonly Case[] = [
  of('ribbon', 0.3, 4, 4210, 455, 1.9, 0.29, 0.07, 1.02, 3.3, 3.1, 38.4, 0.17, 109, NaN),
  of('ribbon', 0.6, 4, 2194, 1769, 1.9, 0.27, 0.179, 1.02, 3.4, 2.8, 49.8, 0.29, 122, NaN),
  of('square-1', 0.1, 1.2, 2273, 1009, 2, 0.29, 0.142, 1.24, 3.8, 5.9, 69.5, 0.25, 153, 2244),
  of('square-1', 0.3, 1.2, 1665, 301, 2.1, 0.28, 0.071, 1.23, 3.7, 6.6, 62.6, 0.16, 144, 4828),
  of('square-3', 0.1, 0.6, 4034, 5840, 6.2, 0.79, 0.66, 3.6, 11.4, 11.8, 283.6, 1.23, 526, 18713),
  of('square-3', 0.3, 0.6, 2222, 5311, 6.2, 0.78, 0.59, 3.6, 11.3, 13.1, 283.4, 1.26, 525, 19233),
  of('arabesque', 0, 0.3, 3354, 155, 5.3, 0.62, 0.121, 4.33, 10.4, 51.3, 161.2, 0.28, 530, 9069),
  of('arabesque', 0.3, 0.3, 3673, 102, 5.4, 0.68, 0.093, 4.39, 10.6, 58, 152.7, 0.3, 543, 15899),
  of('crinoline', 0.3, 0.06, 5977, 1052, 15.6, 2.22, 0.427, 17, 35.5, 200, 483, 1.04, 1751, NaN),
];

/** The paper's own algorithm, and ours: extrapolated, relaxed, several passes, vertices on faces. */
const modes = [
  {
    mode: 'published',
    solver: { accelerate: 0, relaxation: 1, sweeps: 1, selfContact: 'vertex-vertex' },
  },
  { mode: 'ours', solver: {} },
] as const;

type Mode = (typeof modes)[number]['mode'];

const name = (mode: Mode): string => (mode === 'ours' ? 'our mode' : "the paper's mode");

interface Row {
  readonly scene: string;
  readonly mode: Mode;
  readonly mu: number;
  readonly vertices: number;
  /** time of the factorisation, once a run (s) */
  readonly factorisation: number;
  readonly run: ClothMeans;
  /** single steps from the same state with the other methods */
  readonly compared: readonly Compared[];
  readonly paper: readonly number[];
}

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick, progress } = around;
  const chosen = cases.filter(({ scene }) => around.only.length === 0 || around.only.includes(scene));
  const rows: Row[] = [];
  const yardstick = await Yardstick.open(around);
  try {
    for (const { scene, mu, until, paper } of quick ? chosen.slice(2, 4) : chosen) {
      if (around.stopped()) break;
      for (const { mode, solver } of modes) {
        if (around.stopped()) break;
        progress(`${scene}, friction ${mu}, ${mode}`);
        yardstick.measure();
        const plan: ClothPlan = { scene, friction: mu, resolution: quick ? 0.25 : 1, solver };
        rows.push({ mode, ...(await measure(around, plan, mu, quick ? 0.2 : until, paper, mode === 'ours')) });
      }
    }
  } finally {
    yardstick.close();
  }
  const gains = rows.filter((row) => row.compared.length > 0).map((row) => ({ row, gain: gainOf(row) }));
  return {
    tables: [table(rows, yardstick.slowness), stepTable(rows, yardstick.slowness), comparison(rows)],
    plots: gains.flatMap(({ row }) => errorCurves(`${row.scene}, friction ${row.mu}`, row.compared)),
    remarks: [
      "Our numbers, then the paper's after a slash; contacts are those that touch at the end of a step. Times are processor times of one thread, divided by how much slower this",
      'machine is than the reference; the paper used OpenMP on four cores. rhs: the projection of all elements.',
      yardstick.remark(),
      'Exact: one step from the same state, the contact solver inside each global step stopped at the acMean that ours reached;',
      `it is cut short (>) where it takes more than ${patience} times as long as ours; so are penalties.`,
    ],
    data: { slowness: yardstick.slowness, rows },
    claims: [
      ...cases.flatMap((of) => modes.flatMap(({ mode }) => rowClaims(of, mode, rows, yardstick.slowness, quick))),
      ...modes.map(({ mode }) => stackClaim(mode, rows, quick)),
    ],
  };
}

async function measure(
  around: Surroundings,
  plan: ClothPlan,
  mu: number,
  until: number,
  paper: readonly number[],
  compares: boolean,
): Promise<Omit<Row, 'mode'>> {
  const begun = processorTime();
  const built = clothWorld(plan);
  const factorisation = processorTime() - begun;
  const compared: Compared[] = [];
  const at = Number.isNaN(paper[11]) || !compares ? [] : [0.5, 0.75].map((share) => share * until);
  const states: { t: number; state: ReturnType<typeof built.world.save> }[] = [];
  const run = await runCloth(
    around,
    built,
    until,
    (world) => {
      if (states.length < at.length && world.t >= at[states.length] - 1e-9)
        states.push({ t: world.t, state: world.save() });
    },
    (share) => around.progress(`${plan.scene}, friction ${mu}`, share),
  );
  for (const { t, state } of states) {
    if (around.stopped()) break;
    around.progress(`${plan.scene}, friction ${mu}: the other methods at t = ${short(t)} s`);
    await around.breathe();
    compared.push(compareMethods(plan, t, state));
  }
  return { scene: plan.scene, mu, vertices: built.cloth.dofs / 3, factorisation, run, compared, paper };
}

/** Whether a mean number of contacts is the paper's, or a quarter more or less. */
function isNear(ours: number, theirs: number): boolean {
  return Math.abs(ours - theirs) <= 0.25 * theirs;
}

/** What the paper's row says. */
function rowClaims(
  { scene, mu, paper }: Case,
  mode: Mode,
  rows: readonly Row[],
  slowness: number,
  quick: boolean,
): Claim[] {
  const row = rows.find((found) => found.scene === scene && found.mu === mu && found.mode === mode);
  const tested = row !== undefined && !quick;
  const title = `${scene}, mu = ${mu}, ${name(mode)}`;
  const ms = row && (1e3 * row.run.seconds.total) / slowness;
  const argus = paper[11];
  return [
    claim(
      `${title}: contacts with obstacles in the mean (within a quarter)`,
      String(paper[0]),
      row ? short(row.run.obstacle) : '',
      tested ? isNear(row.run.obstacle, paper[0]) : undefined,
    ),
    claim(
      `${title}: self-contacts in the mean (within a quarter)`,
      String(paper[1]),
      row ? short(row.run.self) : '',
      tested ? isNear(row.run.self, paper[1]) : undefined,
    ),
    claim(
      `${title}: time of a step, one thread, at most the paper's on four cores`,
      `${paper[10]} ms`,
      ms === undefined ? '' : `${short(ms)} ms`,
      tested ? ms! <= paper[10] : undefined,
    ),
    ...(Number.isNaN(argus) || mode !== 'ours'
      ? []
      : [
          claim(
            `${title}: an order of magnitude faster than an exact solver at the same error`,
            `ARGUS ${short(argus / paper[10])} times slower`,
            row && row.compared.length > 0 ? `${short(gainOf(row))} times` : '',
            tested && row.compared.length > 0 ? gainOf(row) >= 10 : undefined,
          ),
        ]),
  ];
}

/** What the ribbon shows: layers that rub on each other stay stacked. */
function stackClaim(mode: Mode, rows: readonly Row[], quick: boolean): Claim {
  const [low, high] = [0.3, 0.6].map((mu) =>
    rows.find((row) => row.scene === 'ribbon' && row.mu === mu && row.mode === mode),
  );
  const both = low !== undefined && high !== undefined;
  return claim(
    `ribbon, ${name(mode)}: at least twice as many self-contacts with mu = 0.6 as with 0.3`,
    '455, 1769',
    both ? `${short(low.run.self)}, ${short(high.run.self)}` : '',
    both && !quick ? high.run.self >= 2 * low.run.self : undefined,
  );
}

function gainOf({ compared }: Row): number {
  const sum = (pick: (c: Compared) => number): number => compared.reduce((total, c) => total + pick(c), 0);
  return sum((c) => c.exact) / sum((c) => c.ours);
}

const pair = (ours: number, paper: number): string => `${short(ours)} / ${Number.isNaN(paper) ? '-' : short(paper)}`;

function table(rows: readonly Row[], slowness: number): Reproduced['tables'][number] {
  return {
    columns: columnsOf('scene', [
      'mode',
      'mu',
      'n ext',
      'n self',
      'rhs (ms)',
      'ext (ms)',
      'self (ms)',
      'solve (ms)',
      'iteration (ms)',
    ]),
    rows: rows.map(({ scene, mode, mu, run: { seconds: s, iterations, ...run }, paper }) => {
      const each = (value: number): number => (1e3 * value) / iterations / slowness;
      const iteration = s.projection + s.contact + s.selfContact + s.solve;
      return [
        scene,
        mode,
        String(mu),
        pair(run.obstacle, paper[0]),
        pair(run.self, paper[1]),
        pair(each(s.projection), paper[2]),
        pair(each(s.contact), paper[3]),
        pair(each(s.selfContact), paper[4]),
        pair(each(s.solve), paper[5]),
        pair(each(iteration), paper[6]),
      ];
    }),
  };
}

function stepTable(rows: readonly Row[], slowness: number): Reproduced['tables'][number] {
  return {
    columns: columnsOf('scene', [
      ...[
        'mode',
        'mu',
        'vertices',
        'detection (ms)',
        'self-detection (ms)',
        'sorting (ms)',
        'step (ms)',
        'acMean',
        'built (s)',
      ],
    ]),
    rows: rows.map(({ scene, mode, mu, vertices, factorisation, run: { seconds: s, acMean }, paper }) => {
      const ms = (value: number): number => (1e3 * value) / slowness;
      return [
        scene,
        mode,
        String(mu),
        String(vertices),
        pair(ms(s.obstacleDetection), paper[7]),
        pair(ms(s.selfDetection), paper[8]),
        pair(ms(s.sorting), paper[9]),
        pair(ms(s.total), paper[10]),
        short(acMean),
        short(factorisation / slowness),
      ];
    }),
  };
}

function comparison(rows: readonly Row[]): Reproduced['tables'][number] {
  return {
    columns: columnsOf('scene', [
      'mu',
      't (s)',
      'acMean',
      'ours',
      'exact',
      'sweeps',
      'penalty',
      'exact / ours',
      "ARGUS / the paper's",
    ]),
    rows: rows.flatMap(({ scene, mu, compared, paper }) =>
      compared.map((c) => [
        scene,
        String(mu),
        short(c.t),
        short(c.acMean),
        duration(c.ours),
        `${c.cut ? '> ' : ''}${duration(c.exact)}`,
        String(c.sweeps),
        `${c.penaltyCut ? '> ' : ''}${duration(c.penalty)}`,
        `${c.cut ? '> ' : ''}${short(c.exact / c.ours)}`,
        short(paper[11] / paper[10]),
      ]),
    ),
  };
}
