import { short } from '../present/format.js';
import { claim } from './claim.js';
import { measureRun } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Paths of a body under the cyclic force, exact cone beside faceted ones [Renouf05 Figure 4]. */
export const multibodyFigure4: Reproduction = {
  name: 'multibody-figure-4',
  summary: 'Paths under a cyclic force: exact cone, nsgs with C_2, lemke with C_2, C_3, C_4, C_6, C_8',
  source: '[Renouf05 Figure 4]',
  takesSettings: true,
  run,
};

/** C_k of the paper has 2 k facets. */
const runs = [
  { name: 'nsgs, exact cone', solver: 'nsgs', facets: undefined },
  { name: 'nsgs, C_2', solver: 'nsgs', facets: 4 },
  { name: 'lemke, C_2', solver: 'lemke', facets: 4 },
  { name: 'lemke, C_3', solver: 'lemke', facets: 6 },
  { name: 'lemke, C_4', solver: 'lemke', facets: 8 },
  { name: 'lemke, C_6', solver: 'lemke', facets: 12 },
  { name: 'lemke, C_8', solver: 'lemke', facets: 16 },
] as const;

/** Time of a cycle of the force (s). */
const cycle = 15;

interface Path {
  readonly name: string;
  readonly exact: boolean;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** how far the last cycle ends from where it began (m) */
  readonly drift: number;
  /** lengths of the last three legs (m) */
  readonly legs: readonly number[];
}

async function run(around: Surroundings): Promise<Reproduced> {
  const cycles = around.quick ? 2 : 8;
  const paths: Path[] = [];
  for (const [k, plan] of runs.entries()) {
    if (around.stopped()) break;
    paths.push(await follow(around, plan, cycles, (x) => around.progress(plan.name, (k + x) / runs.length)));
  }
  const [exact] = paths;
  const size = Math.max(...exact.legs);
  const square = paths.filter(({ name }) => name.endsWith('C_2'));
  const tested = !around.quick && paths.length === runs.length;
  const [c2, c8] = ['lemke, C_2', 'lemke, C_8'].map((name) => paths.find((path) => path.name === name)?.drift ?? NaN);
  return {
    tables: [
      {
        title: `after ${cycles} cycles of ${cycle} s`,
        columns: [
          { title: 'solver' },
          ...['drift of the last cycle (m)', 'leg 1 (m)', 'leg 2 (m)', 'leg 3 (m)'].map((title) => ({
            title,
            align: 'right' as const,
          })),
        ],
        rows: paths.map(({ name, drift, legs }) => [name, short(drift), ...legs.map((leg) => leg.toFixed(4))]),
      },
    ],
    plots: [
      plot('Exact cone and C_2', paths.slice(0, 2), size),
      plot('Exact cone and lemke with facets', [paths[0], ...paths.slice(2)], size),
    ],
    remarks: [
      'The paper: with the exact cone the path is an equilateral triangle; with facets it can be unrealistic, and comes near only with many.',
      "Here the body does not turn and the force is 1 % above mu m g, which makes the paper's problem well-posed: after some cycles the exact path closes and its three legs are alike. The square cone never lets two of the legs slide from rest: it drifts away.",
    ],
    data: { paths: paths.map(({ name, drift, legs }) => ({ name, drift, legs })) },
    claims: [
      claim(
        'with the exact cone the path is an equilateral triangle that closes (1e-10 m, legs within 1e-8)',
        'equilateral',
        `drift ${short(exact.drift)} m, legs within ${short(spread(exact.legs))}`,
        tested ? exact.drift <= 1e-10 && spread(exact.legs) < 1e-8 : undefined,
      ),
      claim(
        'with the square cone C_2 it is unrealistic (drifts by more than a tenth of a leg a cycle)',
        'unrealistic',
        square.map(({ name, drift }) => `${name} ${short(drift)} m`).join(', '),
        paths.length === runs.length ? square.every(({ drift }) => drift > 0.1 * size) : undefined,
      ),
      claim(
        'more facets come nearer (C_8 drifts less than half of what C_2 does)',
        'near with many',
        `C_2 ${short(c2)} m, C_8 ${short(c8)} m a cycle`,
        tested ? c8 < 0.5 * c2 : undefined,
      ),
    ],
  };
}

/** Largest difference of two legs over their length. */
function spread(legs: readonly number[]): number {
  return (Math.max(...legs) - Math.min(...legs)) / Math.max(...legs);
}

async function follow(
  around: Surroundings,
  { name, solver, facets }: (typeof runs)[number],
  cycles: number,
  share: (done: number) => void,
): Promise<Path> {
  const x: number[] = [];
  const y: number[] = [];
  const set = [`solver.name=${solver}`, ...(facets === undefined ? [] : [`solver.facets=${facets}`])];
  await measureRun(
    around,
    {
      scene: 'triangle',
      set,
      time: cycles * cycle,
      each: (world) => {
        x.push(world.bodies[0].q[0]);
        y.push(world.bodies[0].q[1]);
      },
    },
    share,
  );
  const steps = x.length / (3 * cycles);
  const corner = (k: number): [number, number] => {
    const at = Math.round((3 * cycles - k) * steps) - 1;
    return [x[at] ?? 0, y[at] ?? 0];
  };
  const distance = (a: number, b: number): number => {
    const [p, q] = [corner(a), corner(b)];
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  };
  const legs = [distance(3, 2), distance(2, 1), distance(1, 0)];
  return { name, exact: facets === undefined, x, y, drift: distance(3, 0), legs };
}

function plot(title: string, paths: readonly Path[], size: number): Reproduced['plots'][number] {
  return {
    title,
    x: { title: 'x (m)', kind: 'linear' },
    y: { title: `y (m); a leg is ${short(size)} m`, kind: 'linear' },
    series: paths.map(({ name, x, y }) => ({
      name,
      color: runs.findIndex((plan) => plan.name === name),
      points: x.map((value, k) => ({ x: value, y: y[k] })),
    })),
  };
}
