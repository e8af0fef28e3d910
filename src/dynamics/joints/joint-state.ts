import type { Joint } from './joint.js';

/** Rows with a law of their own, whose impulses are the first guess of the next step. */
const laws = ['motor', 'friction', 'least', 'greatest'] as const;

/** What the future of joints depends on: of each whether it is broken, its coordinate and force, and the impulses of its rows. */
export function saveJoints(joints: readonly Joint[]): Float64Array {
  const out: number[] = [];
  for (const joint of joints) {
    out.push(joint.broken ? 1 : 0, joint.coordinate, ...joint.force, ...joint.equationImpulses);
    for (const kind of laws) out.push(...(joint.memory.get(kind) ?? [NaN, NaN, NaN]));
  }
  return Float64Array.from(out);
}

/** Takes in what `saveJoints` gave of the same joints. */
export function loadJoints(joints: readonly Joint[], state: Float64Array): void {
  joints.forEach((joint, k) => {
    let at = k * (11 + 3 * laws.length);
    joint.broken = state[at++] === 1;
    joint.coordinate = state[at++];
    for (let i = 0; i < 3; i++) joint.force[i] = state[at++];
    for (let i = 0; i < 6; i++) joint.equationImpulses[i] = state[at++];
    joint.memory.clear();
    for (const kind of laws) {
      if (!Number.isNaN(state[at])) joint.memory.set(kind, state.slice(at, at + 3));
      at += 3;
    }
  });
}
