/**
 * Quaternions (w, x, y, z) as four numbers at an offset of a flat array; the output comes first and may alias inputs.
 * A unit quaternion turns body vectors into world vectors: x_world = q x_body q*.
 */
import { atan2, sinOverX, cos } from './functions.js';
import { hypot3 } from './hypot.js';

/** out = p q (first turn by q, then by p). */
export function multiplyQuaternions(
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
): void {
  const pw = p[i];
  const px = p[i + 1];
  const py = p[i + 2];
  const pz = p[i + 3];
  const qw = q[j];
  const qx = q[j + 1];
  const qy = q[j + 2];
  const qz = q[j + 3];
  out[o] = pw * qw - px * qx - py * qy - pz * qz;
  out[o + 1] = pw * qx + px * qw + py * qz - pz * qy;
  out[o + 2] = pw * qy - px * qz + py * qw + pz * qx;
  out[o + 3] = pw * qz + px * qy - py * qx + pz * qw;
}

/** out = q*, the inverse of a unit quaternion. */
export function conjugateQuaternion(out: Float64Array, o: number, q: Float64Array, i: number): void {
  out[o] = q[i];
  out[o + 1] = -q[i + 1];
  out[o + 2] = -q[i + 2];
  out[o + 3] = -q[i + 3];
}

/** out = q / |q|; the zero quaternion becomes the identity. */
export function normaliseQuaternion(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const n = Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3]);
  if (n === 0) {
    out[o] = 1;
    out[o + 1] = out[o + 2] = out[o + 3] = 0;
    return;
  }
  for (let k = 0; k < 4; k++) out[o + k] = q[i + k] / n;
}

/** out = q x q* for a unit quaternion q and a vector x. */
export function rotateByQuaternion(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  x: Float64Array,
  j: number,
): void {
  const w = q[i];
  const a = q[i + 1];
  const b = q[i + 2];
  const c = q[i + 3];
  const x0 = x[j];
  const x1 = x[j + 1];
  const x2 = x[j + 2];
  // t = 2 (v × x);  x + w t + v × t
  const t0 = 2 * (b * x2 - c * x1);
  const t1 = 2 * (c * x0 - a * x2);
  const t2 = 2 * (a * x1 - b * x0);
  out[o] = x0 + w * t0 + (b * t2 - c * t1);
  out[o + 1] = x1 + w * t1 + (c * t0 - a * t2);
  out[o + 2] = x2 + w * t2 + (a * t1 - b * t0);
}

/** R = the rotation matrix (row-major) of the unit quaternion q. */
export function quaternionToMatrix(R: Float64Array, o: number, q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  R[o] = 1 - 2 * (y * y + z * z);
  R[o + 1] = 2 * (x * y - w * z);
  R[o + 2] = 2 * (x * z + w * y);
  R[o + 3] = 2 * (x * y + w * z);
  R[o + 4] = 1 - 2 * (x * x + z * z);
  R[o + 5] = 2 * (y * z - w * x);
  R[o + 6] = 2 * (x * z - w * y);
  R[o + 7] = 2 * (y * z + w * x);
  R[o + 8] = 1 - 2 * (x * x + y * y);
}

/** out = the unit quaternion of the rotation matrix R, with w >= 0. The largest component is computed first (Shepperd). */
export function quaternionFromMatrix(out: Float64Array, o: number, R: Float64Array, i: number): void {
  const a = R[i];
  const e = R[i + 4];
  const k = R[i + 8];
  const trace = a + e + k;
  let w = 1 + trace;
  let x = R[i + 7] - R[i + 5];
  let y = R[i + 2] - R[i + 6];
  let z = R[i + 3] - R[i + 1];
  if (trace < Math.max(a, e, k)) {
    if (a >= e && a >= k) {
      w = x;
      x = 1 + a - e - k;
      y = R[i + 1] + R[i + 3];
      z = R[i + 2] + R[i + 6];
    } else if (e >= k) {
      w = y;
      x = R[i + 1] + R[i + 3];
      y = 1 + e - a - k;
      z = R[i + 5] + R[i + 7];
    } else {
      w = z;
      x = R[i + 2] + R[i + 6];
      y = R[i + 5] + R[i + 7];
      z = 1 + k - a - e;
    }
  }
  const s = (w < 0 ? -1 : 1) / Math.sqrt(w * w + x * x + y * y + z * z);
  out[o] = s * w;
  out[o + 1] = s * x;
  out[o + 2] = s * y;
  out[o + 3] = s * z;
}

/** out = exp of the rotation vector phi (radians; the turn by |phi| about phi): (cos |phi|/2, sin(|phi|/2) phi/|phi|). */
export function quaternionFromRotationVector(out: Float64Array, o: number, phi: Float64Array, i: number): void {
  const half = 0.5 * hypot3(phi[i], phi[i + 1], phi[i + 2]);
  const s = 0.5 * sinOverX(half);
  out[o + 1] = s * phi[i];
  out[o + 2] = s * phi[i + 1];
  out[o + 3] = s * phi[i + 2];
  out[o] = cos(half);
}

/** out = the turn by `angle` (radians) about the unit vector `axis`. */
export function quaternionFromAxisAngle(
  out: Float64Array,
  o: number,
  axis: Float64Array,
  i: number,
  angle: number,
): void {
  const half = 0.5 * angle;
  const s = half * sinOverX(half);
  out[o + 1] = s * axis[i];
  out[o + 2] = s * axis[i + 1];
  out[o + 3] = s * axis[i + 2];
  out[o] = cos(half);
}

/** out = the shortest turn that takes the z axis along the unit vector d: half-way, (1 + z·d, z × d); straight down, a turn about x. */
export function quaternionFromAxis(out: Float64Array, o: number, d: Float64Array, i: number): void {
  const w = 1 + d[i + 2];
  const norm = Math.sqrt(w * w + d[i] * d[i] + d[i + 1] * d[i + 1]);
  const isDown = norm < 1e-9;
  out[o] = isDown ? 0 : w / norm;
  out[o + 1] = isDown ? 1 : -d[i + 1] / norm;
  out[o + 2] = isDown ? 0 : d[i] / norm;
  out[o + 3] = 0;
}

/** phi = log of the unit quaternion q: the rotation vector with |phi| <= π. */
export function rotationVectorFromQuaternion(phi: Float64Array, o: number, q: Float64Array, i: number): void {
  const sign = q[i] < 0 ? -1 : 1;
  const n = hypot3(q[i + 1], q[i + 2], q[i + 3]);
  const s = n === 0 ? 2 : (2 * atan2(n, sign * q[i])) / n;
  phi[o] = sign * s * q[i + 1];
  phi[o + 1] = sign * s * q[i + 2];
  phi[o + 2] = sign * s * q[i + 3];
}

const step = new Float64Array(4);
const turn = new Float64Array(3);

/** out = exp(h omega) q, normalised: q turned for the time h (s) at the constant world angular velocity omega (rad/s). */
export function integrateQuaternion(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  omega: Float64Array,
  j: number,
  h: number,
): void {
  turn[0] = h * omega[j];
  turn[1] = h * omega[j + 1];
  turn[2] = h * omega[j + 2];
  quaternionFromRotationVector(step, 0, turn, 0);
  multiplyQuaternions(out, o, step, 0, q, i);
  normaliseQuaternion(out, o, out, o);
}
