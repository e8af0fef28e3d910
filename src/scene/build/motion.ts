import type { Motion, Movement } from '../../bodies/motion.js';
import { smoothKeyframes } from '../../bodies/keyframes.js';
import { carried, keyframes, moved, still } from '../../bodies/motion.js';
import { InputError } from '../../errors.js';
import type { Orientation, Vector } from '../../geometry/shape.js';
import type { MotionJson } from '../schema/motion.js';
import { type Carrier, relativeTo } from './carrier.js';
import { orientationOf } from './orientation.js';

/** The obstacles built so far, by name. */
export type Carriers = ReadonlyMap<string, Carrier>;

/** How something moves that begins at a place; undefined where it stands still. */
export function scriptedMotion(
  json: MotionJson | undefined,
  position: Vector,
  orientation: Orientation,
  carriers: Carriers,
): Motion | undefined {
  const carrier = json?.with === undefined ? undefined : carriers.get(json.with)?.at(position);
  const own = json ? ownMotion(json, position, orientation) : undefined;
  if (!carrier) return own;
  return relativeTo(carrier, own ?? still(position, orientation));
}

function ownMotion(json: MotionJson, position: Vector, orientation: Orientation): Motion | undefined {
  if (json.file !== undefined) {
    const problem = { path: 'motion.file', expected: 'keyframes', found: `the file ${json.file}, which was not read` };
    throw new InputError('wrong motion', [problem]);
  }
  let motion: Motion | undefined;
  if (json.keyframes) {
    const times = json.keyframes.map((frame) => frame.t);
    const poses = json.keyframes.map((frame) => [
      ...(frame.position ?? position),
      ...(frame.orientation === undefined ? orientation : orientationOf(frame.orientation)),
    ]);
    motion = json.interpolation === 'linear' ? keyframes(times, poses) : smoothKeyframes(times, poses);
  }
  if (json.moves) {
    const { pivot } = json;
    let turning: Motion = pivot ? still(pivot) : (motion ?? still(position, orientation));
    for (const move of json.moves) turning = moved(turning, move as Movement);
    if (pivot) turning = carried(fromPivot(motion ?? still(position, orientation), pivot), turning);
    motion = turning;
  }
  return motion;
}

/** The same motion with positions counted from a point. */
function fromPivot(motion: Motion, pivot: Vector): Motion {
  return (out, t) => {
    motion(out, t);
    for (let i = 0; i < 3; i++) out[i] -= pivot[i];
  };
}
