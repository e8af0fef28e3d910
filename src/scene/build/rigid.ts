import type { World } from '../../dynamics/world.js';
import type { RigidJson } from '../schema/rigid.js';
import { type MaterialSource, materialNamed } from './materials.js';
import { orientationOf } from './orientation.js';
import { solidShapeOf } from './solid-mesh.js';
import { timedVector } from './timed.js';

/** Adds a rigid body to a world. */
export function addRigid(world: World, scene: MaterialSource, json: RigidJson, name: string): void {
  const density = json.density ?? materialNamed(scene, json.material).density ?? 1000;
  const body = world.addRigid({
    name,
    shape: solidShapeOf(json.shape),
    material: json.material,
    ...(json.mass === undefined ? { density } : { mass: json.mass }),
    ...(json.position && { position: json.position }),
    orientation: orientationOf(json.orientation),
    ...(json.velocity && { velocity: json.velocity }),
    ...(json.spin && { spin: json.spin }),
    rotates: json.rotates,
    ...(json.guide && { guide: json.guide }),
  });
  if (!json.load) return;
  const force = json.load.force && timedVector(json.load.force);
  const torque = json.load.torque && timedVector(json.load.torque);
  world.addLoad(body, (out, t) => {
    const F = force?.(t);
    const T = torque?.(t);
    if (body.guide) {
      for (let i = 0; i < 3; i++) out[0] += body.guide[i] * (F?.[i] ?? 0);
      return;
    }
    for (let i = 0; i < 3; i++) {
      if (F) out[i] += F[i];
      if (T && body.rotates) out[3 + i] += T[i];
    }
  });
}
