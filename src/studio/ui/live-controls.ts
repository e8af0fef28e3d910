import { localSolvers, solvers } from '../../friction/index.js';
import { materialPresets } from '../../scene/presets.js';
import { readScene } from '../../scene/read-scene.js';
import type { Scene } from '../../scene/schema/scene.js';
import { element } from './element.js';
import { choice, slider } from './field.js';

/** Takes values that were changed together, by path. */
export type Change = (values: Readonly<Record<string, string>>) => void;

/** Sliders for what can be changed while a scene runs. */
export function liveControls(json: unknown, change: Change): HTMLFieldSetElement {
  const scene = readScene(json);
  const root = element('fieldset', { class: 'controls', 'aria-label': 'what can be changed while it runs' });
  root.append(element('h2', {}, 'Friction'), ...frictionSliders(scene, change));
  root.append(element('h2', {}, 'World'), gravitySlider(scene, change), stepSlider(scene, change));
  root.append(...stiffnessSliders(scene, change));
  root.append(
    element('h2', {}, 'Solver'),
    ...(usesSolver(scene) ? solverFields(scene, change) : []),
    ...clothFields(scene, change),
  );
  return root;
}

/** A material that the scene uses, with its values from preset and scene. */
export interface UsedMaterial {
  readonly name: string;
  /** whether the scene has an entry for it, rather than only naming a preset */
  readonly own: boolean;
  readonly friction: number;
  readonly youngModulus: number | undefined;
}

/** The materials that the scene uses. */
export function usedMaterials(scene: Scene): UsedMaterial[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'material' && typeof inner === 'string') names.add(inner);
      else visit(inner);
    }
  };
  visit(scene.bodies);
  visit(scene.obstacles);
  return Array.from(names, (name) => {
    const entry = scene.materials[name];
    const preset = materialPresets[(entry?.preset ?? name) as keyof typeof materialPresets];
    const friction = entry?.friction ?? preset?.friction ?? 0;
    return { name, own: entry !== undefined, friction, youngModulus: entry?.youngModulus ?? preset?.youngModulus };
  });
}

/** A material that is only named gets an entry before a value of it is set. */
function presetFor(name: string, own: boolean): Record<string, string> {
  return own ? {} : { [`materials.${name}.preset`]: name };
}

function frictionSliders(scene: Scene, change: Change): HTMLElement[] {
  const own = usedMaterials(scene).map(({ name, own: entry, friction: mu }) =>
    slider({
      label: name,
      title: `Coulomb's coefficient of ${name} against itself; two materials take the geometric mean`,
      min: 0,
      max: 1.2,
      value: mu,
      change: (value) => {
        change({ ...presetFor(name, entry), [`materials.${name}.friction`]: String(value) });
      },
    }),
  );
  const pairs = scene.pairs.flatMap(({ between, friction }, k) =>
    friction === undefined
      ? []
      : [
          slider({
            label: between.join(' on '),
            min: 0,
            max: 1.2,
            value: friction,
            change: (value) => change({ [`pairs[${k}].friction`]: String(value) }),
          }),
        ],
  );
  return [...own, ...pairs];
}

function gravitySlider(scene: Scene, change: Change): HTMLElement {
  const size = Math.hypot(...scene.gravity);
  const along = size > 0 ? scene.gravity.map((x) => x / size) : [0, 0, -1];
  return slider({
    label: 'gravity',
    unit: 'm/s²',
    min: 0,
    max: Math.max(20, 2 * size),
    value: size,
    change: (value) => change({ gravity: JSON.stringify(along.map((x) => Number((x * value).toPrecision(12)))) }),
  });
}

function stepSlider(scene: Scene, change: Change): HTMLElement {
  const h = scene.step.length;
  return slider({
    label: 'time step',
    unit: 's',
    min: h / 10,
    max: 4 * h,
    value: h,
    logarithmic: true,
    change: (value) => {
      const { shortest } = scene.step;
      const least: Record<string, string> =
        shortest === undefined ? {} : { 'step.shortest': String(Math.min(shortest, value)) };
      change({ 'step.length': String(value), ...least });
    },
  });
}

