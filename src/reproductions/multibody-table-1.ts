import { short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type Claim, claim } from './claim.js';
import { type MeasuredRun, measureRun } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';
import { Yardstick } from './yardstick.js';

/** The paper's rows: spheres, contacts, step (s), real-time ratio, worst penetration (share of the radius). */
const paper = [
  { spheres: 80, contacts: 271, h: 0.02, Sp: 1.24, penetration: 0.003 },
  { spheres: 80, contacts: 267, h: 0.04, Sp: 2.28, penetration: 0.012 },
  { spheres: 160, contacts: 587, h: 0.02, Sp: 0.95, penetration: 0.005 },
  { spheres: 160, contacts: 584, h: 0.04, Sp: 1.5, penetration: 0.018 },
  { spheres: 320, contacts: 1218, h: 0.02, Sp: 0.5, penetration: 0.006 },
  { spheres: 320, contacts: 1275, h: 0.04, Sp: 0.75, penetration: 0.022 },
] as const;

/** Error that every step is to reach, in the measure `relative`. */
const tolerances = [1e-3, 1e-6] as const;

/** Spheres settling in a box [Renouf05 Table 1]. */
export const multibodyTable1: Reproduction = {
  name: 'multibody-table-1',
  summary: 'Spheres settling in a box: contacts, real-time ratio and worst penetration at two steps',
  source: '[Renouf05 Table 1]',
  takesSettings: true,
  run,
};

interface Row {
  readonly spheres: number;
  readonly h: number;
  readonly friction: boolean;
  readonly tolerance: number;
  /** simulated over processor time, this machine's */
  readonly Sp: number;
  readonly measured: MeasuredRun;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const plans = (around.quick ? paper.slice(0, 1) : paper).filter(
    ({ spheres }) => around.only.length === 0 || around.only.includes(String(spheres)),
  );
  const rows: Row[] = [];
  const yardstick = await Yardstick.open(around);
  const total = plans.length * 3;
  const add = async (spheres: number, h: number, friction: boolean, tolerance: number): Promise<void> => {
    if (around.stopped()) return;
    const set = [`step.length=${h}`, `solver.tolerance=${tolerance}`, `solver.restTolerance=${tolerance}`];
    if (!friction) set.push('materials.ball.friction=0');
    const plan = { scene: `spheres-${spheres}`, set, ...(around.quick && { time: 0.6 }) };
    const measured = await measureRun(around, plan, (x) =>
      around.progress(`${spheres} spheres, h = ${h}`, (rows.length + x) / total),
    );
    const Sp = measured.time / (measured.step.seconds * measured.step.steps);
    rows.push({ spheres, h, friction, tolerance, Sp, measured });
    yardstick.measure();
  };
  // once unrecorded, so that the engine has compiled
  if (!around.quick) await measureRun(around, { scene: 'spheres-320', time: 1 }, () => undefined);
  for (const { spheres, h } of plans) {
    for (const tolerance of tolerances) await add(spheres, h, true, tolerance);
    await add(spheres, h, false, tolerances[0]);
  }
  yardstick.close();
  return {
    tables: [table(rows, yardstick.slowness)],
    plots: [],
    remarks: [
      'Sp is simulated time over processor time (over wall time where that is less), one thread, everything included, on the reference machine; the paper ran on an Opteron 242.',
      yardstick.remark(),
      'Contacts: the most that touch at the end of a step; the paper counts those of its settled pile. The error is `relative`.',
    ],
    data: { rows, yardstick: yardstick.seconds, slowness: yardstick.slowness },
    claims: paper.flatMap((theirs) => rowClaims(theirs, rows, yardstick.slowness, around.quick)),
  };
}

/** What the paper's row says, to each error. */
function rowClaims(theirs: (typeof paper)[number], rows: readonly Row[], slowness: number, quick: boolean): Claim[] {
  const { spheres, h, contacts, Sp, penetration } = theirs;
  const name = `${spheres} spheres, h = ${h}`;
  return tolerances.flatMap((tolerance) => {
    const ours = rows.find(
      (row) => row.spheres === spheres && row.h === h && row.friction && row.tolerance === tolerance,
    );
    const run = ours?.measured;
    const tested = ours !== undefined && !quick;
    return [
      claim(
        `${name}, to ${tolerance}: every step converges, overlaps are at most the paper's`,
        `${short(100 * penetration)} %`,
        run ? `${short(100 * run.penetration)} %, ${run.unconverged} of ${run.steps} not converged` : '',
        run && run.penetration <= penetration && run.unconverged === 0,
      ),
      claim(
        `${name}, to ${tolerance}: as many contacts (within a quarter)`,
        String(contacts),
        run ? String(run.contacts.max) : '',
        tested ? Math.abs(ours.measured.contacts.max - contacts) <= 0.25 * contacts : undefined,
      ),
      claim(
        `${name}, to ${tolerance}: at least as near to real time (Sp)`,
        String(Sp),
        ours ? short(ours.Sp * slowness) : '',
        tested ? ours.Sp * slowness >= Sp : undefined,
      ),
    ];
  });
}

function table(rows: readonly Row[], slowness: number): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  const titles = ['spheres', 'h', 'friction', 'error', 'contacts', 'paper', 'Sp', 'paper', 'penetration', 'paper'];
  return {
    columns: [...titles, 'iterations', 'unconverged'].map(right),
    rows: rows.map(({ spheres, h, friction, tolerance, Sp, measured }) => {
      const theirs = friction ? paper.find((row) => row.spheres === spheres && row.h === h) : undefined;
      return [
        String(spheres),
        String(h),
        friction ? '0.3' : '0',
        short(tolerance),
        String(measured.contacts.max),
        theirs ? String(theirs.contacts) : '',
        (Sp * slowness).toFixed(2),
        theirs ? String(theirs.Sp) : '',
        `${short(100 * measured.penetration)} %`,
        theirs ? `${short(100 * theirs.penetration)} %` : '',
        short(measured.iterations),
        `${measured.unconverged} of ${measured.steps}`,
      ];
    }),
  };
}
