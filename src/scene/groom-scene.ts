import { asShaped } from '../bodies/rods/natural-shape.js';
import { type GroomReport, type RodToGroom, balanceTolerance } from '../dynamics/groom/groom.js';
import type { World } from '../dynamics/world.js';
import { InputError } from '../errors.js';
import { nearest } from '../nearest.js';
import { isBent } from './build/bend.js';
import { type BodyRange, equilibriumOf, restOf } from './build/rest.js';
import { buildRanges } from './build/world.js';
import { readScene } from './read-scene.js';
import type { RestJson } from './schema/rod.js';
import type { BodyJson, Scene } from './schema/scene.js';
import { standing } from './standing.js';

/** How a scene is groomed. */
export interface SceneGroomOptions {
  /** names of the entries of `bodies` whose rods are groomed. Default: all rods of the models super-helix and der */
  readonly only?: readonly string[];
  /** most that rods are made stiffer, where their shape would not be stable otherwise. Default: what the scene says, or 1 */
  readonly stiffen?: number;
  /** share of the friction that contacts use at most. Default: what the scene says, or 0.9 */
  readonly friction?: number;
  /** time that everything is first let fall and settle, obstacles standing (s). Default: 0, the shape is taken as it is drawn */
  readonly settle?: number;
  /** told the share of `settle` that is done; groomed is the last thing */
  readonly progress?: (share: number) => void;
}

/** A groomed scene. */
export interface GroomedScene {
  /** scene with natural shapes, shapes at the beginning and contact forces written down */
  readonly scene: unknown;
  readonly report: GroomReport;
  /** names of rods for which no equilibrium exists */
  readonly loose: readonly string[];
  /** the groomed world, obstacles standing, ready for its first step */
  readonly world: World;
}

type Json = Record<string, unknown>;

/**
 * Finds natural shapes with which the rods of a scene stay as they are drawn, or as they have settled, and writes them into it.
 *
 * @param json a scene without files (`importFiles`)
 */
export function groomScene(json: unknown, options: SceneGroomOptions = {}): GroomedScene {
  const scene = readScene(json);
  const { world, ranges } = buildRanges(standing(withoutSearch(scene)));
  const chosen = chosenEntries(scene, world, ranges, options.only);
  settle(world, options);
  const asked = chosen.map((k) => equilibriumOf(restOf(scene.bodies[k])));
  const frictionShare = options.friction ?? Math.min(...asked.map((own) => own?.friction ?? 0.9));
  const rods = chosen.flatMap((k, i) =>
    numbers(ranges[k]).map((body): RodToGroom => {
      const stiffen = options.stiffen ?? asked[i]?.stiffen ?? 1;
      return { body, stiffen, asDrawn: !options.settle && !isBent(restOf(scene.bodies[k])) };
    }),
  );
  const report = world.groom({ rods, frictionShare });
  const loose = report.rods.filter(({ unbalanced }) => !(unbalanced <= balanceTolerance)).map(({ name }) => name);
  const factors = new Map(report.rods.map(({ body, stiffened }) => [body, stiffened]));
  const copy = structuredClone(json) as Json & { bodies: Json[] };
  for (const k of chosen) {
    const shapes = numbers(ranges[k]).map((body) => asShaped(world.bodies[body])!);
    const stiffness = numbers(ranges[k]).map((body) => factors.get(body)!);
    const written = {
      ...bendOf(restOf(scene.bodies[k])),
      natural: shapes.map((rod) => Array.from(rod.naturalStrains())),
      drawn: shapes.map((rod) => Array.from(rod.shape())),
      ...(stiffness.some((factor) => factor !== 1) && { stiffness }),
    };
    holderOf(copy.bodies[k]).rest = written;
  }
  return { scene: { ...copy, holding: holdingOf(world) }, report, loose, world };
}

const numbers = ([from, to]: BodyRange): number[] => Array.from({ length: to - from }, (_, k) => from + k);

/** The scene with natural shapes as it gives them, none sought. */
function withoutSearch(scene: Scene): Scene {
  const bodies = scene.bodies.map((body): BodyJson => {
    const own = restOf(body);
    if (!equilibriumOf(own)) return body;
    const copy = structuredClone(body);
    const holder = holderOf(copy as unknown as Json);
    if (own === 'equilibrium') delete holder.rest;
    else delete (holder.rest as Json).equilibrium;
    return copy;
  });
  return { ...scene, bodies };
}

/** The part of an entry that says what its rods are like. */
function holderOf(body: Json): Json {
  if (body.type === 'bundle') return body.rod as Json;
  return (body.type === 'grid' ? body.body : body) as Json;
}

function bendOf(rest: RestJson | undefined): Json {
  if (typeof rest !== 'object') return {};
  const { curvature, helix, wave } = rest;
  return { ...(curvature && { curvature }), ...(helix && { helix }), ...(wave && { wave }) };
}

/** Numbers of the entries that are groomed; throws where there are none. */
function chosenEntries(scene: Scene, world: World, ranges: readonly BodyRange[], only?: readonly string[]): number[] {
  const fits = scene.bodies.flatMap((_, k) => {
    const own = numbers(ranges[k]);
    return own.length > 0 && own.every((body) => asShaped(world.bodies[body])) ? [k] : [];
  });
  const names = fits.map((k) => scene.bodies[k].name ?? `${scene.bodies[k].type}-${k}`);
  if (only) {
    const problems = only
      .filter((name) => !names.includes(name))
      .map((found) => {
        const hint = nearest(found, names);
        const expected = `one of ${names.join(', ') || 'none'}`;
        return { path: 'bodies', expected, found, ...(hint && { hint: `did you mean ${hint}?` }) };
      });
    if (problems.length > 0) throw new InputError('nothing of that name to groom', problems);
    return fits.filter((_, i) => only.includes(names[i]));
  }
  if (fits.length === 0) {
    const expected = 'hair, strands or rods of the model super-helix or der';
    throw new InputError('nothing to groom', [{ path: 'bodies', expected, found: 'none' }]);
  }
  return fits;
}

function settle(world: World, { settle: time = 0, progress }: SceneGroomOptions): void {
  while (world.t < time * (1 - 1e-12)) {
    world.step();
    progress?.(Math.min(1, world.t / time));
  }
}

function holdingOf(world: World): { pairs: number[]; forces: number[] } {
  const { leafA, leafB, feature, force } = world.save().contacts;
  const pairs = Array.from(leafA).flatMap((leaf, k) => [leaf, leafB[k], feature[k]]);
  return { pairs, forces: Array.from(force) };
}
