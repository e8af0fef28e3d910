import type { Motion } from '../../bodies/motion.js';
import { carried, still } from '../../bodies/motion.js';
import { frameOfTangent } from '../../bodies/rods/shape.js';
import { createRod } from '../../bodies/rods/registry.js';
import type { Curvature } from '../../bodies/rods/shape.js';
import type { Orientation } from '../../geometry/shape.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { InputError } from '../../errors.js';
import type { World } from '../../dynamics/world.js';
import { cos, sin } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import { normalise3 } from '../../math/vec3.js';
import { scalps } from '../models/models.js';
import type { HairJson } from '../schema/generators.js';
import type { Vector } from '../schema/values.js';
import { restCurvature } from './bend.js';
import { hexagons } from './bundle.js';
import { type Carrier, fixedAt } from './carrier.js';
import { combAt } from './comb.js';
import { type HairSource, addDraped } from './draped-hair.js';
import { Hairline } from './hairline.js';
import { addLayered } from './layered-hair.js';
import { meshRoots } from './mesh-roots.js';
import { fiberOptions, rodSpec } from './rod.js';

const degree = Math.PI / 180;
/** The golden angle, which spreads points evenly over a sphere. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Adds hair rooted on a spherical cap in the frame of an obstacle, clamped there and carried along. */
export function addHair(world: World, scene: HairSource, json: HairJson, name: string, carrier: Carrier): void {
  const random = new Random(json.seed);
  const pose = new Float64Array(7);
  const scalp = scalpOf(scene, json);
  if (json.layers) {
    addLayered(world, scene, json, name, { carrier, mesh: meshOf(world, json), ...scalp });
    return;
  }
  const { roots: places, area } = rootsOf(world, json, scalp.hairline);
  if (json.drape) {
    addDraped(world, scene, json, name, { carrier, places, area, ...scalp });
    return;
  }
  places.forEach(([root, normal], k) => {
    const length = json.length * (1 - json.lengthVariation * random.uniform());
    const scale = 1 + json.bendVariation * random.range(-1, 1);
    const phase = json.curls === 'random' ? random.range(0, 2 * Math.PI) : 0;
    const rest = restCurvature(json.rest, scale);
    const along = json.parallel ? unit(json.scalp.axis) : leaning(normal, json, combAt(json, root, scalp.parting));
    const frame = rootFrame(along, normal, json.straight ? undefined : rest, phase);
    const motion = rootMotion(carrier, root, frame);
    motion(pose, 0);
    const [tangent, director] = axes([pose[3], pose[4], pose[5], pose[6]]);
    const body = createRod({
      ...rodSpec(scene, { ...json, length }, `${name}-${k}`),
      ...(rest && { rest }),
      initial: {
        position: [pose[0], pose[1], pose[2]],
        tangent,
        normal: director,
        ...(json.straight && { curvature: [0, 0, 0] }),
      },
      start: { kind: 'clamped', motion },
    });
    world.addFiber(body, fiberOptions(json));
  });
}

/** Where hair grows: what the scene says, else what belongs to the head that it grows on. */
function scalpOf(
  scene: HairSource,
  { on, scalp, comb }: HairJson,
): { centre: Vector; hairline?: Hairline; parting: readonly Vector[] } {
  const shape = scene.obstacles?.find(({ name }) => name === on)?.shape;
  const own = shape?.type === 'mesh' && shape.model ? scalps[shape.model] : undefined;
  const line = scalp.hairline ?? (scalp.radius === undefined ? own?.hairline : undefined);
  const parting = ('from' in comb ? comb.from : undefined) ?? own?.parting ?? [];
  const centre = scalp.hairline || !own ? scalp.centre : own.centre;
  return { centre, ...(line && { hairline: new Hairline(centre, line) }), parting };
}

/** How a root moves that is given in the frame of the obstacle at time 0: with it, or with its triangle of a mesh that deforms. */
function rootMotion(carrier: Carrier, root: Vector, frame: Orientation): Motion {
  const motion = carried(still(root, frame), carrier.motion);
  if (!carrier.deforms) return motion;
  const pose = new Float64Array(7);
  motion(pose, 0);
  return fixedAt(carrier, [pose[0], pose[1], pose[2]], [pose[3], pose[4], pose[5], pose[6]]);
}

/** Root points and outward normals in the frame of the obstacle: on a sphere, or on the obstacle's mesh. */
function rootsOf(
  world: World,
  json: HairJson,
  hairline: Hairline | undefined,
): { readonly roots: [Vector, Vector][]; readonly area: number } {
  const { radius, angle } = json.scalp;
  if (radius !== undefined) {
    return { roots: roots(json, radius), area: 2 * Math.PI * radius * radius * (1 - cos(angle * degree)) };
  }
  return meshRoots(json, meshOf(world, json), hairline);
}

/** The mesh that hair grows on. */
function meshOf(world: World, json: HairJson): TriangleMesh {
  const shape = world.obstacles.find(({ name }) => name === json.on)?.shape;
  if (shape?.type === 'mesh') return shape.mesh;
  const expected = 'a radius, or an obstacle with a mesh';
  throw new InputError('no scalp', [{ path: 'scalp.radius', expected, found: `a ${shape?.type}` }]);
}

