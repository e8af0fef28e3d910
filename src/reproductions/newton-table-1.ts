import { duration, short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type Claim, claim } from './claim.js';
import { type MeasuredRun, measureRun, parts } from './measured-run.js';
import { type Row, rows } from './newton-rows.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';
import { Yardstick } from './yardstick.js';

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
      run && times ? timesText(run, times, paper.n) : '',
      tested ? run.step.loaded && faster(run, paper, slowness) >= asked : undefined,
    ),
  ];
}

/** Time of a step and how many times faster that is; where the load was not reached there is nothing to compare. */
function timesText({ step, contacts }: MeasuredRun, times: number, asked: number): string {
  const time = duration(step.seconds);
  return step.loaded
    ? `${time}, ${short(times)} times faster`
    : `${time}, not compared: ${contacts.max} contacts of ${asked}`;
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
