import type { Shape } from '../../geometry/shape.js';
import { orientationOf } from '../../scene/build/orientation.js';
import type { OrientationJson } from '../../scene/schema/values.js';
import { nonNegative, positive, quaternion, refuse, vector } from '../parts/check.js';
import type { VectorLike } from '../parts/check.js';
import type { Mover } from '../parts/mover.js';
import { Handle, type Point } from './handle.js';

/** Turns as `setPose` and `moveTo` take them. */
export type Turn = OrientationJson | VectorLike;

/** The unit quaternion of a turn. */
export function turnOf(call: string, turn: Turn): readonly [number, number, number, number] {
  if (typeof turn === 'object' && turn !== null && 'axis' in turn) {
    vector(call, 'orientation.axis', turn.axis);
    const angle = 'degrees' in turn ? turn.degrees : turn.radians;
    if (!Number.isFinite(angle)) refuse(call, 'orientation', 'an angle in degrees or radians', turn);
    return orientationOf(turn);
  }
  return quaternion(call, 'orientation', turn);
}

abstract class ObstacleHandle extends Handle {
  /** place of the shape's frame now: position (3, m), unit quaternion w, x, y, z (4); a view, always up to date */
  get pose(): Float64Array {
    return this.member.part.obstacle!.pose;
  }

  /** what it looks like, in its own frame */
  get shape(): Shape {
    return this.member.part.obstacle!.shape;
  }

  /** Puts it somewhere else at once, without a velocity; its orientation stays where none is given. */
  setPose(position: VectorLike, orientation?: Turn): void {
    this.demandAlive('setPose');
    const x = vector('setPose', 'position', position);
    const q = orientation === undefined ? this.pose.subarray(3) : turnOf('setPose', orientation);
    this.host.disturbed(this.member);
    this.mover('setPose').jump([...x, ...q]);
    this.pose.set([...x, ...q]);
    this.host.disturbed(this.member);
  }

  /** A place of it, in the frame of its shape (m). Default: the origin of that. */
  point(local: VectorLike = [0, 0, 0]): Point {
    const at = vector('point', 'local', local);
    return { handle: this, body: 0, place: { index: 0, s: 0, offset: at }, local: at };
  }

  protected mover(call: string): Mover {
    const { mover } = this.member.part;
    if (!mover) refuse(call, 'handle', 'something that is moved by calls', `${this.name}, which its scene moves`);
    return mover;
  }
}

/** Something that stands still. */
export class FixedHandle extends ObstacleHandle {
  readonly kind = 'fixed';
}

/** Something that goes where it is told, whatever is in its way. */
export class KinematicHandle extends ObstacleHandle {
  readonly kind = 'kinematic';

  /**
   * Goes there, with the velocity that this takes, and pushes what is in the way. Told anew at any time, it goes on from where it is.
   *
   * @param options `time` to take (s), default: one step; or no faster than `speed` (m/s)
   *
   * @example
   * ```ts
   * canvas.onpointermove = (event) => hand.moveTo(placeUnder(event), undefined, { speed: 2 });
   * ```
   */
  moveTo(
    position: VectorLike,
    orientation?: Turn,
    options: { readonly time?: number; readonly speed?: number } = {},
  ): void {
    this.demandAlive('moveTo');
    const x = vector('moveTo', 'position', position);
    const q = orientation === undefined ? this.mover('moveTo').to.slice(3) : turnOf('moveTo', orientation);
    const { t, h } = this.host;
    let time = options.time === undefined ? h : nonNegative('moveTo', 'time', options.time);
    if (options.speed !== undefined) {
      const [a, b, c] = [0, 1, 2].map((i) => x[i] - this.pose[i]);
      time = Math.max(time, Math.sqrt(a * a + b * b + c * c) / positive('moveTo', 'speed', options.speed));
    }
    // arrives at the end of a step: a stop within one would be felt as half the speed
    time = h * Math.max(1, Math.round(time / h));
    this.mover('moveTo').go([...x, ...q], t, time);
  }
}
