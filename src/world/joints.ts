import { createJoint } from '../dynamics/joints/create.js';
import type { Joint } from '../dynamics/joints/joint.js';
import type { JointAnchor, JointMotor, JointSpec, JointType } from '../dynamics/joints/spec.js';
import type { Movable } from '../bodies/body.js';
import type { Obstacle } from '../dynamics/members/obstacle.js';
import type { Host, Point } from './handles/handle.js';
import { type VectorLike, finite, nonNegative, refuse, vector } from './parts/check.js';
import { type Member, demandHoldable } from './parts/member.js';

/** A joint between two points, or a point and a place that is fixed in space. */
export interface JointOptions extends Omit<JointSpec, 'a' | 'b' | 'axis' | 'axisB'> {
  readonly a: Point | VectorLike;
  readonly b: Point | VectorLike;
  readonly axis?: VectorLike;
  readonly axisB?: VectorLike;
}

/** One end of a joint in plain values: id of the part (0: fixed in space), number of its body, place there. */
interface PlainEnd {
  readonly id: number;
  readonly body: number;
  readonly point: JointAnchor['point'];
  /** where the part was when the joint was made: q and own state of its body, or the pose of an obstacle */
  readonly q: Float64Array;
  readonly own: Float64Array;
}

/** A joint in plain values, for snapshots. */
export interface PlainJoint {
  readonly spec: Omit<JointSpec, 'a' | 'b'>;
  readonly a: PlainEnd;
  readonly b: PlainEnd;
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
  const plain: PlainJoint = { spec, a: ends[0].end, b: ends[1].end };
  const members = ends.flatMap(({ member }) => (member ? [member] : []));
  return new JointHandle(id, jointOf(id, plain, members, t), plain, members, host);
}

function plainEnd(path: string, given: Point | VectorLike): { end: PlainEnd; member?: Member } {
  const none = new Float64Array(0);
  if (typeof given !== 'object' || given === null || !('handle' in given)) {
    return { end: { id: 0, body: 0, point: vector('addJoint', path, given), q: none, own: none } };
  }
  const { handle, body, place, local } = given;
  const { member } = handle;
  const added = member.part.bodies[body];
  demandHoldable('addJoint', path, added);
  const point =
    local ?? (added?.kind === 'cloth' ? { triangle: place.index, weights: place.weights! } : { s: place.s });
  const obstacle = member.part.obstacle;
  const q = (obstacle ? obstacle.pose : added.kind === 'cloth' ? added.cloth.q : added.body.q).slice();
  const own = obstacle || added.kind === 'cloth' ? none : added.body.saveState().slice();
  return { end: { id: member.id, body, point, q, own }, member };
}

/** The joint of plain values: made with its parts put where they were when it was made first. */
export function jointOf(id: number, plain: PlainJoint, members: readonly Member[], t: number): Joint {
  const of = (end: PlainEnd): Member | undefined => members.find((member) => member.id === end.id);
  const back = [plain.a, plain.b].map((end) => putBack(of(end), end));
  try {
    const anchor = (end: PlainEnd): JointAnchor => {
      const body = anchored(of(end), end);
      return { point: end.point, ...(body && { body }) };
    };
    const bodies = members.flatMap(({ part }) =>
      part.bodies.map((added) => (added.kind === 'cloth' ? added.cloth : added.body)),
    );
    const obstacles = members.flatMap(({ part }) => (part.obstacle ? [part.obstacle] : []));
    const spec = { ...plain.spec, a: anchor(plain.a), b: anchor(plain.b) };
    return createJoint(spec, { bodies: bodies as unknown as Movable[], obstacles, t, id });
  } finally {
    for (const undo of back.reverse()) undo();
  }
}

function anchored(member: Member | undefined, { body }: PlainEnd): Movable | Obstacle | undefined {
  if (!member) return undefined;
  const added = member.part.bodies[body];
  return member.part.obstacle ?? ((added.kind === 'cloth' ? added.cloth : added.body) as unknown as Movable);
}

/** Puts a part where it was when a joint was made; returns what undoes that. */
function putBack(member: Member | undefined, { q, own, body }: PlainEnd): () => void {
  if (!member) return () => undefined;
  const { obstacle, mover, bodies } = member.part;
  if (obstacle) {
    const saved = mover?.save();
    mover?.jump(q);
    return () => saved && mover!.load(saved);
  }
  const added = bodies[body];
  const moved = added.kind === 'cloth' ? added.cloth : added.body;
  const [q0, state] = [moved.q.slice(), added.kind === 'cloth' ? own : added.body.saveState().slice()];
  moved.q.set(q);
  if (added.kind !== 'cloth') added.body.loadState(own);
  return () => {
    moved.q.set(q0);
    if (added.kind !== 'cloth') added.body.loadState(state);
  };
}
