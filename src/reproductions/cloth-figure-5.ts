import { argusSheet, buildFallingSheet, fallingSheetVelocity, impactTime } from '../validation/cloth/falling-sheet.js';
import { short } from '../present/format.js';
import type { PlotPoint } from '../present/line-plot.js';
import { claim } from './claim.js';
import { columnsOf } from './cloth-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** A sheet falling on an incline, against the closed form [Ly20 Figure 5]. */
export const clothFigure5: Reproduction = {
  name: 'cloth-figure-5',
  summary: 'A sheet falls flat on an incline: speeds with one iteration a step against the closed form',
  source: '[Ly20 Figure 5]',
  takesSettings: false,
  run,
};

interface Curve {
  readonly friction: number;
  readonly h: number;
  readonly worst: number;
  readonly points: readonly { readonly t: number; readonly along: number; readonly exact: number }[];
}

async function run({ progress, breathe, quick }: Surroundings): Promise<Reproduced> {
  const h = impactTime(argusSheet) / 306;
  const curves: Curve[] = [];
  for (const friction of quick ? [0.2] : [0, 0.2, 0.6]) {
    progress(`friction ${friction}`);
    curves.push(curve(friction, h));
    await breathe();
  }
  const worst = Math.max(...curves.map((c) => c.worst));
  const series = curves.flatMap(({ friction, points }, color) => {
    const of = (pick: (p: Curve['points'][number]) => number): PlotPoint[] =>
      points.map((p) => ({ x: p.t, y: pick(p) }));
    return [
      { name: `friction ${friction}`, color, points: of((p) => p.along) },
      {
        name: `closed form ${friction}`,
        color,
        points: of((p) => p.exact).filter((_, k) => k % 25 === 0),
        marks: true,
        joined: false,
      },
    ];
  });
  return {
    tables: [
      {
        columns: columnsOf('friction', [
          'time step (s)',
          'speed at 1 s (m/s)',
          'closed form',
          'largest difference (m/s)',
        ]),
        rows: curves.map(({ friction, worst: w, points }) => {
          const end = points[points.length - 1];
          return [String(friction), short(h, 6), short(end.along, 9), short(end.exact, 9), short(w)];
        }),
      },
    ],
    plots: [
      {
        title: 'Speed along the incline',
        x: { title: 'time (s)', kind: 'linear' },
        y: { title: 'speed (m/s)', kind: 'linear' },
        series,
      },
    ],
    remarks: [
      'The paper: the error vanishes after one local/global iteration, since all nodes move alike.',
      `Here: one iteration a step, the step dividing the time of the impact: velocities differ by at most ${short(worst)} m/s.`,
    ],
    data: { h, curves },
    claims: [
      claim(
        'with one iteration a step the speeds are those of the closed form (1e-9 m/s)',
        'the error vanishes',
        `${short(worst)} m/s`,
        worst < 1e-9,
      ),
    ],
  };
}

function curve(friction: number, h: number): Curve {
  const setup = { ...argusSheet, friction };
  const { world, spread } = buildFallingSheet(setup, h, 1);
  const points: { t: number; along: number; exact: number }[] = [];
  let worst = 0;
  for (let step = 1; step * h <= 1 + 1e-9; step++) {
    world.step();
    const exact = fallingSheetVelocity(setup, step * h);
    const got = spread();
    worst = Math.max(worst, Math.abs(got.along - exact.along), Math.abs(got.into - exact.into));
    points.push({ t: step * h, along: got.along, exact: exact.along });
  }
  return { friction, h, worst, points };
}
