import { duration, short } from '../present/format.js';
import { claim } from './claim.js';
import { measureRun } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Cost of a step against the number of contacts, from 80 to 10,000 spheres; not in the paper, which stops at 320. */
export const multibodyScaling: Reproduction = {
  name: 'multibody-scaling',
  summary: 'Settling spheres from 80 to 10,000: cost of a step against the number of contacts, and the energy',
  source: '[Renouf05 8.3, carried on]',
  takesSettings: true,
  run,
};

const sizes = [80, 160, 320, 640, 1280, 2560, 5120, 10000];

/** Spheres on top of each other at the start. */
const layers = 5;

interface Row {
  readonly spheres: number;
  readonly contacts: number;
  readonly iterations: number;
  /** processor time of a loaded step, and of it what is not spent iterating (s) */
  readonly seconds: number;
  /** largest growth of the energy in a step, over the energy at the start; repair of positions left out */
  readonly growth: number;
  /** kinetic energy at the end over its largest value */
  readonly settled: number;
  readonly unconverged: number;
  readonly steps: number;
  readonly penetration: number;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const asked = sizes.filter((n) => around.only.length === 0 || around.only.includes(String(n)));
  const rows: Row[] = [];
  for (const spheres of around.quick ? [80, 160] : asked) {
    if (around.stopped()) break;
    rows.push(await measure(around, spheres));
  }
  const exponent = slope(rows);
  const all = rows.length === sizes.length;
  return {
    tables: [table(rows)],
    plots: [
      {
        title: 'Cost of a step',
        x: { title: 'contacts', kind: 'log' },
        y: { title: 'time a step (s)', kind: 'log' },
        series: [
          {
            name: 'whole step',
            color: 0,
            marks: true,
            points: rows.map(({ spheres, contacts, seconds }) => ({
              x: contacts,
              y: seconds,
              label: `${spheres} spheres, ${Math.round(contacts)} contacts: ${duration(seconds)}`,
            })),
          },
          {
            name: 'for each iteration',
            color: 1,
            marks: true,
            points: rows.map(({ spheres, contacts, seconds, iterations }) => ({
              x: contacts,
              y: seconds / iterations,
              label: `${spheres} spheres: ${duration(seconds / iterations)} for each iteration`,
            })),
          },
        ],
      },
    ],
    remarks: [
      ...(rows.length > 1
        ? [`The time of a step grows as the number of contacts to the power of ${exponent.toFixed(2)}.`]
        : []),
      'Growth is the largest rise of the energy in any step (what the repair of positions costs is booked apart), over the energy at the start.',
    ],
    data: { rows, exponent },
    claims: [
      claim(
        'every step of every size converges to 1e-3',
        '',
        rows.map(({ spheres, unconverged, steps }) => `${spheres}: ${unconverged} of ${steps} not`).join(', '),
        rows.length > 0 ? rows.every(({ unconverged }) => unconverged === 0) : undefined,
      ),
      claim(
        'the energy never grows in a step (by more than 1e-6 of that at the start)',
        '',
        short(Math.max(...rows.map(({ growth }) => growth))),
        rows.length > 0 ? rows.every(({ growth }) => growth < 1e-6) : undefined,
      ),
      claim(
        'the cost of a step grows at most as contacts to the power of 1.1',
        '',
        rows.length > 1 ? exponent.toFixed(2) : '',
        all ? exponent <= 1.1 : undefined,
      ),
    ],
  };
}

async function measure(around: Surroundings, spheres: number): Promise<Row> {
  const side = Math.ceil(Math.sqrt(spheres / layers));
  const width = side * 0.117 + 0.008;
  const set = [
    `obstacles.0.shape.size=[${width},${width},1.2]`,
    `bodies.0.count=[${side},${side},${layers}]`,
    `bodies.0.limit=${spheres}`,
    'solver.tolerance=1e-3',
    'solver.restTolerance=1e-3',
  ];
  let start: number | undefined;
  let last = Infinity;
  let growth = 0;
  let fastest = 0;
  let kinetic = 0;
  const measured = await measureRun(
    around,
    {
      scene: 'spheres-320',
      set,
      time: around.quick ? 0.6 : 2,
      loadedFrom: 2 * spheres,
      each: (_, { energy }) => {
        const own = energy.total - energy.repair;
        start ??= own;
        growth = Math.max(growth, (own - last) / start);
        last = own;
        kinetic = energy.kinetic;
        fastest = Math.max(fastest, kinetic);
      },
    },
    (x) => around.progress(`${spheres} spheres`, x),
  );
  return {
    spheres,
    contacts: measured.step.contacts,
    iterations: measured.iterations,
    seconds: measured.step.seconds,
    growth,
    settled: kinetic / fastest,
    unconverged: measured.unconverged,
    steps: measured.steps,
    penetration: measured.penetration,
  };
}

/** Slope of log seconds over log contacts, least squares. */
function slope(rows: readonly Row[]): number {
  const points = rows.map(({ contacts, seconds }) => [Math.log(contacts), Math.log(seconds)]);
  const mean = (i: number): number => points.reduce((sum, p) => sum + p[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const top = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0);
  return top / points.reduce((sum, p) => sum + (p[0] - x) * (p[0] - x), 0);
}

function table(rows: readonly Row[]): Reproduced['tables'][number] {
  const titles = ['spheres', 'contacts', 'time a step', 'a contact', 'iterations', 'unconverged', 'penetration'];
  return {
    columns: [...titles, 'growth', 'kinetic, end/most'].map((title) => ({ title, align: 'right' as const })),
    rows: rows.map((row) => [
      String(row.spheres),
      String(Math.round(row.contacts)),
      duration(row.seconds),
      duration(row.seconds / row.contacts),
      short(row.iterations),
      `${row.unconverged} of ${row.steps}`,
      `${short(100 * row.penetration)} %`,
      short(row.growth),
      short(row.settled),
    ]),
  };
}
