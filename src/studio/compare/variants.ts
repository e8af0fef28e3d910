import { solvers } from '../../friction/index.js';
import { readScene } from '../../scene/read-scene.js';
import type { Scene } from '../../scene/schema/scene.js';
import { usedMaterials, usesSolver } from '../ui/live-controls.js';

/** Settings of one side: path=value each. */
export interface SideSettings {
  readonly label: string;
  readonly settings: readonly string[];
}

/** A comparison: two ways to run the same scene. */
export interface Comparison {
  readonly name: string;
  readonly title: string;
  /** whether it changes the solver, which cloth alone does not use */
  readonly solver?: boolean;
  readonly sides: (scene: Scene) => readonly [SideSettings, SideSettings];
}

const asIs = (label: string): SideSettings => ({ label, settings: [] });

/** What can be compared with a click. */
export const comparisons: readonly Comparison[] = [
  {
    name: 'four-sides',
    solver: true,
    title: 'exact cone | four-sided pyramid',
    sides: () => [
      asIs('exact'),
      { label: 'four sides', settings: ['solver.name=gauss-seidel', 'solver.local=four-sides'] },
    ],
  },
  {
    name: 'frictionless',
    title: 'friction | none',
    sides: (scene) => [asIs('with friction'), { label: 'μ = 0', settings: friction(scene, () => 0) }],
  },
  {
    name: 'half',
    title: 'friction | half of it',
    sides: (scene) => [asIs('μ'), { label: 'μ / 2', settings: friction(scene, (mu) => mu / 2) }],
  },
  {
    name: 'solvers',
    solver: true,
    title: 'Gauss-Seidel | Newton',
    sides: () => [
      { label: 'gauss-seidel', settings: ['solver.name=gauss-seidel'] },
      { label: 'newton-mfb', settings: ['solver.name=newton-mfb'] },
    ],
  },
  {
    name: 'tolerance',
    solver: true,
    title: 'tolerance 1e-2 | 1e-8',
    sides: () => [
      { label: 'tolerance 1e-2', settings: ['solver.tolerance=1e-2', 'solver.restTolerance=1e-2'] },
      { label: 'tolerance 1e-8', settings: ['solver.tolerance=1e-8', 'solver.restTolerance=1e-8'] },
    ],
  },
  {
    name: 'step',
    title: 'time step | half of it',
    sides: (scene) => [
      asIs(`step ${scene.step.length} s`),
      {
        label: `step ${scene.step.length / 2} s`,
        settings: [
          `step.length=${scene.step.length / 2}`,
          ...(scene.step.shortest === undefined
            ? []
            : [`step.shortest=${Math.min(scene.step.shortest, scene.step.length / 2)}`]),
        ],
      },
    ],
  },
];

/** The comparisons in which the two sides of a scene can differ at all. */
export function comparisonsOf(json: unknown): readonly Comparison[] {
  const scene = readScene(json);
  const rubs = friction(scene, (mu) => mu).some((setting) => /friction=(?!0$)/.test(setting));
  return comparisons
    .filter(({ solver = false }) => !solver || usesSolver(scene))
    .filter(({ name }) => rubs || (name !== 'frictionless' && name !== 'half' && name !== 'four-sides'));
}

/** The two sides of a comparison of a scene; of the first that it has where it has no such. */
export function sidesOf(name: string, json: unknown): readonly [SideSettings, SideSettings] {
  const possible = comparisonsOf(json);
  const comparison = possible.find((other) => other.name === name) ?? possible[0];
  return comparison.sides(readScene(json));
}

/** Settings that a side of a scene may be given, to pick from: each friction, the step, solvers, tolerance, gravity. */
export function settingsOf(json: unknown): string[] {
  const scene = readScene(json);
  const shares = [0, 0.5, 2];
  return [
    ...shares.flatMap((share) => friction(scene, (mu) => Number((share * mu).toPrecision(4)))),
    ...shares.slice(1).map((share) => `step.length=${share * scene.step.length}`),
    ...(usesSolver(scene) ? solvers().map(({ name }) => `solver.name=${name}`) : []),
    ...(usesSolver(scene) ? ['solver.tolerance=1e-2', 'solver.tolerance=1e-6', 'solver.tolerance=1e-10'] : []),
    'gravity=[0,0,0]',
  ].filter((setting) => !setting.includes('.preset='));
}

/** Settings that change every friction coefficient. */
function friction(scene: Scene, change: (mu: number) => number): string[] {
  const materials = usedMaterials(scene).flatMap(({ name, friction: mu, own }) => [
    ...(own ? [] : [`materials.${name}.preset=${name}`]),
    `materials.${name}.friction=${change(mu)}`,
  ]);
  const pairs = scene.pairs.flatMap((pair, k) =>
    pair.friction === undefined ? [] : [`pairs[${k}].friction=${change(pair.friction)}`],
  );
  return [...materials, ...pairs];
}
