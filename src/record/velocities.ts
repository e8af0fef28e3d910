import { atan2 } from '../math/functions.js';
import type { Frame } from './frame.js';
import type { RecordingView } from './recording.js';

/** Velocities of what a frame holds, in the same places. */
export interface Velocities {
  /** of a node 3 numbers; of a pose the velocity of its position, the angular velocity in world axes and 0 */
  readonly bodies: Float32Array;
  readonly obstacles: Float32Array;
}

/**
 * Velocities at frame k. Those of bodies that were recorded, where they were; else differences between the frame before and the one
 * after, at the ends and beside gaps between the frame and its one neighbour.
 */
export function velocitiesAt(recording: RecordingView, k: number): Velocities {
  const now = recording.frame(k);
  const { layout } = recording;
  const bodies = now.velocities?.slice() ?? new Float32Array(now.bodies.length);
  const obstacles = new Float32Array(now.obstacles.length);
  // obstacles that deform are no bodies: nothing but their places is recorded
  const missing = layout.bodies.flatMap((body, b) =>
    !now.velocities || (body.kind === 'cloth' && body.obstacle !== undefined) ? [b] : [],
  );
  if (missing.length === 0 && obstacles.length === 0) return { bodies, obstacles };
  const [before, after] = neighbours(recording, k);
  const span = after.t - before.t;
  if (!(span > 0)) return { bodies, obstacles };
  for (const b of missing) {
    const [from, to] = [layout.offsets[b], layout.offsets[b + 1]];
    if (layout.bodies[b].kind === 'rigid') poseRate(bodies, before.bodies, after.bodies, from, span);
    else for (let i = from; i < to; i++) bodies[i] = (after.bodies[i] - before.bodies[i]) / span;
  }
  for (let at = 0; at < obstacles.length; at += 7) poseRate(obstacles, before.obstacles, after.obstacles, at, span);
  return { bodies, obstacles };
}

/** The frames around frame k that differences are taken between. */
function neighbours(recording: RecordingView, k: number): [before: Frame, after: Frame] {
  const near = (j: number): boolean =>
    j >= 0 &&
    j < recording.frames &&
    // farther apart than frames are taken: something is missing between them
    Math.abs(recording.time(j) - recording.time(k)) < 1.5 * recording.header.frameTime;
  return [recording.frame(near(k - 1) ? k - 1 : k), recording.frame(near(k + 1) ? k + 1 : k)];
}

/** Velocity and angular velocity that take the pose at `from` of one frame to that of another, by the shorter turn. */
function poseRate(out: Float32Array, x: Float32Array, y: Float32Array, from: number, span: number): void {
  for (let i = from; i < from + 3; i++) out[i] = (y[i] - x[i]) / span;
  const at = from + 3;
  const [aw, ax, ay, az] = x.subarray(at, at + 4);
  const [bw, bx, by, bz] = y.subarray(at, at + 4);
  // b conj(a)
  const w = bw * aw + bx * ax + by * ay + bz * az;
  const turn = [
    bx * aw - bw * ax - by * az + bz * ay,
    by * aw - bw * ay - bz * ax + bx * az,
    bz * aw - bw * az - bx * ay + by * ax,
  ];
  const sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const sign = w < 0 ? -1 : 1;
  const scale = sine > 0 ? (sign * 2 * atan2(sine, sign * w)) / (sine * span) : 0;
  for (let i = 0; i < 3; i++) out[at + i] = scale * turn[i];
  out[at + 3] = 0;
}
