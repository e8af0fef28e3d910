import type { FiberBody } from '../bodies/body.js';
import { short } from '../present/format.js';
import type { LinePlot } from '../present/line-plot.js';
import type { Table } from '../present/table.js';
import { claim } from './claim.js';
import { type HairMotion, meanOver, motionPlot, watchHair } from './hair-motion.js';
import { measureRun } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** The paper's eight solvers, and whether they obey Coulomb's law exactly. */
const solvers = [
  { name: 'DAC, global', solver: 'newton-ac-damped', local: undefined, exact: true },
  { name: 'MFB, global', solver: 'newton-mfb', local: undefined, exact: true },
  { name: 'DAC', solver: 'gauss-seidel', local: 'dac', exact: true },
  { name: 'MFB', solver: 'gauss-seidel', local: 'mfb', exact: true },
  { name: 'Enum', solver: 'gauss-seidel', local: 'enumerative', exact: true },
  { name: 'Duriez08', solver: 'gauss-seidel', local: 'duriez08', exact: true },
  { name: 'Duriez06', solver: 'gauss-seidel', local: 'duriez06', exact: false },
  { name: '4sides', solver: 'gauss-seidel', local: 'four-sides', exact: false },
] as const;

/** Free ends of exact solvers lie together within this share of the orbit's size, those of the others do not. */
const together = 0.01;

/** Orbits of the free end of a rod on a rotating ball, and full hair, by solver [Daviet11 Figure 7]. */
export const hairFigure7: Reproduction = {
  name: 'hair-figure-7',
  summary: 'Orbits of a rod on a rotating ball for eight solvers; full hair with exact and with four-sided friction',
  source: '[Daviet11 Figure 7]',
  takesSettings: true,
  run,
};

/** Where the free end was over the last period. */
interface Orbit {
  readonly name: string;
  readonly exact: boolean;
  /** t, x, y, z for each step */
  readonly path: number[][];
  readonly unconverged: number;
  readonly broken: string | undefined;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const orbits: Orbit[] = [];
  const time = around.quick ? 1 : 3;
  for (const [k, solver] of solvers.entries()) {
    if (around.stopped()) break;
    orbits.push(await orbitOf(around, solver, time, (x) => around.progress(solver.name, (0.4 * (k + x)) / 8)));
  }
  const size = orbits.length > 0 ? sizeOf(orbits[0]) : 1;
  const apart = orbits.map((orbit) => distance(orbit, orbits[0]) / size);
  const whole = orbits.length === solvers.length;
  const exact = orbits.flatMap((orbit, k) => (orbit.exact ? [{ ...orbit, apart: apart[k] }] : []));
  const rough = orbits.flatMap((orbit, k) => (orbit.exact ? [] : [{ ...orbit, apart: apart[k] }]));
  const hair = around.stopped() ? [] : await fullHair(around);
  return {
    tables: [orbitTable(orbits, apart, size), ...(hair.length > 0 ? [hairTable(hair)] : [])],
    plots: [
      orbitPlot(orbits),
      motionPlot(hair, 'Slip between touching strands', 'slip (m/s)', ({ slip }) => slip),
    ].filter(({ series }) => series.length > 0),
    remarks: [
      'The paper: all exact solvers reach the same orbit, whatever their stopping rule; Duriez06 and 4sides reach others.',
      `Here exact ones lie within ${short(100 * Math.max(...apart.filter((_, k) => orbits[k].exact)))} % of the orbit's size (largest distance at equal times).`,
      'Full hair, exact beside four-sided: four-sides is allowed the mean number of sweeps of the exact solver, so the times are near each other, not equal; fewer and thicker strands than in free-a. The paper sees strands clump more with the exact one (less slip between them).',
    ],
    data: { orbits, apart, size, hair },
    claims: [
      claim(
        `all solvers of exact friction reach the same orbit (within ${100 * together} % of its size)`,
        'the same',
        exact
          .map(
            ({ name, apart, broken }) => `${name} ${broken === undefined ? `${short(100 * apart)} %` : 'broke down'}`,
          )
          .join(', '),
        whole ? exact.every(({ apart, broken }) => broken === undefined && apart <= together) : undefined,
      ),
      claim(
        'Duriez06 and 4sides reach others',
        'completely different ones',
        rough.map(({ name, apart }) => `${name} ${short(100 * apart)} % off`).join(', '),
        whole ? rough.every(({ apart }) => apart > together) : undefined,
      ),
      claim(
        'in full hair strands clump more with the exact solver at equal time (slip between them a tenth less)',
        'more visible',
        hair.length === 2 ? `slip ${hair.map((motion) => short(slipOf(motion))).join(' against ')} m/s` : '',
        hair.length === 2 && !around.quick ? slipOf(hair[0]) <= 0.9 * slipOf(hair[1]) : undefined,
      ),
    ],
  };
}

