import type { Frame, FrameLayout } from '../../record/frame.js';

/** Velocities between two frames, in the places that frames have them in: where a recording has none of its own. */
export function velocitiesBetween(before: Frame, after: Frame, { bodies, offsets }: FrameLayout): Float32Array {
  const x = before.bodies;
  const y = after.bodies;
  const v = new Float32Array(y.length);
  const h = after.t - before.t;
  if (!(h > 0)) return v;
  bodies.forEach((body, b) => {
    const at = offsets[b];
    const places = body.kind === 'rigid' ? at + 3 : offsets[b + 1];
    for (let k = at; k < places; k++) v[k] = (y[k] - x[k]) / h;
    if (body.kind === 'rigid') turnBetween(v, x, y, at + 3, h);
  });
  return v;
}

/** v = angular velocity, in world axes, that turns one quaternion (w, x, y, z) into another in a time. */
function turnBetween(v: Float32Array, x: Float32Array, y: Float32Array, at: number, h: number): void {
  const p = x.subarray(at, at + 4);
  const q = y.subarray(at, at + 4);
  // q conj(p)
  const w = q[0] * p[0] + q[1] * p[1] + q[2] * p[2] + q[3] * p[3];
  const turn = [1, 2, 3].map((i) => {
    const [j, k] = [(i % 3) + 1, ((i + 1) % 3) + 1];
    return p[0] * q[i] - q[0] * p[i] - (q[j] * p[k] - q[k] * p[j]);
  });
  const half = Math.hypot(...turn);
  const angle = 2 * Math.atan2(half, Math.abs(w));
  const share = half > 0 ? (Math.sign(w || 1) * angle) / (half * h) : 0;
  for (let i = 0; i < 3; i++) v[at + i] = share * turn[i];
}
