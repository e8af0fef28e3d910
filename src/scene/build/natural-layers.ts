import type { Curvature } from '../../bodies/rods/shape.js';
import type { ResolvedRod } from '../../bodies/rods/spec.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import type { Vector } from '../schema/values.js';

/** What natural shapes have beyond the drawing. */
export interface Leaning {
  /** curvature towards the head (1/m) */
  readonly cling: number;
  /** share of its own weight that a strand carries as it is drawn */
  readonly carried: number;
  /** force on what lies below it, over its weight */
  readonly pressed: number;
}

/** How a strand lies. */
export interface Lie {
  /** axis that it bends about, towards the head */
  readonly across: Vector;
  /** length from its root over which others lie below it (m) */
  readonly borne: number;
}

/**
 * The natural shape of a strand that was drawn with a curvature: bent towards the head by more than that, and such that as drawn it carries
 * its weight and presses evenly on what lies below it.
 */
export function naturalShape(
  rod: ResolvedRod,
  drawn: Curvature,
  { cling, carried, pressed }: Leaning,
  { across, borne }: Lie,
  gravity: ArrayLike<number>,
): Curvature {
  if (cling === 0 && carried === 0 && pressed === 0) return drawn;
  const { n, initial, section } = rod;
  const l = rod.length / n;
  const mass = section.mass * l;
  const pull = pressed * mass * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  const x = initial.points;
  // what acts on each element: weight, and the push of what lies below it
  const forces = Array.from({ length: n }, (_, k): Vector => {
    const share = pull * Math.min(1, Math.max(0, borne / l - k));
    const [tx, ty, tz] = [0, 1, 2].map((i) => (x[3 * k + 3 + i] - x[3 * k + i]) / l);
    const [ax, ay, az] = across;
    const outwards = [ty * az - tz * ay, tz * ax - tx * az, tx * ay - ty * ax];
    const at = (i: number): number => carried * mass * gravity[i] + share * outwards[i];
    return [at(0), at(1), at(2)];
  });
  const changes = torques(x, forces).map((torque, k) => {
    // in the frame of the element
    const [w, i, j, m] = initial.frames.subarray(4 * (k + 1), 4 * (k + 2));
    const back = Float64Array.of(w, -i, -j, -m);
    const axis = Float64Array.from(across);
    rotateByQuaternion(axis, 0, back, 0, axis, 0);
    rotateByQuaternion(torque, 0, back, 0, torque, 0);
    const { EI1, EI2, GJ } = section;
    const of = (e: number, stiffness: number): number => cling * axis[e] - torque[e] / stiffness;
    return [of(0, EI1), of(1, EI2), of(2, GJ)];
  });
  const at = typeof drawn === 'function' ? drawn : (): typeof drawn => drawn;
  return (s) => {
    const [a, b, c] = changes[Math.min(n - 1, Math.max(0, Math.floor(s / l)))];
    const k = at(s);
    return [k[0] + a, k[1] + b, k[2] + c];
  };
}

/** Torque of the forces on the elements beyond each one, and on itself, about its places: the mean over the element (N m). */
function torques(x: Float64Array, forces: readonly Vector[]): Float64Array[] {
  const out: Float64Array[] = [];
  // of the elements beyond: their forces, and the torque of these about the origin
  const force = [0, 0, 0];
  const moment = [0, 0, 0];
  for (let k = forces.length - 1; k >= 0; k--) {
    const own = forces[k];
    const middle = [0, 1, 2].map((i) => 0.5 * (x[3 * k + i] + x[3 * k + 3 + i]));
    const sixth = [0, 1, 2].map((i) => (x[3 * k + 3 + i] - x[3 * k + i]) / 6);
    const beyond = cross(middle, force);
    const itself = cross(sixth, own);
    out[k] = Float64Array.from(moment, (m, i) => m - beyond[i] + itself[i]);
    const about = cross(middle, own);
    for (let i = 0; i < 3; i++) {
      force[i] += own[i];
      moment[i] += about[i];
    }
  }
  return out;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
