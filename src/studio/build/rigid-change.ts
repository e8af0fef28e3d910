import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Triple } from './things.js';

/** A move of a thing by its handles: turned and scaled about a point, then shifted. */
export interface Change {
  /** what stays where it is before the shift (m) */
  readonly about: Vector3;
  readonly shift: Vector3;
  readonly turn: Quaternion;
  /** along the axes of the thing; 1 each: as it was */
  readonly scale: Vector3;
}

/** No change, about a point. */
export const still = (about: Vector3): Change => ({
  about,
  shift: new Vector3(),
  turn: new Quaternion(),
  scale: new Vector3(1, 1, 1),
});

/** Digits that are kept: a micrometre, and as much of a turn; files stay readable. */
const round = (x: number): number => Math.round(1e6 * x) / 1e6 + 0;

export const triple = (v: Vector3): Triple => [round(v.x), round(v.y), round(v.z)];

/** Where a point of the thing goes. */
export function movedPoint(point: Triple, { about, shift, turn, scale }: Change): Triple {
  const v = new Vector3(...point).sub(about).multiplyScalar(uniform(scale)).applyQuaternion(turn);
  return triple(v.add(about).add(shift));
}

/** Where a direction of the thing goes. */
export function turnedVector(vector: Triple, { turn }: Change): Triple {
  return triple(new Vector3(...vector).applyQuaternion(turn));
}

/** One factor for all three axes: the one that was changed the most. */
export function uniform({ x, y, z }: Vector3): number {
  return [x, y, z].reduce((most, factor) => (Math.abs(Math.log(factor)) > Math.abs(Math.log(most)) ? factor : most), 1);
}

/** A turn as scenes write it. */
export function quaternionOf(json: unknown): Quaternion {
  if (Array.isArray(json) && json.length === 4) {
    const [w, x, y, z] = json as number[];
    return new Quaternion(x, y, z, w).normalize();
  }
  const { axis, degrees, radians } = (json ?? {}) as { axis?: Triple; degrees?: number; radians?: number };
  if (!axis) return new Quaternion();
  const angle = radians ?? ((degrees ?? 0) * Math.PI) / 180;
  return new Quaternion().setFromAxisAngle(new Vector3(...axis).normalize(), angle);
}

/** The same for people: an axis and degrees; undefined for none. */
export function orientationOf(turn: Quaternion): { readonly axis: Triple; readonly degrees: number } | undefined {
  const q = turn.w < 0 ? new Quaternion(-turn.x, -turn.y, -turn.z, -turn.w) : turn;
  const sine = Math.hypot(q.x, q.y, q.z);
  const degrees = round((2 * Math.atan2(sine, q.w) * 180) / Math.PI);
  if (degrees === 0) return undefined;
  return { axis: triple(new Vector3(q.x, q.y, q.z).divideScalar(sine)), degrees };
}

/** Half the edges of the box around a box that is turned. */
export function turnedHalf(half: Vector3, turn: Quaternion): Vector3 {
  const { elements: e } = new Matrix3().setFromMatrix4(new Matrix4().makeRotationFromQuaternion(turn));
  const row = (i: number): number =>
    Math.abs(e[i]) * half.x + Math.abs(e[i + 3]) * half.y + Math.abs(e[i + 6]) * half.z;
  return new Vector3(row(0), row(1), row(2));
}

/** A length that is multiplied; one that is not keeps all of its digits. */
export const scaled = (x: unknown, factor: number): number => (factor === 1 ? Number(x) : round(Number(x) * factor));
