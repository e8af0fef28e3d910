import type { World } from '../../dynamics/world.js';
import { Random } from '../../math/random.js';
import type { GridJson } from '../schema/generators.js';
import type { RigidJson } from '../schema/rigid.js';
import type { RodJson } from '../schema/rod.js';
import type { Scene } from '../schema/scene.js';
import type { Vector } from '../schema/values.js';
import type { Carriers } from './motion.js';
import { orientationOf, product } from './orientation.js';
import { addRigid } from './rigid.js';
import { addRod } from './rod.js';

/** Adds the copies of a grid, layer by layer. */
export function addGrid(world: World, scene: Scene, json: GridJson, name: string, carriers: Carriers): void {
  const random = new Random(json.seed);
  const [nx, ny, nz] = json.count;
  const limit = Math.min(json.limit ?? Infinity, nx * ny * nz);
  const origin = json.position ?? [0, 0, 0];
  for (let copy = 0; copy < limit; copy++) {
    const place = [copy % nx, Math.floor(copy / nx) % ny, Math.floor(copy / (nx * ny))];
    const middle = [0.5 * (nx - 1), 0.5 * (ny - 1), 0];
    const at = (i: number): number =>
      origin[i] +
      json.spacing[i] * (place[i] - middle[i]) +
      (json.jitter > 0 ? random.range(-json.jitter, json.jitter) : 0);
    const offset: Vector = [at(0), at(1), at(2)];
    const turn = json.tumble ? tumble(random) : undefined;
    const copyName = limit === 1 ? name : `${name}-${copy}`;
    const scale = json.sizeVariation > 0 ? 1 + random.range(-json.sizeVariation, json.sizeVariation) : 1;
    if (json.body.type === 'rigid')
      addRigid(world, scene, scaled(movedRigid(json.body, offset, turn), scale), copyName);
    else addRod(world, scene, movedRod(json.body, offset), copyName, carriers);
  }
}

type Quaternion = [number, number, number, number];

/** A random orientation, all alike: four normal numbers on the sphere. */
function tumble(random: Random): Quaternion {
  const q: Quaternion = [random.normal(), random.normal(), random.normal(), random.normal()];
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

function movedRigid(body: RigidJson, offset: Vector, turn: Quaternion | undefined): RigidJson {
  const position = add(body.position ?? [0, 0, 0], offset);
  if (!turn) return { ...body, position };
  const [w, x, y, z] = product(turn, orientationOf(body.orientation));
  return { ...body, position, orientation: [w, x, y, z] };
}

function scaled(body: RigidJson, scale: number): RigidJson {
  const { shape } = body;
  return shape.type === 'sphere' ? { ...body, shape: { ...shape, radius: scale * shape.radius } } : body;
}

/** The same rod somewhere else. */
export function movedRod(rod: RodJson, offset: Vector): RodJson {
  const shape = rod.shape ?? {};
  return {
    ...rod,
    shape: {
      ...shape,
      position: add(shape.position ?? [0, 0, 0], offset),
      ...(shape.through && { through: shape.through.map((point) => add(point, offset)) }),
      ...(shape.knot && { knot: { ...shape.knot, position: add(shape.knot.position, offset) } }),
    },
  };
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
