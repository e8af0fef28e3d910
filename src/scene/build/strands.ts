import { createRod } from '../../bodies/rods/registry.js';
import { type Curvature, geometryOfPoints } from '../../bodies/rods/shape.js';
import { type InitialShape, type RodSpec, resolveRod } from '../../bodies/rods/spec.js';
import type { World } from '../../dynamics/world.js';
import { InputError } from '../../errors.js';
import { conjugateQuaternion, multiplyQuaternions, rotationVectorFromQuaternion } from '../../math/quaternion.js';
import type { Scene } from '../schema/scene.js';
import type { StrandsJson } from '../schema/strands.js';
import type { Vector } from '../schema/values.js';
import { resample } from './curves.js';
import { helicesAlong } from './helices.js';
import { type Carriers, scriptedMotion } from './motion.js';
import { fiberOptions, rodSpec } from './rod.js';

/** Adds a rod along each of several curves. Their natural shape is the one drawn, unless the scene gives another. */
export function addStrands(world: World, scene: Scene, json: StrandsJson, name: string, carriers: Carriers): void {
  const given = chosen(json);
  const [dx, dy, dz] = json.position ?? [0, 0, 0];
  given.forEach((strand, k) => {
    const points = strand.map(([x, y, z]): Vector => [x + dx, y + dy, z + dz]);
    const length = json.length ?? lengthOf(points);
    if (!(length > 0)) {
      const problem = { path: `strands[${k}]`, expected: 'points that differ', found: 'the same place' };
      throw new InputError('wrong strand', [problem]);
    }
    const { initial, drawn } = along(points, length, json);
    const fields = rodSpec(scene, { ...json, length }, `${name}-${k}`);
    const bare: RodSpec = { ...fields, ...(!fields.rest && { rest: drawn }), initial };
    world.addFiber(createRod({ ...bare, ...rooted(bare, json, carriers) }), fiberOptions({ ...json, length }));
  });
}

/** Strands of the scene, or so many of them as it asks for, spread evenly. */
function chosen({ strands, file, count }: StrandsJson): readonly (readonly Vector[])[] {
  if (!strands) {
    const found = file === undefined ? 'neither' : `the file ${file}, which was not read`;
    throw new InputError('no strands', [{ path: 'strands', expected: 'strands, or a file', found }]);
  }
  const n = Math.min(count ?? strands.length, strands.length);
  return Array.from({ length: n }, (_, k) => strands[Math.floor((k * strands.length) / n)]);
}

function lengthOf(points: readonly Vector[]): number {
  let sum = 0;
  for (let k = 1; k < points.length; k++) {
    const [x, y, z] = [0, 1, 2].map((i) => points[k][i] - points[k - 1][i]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}

/** The rod's shape along a curve, and the curvature that it has there. */
function along(
  points: readonly Vector[],
  length: number,
  json: StrandsJson,
): { initial: InitialShape; drawn: Curvature } {
  if (json.model === 'super-helix') {
    const initial = helicesAlong(points, length, json.elements);
    return { initial, drawn: initial.curvature! };
  }
  const nodes = resample(points, length, json.elements);
  return { initial: { points: nodes }, drawn: curvatureAlong(nodes, length) };
}

/** Curvature of a chain of nodes, by the turns of a frame that is carried along without twist. */
export function curvatureAlong(points: Float64Array, length: number): Curvature {
  const n = points.length / 3 - 1;
  const l = length / n;
  const { frames } = geometryOfPoints(points);
  const turn = new Float64Array(4);
  const phi = new Float64Array(3);
  // frames[0] is that of the start, frames[j] that of segment j - 1, frames[n + 1] that of the end
  const curvatures = Array.from({ length: n + 1 }, (_, j): Vector => {
    conjugateQuaternion(turn, 0, frames, 4 * j);
    multiplyQuaternions(turn, 0, turn, 0, frames, 4 * (j + 1));
    rotationVectorFromQuaternion(phi, 0, turn, 0);
    const span = j === 0 || j === n ? 0.5 * l : l;
    return [phi[0] / span, phi[1] / span, phi[2] / span];
  });
  return (s) => curvatures[Math.min(n, Math.max(0, Math.round(s / l)))];
}

/** How the root is held: where it is drawn, or carried along by an obstacle. */
function rooted(bare: RodSpec, { root, on }: StrandsJson, carriers: Carriers): Pick<RodSpec, 'start'> {
  if (root === 'free') return {};
  const { points, frames } = resolveRod(bare).initial;
  const place = [points[0], points[1], points[2]] as const;
  const motion = on && scriptedMotion({ with: on }, place, [frames[0], frames[1], frames[2], frames[3]], carriers);
  return { start: { kind: root, ...(motion && { motion }) } };
}
