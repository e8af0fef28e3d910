import { asShaped, type ShapedRod } from '../../bodies/rods/natural-shape.js';
import { balanceTolerance } from '../../dynamics/groom/groom.js';
import type { RodToGroom } from '../../dynamics/groom/groom.js';
import type { World } from '../../dynamics/world.js';
import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import type { RestJson } from '../schema/rod.js';
import type { BodyJson, Scene } from '../schema/scene.js';
import { isBent } from './bend.js';

/** Numbers of the bodies that an entry of a scene was made into: from, and up to but not including. */
export type BodyRange = readonly [from: number, to: number];

/** The natural shape that an entry asks for; undefined where it makes no rods. */
export function restOf(json: BodyJson): RestJson | undefined {
  if (json.type === 'rod' || json.type === 'hair' || json.type === 'strands') return json.rest;
  if (json.type === 'bundle') return json.rod.rest;
  return json.type === 'grid' && json.body.type === 'rod' ? json.body.rest : undefined;
}

/** What an entry asks of the search for an equilibrium; undefined where it asks for none. */
export function equilibriumOf(rest: RestJson | undefined): { stiffen: number; friction: number } | undefined {
  const asked = rest === 'equilibrium' ? true : rest?.equilibrium;
  return asked === true ? { stiffen: 1, friction: 0.9 } : asked;
}

/** Natural shapes that were written down, those that are to be found, and contact forces. Throws an `InputError` that lists what does not fit. */
export function shapeRods(world: World, scene: Scene, ranges: readonly BodyRange[]): void {
  const problems: InputProblem[] = [];
  const sought: RodToGroom[] = [];
  const laid: RodToGroom[] = [];
  let frictionShare = 1;
  scene.bodies.forEach((json, k) => {
    const rest = restOf(json);
    if (json.type === 'hair' && json.drape && !equilibriumOf(rest)) {
      for (let body = ranges[k][0]; body < ranges[k][1]; body++) {
        if (asShaped(world.bodies[body])) laid.push({ body, asDrawn: !isBent(rest) });
      }
    }
    if (!rest) return;
    if (typeof rest === 'object') problems.push(...takeWritten(world, rest, ranges[k], `bodies[${k}].rest`));
    const asked = equilibriumOf(rest);
    if (!asked) return;
    frictionShare = Math.min(frictionShare, asked.friction);
    for (let body = ranges[k][0]; body < ranges[k][1]; body++) {
      sought.push({ body, asDrawn: !isBent(rest), stiffen: asked.stiffen });
    }
    problems.push(...cannotBeSought(world, scene, json, ranges[k], k));
  });
  if (problems.length > 0) throw new InputError('natural shapes that do not fit', problems);
  // layers are even only on the whole: strands that were laid into each other are moved apart
  if (laid.length > 0) world.separate(laid);
  if (sought.length > 0) find(world, sought, frictionShare, ranges);
  if (scene.holding) hold(world, scene.holding);
}

/** Takes shapes, natural strains and stiffnesses that `stickslip groom` wrote. */
function takeWritten(
  world: World,
  rest: Exclude<RestJson, string>,
  [from, to]: BodyRange,
  path: string,
): InputProblem[] {
  const problems: InputProblem[] = [];
  const each = <T>(key: string, list: readonly T[] | undefined, take: (rod: ShapedRod, value: T) => void): void => {
    if (!list) return;
    if (list.length !== to - from) {
      problems.push({
        path: `${path}.${key}`,
        expected: `an entry for each of ${to - from} rods`,
        found: `${list.length}`,
      });
      return;
    }
    list.forEach((value, k) => {
      const rod = asShaped(world.bodies[from + k]);
      try {
        if (!rod) throw new InputError('', [{ path: key, expected: 'the model super-helix or der', found: 'another' }]);
        take(rod, value);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        problems.push(...error.problems.map((problem) => ({ ...problem, path: `${path}.${key}[${k}]` })));
      }
    });
  };
  each('drawn', rest.drawn, (rod, shape) => rod.takeShape(shape));
  each('stiffness', rest.stiffness, (rod, factor) => rod.stiffen(factor));
  each('natural', rest.natural, (rod, strains) => rod.takeNaturalStrains(strains));
  return problems;
}

/** Rods of models without a natural shape of their own, and such that joints pull at. */
function cannotBeSought(world: World, scene: Scene, json: BodyJson, [from, to]: BodyRange, k: number): InputProblem[] {
  const path = `bodies[${k}].rest`;
  for (let body = from; body < to; body++) {
    const { name } = world.bodies[body];
    if (!asShaped(world.bodies[body])) {
      const model = 'model' in json ? json.model : 'another';
      const expected = 'the model super-helix or der: others have no natural shape that could hold them';
      return [{ path, expected, found: `equilibrium of the model ${model}` }];
    }
    const tied = scene.joints.some(({ between }) =>
      between.some((end) => (typeof end === 'string' ? end : 'body' in end ? end.body : undefined) === name),
    );
    if (tied) return [{ path, expected: 'a rod without joints: what they pull with is not known', found: name }];
  }
  return [];
}

function find(world: World, rods: readonly RodToGroom[], frictionShare: number, ranges: readonly BodyRange[]): void {
  const report = world.groom({ rods, frictionShare });
  const problems: InputProblem[] = [];
  ranges.forEach(([from, to], k) => {
    const loose = report.rods.filter(
      ({ body, unbalanced }) => body >= from && body < to && !(unbalanced <= balanceTolerance),
    );
    if (loose.length === 0) return;
    const worst = loose.reduce((a, b) => (b.unbalanced > a.unbalanced ? b : a));
    const share = `${Number((100 * worst.unbalanced).toPrecision(2))} %`;
    const found = `${loose.length} of ${to - from} without one, such as ${worst.name}: forces of ${share} of its weight are not balanced`;
    const hint = 'clamp an end (root, start), or draw it where it lies on something';
    problems.push({ path: `bodies[${k}].rest`, expected: 'a shape that has an equilibrium', found, hint });
  });
  if (problems.length > 0) throw new InputError('a drawn shape has no equilibrium', problems);
}

function hold(world: World, { pairs, forces }: NonNullable<Scene['holding']>): void {
  const n = pairs.length / 3;
  if (!Number.isInteger(n) || forces.length !== 3 * n) {
    const expected = 'three numbers in pairs and three in forces for each contact';
    throw new InputError('contact forces that do not fit', [
      { path: 'holding', expected, found: `${pairs.length} and ${forces.length}` },
    ]);
  }
  const column = (e: number): Int32Array => Int32Array.from({ length: n }, (_, k) => pairs[3 * k + e]);
  world.holdWith({ leafA: column(0), leafB: column(1), feature: column(2), force: Float64Array.from(forces) });
}
