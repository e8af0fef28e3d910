import { createRod } from '../../bodies/rods/registry.js';
import { type RodSpec, resolveRod } from '../../bodies/rods/spec.js';
import type { World } from '../../dynamics/world.js';
import { InputError } from '../../errors.js';
import { Random } from '../../math/random.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import type { HairJson } from '../schema/generators.js';
import type { Scene } from '../schema/scene.js';
import type { Vector } from '../schema/values.js';
import { type Carrier, fixedAt } from './carrier.js';
import { combAt } from './comb.js';
import { Drape, type Layer, stride } from './drape.js';
import type { Hairline } from './hairline.js';
import { LaidStrands } from './laid-strands.js';
import type { MaterialSource } from './materials.js';
import { fiberOptions, rodSpec } from './rod.js';
import { shapeAlong } from './shape-along.js';

/** Materials, and the obstacles as the scene describes them where there is one. */
export type HairSource = MaterialSource & Partial<Pick<Scene, 'obstacles'>>;

/** What hair is laid on, and where it grows, in the frame of its obstacle. */
interface Scalp {
  readonly carrier: Carrier;
  readonly places: readonly (readonly [root: Vector, normal: Vector])[];
  /** where the roots are (m²) */
  readonly area: number;
  readonly hairline?: Hairline;
  readonly parting: readonly Vector[];
}

/** How far a root stands off the surface beyond its radius, over the radius: no contact is left to a clamped place. */
const standOff = 0.5;
/** Random part of the direction that a strand is combed in. */
const straying = 0.05;

/**
 * How much farther from the surface a strand is laid at each try (m), and tries at most: on the head of examples/scenes, 400 locks fill
 * some 5 cm above the scalp at their fill of 0.4, of which layers have their share already. With 13 tries so many are left in each other that
 * steps are sixteen times shorter.
 */
const liftOff = 0.002;
const mostTries = 20;
/** Where a strand is combed at one try after the other, as tangents of angles: straight on, or past what is in its way. */
const aside = [0, 0.2, -0.2];
/** What a strand that goes through a surface counts for, in points inside other strands: more than it can have of those. */
const insideSurface = 1e6;

type InitialNodes = ReturnType<typeof resolveRod>['initial'];

/**
 * Adds hair that lies over obstacles in layers: roots that a strand has passed have hair below it, which takes its room. Its natural
 * shape is that of the drawing.
 */
export function addDraped(world: World, scene: HairSource, json: HairJson, name: string, scalp: Scalp): void {
  const random = new Random(json.seed + 1);
  const { carrier, places, area } = scalp;
  const pose = new Float64Array(7);
  carrier.motion(pose, 0);
  const names = new Set([json.on, ...json.drape!.over]);
  const drape = new Drape(
    world.obstacles.filter((obstacle) => names.has(obstacle.name)),
    world.settings.gravity,
  );
  checkNames(world, json);
  const radius = json.collisionRadius ?? json.radius ?? Math.max(...(json.halfAxes ?? [0]));
  const layer: Layer = {
    clearance: (1 + standOff) * radius,
    rise: (places.length / area) * Math.PI * radius * radius * (1 / json.drape!.fill),
    grows: (place) => (scalp.hairline ? scalp.hairline.above(fromWorld(pose, place)) > 0 : true),
  };
  const laid = new LaidStrands(radius);
  // the lowest roots first: what grows above lies over it
  const order = places.map((_, k) => k).sort((a, b) => places[a][0][2] - places[b][0][2] || a - b);
  order.forEach((place, k) => {
    const [foot, normal] = places[place];
    const grown = json.length * (1 - json.lengthVariation * random.uniform());
    const root = along(foot, layer.clearance, normal);
    const comb = tangential(combAt(json, root, scalp.parting), normal);
    for (let i = 0; i < 3; i++) comb[i] += straying * random.range(-1, 1);
    const at = inWorld(pose, root, true);
    // what would go through a surface, which few elements can follow only roughly, or through hair that is there already is laid over it
    let best: { readonly bare: RodSpec; readonly drawn: InitialNodes; readonly faults: number } | undefined;
    for (let tries = 0; tries < mostTries && best?.faults !== 0; tries++) {
      const to = inWorld(pose, along(comb, aside[tries % aside.length], cross(normal, comb)), false);
      const points = drape.curve(at, to, grown, { ...layer, extra: tries * liftOff });
      const length = cutAt(points, grown, json);
      const fields = rodSpec(scene, { ...json, length }, `${name}-${k}`);
      const { initial, curvature } = shapeAlong(points, length, json);
      const bare: RodSpec = { ...fields, ...(!fields.rest && { rest: curvature }), initial };
      const drawn = resolveRod(bare).initial;
      const faults = laid.overlap(drawn.points) + (drape.nearest(drawn.points) < radius ? insideSurface : 0);
      if (!best || faults < best.faults) best = { bare, drawn, faults };
    }
    const { bare, drawn } = best!;
    laid.add(drawn.points);
    const { points: x, frames } = drawn;
    const motion = fixedAt(carrier, [x[0], x[1], x[2]], [frames[0], frames[1], frames[2], frames[3]]);
    world.addFiber(createRod({ ...bare, start: { kind: 'clamped', motion } }), fiberOptions(json));
  });
}

/** Length of a strand down to where it is cut, as uneven as lengths are. */
function cutAt(points: readonly Vector[], grown: number, { length, drape }: HairJson): number {
  const level = drape!.level;
  if (level === undefined) return grown;
  const below = points.findIndex(([, , z]) => z < level);
  return below < 0 ? grown : Math.min(grown, Math.max(0.1 * length, (below - 1) * stride) * (grown / length));
}

function checkNames(world: World, json: HairJson): void {
  const problems = json.drape!.over.flatMap((name, k) => {
    if (world.obstacles.some((obstacle) => obstacle.name === name)) return [];
    return [{ path: `drape.over[${k}]`, expected: 'the name of an obstacle', found: JSON.stringify(name) }];
  });
  if (problems.length > 0) throw new InputError('hair on nothing', problems);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function along(a: Vector, s: number, b: Vector): Vector {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}

/** The part of a direction along the surface, of length 1; any such direction where there is none. */
function tangential(a: Vector, n: Vector): [number, number, number] {
  const share = a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
  const [x, y, z] = along(a, -share, n);
  const size = Math.sqrt(x * x + y * y + z * z);
  if (size > 1e-6) return [x / size, y / size, z / size];
  return tangential(Math.abs(n[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0], n);
}

/** A place, or a direction, in the frame of a pose as it is in the world. */
function inWorld(pose: Float64Array, a: Vector, isPlace: boolean): Vector {
  const out = Float64Array.from(a);
  rotateByQuaternion(out, 0, pose, 3, out, 0);
  const at = (i: number): number => out[i] + (isPlace ? pose[i] : 0);
  return [at(0), at(1), at(2)];
}

function fromWorld(pose: Float64Array, place: Vector): Vector {
  const out = Float64Array.from(place, (x, i) => x - pose[i]);
  const back = Float64Array.of(pose[3], -pose[4], -pose[5], -pose[6]);
  rotateByQuaternion(out, 0, back, 0, out, 0);
  return [out[0], out[1], out[2]];
}
