import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { World } from '../../dynamics/world.js';
import { normaliseQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import type { FrameLayout } from '../../record/frame.js';
import type { Recording } from '../../record/recording.js';
import { velocitiesAt } from '../../record/velocities.js';

/** A frame of a recording from which a simulation goes on. */
export interface StartFrame {
  readonly t: number;
  /** as in `Frame.bodies` */
  readonly bodies: Float32Array;
  /** rates of the same numbers; of a pose: velocity and angular velocity in world axes, then a zero */
  readonly rates: Float32Array;
}

/**
 * Why a recording cannot be taken up from one of its frames; undefined where it can. Frames have places: those of rigid
 * bodies and of cloth are all there is to them, while rods have twist and curvatures that a centre line does not show.
 */
export function whyNotTakenUp(recording: Recording): string | undefined {
  const rods = recording.header.bodies.filter(({ kind }) => kind === 'rod').length;
  if (rods === 0) return undefined;
  return (
    `This is a recording${rods > 1 ? ` of ${rods} rods` : ''}. It shows centre lines, not the twist inside of them, ` +
    'so it cannot be taken up in the middle: simulate it here, from the beginning, to pull and to change things.'
  );
}

/** Frame k of a recording with its rates. */
export function startOf(recording: Recording, k: number): StartFrame {
  const now = recording.frame(k);
  return { t: now.t, bodies: now.bodies, rates: velocitiesAt(recording, k).bodies };
}

/** Puts a world where a frame was. */
export function takeUp(world: World, layout: FrameLayout, { t, bodies, rates }: StartFrame, step: number): void {
  if (layout.offsets[layout.bodies.length] !== bodies.length) {
    throw new Error('the recording has other bodies than its scene has here: simulate it from the beginning');
  }
  const state = world.save();
  world.bodies.forEach((body, b) => {
    const at = layout.offsets[b];
    const { q, v } = state.bodies[b];
    if (body.kind !== 'rigid') {
      for (let i = 0; i < layout.offsets[b + 1] - at; i++) {
        q[i] = bodies[at + i];
        v[i] = rates[at + i];
      }
      return;
    }
    const { centre, guide } = body as RigidBody;
    for (let i = 0; i < 7; i++) q[i] = bodies[at + i];
    normaliseQuaternion(q, 3, q, 3);
    const arm = new Float64Array(3);
    rotateByQuaternion(arm, 0, q, 3, centre, 0);
    const spin = rates.subarray(at + 3, at + 6);
    const velocity = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      q[i] += arm[i];
      return rates[at + i] + spin[j] * arm[k] - spin[k] * arm[j];
    });
    if (guide) v[0] = guide[0] * velocity[0] + guide[1] * velocity[1] + guide[2] * velocity[2];
    else for (let i = 0; i < v.length; i++) v[i] = i < 3 ? velocity[i] : spin[i - 3];
  });
  world.restore({ ...state, clock: [Math.round(t / step), 0, 0, 0] });
}
