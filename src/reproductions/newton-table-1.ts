import { duration, short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type Claim, claim } from './claim.js';
import { type MeasuredRun, type RunPlan, measureRun, parts } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';
import { Yardstick } from './yardstick.js';

/** A row as printed in the paper, and how it is run here. */
interface Row {
  readonly key: string;
  readonly example: string;
  readonly paper: {
    readonly model: string;
    readonly rods: number;
    readonly elements: number;
    readonly mu: number;
    /** (ms) */
    readonly dt: number;
    readonly n: number;
    readonly nu: number;
    /** mean time of a step (s) */
    readonly time: number;
  };
  readonly ours: { readonly model: string; readonly elements: string; readonly dt: string };
  readonly plan: RunPlan;
  /** plan of `--quick` */
  readonly quick: Partial<RunPlan>;
}

const SH = 'super-helix';

/** Points of two metres of rope in turns of 3 cm, hardly apart, just above the plate: it sinks into a stack at once. */
function coil(): number[][] {
  const [length, radius, pitch, perTurn] = [2, 0.03, 0.0095, 16];
  const turns = length / Math.hypot(2 * Math.PI * radius, pitch);
  return Array.from({ length: Math.floor(turns * perTurn) + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / perTurn;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0.006 + (pitch * k) / perTurn];
  });
}

const rows: readonly Row[] = [
  {
    key: 'plectoneme',
    example: 'plectoneme',
    paper: { model: SH, rods: 1, elements: 20, mu: 0, dt: 11, n: 18, nu: 0.9, time: 0.04 },
    ours: { model: 'der', elements: '40', dt: '11' },
    // nearer to the paper's degrees of freedom than the gallery's 60 elements, and with as many contacts
    plan: { scene: 'plectoneme', set: ['bodies.0.elements=40'], time: 12, enough: 100 },
    quick: { time: 0.3 },
  },
  {
    key: 'knot',
    example: 'tight knot',
    paper: { model: SH, rods: 1, elements: 20, mu: 0, dt: 11, n: 8, nu: 0.4, time: 0.033 },
    ours: { model: 'der', elements: '40', dt: '0.69-11' },
    // as many degrees of freedom for each of the paper's contacts; the gallery's 120 elements have 36 contacts
    plan: { scene: 'knot', set: ['bodies.0.elements=40'], enough: 100 },
    quick: { time: 0.3 },
  },
  {
    key: 'wavy-hair-0',
    example: 'wavy hair',
    paper: { model: SH, rods: 84, elements: 8, mu: 0, dt: 11, n: 392, nu: 0.58, time: 2.6 },
    ours: { model: SH, elements: '8', dt: '1.4-11' },
    plan: {
      scene: 'wavy-hair',
      set: ['materials.strand.friction=0', 'materials.skin.friction=0'],
      time: 2,
      enough: 200,
    },
    quick: { time: 0.11 },
  },
  {
    key: 'wavy-hair',
    example: 'wavy hair',
    paper: { model: SH, rods: 84, elements: 8, mu: 0.3, dt: 11, n: 380, nu: 0.57, time: 41.2 },
    ours: { model: SH, elements: '8', dt: '1.4-11' },
    plan: { scene: 'wavy-hair', time: 2, enough: 200 },
    quick: { time: 0.11 },
  },
  {
    key: 'self-stacking',
    example: 'self-stacking',
    paper: { model: 'corde', rods: 1, elements: 256, mu: 0.3, dt: 0.25, n: 303, nu: 1.18, time: 0.31 },
    ours: { model: 'corde', elements: '256', dt: '0.25' },
    plan: {
      scene: 'self-stacking',
      set: ['materials.rope.youngModulus=1e5', `bodies.0.shape=${JSON.stringify({ through: coil() })}`],
      enough: 100,
    },
    quick: { time: 0.05 },
  },
  {
    key: 'spaghetti-7',
    example: 'spaghetti',
    paper: { model: 'corde', rods: 7, elements: 16, mu: 0.3, dt: 0.1, n: 121, nu: 1.08, time: 0.36 },
    ours: { model: 'corde', elements: '16', dt: '0.1' },
    plan: { scene: 'spaghetti-7', enough: 500 },
    quick: { time: 0.02 },
  },
  {
    key: 'spaghetti-31',
    example: 'spaghetti',
    paper: { model: 'mass-spring', rods: 31, elements: 16, mu: 0.3, dt: 1, n: 653, nu: 1.32, time: 2.26 },
    ours: { model: 'mass-spring', elements: '16', dt: '1' },
    plan: { scene: 'spaghetti-31', enough: 150 },
    quick: { time: 0.12 },
  },
  {
    key: 'spaghetti-76',
    example: 'spaghetti',
    paper: { model: 'mass-spring', rods: 76, elements: 22, mu: 0.3, dt: 1, n: 1806, nu: 1.08, time: 19.1 },
    ours: { model: 'mass-spring', elements: '22', dt: '1' },
    plan: { scene: 'spaghetti-76', enough: 120 },
    quick: { time: 0.1 },
  },
];

/** Times faster than printed that are asked for. */
const asked = 10;
/** Share of the paper's contacts from which steps count. */
const load = 0.8;

