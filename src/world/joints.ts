import type { Joint } from '../dynamics/joints/joint.js';
import type { JointMotor, JointSpec, JointType } from '../dynamics/joints/spec.js';
import type { Host, Point } from './handles/handle.js';
import { type VectorLike, finite, nonNegative, positive, refuse, vector } from './parts/check.js';
import { type Member, demandHoldable } from './parts/member.js';
import { type PlainEnd, type PlainJoint, jointOf, standing, unmoved } from './plain-joint.js';

/** A joint between two points, or a point and a place that is fixed in space. */
export interface JointOptions extends Omit<JointSpec, 'a' | 'b' | 'axis' | 'axisB'> {
  readonly a: Point | VectorLike;
  readonly b: Point | VectorLike;
  readonly axis?: VectorLike;
  readonly axisB?: VectorLike;
}

/** A joint of a world. */
export class JointHandle {
  readonly kind = 'joint';
  readonly id: number;
  /** @internal */
  readonly joint: Joint;
  /** @internal */
  readonly plain: PlainJoint;
  /** @internal parts that it joins */
  readonly members: readonly Member[];
  /** @internal */
  readonly host: Host;
  #alive = true;

  /** @internal */
  constructor(id: number, joint: Joint, plain: PlainJoint, members: readonly Member[], host: Host) {
    this.id = id;
    this.joint = joint;
    this.plain = plain;
    this.members = members;
    this.host = host;
  }

  get type(): JointType {
    return this.joint.type;
  }

  get name(): string {
    return this.joint.name;
  }

  /** false once it, or what it joined, has been removed */
  get alive(): boolean {
    return this.#alive;
  }

  /** @internal */
  set alive(alive: boolean) {
    this.#alive = alive;
  }

  /** whether it was pulled harder than `breakForce` and has given way */
  get broken(): boolean {
    return this.joint.broken;
  }

  /** angle of a hinge (rad), way of a slider or length of a distance joint (m) */
  get coordinate(): number {
    return this.joint.coordinate;
  }

  /** force on a in the last step, world axes (N), and torque about its point (N m) */
  get force(): Float64Array {
    return this.joint.force;
  }

  get torque(): Float64Array {
    return this.joint.torque;
  }

  /** Drive of what the joint leaves free; may be set between steps. */
  get motor(): JointMotor | undefined {
    return this.joint.motor;
  }

  set motor(motor: JointMotor | undefined) {
    this.#demandAlive('motor');
    if (motor) {
      finite('motor', 'speed', motor.speed);
      if (motor.force !== undefined) nonNegative('motor', 'force', motor.force);
      if (motor.until !== undefined) positive('motor', 'until', motor.until);
    }
    this.joint.motor = motor;
    this.#wake();
  }

  get limits(): readonly [number, number] | undefined {
    return this.joint.limits;
  }

  set limits(limits: readonly [number, number] | undefined) {
    this.#demandAlive('limits');
    if (limits && !(limits[0] <= limits[1])) refuse('limits', 'limits', 'the least, then the greatest', limits);
    this.joint.limits = limits;
    this.#wake();
  }

  #demandAlive(call: string): void {
    if (!this.#alive) refuse(call, 'joint', 'a joint of this world', `joint ${this.id}, which was removed`);
  }

  #wake(): void {
    for (const member of this.members) this.host.wake(member);
  }
}

/** Makes a joint; throws an `InputError` where that makes no sense. */
export function makeJoint(id: number, options: JointOptions, t: number, host: Host): JointHandle {
  const { a, b, axis, axisB, ...rest } = options;
  const spec = {
    ...rest,
    ...(axis !== undefined && { axis: vector('addJoint', 'axis', axis) }),
    ...(axisB !== undefined && { axisB: vector('addJoint', 'axisB', axisB) }),
  };
  const ends = [plainEnd('a', a), plainEnd('b', b)] as const;
  const plain: PlainJoint = { spec, a: ends[0].end, b: ends[1].end, t };
  const members = ends.flatMap(({ member }) => (member ? [member] : []));
  return new JointHandle(id, jointOf(id, plain, members), plain, members, host);
}

/** The handle of a joint of plain values, between the parts that have its ids. */
export function plainJointHandle(
  id: number,
  plain: PlainJoint,
  members: ReadonlyMap<number, Member>,
  host: Host,
): JointHandle {
  const joined = joinedBy(plain, members);
  return new JointHandle(id, jointOf(id, plain, joined), plain, joined, host);
}

/** The parts that a joint joins. */
export function joinedBy({ a, b }: PlainJoint, members: ReadonlyMap<number, Member>): Member[] {
  return [a.id, b.id].flatMap((id) => members.get(id) ?? []);
}

function plainEnd(path: string, given: Point | VectorLike): { end: PlainEnd; member?: Member } {
  if (typeof given !== 'object' || given === null || !('handle' in given)) {
    return { end: { id: 0, body: 0, point: vector('addJoint', path, given), ...unmoved } };
  }
  const { handle, body, place, local } = given;
  const { member } = handle;
  const { obstacle, bodies } = member.part;
  const added = bodies[body];
  demandHoldable('addJoint', path, added);
  const point =
    local ?? (added?.kind === 'cloth' ? { triangle: place.index, weights: place.weights! } : { s: place.s });
  const stood = obstacle ? { ...unmoved, q: obstacle.pose.slice() } : standing(added);
  return { end: { id: member.id, body, point, ...stood }, member };
}
