import { nodeFrames } from './tubes.js';

/**
 * Poses of a rod's nodes over time: position (3) and quaternion (4) each. In the first frame the axes across are carried
 * along the rod; from frame to frame every node's axes turn as little as its tangent asks, so that nothing spins. Where directors are
 * known the axes are those, and a quaternion's sign is that which is nearer to the one before.
 */
export class JointFrames {
  readonly #n: number;
  #axes: Float64Array | undefined;
  #before: Float32Array | undefined;

  constructor(n: number) {
    this.#n = n;
  }

  /** The poses for the next line of nodes. */
  next(points: ArrayLike<number>, directors?: ArrayLike<number>): Float32Array {
    const frames = nodeFrames(points, false, directors);
    if (this.#axes && !directors) for (let i = 0; i < this.#n; i++) keepAxis(frames, 9 * i, this.#axes);
    this.#axes = frames;
    const poses = new Float32Array(7 * this.#n);
    for (let i = 0; i < this.#n; i++) {
      poses.set([points[3 * i], points[3 * i + 1], points[3 * i + 2], ...quaternion(frames, 9 * i)], 7 * i);
      if (this.#before) keepSign(poses, 7 * i + 3, this.#before);
    }
    this.#before = poses;
    return poses;
  }
}

/** Turns the sign of the quaternion at `at` where that is nearer to the one before: programs that join the four numbers do not spin. */
export function keepSign(now: Float32Array, at: number, before: Float32Array, from = at): void {
  let dot = 0;
  for (let i = 0; i < 4; i++) dot += now[at + i] * before[from + i];
  if (dot < 0) for (let i = at; i < at + 4; i++) now[i] = -now[i];
}

/** Replaces the axes across by those of the last frame, made orthogonal to the tangent of now. */
function keepAxis(frames: Float64Array, o: number, before: Float64Array): void {
  const t = frames.subarray(o + 6, o + 9);
  const d = before.subarray(o, o + 3);
  const dot = d[0] * t[0] + d[1] * t[1] + d[2] * t[2];
  const d1 = [d[0] - dot * t[0], d[1] - dot * t[1], d[2] - dot * t[2]];
  const size = Math.hypot(d1[0], d1[1], d1[2]);
  if (size < 1e-6) return;
  for (let i = 0; i < 3; i++) d1[i] /= size;
  const d2 = [t[1] * d1[2] - t[2] * d1[1], t[2] * d1[0] - t[0] * d1[2], t[0] * d1[1] - t[1] * d1[0]];
  frames.set([...d1, ...d2], o);
}

/** Unit quaternion (w, x, y, z) of a frame whose axes are given one after another. */
function quaternion(f: Float64Array, o: number): [number, number, number, number] {
  const [a, b, c] = [f[o], f[o + 4], f[o + 8]];
  const trace = a + b + c;
  let q: [number, number, number, number];
  if (trace > 0) q = [1 + trace, f[o + 5] - f[o + 7], f[o + 6] - f[o + 2], f[o + 1] - f[o + 3]];
  else if (a >= b && a >= c) q = [f[o + 5] - f[o + 7], 1 + a - b - c, f[o + 1] + f[o + 3], f[o + 6] + f[o + 2]];
  else if (b >= c) q = [f[o + 6] - f[o + 2], f[o + 1] + f[o + 3], 1 + b - a - c, f[o + 5] + f[o + 7]];
  else q = [f[o + 1] - f[o + 3], f[o + 6] + f[o + 2], f[o + 5] + f[o + 7], 1 + c - a - b];
  const size = Math.hypot(...q);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}
