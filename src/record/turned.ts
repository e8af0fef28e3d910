import type { RecordedContacts } from './contacts.js';
import type { Frame } from './frame.js';
import type { RecordingView } from './recording.js';

/** The axis that points up. */
export type UpAxis = 'y' | 'z';

/** (x, y, z) becomes (x, z, -y): what pointed along z points along y. */
function turnVectors(x: Float32Array, from = 0, to = x.length): void {
  for (let k = from; k + 2 < to; k += 3) {
    const y = x[k + 1];
    x[k + 1] = x[k + 2];
    x[k + 2] = -y;
  }
}

const half = Math.SQRT1_2;

/** The turn of a quarter about -x, after the one at `at`. */
function turnQuaternion(q: Float32Array | number[], at: number): void {
  const [w, x, y, z] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  q[at] = half * (w + x);
  q[at + 1] = half * (x - w);
  q[at + 2] = half * (y + z);
  q[at + 3] = half * (z - y);
}

/** A pose: position, quaternion. */
function turnPose(pose: readonly number[]): number[] {
  const [x, y, z, ...q] = pose;
  const out = [x, z, -y, ...q];
  turnQuaternion(out, 3);
  return out;
}

/** A recording with y up: everything turned by a quarter about x, so that (x, y, z) is at (x, z, -y). */
export function turnedUp(recording: RecordingView): RecordingView {
  const obstacles = recording.layout.obstacles.map((obstacle) => ({ ...obstacle, pose: turnPose(obstacle.pose) }));
  const layout = { ...recording.layout, obstacles };
  const turnBodies = (x: Float32Array, poses: boolean): Float32Array => {
    const out = x.slice();
    layout.bodies.forEach(({ kind }, b) => {
      const [from, to] = [layout.offsets[b], layout.offsets[b + 1]];
      if (kind !== 'rigid') return turnVectors(out, from, to);
      turnVectors(out, from, from + 3);
      if (poses) turnQuaternion(out, from + 3);
      else turnVectors(out, from + 3, from + 6);
    });
    return out;
  };
  const turnFrame = (frame: Frame): Frame => {
    const moving = frame.obstacles.slice();
    for (let k = 0; k < moving.length; k += 7) {
      turnVectors(moving, k, k + 3);
      turnQuaternion(moving, k + 3);
    }
    const directors = frame.directors.slice();
    turnVectors(directors);
    const velocities = frame.velocities && turnBodies(frame.velocities, false);
    return {
      ...{ t: frame.t, step: frame.step, bodies: turnBodies(frame.bodies, true), obstacles: moving, directors },
      ...(velocities && { velocities }),
    };
  };
  const turnContacts = (contacts: RecordedContacts): RecordedContacts => {
    const vectors = { point: contacts.point.slice(), normal: contacts.normal.slice(), force: contacts.force.slice() };
    for (const own of Object.values(vectors)) turnVectors(own);
    return { ...contacts, ...vectors };
  };
  return {
    header: { ...recording.header, obstacles },
    layout,
    frames: recording.frames,
    time: (k) => recording.time(k),
    frame: (k) => turnFrame(recording.frame(k)),
    contacts: (k) => turnContacts(recording.contacts(k)),
    steps: () => recording.steps(),
    stepCount: () => recording.stepCount(),
    column: (name) => recording.column(name),
    summary: () => recording.summary(),
    missing: () => recording.missing(),
  };
}