function unit(a: Vector): Vector {
  const size = Math.sqrt(dot(a, a));
  return [a[0] / size, a[1] / size, a[2] / size];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/**
 * Frame of a hair at its root, in the obstacle's. A curl of constant curvature κ and twist τ winds about the axis
 * κ d1 + τ d3, which is laid along the hair's direction, the root being on the side of the scalp; `phase` turns the root
 * about the axis.
 */
function rootFrame(along: Vector, normal: Vector, rest: Curvature | undefined, phase: number): Orientation {
  const frame = new Float64Array(4);
  const [kappa, , tau] = typeof rest === 'object' ? rest : [0, 0, 1];
  const omega = Math.sqrt(kappa * kappa + tau * tau);
  const outward = across(along, normal);
  const level = cross(outward, along);
  const [c, s] = [cos(phase), sin(phase)];
  const b: Vector = [0, 1, 2].map((i) => c * level[i] + s * outward[i]) as unknown as Vector;
  const [sinA, cosA] = omega > 0 ? [kappa / omega, tau / omega] : [0, 1];
  const tangent = [0, 1, 2].map((i) => cosA * along[i] + sinA * b[i]) as unknown as Vector;
  const director = [0, 1, 2].map((i) => sinA * along[i] - cosA * b[i]) as unknown as Vector;
  frameOfTangent(frame, 0, tangent, director);
  return [frame[0], frame[1], frame[2], frame[3]];
}

/** The part of a vector square to a unit one, as a unit vector; any such vector where there is none. */
function across(along: Vector, vector: Vector): Vector {
  const share = dot(along, vector);
  const out = Float64Array.from(vector, (x, i) => x - share * along[i]);
  if (normalise3(out, 0, out, 0) > 1e-6) return [out[0], out[1], out[2]];
  return across(along, Math.abs(along[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0]);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Root points and outward normals on a cap of a sphere: packed for hair that is parallel, else even to the eye. */
function roots({ count, scalp, parallel }: HairJson, radius: number): [Vector, Vector][] {
  const q = new Float64Array(4);
  frameOfTangent(q, 0, scalp.axis);
  const [third, first] = axes([q[0], q[1], q[2], q[3]]);
  const second = cross(third, first);
  const directions = parallel ? honeycomb(count, scalp) : spiral(count, scalp, radius, first, second, third);
  return directions.map(([x, y, z]) => {
    const n = [0, 1, 2].map((i) => x * first[i] + y * second[i] + z * third[i]) as unknown as Vector;
    const root = [0, 1, 2].map((i) => scalp.centre[i] + radius * n[i]) as unknown as Vector;
    return [root, n];
  });
}

/** Unit vectors of a cap about z whose x and y lie on a hexagonal lattice, so that hair along z is packed evenly. */
function honeycomb(count: number, { angle }: HairJson['scalp']): Vector[] {
  const size = sin(Math.min(90, angle) * degree);
  const spacing = size * Math.sqrt((2 * Math.PI) / (Math.sqrt(3) * count));
  return hexagons(count).map(([a, b]) => {
    const [x, y] = [a * spacing, b * spacing];
    return [x, y, Math.sqrt(Math.max(0, 1 - x * x - y * y))];
  });
}

/** Unit vectors spread over a cap about z along a spiral; the parting is left bare. */
function spiral(
  count: number,
  scalp: HairJson['scalp'],
  radius: number,
  first: Vector,
  second: Vector,
  third: Vector,
): Vector[] {
  const least = cos(scalp.angle * degree);
  const found: Vector[] = [];
  // with a parting some of the points are bare: lay out more until enough are left
  for (let total = count; found.length < count; total += Math.max(1, count - found.length)) {
    found.length = 0;
    for (let k = 0; k < total && found.length < count; k++) {
      const z = 1 - ((k + 0.5) / total) * (1 - least);
      const r = Math.sqrt(Math.max(0, 1 - z * z));
      const [x, y] = [r * cos(k * goldenAngle), r * sin(k * goldenAngle)];
      const [side, up] = [1, 2].map((i) => x * first[i] + y * second[i] + z * third[i]);
      if (Math.abs(radius * side) < scalp.part && up > 0) continue;
      found.push([x, y, z]);
    }
  }
  return found;
}

/** Direction of a hair at its root: `lift` above the scalp, towards the comb's direction. */
function leaning(normal: Vector, { lift }: HairJson, comb: Vector): Vector {
  const along = new Float64Array(3);
  const share = dot(comb, normal);
  for (let i = 0; i < 3; i++) along[i] = comb[i] - share * normal[i];
  const size = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  if (size < 1e-9) return normal;
  normalise3(along, 0, along, 0);
  const [s, c] = [sin(lift * degree), cos(lift * degree)];
  return [s * normal[0] + c * along[0], s * normal[1] + c * along[1], s * normal[2] + c * along[2]];
}

/** Third and first axis of a frame. */
function axes([w, x, y, z]: Orientation): [Vector, Vector] {
  return [
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
  ];
}
