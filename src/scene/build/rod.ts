import type { World } from '../../dynamics/world.js';
import type { FiberOptions } from '../../dynamics/members/members.js';
import type { RodEnd } from '../../bodies/rods/end.js';
import { createRod } from '../../bodies/rods/registry.js';
import type { RodLoads } from '../../bodies/rods/loads.js';
import { type InitialShape, type RodSpec, resolveRod } from '../../bodies/rods/spec.js';
import type { RodJson, RodShapeJson } from '../schema/rod.js';
import { curvatureOf, restCurvature } from './bend.js';
import { helicesAlong } from './helices.js';
import { overhandKnot, resample } from './curves.js';
import { type MaterialSource, rodMaterial } from './materials.js';
import { type Carriers, scriptedMotion } from './motion.js';
import { timedVector } from './timed.js';

/** What rods placed one by one and those of generators share. */
export type RodFields = Omit<RodJson, 'type' | 'shape' | 'start' | 'end' | 'loads' | 'name'>;

/** The model's spec without place and ends. */
export function rodSpec(scene: MaterialSource, json: RodFields, name: string): RodSpec {
  const rest = restCurvature(json.rest);
  return {
    model: json.model,
    name,
    elements: json.elements,
    length: json.length,
    section: json.halfAxes ? { halfAxes: json.halfAxes } : { radius: json.radius ?? 0 },
    material: rodMaterial(scene, json.material),
    ...(json.stiffness && { stiffness: json.stiffness }),
    ...(json.collisionRadius !== undefined && { collisionRadius: json.collisionRadius }),
    ...(json.segmentsPerElement !== undefined && { segmentsPerElement: json.segmentsPerElement }),
    ...(rest && { rest }),
    ...(json.options && { options: json.options }),
  };
}

/** How a rod touches. */
export function fiberOptions(json: RodFields): FiberOptions {
  return {
    material: json.material,
    self: json.self,
    touch: json.touch,
    ...(json.selfDistance !== undefined && { selfDistance: json.selfDistance }),
  };
}

/** Adds a rod to a world. */
export function addRod(world: World, scene: MaterialSource, json: RodJson, name: string, carriers: Carriers): void {
  const bare: RodSpec = {
    ...rodSpec(scene, json, name),
    ...(json.shape && { initial: initialShape(json, json.shape) }),
    ...(json.loads && { loads: rodLoads(json.loads) }),
  };
  const { points, frames } = resolveRod(bare).initial;
  const endAt = (end: RodJson['start'], node: number, frame: number): RodEnd | undefined => {
    if (!end) return undefined;
    const position = [points[node], points[node + 1], points[node + 2]] as const;
    const orientation = [frames[frame], frames[frame + 1], frames[frame + 2], frames[frame + 3]] as const;
    const motion = scriptedMotion(end.motion, position, orientation, carriers);
    return { kind: end.kind, ...(end.clamp && { clamp: end.clamp }), ...(motion && { motion }) };
  };
  const start = endAt(json.start, 0, 0);
  const end = endAt(json.end, points.length - 3, frames.length - 4);
  const body = createRod({ ...bare, ...(start && { start }), ...(end && { end }) });
  world.addFiber(body, fiberOptions(json));
}

function initialShape(json: RodJson, shape: RodShapeJson): InitialShape {
  const { position, tangent, normal, velocity } = shape;
  const common = { ...(normal && { normal }), ...(velocity && { velocity }) };
  const through = shape.knot
    ? overhandKnot(shape.knot.position, shape.knot.axis, shape.knot.size, json.length)
    : shape.through;
  if (through) {
    if (json.model === 'super-helix') return { ...helicesAlong(through, json.length, json.elements), ...common };
    return { points: resample(through, json.length, json.elements), ...common };
  }
  const curvature = curvatureOf(shape.bend);
  return {
    ...(position && { position }),
    ...(tangent && { tangent }),
    ...(curvature && { curvature }),
    ...common,
  };
}

function rodLoads(json: NonNullable<RodJson['loads']>): RodLoads {
  return {
    ...(json.distributed && { distributed: timedVector(json.distributed) }),
    ...(json.forces && { forces: json.forces.map(({ s, force }) => ({ s, force: timedVector(force) })) }),
    ...(json.moments && { moments: json.moments.map(({ s, moment }) => ({ s, moment: timedVector(moment) })) }),
  };
}
