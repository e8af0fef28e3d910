import type { World } from '../../dynamics/world.js';

/** Numbers of a joint that is drawn: its two ends (m), and a unit axis or zeros. */
export const jointNumbers = 9;

/** The joints of a world that have not broken, where the bodies are now. */
export function jointsOf(world: World): Float64Array {
  const alive = world.joints.filter(({ broken }) => !broken);
  const out = new Float64Array(jointNumbers * alive.length);
  alive.forEach((joint, k) => joint.place(out, jointNumbers * k, world.t));
  return out;
}
