import type { Movable } from '../../bodies/body.js';
import { Hand } from '../../dynamics/hands/hand.js';
import type { Host, Point } from '../handles/handle.js';
import { nonNegative, positive, refuse, vector } from '../parts/check.js';
import type { VectorLike } from '../parts/check.js';
import { type Member, demandHoldable } from '../parts/member.js';

/** How a point is held. */
export interface GrabOptions {
  /** where it is drawn to (m). Default: where it is */
  readonly target?: VectorLike;
  /** time in which most of the way is covered; 0: held fast (s). Default: 0.05 */
  readonly time?: number;
  /** no faster than this (m/s). Default: any speed */
  readonly speed?: number;
}

const at = new Float64Array(3);

/** A hand that holds a point of a part and draws it to its target, as hard as that takes. */
export class Hold {
  /** unique among the hands of its world; the same after `restore` */
  readonly id: number;
  /** @internal */
  readonly member: Member;
  /** @internal number among the bodies of the member */
  readonly body: number;
  /** @internal */
  readonly hand: Hand;
  readonly #host: Host;
  #held = true;

  /** @internal */
  constructor(id: number, member: Member, body: number, hand: Hand, host: Host) {
    this.id = id;
    this.member = member;
    this.body = body;
    this.hand = hand;
    this.#host = host;
  }

  /** where the point is drawn to (m); to be set with `moveTo` */
  get target(): Float64Array {
    return this.hand.target;
  }

  /** force of the last step (N) */
  get force(): Float64Array {
    return this.hand.force;
  }

  /** false once it has let go */
  get holding(): boolean {
    return this.#held && this.member.alive;
  }

  /** Draws the point there from now on (m). */
  moveTo(target: VectorLike): void {
    if (!this.holding) refuse('moveTo', 'hand', 'a hand that holds something', 'one that has let go');
    this.hand.target.set(vector('moveTo', 'target', target));
    this.#host.wake(this.member);
  }

  /** @internal */
  letGo(): void {
    this.#held = false;
  }

  /** @internal */
  holdAgain(): void {
    this.#held = true;
  }
}

/** Takes hold of a point. */
export function holdOf(call: string, id: number, point: Point, options: GrabOptions, host: Host): Hold {
  const { member } = point.handle;
  const body = movable(member, point.body);
  if (!body) refuse(call, 'point', 'a point of a body that moves', `one of ${point.handle.kind} ${member.id}`);
  demandHoldable(call, 'point', member.part.bodies[point.body]);
  positionOf(at, body, point);
  const target =
    options.target === undefined ? ([at[0], at[1], at[2]] as const) : vector(call, 'target', options.target);
  const hand = new Hand(body as Movable, {
    body: 0,
    point: point.place,
    target,
    ...(options.time !== undefined && { time: nonNegative(call, 'time', options.time) }),
    ...(options.speed !== undefined && { speed: positive(call, 'speed', options.speed) }),
  });
  return new Hold(id, member, point.body, hand, host);
}

type Held = Pick<Movable, 'kind' | 'q'> & Partial<Pick<Movable, 'position'>>;

/** The body of a member that a hand can hold. */
export function movable(member: Member, body: number): Held | undefined {
  const added = member.part.bodies[body];
  return added && (added.kind === 'cloth' ? added.cloth : added.body);
}

/** out = where a point is now (m) */
export function positionOf(out: Float64Array, body: Held, { place, handle }: Point): void {
  if (body.position) {
    body.position(out, place);
    return;
  }
  const { triangles } = handle as unknown as { triangles: Int32Array };
  const { weights = [1, 0, 0], index } = place;
  for (let c = 0; c < 3; c++) {
    out[c] = 0;
    for (let k = 0; k < 3; k++) out[c] += weights[k] * body.q[3 * triangles[3 * index + k] + c];
  }
}
