import { still } from '../bodies/motion.js';
import { type Carrier, rigidCarrier } from './build/carrier.js';
import { scriptedMotion } from './build/motion.js';
import { orientationOf } from './build/orientation.js';
import type { Scene } from './schema/scene.js';

/** The scene with every obstacle standing where it is at time 0, and what is carried or driven likewise. */
export function standing(scene: Scene): Scene {
  const carriers = new Map<string, Carrier>();
  const pose = new Float64Array(7);
  const obstacles = scene.obstacles.map((json) => {
    const { motion, deformation: _, surfaceVelocity: __, ...rest } = json;
    const position = json.position ?? [0, 0, 0];
    const orientation = orientationOf(json.orientation);
    const moves = scriptedMotion(motion, position, orientation, carriers) ?? still(position, orientation);
    if (json.name !== undefined) carriers.set(json.name, rigidCarrier(moves));
    if (!motion) return rest;
    moves(pose, 0);
    const [x, y, z, ...turn] = pose;
    return {
      ...rest,
      position: [x, y, z] as [number, number, number],
      orientation: turn as [number, number, number, number],
    };
  });
  const bodies = scene.bodies.map((body) => {
    if (body.type !== 'rod') return body;
    const held = (end: typeof body.start): typeof body.start =>
      end && { kind: end.kind, ...(end.clamp && { clamp: end.clamp }) };
    const { start, end, ...rest } = body;
    return { ...rest, ...(start && { start: held(start)! }), ...(end && { end: held(end)! }) };
  });
  return { ...scene, obstacles, bodies };
}