/** Performance on rods of various models [Bertails11 Table I]. */
export const newtonTable1: Reproduction = {
  name: 'newton-table-1',
  summary: 'Contacts, degree of constraint and mean time of a step for rods of three models',
  source: '[Bertails11 Table I]',
  takesSettings: true,
  run,
};

interface Found extends Row {
  readonly run: MeasuredRun;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick, only } = around;
  const wanted = rows.filter(({ key, plan }) => only.length === 0 || only.includes(key) || only.includes(plan.scene));
  const yardstick = await Yardstick.open(around);
  const found: Found[] = [];
  try {
    yardstick.measure();
    for (const [k, row] of wanted.entries()) {
      if (around.stopped()) break;
      const plan = { ...row.plan, loadedFrom: Math.ceil(load * row.paper.n), ...(quick && row.quick) };
      const share = (x: number): void => around.progress(row.key, (k + x) / wanted.length);
      around.progress(row.key);
      found.push({ ...row, run: await measureRun(around, plan, share) });
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
      `"time" is the mean time of a step (wall or processor time, whichever is less, so that other work on the machine does not count) from the first on in which ${100 * load} % of the paper's contacts touch; in brackets where that many were not reached. n: contacts that touch at the end of a step, nu = 3 n / m.`,
      'The paper: one thread of a Core 2 Duo at 2.1 GHz; its error is reached in its own measure, ours is `relative`. "a second": time for a simulated second, by the mean length of our steps.',
    ],
    data: {
      rows: found.map(({ key, paper, ours, run }) => ({ key, paper, ours, run, faster: faster(run, paper, slowness) })),
      yardstick: yardstick.seconds,
      slowness,
    },
    claims: rows.flatMap((row) => rowClaims(row, found.find(({ key }) => key === row.key)?.run, slowness, quick)),
  };
}

/** What the paper's row says. */
function rowClaims({ key, paper }: Row, run: MeasuredRun | undefined, slowness: number, quick: boolean): Claim[] {
  const tested = run !== undefined && !quick;
  const times = run && faster(run, paper, slowness);
  return [
    claim(
      `${key}: simulated with exact friction, every step solved`,
      'solved',
      run
        ? (run.broken ?? `${run.unconverged} of ${run.steps} steps not converged, largest error ${short(run.errorMax)}`)
        : '',
      run && run.broken === undefined && run.unconverged === 0,
    ),
    claim(
      `${key}: so many contacts touch at most (within a half)`,
      String(paper.n),
      run ? String(run.contacts.max) : '',
      tested ? Math.abs(run.contacts.max - paper.n) <= 0.5 * paper.n : undefined,
    ),
    claim(
      `${key}: time of a step under that load; ours at least ${asked} times faster on the reference machine`,
      duration(paper.time),
      run && times ? `${duration(run.step.seconds)}, ${short(times)} times faster` : '',
      tested ? run.step.loaded && faster(run, paper, slowness) >= asked : undefined,
    ),
  ];
}

/** How many times faster than printed, on the reference machine. */
function faster(run: MeasuredRun, paper: Row['paper'], slowness: number): number {
  return (paper.time / run.step.seconds) * slowness;
}

const right = (title: string) => ({ title, align: 'right' as const });

function resultTable(found: readonly Found[], slowness: number): Table {
  const columns = [
    { title: 'example' },
    { title: '' },
    { title: 'model' },
    ...['N_s', 'N_e', 'mu', 'dt (ms)', 'n max', 'nu max', 'time', 'a second', 'error', 'unconverged', 'faster'].map(
      right,
    ),
  ];
  const lines = found.flatMap(({ example, paper, ours, run, key }, k) => {
    const { step } = run;
    const time = duration(step.seconds);
    return [
      ...(k > 0 ? [null] : []),
      [
        example,
        'paper',
        paper.model,
        String(paper.rods),
        String(paper.elements),
        String(paper.mu),
        String(paper.dt),
        String(paper.n),
        String(paper.nu),
        duration(paper.time),
        duration((1e3 * paper.time) / paper.dt),
        '',
        '',
        '',
      ],
      [
        key,
        'ours',
        ours.model,
        String(run.bodies),
        ours.elements,
        String(paper.mu),
        ours.dt,
        String(run.contacts.max),
        short(run.nuMax),
        step.loaded ? time : `(${time})`,
        duration((step.seconds * run.steps) / run.time),
        short(run.errorMax),
        `${run.unconverged} of ${run.steps}`,
        fasterText(run, faster(run, paper, slowness)),
      ],
    ];
  });
  return { columns, rows: lines };
}

/** How many times faster, where enough contacts were reached to say so. */
export function fasterText({ broken, step }: MeasuredRun, times: number): string {
  if (broken !== undefined) return 'broke down';
  return step.loaded ? short(times) : 'too few contacts';
}

/** How the time of a step is split. */
export function splitTable(found: readonly { readonly key: string; readonly run: MeasuredRun }[]): Table {
  const columns = [{ title: 'a step' }, ...['contacts', ...parts, 'in all', 'processor', 'steps'].map(right)];
  const lines = found.map(({ key, run: { step } }) => [
    key,
    String(Math.round(step.contacts)),
    ...parts.map((part) => duration(step.split[part])),
    duration(step.wall),
    duration(step.cpu),
    String(step.steps),
  ]);
  return { columns, rows: lines };
}
