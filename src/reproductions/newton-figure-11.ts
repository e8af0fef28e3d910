import { duration, short } from '../present/format.js';
import { claim } from './claim.js';
import {
  type SamplePlan,
  type Solved,
  type Way,
  mean,
  nuPlot,
  nuTable,
  publishedNewton,
  solveSamples,
  width,
} from './nu-convergence.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Profiles of the time to converge of two sizes [Bertails11 Figure 11]. */
export const newtonFigure11: Reproduction = {
  name: 'newton-figure-11',
  summary: 'Time to converge against the degree of constraint: 31 beside 76 spaghetti of 16 nodes',
  source: '[Bertails11 Figure 11]',
  takesSettings: true,
  run,
};

const ways: readonly Way[] = [
  { name: 'newton-ac-damped', solver: publishedNewton() },
  { name: 'auto', solver: 'auto' },
];

async function run(around: Surroundings): Promise<Reproduced> {
  const { quick } = around;
  const plan = (scene: string, rods: number, set: readonly string[]): SamplePlan => ({
    scene,
    rods,
    set: [...set, 'step.slack=0', ...(quick ? [`bodies.0.count=${rods}`, 'bodies.0.rod.elements=9'] : [])],
    seeds: quick ? [1] : [1, 2],
    perSeed: around.problems ?? (quick ? 4 : 40),
    ...(quick && { time: 0.12 }),
  });
  const scenes = [
    plan('spaghetti-31', quick ? 3 : 31, []),
    plan('spaghetti-76', quick ? 6 : 76, ['bodies.0.rod.elements=15']),
  ];
  const solved: Solved[] = [];
  for (const [k, scene] of scenes.entries()) {
    around.progress(`${scene.rods} rods`);
    const share = (x: number): void => around.progress(`${scene.rods} rods`, (k + x) / scenes.length);
    solved.push(...(await solveSamples(around, scene, ways, share)));
  }
  const of = (rods: number): Solved[] => solved.filter((s) => s.rods === rods);
  const ratios = ways.map(({ name }) => ({ solver: name, ...scaling(of(scenes[0].rods), of(scenes[1].rods), name) }));
  const [newton] = ratios;
  return {
    tables: scenes.map(({ rods }) => nuTable(of(rods), `${rods} rods`)),
    plots: scenes.map(({ rods }) =>
      nuPlot(of(rods), `${rods} rods of 16 nodes`, { title: 'time (s)', of: ({ seconds }) => seconds }),
    ),
    remarks: [
      'The paper: the two profiles are alike up to a factor of the size of the number of contacts (up to 10 s and 40 s).',
      ...ratios.map(remark),
    ],
    data: { solved, ratios },
    claims: [
      claim(
        'at equal nu the time grows as the contacts do (within a factor of 2 of their ratio)',
        '4 times as long for 2.5 times the rods',
        newton.times > 0 ? `${short(newton.times)} times as long for ${short(newton.contacts)} times the contacts` : '',
        quick || around.stopped() || !(newton.times > 0)
          ? undefined
          : newton.times >= newton.contacts / 2 && newton.times <= 2 * newton.contacts,
      ),
    ],
  };
}

function remark({ solver, contacts, times, small, large }: Scaling & { solver: string }): string {
  if (!(times > 0)) return `${solver}: no problems of equal nu`;
  return (
    `${solver}: at equal nu ${short(contacts)} times the contacts take ${short(times)} times as long` +
    ` (mean ${duration(small)} and ${duration(large)}).`
  );
}

type Scaling = ReturnType<typeof scaling>;

/** Contacts and times of the larger over the smaller, in the mean over groups of nu that both have. */
function scaling(small: readonly Solved[], large: readonly Solved[], solver: string) {
  const group = ({ nu }: Solved): number => Math.floor(nu / width);
  const own = (list: readonly Solved[]): Solved[] => list.filter((s) => s.solver === solver);
  const both = [...new Set(own(small).map(group))].filter((g) => own(large).some((s) => group(s) === g));
  const over = (list: readonly Solved[], of: (s: Solved) => number): number =>
    mean(
      both.map((g) =>
        mean(
          own(list)
            .filter((s) => group(s) === g)
            .map(of),
        ),
      ),
    );
  const contacts = over(large, (s) => s.contacts) / over(small, (s) => s.contacts);
  const [a, b] = [over(small, (s) => s.seconds), over(large, (s) => s.seconds)];
  return { contacts, times: b / a, small: a, large: b };
}
