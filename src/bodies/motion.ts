import { cos, sin } from '../math/functions.js';
import {
  conjugateQuaternion,
  integrateQuaternion,
  multiplyQuaternions,
  quaternionFromAxisAngle,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../math/quaternion.js';
import { normalise3 } from '../math/vec3.js';

/** Place of a frame at a time: out = position (3), unit quaternion (4). A function of time alone, so a run can be resumed. */
export type Motion = (out: Float64Array, t: number) => void;

/** Motions that are the same at all times. */
const stillMotions = new WeakSet<Motion>();

/** Whether something never moves. */
export function isStill(motion: Motion): boolean {
  return stillMotions.has(motion);
}

type Triple = readonly [number, number, number];

/** Stays where it is put. */
export function still(
  position: Triple = [0, 0, 0],
  orientation: readonly [number, number, number, number] = [1, 0, 0, 0],
): Motion {
  const pose = [...position, ...orientation];
  const motion: Motion = (out) => {
    for (let k = 0; k < 7; k++) out[k] = pose[k];
  };
  stillMotions.add(motion);
  return motion;
}

/** What a scripted motion adds to a pose; all parts optional, times in seconds. */
export interface Movement {
  /** constant velocity (m/s) */
  readonly velocity?: Triple;
  /** to and fro: amplitude (m) times sin(2π frequency t + phase) */
  readonly shake?: { readonly amplitude: Triple; readonly frequency: number; readonly phase?: number };
  /** steady turning about an axis through the pose's position (rad/s) */
  readonly spin?: { readonly axis: Triple; readonly rate: number };
  /** turning to and fro about an axis: angle (rad) times sin(2π frequency t + phase) */
  readonly swing?: {
    readonly axis: Triple;
    readonly angle: number;
    readonly frequency: number;
    readonly phase?: number;
  };
  /** circle about the pose's position: radius vectors at t = 0 and a quarter turn later (m), turns a second */
  readonly circle?: { readonly from: Triple; readonly to: Triple; readonly frequency: number };
  /** the clock of the movement runs from here ... */
  readonly start?: number;
  /** ... to here (s) */
  readonly end?: number;
}

/** A pose moved by a script. */
export function moved(base: Motion, movement: Movement): Motion {
  const turn = new Float64Array(4);
  const axis = new Float64Array(3);
  const rotate = (out: Float64Array, about: Triple, angle: number): void => {
    axis.set(about);
    normalise3(axis, 0, axis, 0);
    quaternionFromAxisAngle(turn, 0, axis, 0, angle);
    multiplyQuaternions(out, 3, turn, 0, out, 3);
  };
  const { velocity, shake, spin, swing, circle, start = 0, end = Infinity } = movement;
  return (out, now) => {
    base(out, now);
    const t = Math.min(Math.max(now, start), end) - start;
    const wave = (frequency: number, phase = 0): number => sin(2 * Math.PI * frequency * t + phase);
    for (let i = 0; i < 3; i++) {
      if (velocity) out[i] += velocity[i] * t;
      if (shake) out[i] += shake.amplitude[i] * (wave(shake.frequency, shake.phase) - sin(shake.phase ?? 0));
      if (circle) {
        const angle = 2 * Math.PI * circle.frequency * t;
        out[i] += circle.from[i] * (cos(angle) - 1) + circle.to[i] * sin(angle);
      }
    }
    if (spin) rotate(out, spin.axis, spin.rate * t);
    if (swing) rotate(out, swing.axis, swing.angle * (wave(swing.frequency, swing.phase) - sin(swing.phase ?? 0)));
  };
}

/** A pose given at times (s, rising), positions joined linearly, orientations along the shortest turn at constant rate. */
export function keyframes(times: readonly number[], poses: readonly (readonly number[])[]): Motion {
  const a = new Float64Array(7);
  const b = new Float64Array(7);
  return (out, t) => {
    let k = 0;
    while (k < times.length - 2 && t >= times[k + 1]) k++;
    const last = Math.min(k + 1, times.length - 1);
    a.set(poses[k]);
    b.set(poses[last]);
    const span = times[last] - times[k];
    const u = span > 0 ? Math.min(Math.max((t - times[k]) / span, 0), 1) : 0;
    for (let i = 0; i < 3; i++) out[i] = a[i] + u * (b[i] - a[i]);
    slerp(out, 3, a, 3, b, 3, u);
  };
}

const relative = new Float64Array(4);
const phi = new Float64Array(3);

/** out = a turned by the share u of the turn from a to b. */
export function slerp(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  u: number,
): void {
  conjugateQuaternion(relative, 0, a, i);
  multiplyQuaternions(relative, 0, b, j, relative, 0);
  rotationVectorFromQuaternion(phi, 0, relative, 0);
  integrateQuaternion(out, o, a, i, phi, 0, u);
}

const before = new Float64Array(7);
const after = new Float64Array(7);

/**
 * Mean velocity of a motion over a step: out = linear (m/s), of the frame's origin, and angular (rad/s). A body that has its centre of mass
 * there and moves with this velocity for the whole step keeps its place on it exactly; elsewhere see `ArcOfStep`.
 */
export function meanVelocity(out: Float64Array, motion: Motion, t: number, h: number): void {
  motion(before, t);
  motion(after, t + h);
  for (let i = 0; i < 3; i++) out[i] = (after[i] - before[i]) / h;
  conjugateQuaternion(relative, 0, before, 3);
  multiplyQuaternions(relative, 0, after, 3, relative, 0);
  rotationVectorFromQuaternion(out, 3, relative, 0);
  for (let i = 3; i < 6; i++) out[i] /= h;
}

/** A motion seen from a frame that itself moves: first `local`, then carried by `carrier`. */
export function carried(local: Motion, carrier: Motion): Motion {
  const frame = new Float64Array(7);
  return (out, t) => {
    local(out, t);
    carrier(frame, t);
    rotateByQuaternion(out, 0, frame, 3, out, 0);
    for (let i = 0; i < 3; i++) out[i] += frame[i];
    multiplyQuaternions(out, 3, frame, 3, out, 3);
  };
}

/** out = velocity of a point (x, y, z) of a frame at `origin` that moves with v: linear there, angular (m/s, rad/s). */
export function pointVelocity(
  out: Float64Array,
  v: Float64Array,
  origin: Float64Array,
  x: number,
  y: number,
  z: number,
): void {
  const dx = x - origin[0];
  const dy = y - origin[1];
  const dz = z - origin[2];
  out[0] = v[0] + v[4] * dz - v[5] * dy;
  out[1] = v[1] + v[5] * dx - v[3] * dz;
  out[2] = v[2] + v[3] * dy - v[4] * dx;
}

/**
 * The difference between an arc and its tangent, as a velocity. Points of a frame that turns go along arcs in a step; with their velocity
 * (`pointVelocity`) kept up for the whole of it they would end outside, farther by h ω² ρ / 2 every second. What goes in straight lines over a
 * step, as nodes and centres of mass do, keeps its place on the frame if it has that velocity and this one besides.
 */
export class ArcOfStep {
  readonly #turn = new Float64Array(3);
  #inward = 0;
  #along = 0;

  /**
   * Learns how the frame turns in a step of h (rad/s). With z = exp(i φ), φ the angle of the step, in the plane that turns:
   * a point goes by (z - 1) x from where it is at the start, so by (z - 1) / (1 + s (z - 1)) x from where it is after the share s of its straight way.
   */
  set(spin: Float64Array, h: number, s = 0): void {
    const turn = this.#turn;
    turn.set(spin);
    const rate = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    const angle = rate * h;
    if (angle === 0) {
      this.#inward = this.#along = 0;
      return;
    }
    const half = sin(0.5 * angle);
    const re = -2 * half * half;
    const im = sin(angle);
    const [dRe, dIm] = [1 + s * re, s * im];
    const square = dRe * dRe + dIm * dIm;
    this.#inward = -(re * dRe + im * dIm) / (square * h * rate * rate);
    this.#along = ((im * dRe - re * dIm) / square - angle) / angle;
  }

  get isStraight(): boolean {
    return this.#inward === 0;
  }

  /** out += the difference at a point of the frame, times a factor (m/s) */
  add(out: Float64Array, origin: Float64Array, x: number, y: number, z: number, factor = 1): void {
    const [wx, wy, wz] = this.#turn;
    const [dx, dy, dz] = [x - origin[0], y - origin[1], z - origin[2]];
    const [tx, ty, tz] = [wy * dz - wz * dy, wz * dx - wx * dz, wx * dy - wy * dx];
    const inward = factor * this.#inward;
    const along = factor * this.#along;
    out[0] += inward * (wy * tz - wz * ty) + along * tx;
    out[1] += inward * (wz * tx - wx * tz) + along * ty;
    out[2] += inward * (wx * ty - wy * tx) + along * tz;
  }
}