/** Young's modulus of what bends. */
function stiffnessSliders(scene: Scene, change: Change): HTMLElement[] {
  return usedMaterials(scene).flatMap(({ name, own, youngModulus: E }) => {
    const bends = JSON.stringify(scene.bodies).includes('"model"');
    if (E === undefined || !bends) return [];
    return [
      slider({
        label: `stiffness of ${name}`,
        title: "Young's modulus",
        unit: 'Pa',
        min: E / 20,
        max: 20 * E,
        value: E,
        logarithmic: true,
        change: (value) => {
          change({ ...presetFor(name, own), [`materials.${name}.youngModulus`]: String(value) });
        },
      }),
    ];
  });
}

/** Whether something in the scene is solved by the solver it names; cloth has a method of its own. */
export function usesSolver(scene: Scene): boolean {
  return scene.bodies.some((body) => body.type !== 'cloth');
}

const clothMethods = {
  projective: 'projective dynamics',
  penalty: 'penalty (not exact)',
  exact: 'exact in every global step',
} as const;

/** How cloth is solved: its own method and its iterations. */
function clothFields(scene: Scene, change: Change): HTMLElement[] {
  return scene.bodies.flatMap((body, k) => {
    if (body.type !== 'cloth') return [];
    const { method = 'projective', iterations = 20 } = body.solver;
    const path = `bodies[${k}].solver`;
    const counts = [...new Set([5, 10, 20, 30, 40, 80, iterations])].sort((a, b) => a - b).map((n) => String(n));
    return [
      choice(`${body.name ?? 'cloth'}: method`, Object.entries(clothMethods), method, (value) =>
        change({ [`${path}.method`]: value }),
      ),
      choice(
        'iterations',
        counts.map((n) => [n, n] as const),
        String(iterations),
        (value) => change({ [`${path}.iterations`]: value }),
      ),
    ];
  });
}

const facetCounts = ['4', '6', '8', '12', '16'];

function solverFields(scene: Scene, change: Change): HTMLElement[] {
  const { name, local, tolerance, facets } = scene.solver;
  const names = solvers().map(
    (solver) => [solver.name, `${solver.name}${solver.exact ? '' : ' (not exact)'}`] as const,
  );
  const fields = [choice('method', names, name, (value) => change({ 'solver.name': value }))];
  if (name === 'gauss-seidel') {
    const plain = localSolvers().map((solver) => solver.name.replace('+enumerative', ''));
    const safe = plain.filter((other) => other !== 'enumerative').map((other) => `${other}+enumerative`);
    const locals = [...new Set([...plain, ...safe])].map((other) => [other, other] as const);
    fields.push(
      choice('one contact', locals, local ?? 'mfb+enumerative', (value) => change({ 'solver.local': value })),
    );
  }
  if (name === 'lemke' || name === 'nsgs') {
    const counts = facetCounts.map((count) => [count, count] as const);
    fields.push(choice('facets', counts, String(facets ?? 8), (value) => change({ 'solver.facets': value })));
  }
  const exponents = [2, 3, 4, 6, 8, 10, 12].map((k) => [`1e-${k}`, `10⁻${superscript(k)}`] as const);
  const known = exponents.find(([value]) => Number(value) === tolerance);
  const shown = known ? exponents : [[String(tolerance), String(tolerance)] as const, ...exponents];
  fields.push(
    choice('tolerance', shown, known?.[0] ?? String(tolerance), (value) => {
      const rest: Record<string, string> =
        scene.solver.restTolerance === undefined ? {} : { 'solver.restTolerance': value };
      change({ 'solver.tolerance': value, ...rest });
    }),
  );
  return fields;
}

function superscript(n: number): string {
  return String(n).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
}
