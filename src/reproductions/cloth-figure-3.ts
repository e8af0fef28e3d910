import type { ClothBody } from '../dynamics/cloth/cloth-body.js';
import { clothCrossings } from '../validation/cloth/crossings.js';
import { clothOverlap } from '../validation/cloth/overlap.js';
import { short } from '../present/format.js';
import { claim } from './claim.js';
import { type ClothMeans, clothWorld, columnsOf, runCloth } from './cloth-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Friction varied [Ly20 Figure 3]. */
export const clothFigure3: Reproduction = {
  name: 'cloth-figure-3',
  summary: 'Low and high friction: ribbon, square-1, square-3 and arabesque',
  source: '[Ly20 Figure 3]',
  takesSettings: false,
  run,
};

/** Mean contacts of the paper's table 2: with obstacles, with itself. */
const cases = [
  { scene: 'ribbon', low: 0.3, high: 0.6, until: 4, paper: { low: [4210, 455], high: [2194, 1769] } },
  { scene: 'square-1', low: 0.1, high: 0.3, until: 1.5, paper: { low: [2273, 1009], high: [1665, 301] } },
  { scene: 'square-3', low: 0.1, high: 0.3, until: 1, paper: { low: [4034, 5840], high: [2222, 5311] } },
  { scene: 'arabesque', low: 0, high: 0.3, until: 0.8, paper: { low: [3354, 155], high: [3673, 102] } },
] as const;

interface Row {
  readonly scene: string;
  readonly friction: number;
  readonly until: number;
  /** angle that the cloth was taken along about the vertical (rad); the ribbon: how far it slid down (m) */
  readonly taken: number;
  /** of the centre of mass (m) */
  readonly height: number;
  readonly deepest: number;
  /** edges that go through triangles of the cloth at the end */
  readonly crossings: number;
  readonly run: ClothMeans;
  readonly paper: readonly number[];
}

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick, progress } = around;
  const chosen = cases.filter(({ scene }) => around.only.length === 0 || around.only.includes(scene));
  const rows: Row[] = [];
  for (const { scene, low, high, until, paper } of quick ? chosen.slice(0, 2) : chosen) {
    for (const [friction, numbers] of [
      [low, paper.low],
      [high, paper.high],
    ] as const) {
      if (around.stopped()) break;
      const built = clothWorld({ scene, friction, resolution: quick ? 0.25 : 1 });
      const start = built.cloth.q.slice();
      const end = quick ? 0.25 : until;
      const report = (share: number): void => progress(`${scene}, friction ${friction}`, share);
      const measured = await runCloth(around, built, end, undefined, report);
      rows.push({ scene, friction, until: end, ...shapeOf(scene, start, built.cloth), run: measured, paper: numbers });
    }
  }
  return {
    tables: [
      {
        columns: columnsOf('scene', [
          ...[
            'friction',
            'time (s)',
            'taken along',
            'height (m)',
            'contacts',
            "the paper's",
            'self-contacts',
            "the paper's",
          ],
          ...['deepest (%)', 'crossings', 'acceleration (m/s2)'],
        ]),
        rows: rows.map((row) => [
          row.scene,
          String(row.friction),
          short(row.until),
          `${short(row.taken, 3)} ${row.scene === 'ribbon' ? 'm' : 'rad'}`,
          short(row.height, 3),
          short(row.run.obstacle),
          String(row.paper[0]),
          short(row.run.self),
          String(row.paper[1]),
          short(100 * row.deepest),
          String(row.crossings),
          short(row.run.acceleration),
        ]),
      },
    ],
    plots: [],
    remarks: [
      'Taken along: the mean turn of the cloth about the vertical, by the sphere or the body; the ribbon: how far it slid down.',
      'Contacts: means over the steps, beside those of the paper, whose meshes, figures and durations are not published.',
      'Deepest: overlap of a vertex at the end, of the thickness. Crossings: edges of the cloth that go through its triangles at the',
      'end. Acceleration: largest of a vertex in the last fifth of the run.',
    ],
    data: { rows },
    claims: cases.flatMap(({ scene, paper }) => {
      const [low, high] = rows.filter((row) => row.scene === scene);
      const tested = high !== undefined && !quick && !around.stopped();
      const both = (of: (row: Row) => number): string => (high ? `${short(of(low), 3)} and ${short(of(high), 3)}` : '');
      const self = (row: Row): number => row.run.self;
      const [fewer, more] = [paper.low[1], paper.high[1]];
      return [
        claim(
          scene === 'ribbon'
            ? 'ribbon: with more friction it slides less far (by a twentieth)'
            : `${scene}: with more friction it is taken along farther (by a twentieth)`,
          'macroscopic impact',
          `${both(({ taken }) => taken)} ${scene === 'ribbon' ? 'm' : 'rad'}`,
          tested
            ? scene === 'ribbon'
              ? high.taken <= 0.95 * low.taken
              : Math.abs(high.taken) >= 1.05 * Math.abs(low.taken)
            : undefined,
        ),
        claim(
          `${scene}: self-contacts ${more > fewer ? 'rise' : 'fall'} with friction`,
          `${fewer} to ${more}`,
          both(self),
          tested ? (more > fewer ? self(high) > self(low) : self(high) < self(low)) : undefined,
        ),
      ];
    }),
  };
}

function shapeOf(
  scene: string,
  start: Float64Array,
  cloth: ClothBody,
): Pick<Row, 'taken' | 'height' | 'deepest' | 'crossings'> {
  const { q, thickness } = cloth;
  let cross = 0;
  let dot = 0;
  let height = 0;
  let along = 0;
  for (let k = 0; k < q.length; k += 3) {
    dot += start[k] * q[k] + start[k + 1] * q[k + 1];
    cross += start[k] * q[k + 1] - start[k + 1] * q[k];
    height += (3 * q[k + 2]) / q.length;
    along += (3 * (q[k] - start[k])) / q.length;
  }
  const { obstacle, self } = clothOverlap(cloth.world);
  const taken = scene === 'ribbon' ? along : Math.atan2(cross, dot);
  const crossings = clothCrossings(cloth.cloth);
  return { taken, height, deepest: Math.max(obstacle, self) / thickness, crossings };
}
