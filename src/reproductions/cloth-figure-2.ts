import { clothOverlap } from '../validation/cloth/overlap.js';
import { short } from '../present/format.js';
import { claim } from './claim.js';
import { type ClothMeans, apart, clothWorld, columnsOf, runCloth } from './cloth-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** The shape against the number of iterations [Ly20 Figure 2]. */
export const clothFigure2: Reproduction = {
  name: 'cloth-figure-2',
  summary: 'Ribbon and square-1 with 5, 10, 20 and 30 iterations a step: how far apart their shapes are',
  source: '[Ly20 Figure 2]',
  takesSettings: false,
  run,
};

const counts = [30, 20, 10, 5];
/** Distance of shapes that a reader would see in the paper's figure: a hundredth of sheets of a metre (m). */
const significant = 0.01;

interface Row {
  readonly scene: string;
  readonly iterations: number;
  /** root mean square distance of the vertices from the run of 30 iterations, at ten times (m) */
  readonly apart: readonly { readonly t: number; readonly distance: number }[];
  /** of the centre of mass at the end (m) */
  readonly height: number;
  /** deepest vertex at the end, in thicknesses */
  readonly deepest: number;
  readonly run: ClothMeans;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick, progress } = around;
  const scenes = [
    { scene: 'ribbon', friction: 0.3, until: quick ? 0.2 : 1.2 },
    { scene: 'square-1', friction: 0.1, until: quick ? 0.2 : 1 },
  ].filter(({ scene }) => around.only.length === 0 || around.only.includes(scene));
  const rows: Row[] = [];
  let done = 0;
  for (const { scene, friction, until } of scenes) {
    const reference: Float64Array[] = [];
    for (const iterations of counts) {
      if (around.stopped()) break;
      const built = clothWorld({ scene, friction, resolution: quick ? 0.25 : 1, solver: { iterations } });
      const distances: { t: number; distance: number }[] = [];
      let sampled = 0;
      const measured = await runCloth(
        around,
        built,
        until,
        (world, { q }) => {
          if (world.t < ((sampled + 1) * until) / 10 - 1e-9) return;
          if (iterations === counts[0]) reference.push(q.slice());
          else if (reference[sampled]) distances.push({ t: world.t, distance: apart(q, reference[sampled]) });
          sampled++;
        },
        (share) => progress(`${scene}, ${iterations} iterations`, (done + share) / (scenes.length * counts.length)),
      );
      done++;
      const { obstacle, self } = clothOverlap(built.cloth.world);
      const { q, thickness } = built.cloth;
      let height = 0;
      for (let k = 2; k < q.length; k += 3) height += (3 * q[k]) / q.length;
      const deepest = Math.max(obstacle, self) / thickness;
      rows.push({ scene, iterations, apart: distances, height, deepest, run: measured });
    }
  }
  const end = (row: Row | undefined): number => row?.apart.at(-1)?.distance ?? 0;
  const rowOf = (scene: string, iterations: number): Row | undefined =>
    rows.find((row) => row.scene === scene && row.iterations === iterations);
  const tested = !quick && !around.stopped() && rows.length === counts.length * scenes.length;
  const ends = (scene: string): string =>
    counts
      .slice(1)
      .map((n) => `${n}: ${short(1e3 * end(rowOf(scene, n)))} mm`)
      .join(', ');
  return {
    tables: [
      {
        columns: columnsOf('scene', [
          'iterations',
          'from 30 its (mm)',
          'height (m)',
          'deepest (%)',
          'acMean',
          'step (ms)',
        ]),
        rows: rows.map((row) => [
          row.scene,
          String(row.iterations),
          row.iterations === counts[0] ? '-' : short(1e3 * end(row)),
          short(row.height, 3),
          short(100 * row.deepest),
          short(row.run.acMean),
          short(1e3 * row.run.step),
        ]),
      },
    ],
    plots: scenes.map(({ scene }) => ({
      title: `${scene}: distance from the run of 30 iterations`,
      x: { title: 'time (s)', kind: 'linear' as const },
      y: { title: 'root mean square (m)', kind: 'log' as const },
      series: counts.slice(1).map((iterations, color) => ({
        name: `${iterations} iterations`,
        color,
        marks: true,
        points: (rowOf(scene, iterations)?.apart ?? []).map(({ t, distance }) => ({
          x: t,
          y: Math.max(distance, 1e-9),
        })),
      })),
    })),
    remarks: [
      'The paper: both degrade consistently down to 10 iterations; below, square-1 stops converging, while the ribbon keeps working; no significant difference above 20.',
      'Distances of single vertices grow with time wherever cloth crumples: look at heights, too. Step: processor time.',
    ],
    data: { rows },
    claims: scenes.flatMap(({ scene }) => {
      const [at20, at10, at5] = [20, 10, 5].map((n) => end(rowOf(scene, n)));
      const deepest = (n: number): number => rowOf(scene, n)?.deepest ?? NaN;
      return [
        claim(
          `${scene}: no significant difference above 20 iterations (within a hundredth of the sheet, ${1e3 * significant} mm)`,
          'none',
          ends(scene),
          tested ? at20 <= significant : undefined,
        ),
        claim(
          `${scene}: it degrades consistently from 20 over 10 to 5`,
          'consistently down to 10',
          ends(scene),
          tested ? at20 <= at10 && at10 <= at5 : undefined,
        ),
        scene === 'square-1'
          ? claim(
              'square-1: below 10 iterations it stops converging properly (a vertex deeper than a tenth of the thickness at the end)',
              'stops converging',
              `deepest with 5: ${short(100 * deepest(5))} %, with 10: ${short(100 * deepest(10))} %`,
              tested ? deepest(5) > 0.1 && deepest(10) <= 0.1 : undefined,
            )
          : claim(
              'ribbon: with 5 iterations it keeps working (no vertex deeper than a tenth of the thickness at the end)',
              'continues to work consistently',
              `deepest with 5: ${short(100 * deepest(5))} %`,
              tested ? deepest(5) <= 0.1 : undefined,
            ),
      ];
    }),
  };
}