async function orbitOf(
  around: Surroundings,
  { name, solver, local, exact }: (typeof solvers)[number],
  time: number,
  share: (x: number) => void,
): Promise<Orbit> {
  const path: number[][] = [];
  const set = [`solver.name=${solver}`, 'solver.maxIterations=200'];
  if (local !== undefined) set.push(`solver.local=${local}`);
  const run = await measureRun(
    around,
    {
      scene: 'rotating-ball',
      set,
      time,
      each: ({ bodies, t }) => {
        // the last turn of the ball, which takes a second
        if (t <= time - 1 + 1e-9) return;
        const rod = bodies[0] as FiberBody;
        const x = new Float64Array(3 * rod.nodes);
        rod.centreLine(x);
        path.push([t, ...x.subarray(x.length - 3)]);
      },
    },
    share,
  );
  return { name, exact, path, unconverged: run.unconverged, broken: run.broken };
}

/** Mean slip between strands in the second half (m/s). */
function slipOf(motion: HairMotion): number {
  return meanOver(motion, ({ slip }) => slip, (motion.samples.at(-1)?.t ?? 0) / 2);
}

/** Largest extent of an orbit (m). */
function sizeOf({ path }: Orbit): number {
  const extents = [1, 2, 3].map((i) => {
    const values = path.map((p) => p[i]);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...extents);
}

/** Largest distance of two orbits at equal times (m). */
function distance(a: Orbit, b: Orbit): number {
  const steps = Math.min(a.path.length, b.path.length);
  if (steps === 0) return Infinity;
  let largest = 0;
  for (let k = 0; k < steps; k++) {
    const [p, q] = [a.path[k], b.path[k]];
    largest = Math.max(largest, Math.hypot(p[1] - q[1], p[2] - q[2], p[3] - q[3]));
  }
  return largest;
}

/** Full hair with the exact solver, then with four-sides and as many sweeps as take as long. */
async function fullHair(around: Surroundings): Promise<HairMotion[]> {
  const { quick } = around;
  const small = quick
    ? ['bodies.0.count=40', 'bodies.0.collisionRadius=0.003']
    : ['bodies.0.count=480', 'bodies.0.collisionRadius=0.0016'];
  const time = quick ? 0.2 : 0.5;
  const base = [...small, 'solver.name=gauss-seidel'];
  const share = (k: number) => (x: number) => around.progress('full hair', 0.4 + 0.3 * (k + x));
  const set = [...base, 'solver.local=mfb+enumerative'];
  const exact = await watchHair(around, 'mfb+enumerative', { scene: 'free-a', set, time }, share(0));
  const budget = Math.max(5, Math.round(exact.run.iterations));
  const rough = [...base, 'solver.local=four-sides', `solver.maxIterations=${budget}`];
  const sides = await watchHair(around, 'four-sides', { scene: 'free-a', set: rough, time }, share(1));
  return [exact, sides];
}

const right = (title: string) => ({ title, align: 'right' as const });

function orbitTable(orbits: readonly Orbit[], apart: readonly number[], size: number): Table {
  return {
    title: `Free end over the last turn of the ball; the orbit is ${short(1000 * size)} mm wide`,
    columns: [
      { title: 'solver' },
      { title: 'friction' },
      right('distance from the first (%)'),
      right('steps not converged'),
    ],
    rows: orbits.map(({ name, exact, unconverged, broken }, k) => [
      name,
      exact ? 'exact' : 'approximate',
      broken === undefined ? short(100 * apart[k]) : 'broke down',
      String(unconverged),
    ]),
  };
}

function orbitPlot(orbits: readonly Orbit[]): LinePlot {
  return {
    title: 'Orbits of the free end',
    x: { title: 'y (m)', kind: 'linear' },
    y: { title: 'z (m)', kind: 'linear' },
    series: orbits.map(({ name, path }, color) => ({
      name,
      color,
      points: path.map(([t, , y, z]) => ({ x: y, y: z, label: `${name}, t = ${short(t, 3)} s` })),
    })),
  };
}

function hairTable(motions: readonly HairMotion[]): Table {
  const end = motions[0].samples.at(-1)?.t ?? 0;
  const line = (title: string, of: (motion: HairMotion) => string): string[] => [title, ...motions.map(of)];
  return {
    title: `free-a, ${motions[0].run.bodies} strands`,
    columns: [{ title: '' }, ...motions.map(({ name }) => right(name))],
    rows: [
      line('sweeps a step', ({ run }) => short(run.iterations)),
      line('solve, time of a step (ms)', ({ run }) => short(1000 * run.step.split.solve)),
      line('worst error', ({ run }) => short(run.errorMax)),
      line('slip between strands (m/s)', (m) => short(meanOver(m, ({ slip }) => slip, end / 2))),
      line('sticking (%)', (m) => short(100 * meanOver(m, ({ stick }) => stick, end / 2))),
      line('spread (m)', (m) => short(meanOver(m, ({ spread }) => spread, end / 2))),
    ],
  };
}
