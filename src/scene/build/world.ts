import { still } from '../../bodies/motion.js';
import { World } from '../../dynamics/world.js';
import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import type { MeasureName } from '../../friction/measures.js';
import type { BodyJson, ObstacleJson, Scene } from '../schema/scene.js';
import { addBundle } from './bundle.js';
import { type Carrier, deformingCarrier, rigidCarrier } from './carrier.js';
import { addCloth } from './cloth.js';
import { deformingShape } from './deformation.js';
import { addGrid } from './grid.js';
import { addHair } from './hair.js';
import { addJoint } from './joint.js';
import { addArch, addWall } from './masonry.js';
import { surfaceMaterials } from './materials.js';
import { type Carriers, scriptedMotion } from './motion.js';
import { orientationOf } from './orientation.js';
import { type BodyRange, shapeRods } from './rest.js';
import { addRigid } from './rigid.js';
import { addRod } from './rod.js';
import { shapeOf } from './shape.js';
import { addStrands } from './strands.js';

/**
 * The world of a scene. Throws an `InputError` that lists everything in the scene that cannot be built.
 *
 * @example
 * ```ts
 * const world = buildWorld(readScene(JSON.parse(text)));
 * while (world.t < 1) world.step();
 * ```
 */
export function buildWorld(scene: Scene): World {
  return buildRanges(scene).world;
}

/**
 * The same, with the numbers of the bodies that each entry of the scene was made into. `joined` is called once the joints are made,
 * before rods that are to be shaped may be moved.
 */
export function buildRanges(
  scene: Scene,
  joined?: (world: World) => void,
): { readonly world: World; readonly ranges: readonly BodyRange[] } {
  const world = emptyWorld(scene);
  const problems: InputProblem[] = [];
  const carriers = new Map<string, Carrier>();
  scene.obstacles.forEach((obstacle, k) =>
    collect(problems, `obstacles[${k}]`, () => addObstacle(world, obstacle, carriers)),
  );
  const ranges: BodyRange[] = [];
  // cloth sees everything else, so it comes last
  for (const last of [false, true]) {
    scene.bodies.forEach((body, k) => {
      if ((body.type === 'cloth') !== last) return;
      const from = world.bodies.length;
      collect(problems, `bodies[${k}]`, () => addBody(world, scene, body, k, carriers));
      ranges[k] = [from, world.bodies.length];
    });
  }
  if (problems.length === 0) {
    scene.joints.forEach((joint, k) => collect(problems, `joints[${k}]`, () => addJoint(world, joint)));
  }
  if (problems.length === 0) {
    joined?.(world);
    try {
      shapeRods(world, scene, ranges);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new InputError(`the scene ${scene.name} cannot be built`, problems);
  return { world, ranges };
}

function emptyWorld(scene: Scene): World {
  const { step, solver } = scene;
  const { name, measure, ...options } = solver;
  try {
    return new World({
      materials: surfaceMaterials(scene),
      pairs: scene.pairs,
      gravity: scene.gravity,
      h: step.length,
      theta: step.theta,
      ...(step.shortest !== undefined && { shortestStep: step.shortest }),
      ...(step.travel !== undefined && { travel: step.travel }),
      ...(step.slack !== undefined && { slack: step.slack }),
      ...(step.gapAware !== undefined && { gapAware: step.gapAware }),
      ...(step.warmStart !== undefined && { warmStart: step.warmStart }),
      ...(step.repair !== undefined && { repair: step.repair }),
      solver: { solver: name, ...(measure && { measure: measure as MeasureName }), ...options },
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const place: Record<string, string> = { h: 'step.length', shortestStep: 'step.shortest' };
    const problems = error.problems.map((problem) => ({ ...problem, path: place[problem.path] ?? problem.path }));
    throw new InputError(`the scene ${scene.name} cannot be built`, problems, { cause: error });
  }
}

/** Runs a part of the building; what is wrong there goes to the list, with its place. */
function collect(problems: InputProblem[], path: string, build: () => void): void {
  try {
    build();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })));
  }
}

function addObstacle(world: World, json: ObstacleJson, carriers: Map<string, Carrier>): void {
  const position = json.position ?? [0, 0, 0];
  const orientation = orientationOf(json.orientation);
  const motion = scriptedMotion(json.motion, position, orientation, carriers);
  const given = shapeOf(json.shape);
  const deforming = json.deformation && deformingShape(json.deformation, given);
  const obstacle = world.addObstacle({
    ...(json.name !== undefined && { name: json.name }),
    shape: deforming?.shape ?? given,
    material: json.material,
    ...(motion ? { motion } : { position, orientation }),
    ...(json.surfaceVelocity && { surfaceVelocity: json.surfaceVelocity }),
    ...(deforming && { vertices: (out, t) => deforming.keys.at(out, t) }),
  });
  const frame = motion ?? still(position, orientation);
  const { name } = obstacle;
  carriers.set(name, deforming ? deformingCarrier(frame, deforming.shape.mesh, deforming.keys) : rigidCarrier(frame));
}

function addBody(world: World, scene: Scene, json: BodyJson, number: number, carriers: Carriers): void {
  const name = json.name ?? `${json.type}-${number}`;
  switch (json.type) {
    case 'rigid':
      return addRigid(world, scene, json, name);
    case 'rod':
      return addRod(world, scene, json, name, carriers);
    case 'grid':
      return addGrid(world, scene, json, name, carriers);
    case 'bundle':
      return addBundle(world, scene, json, name, carriers);
    case 'wall':
      return addWall(world, scene, json, name);
    case 'arch':
      return addArch(world, scene, json, name);
    case 'cloth':
      return addCloth(world, json, name, carriers);
    case 'hair':
      return addHair(world, scene, json, name, carriers.get(json.on)!);
    case 'strands':
      return addStrands(world, scene, json, name, carriers);
  }
}
