import type { BodyPoint } from '../bodies/body.js';
import type { JointMotor, JointType } from '../dynamics/joints/spec.js';
import type { Shape } from '../geometry/shape.js';
import type { Turn } from '../world/handles/obstacle-handle.js';
import type { Groups } from '../world/options.js';
import type { VectorLike } from '../world/parts/check.js';
import { type FrameEntry, entryHeader } from './frame-layout.js';
import type { HandFacts, JointFacts, PartFacts } from './protocol.js';

/** What remote objects ask of their world. */
export interface RemoteHost {
  /** numbers of the frame that is shown */
  readonly frame: Float64Array;
  /** where an object stands in the frame, while it is there */
  entry(key: number): FrameEntry | undefined;
  call(key: number, method: string, args: readonly unknown[]): Promise<never>;
  set(key: number, property: string, value: unknown): void;
}

/** A place on a part of a world in a worker: by what was given to `point`, or as a ray has found it. */
export class RemotePoint {
  readonly handle: RemoteHandle;
  /** @internal */
  readonly given:
    | { readonly method: 'point' | 'pointAt'; readonly arguments: readonly unknown[] }
    | { readonly body: number; readonly place: BodyPoint; readonly local?: readonly [number, number, number] };

  /** @internal */
  constructor(handle: RemoteHandle, given: RemotePoint['given']) {
    this.handle = handle;
    this.given = given;
  }
}

/** Something of a world in a worker. */
abstract class Remote {
  /** @internal */
  readonly key: number;
  /** @internal */
  readonly host: RemoteHost;
  /** unique among those of its world; the same after `restore` */
  readonly id: number;

  /** @internal */
  constructor({ key, id }: { readonly key: number; readonly id: number }, host: RemoteHost) {
    this.key = key;
    this.id = id;
    this.host = host;
  }

  /** false once it has been removed */
  get alive(): boolean {
    return this.host.entry(this.key) !== undefined;
  }

  /** Number k of its flags. */
  protected flag(k: number): number {
    const entry = this.host.entry(this.key);
    return entry ? this.host.frame[entry.at + k] : 0;
  }

  /** Its first or second array in the frame that is shown; none once it is gone. */
  protected view(second: boolean): Float64Array {
    const entry = this.host.entry(this.key);
    if (!entry) return new Float64Array(0);
    const from = entry.at + entryHeader + (second ? entry.first : 0);
    return this.host.frame.subarray(from, from + (second ? entry.second : entry.first));
  }

  protected call<T>(method: string, ...args: unknown[]): Promise<T> {
    return this.host.call(this.key, method, args);
  }
}

/** A part of a world in a worker. `kind` tells which, and what else it can do. */
export abstract class RemoteHandle extends Remote {
  abstract readonly kind: string;
  readonly name: string;

  /** @internal */
  constructor(facts: PartFacts, host: RemoteHost) {
    super(facts, host);
    this.name = facts.name;
  }

  get asleep(): boolean {
    return this.flag(1) === 1;
  }

  /** Whether it takes part; where setting it is refused, the promise nobody has is rejected. */
  get enabled(): boolean {
    return this.flag(0) === 1;
  }

  set enabled(enabled: boolean) {
    this.host.set(this.key, 'enabled', enabled);
  }

  set groups(groups: Groups) {
    this.host.set(this.key, 'groups', groups);
  }
}

abstract class RemoteObstacle extends RemoteHandle {
  /** what it looks like, in its own frame */
  readonly shape: Shape;

  /** @internal */
  constructor(facts: PartFacts, host: RemoteHost) {
    super(facts, host);
    this.shape = facts.shape!;
  }

  /** position (3, m), quaternion w, x, y, z (4) of the shape's frame */
  get pose(): Float64Array {
    return this.view(false);
  }

  setPose(position: VectorLike, orientation?: Turn): Promise<void> {
    return this.call('setPose', position, orientation);
  }

  /** A place of it, in the frame of its shape (m). */
  point(local: VectorLike = [0, 0, 0]): RemotePoint {
    return new RemotePoint(this, { method: 'point', arguments: [local] });
  }
}

export class RemoteFixed extends RemoteObstacle {
  readonly kind = 'fixed';
}

export class RemoteKinematic extends RemoteObstacle {
  readonly kind = 'kinematic';

  moveTo(
    position: VectorLike,
    orientation?: Turn,
    options?: { readonly time?: number; readonly speed?: number },
  ): Promise<void> {
    return this.call('moveTo', position, orientation, options);
  }
}

abstract class RemoteBody extends RemoteHandle {
  /** A force during the coming step (N): on a point of it, or on all of it. */
  applyForce(force: VectorLike, at?: RemotePoint): Promise<void> {
    return this.call('applyForce', force, at);
  }

  /** An impulse within the coming step (N s). */
  applyImpulse(impulse: VectorLike, at?: RemotePoint): Promise<void> {
    return this.call('applyImpulse', impulse, at);
  }
}

export class RemoteRigid extends RemoteBody {
  readonly kind = 'rigid';
  readonly shape: Shape;
  /** centre of mass in the frame of the shape (m) */
  readonly centre: Float64Array;
  /** (kg) */
  readonly mass: number;

  /** @internal */
  constructor(facts: PartFacts, host: RemoteHost) {
    super(facts, host);
    this.shape = facts.shape!;
    this.centre = facts.centre!;
    this.mass = facts.mass!;
  }

  /** centre of mass (3, m), quaternion w, x, y, z (4) */
  get pose(): Float64Array {
    return this.view(false);
  }

  /** linear (3, m/s), angular in world axes (3, rad/s) */
  get velocity(): Float64Array {
    return this.view(true);
  }

  setPose(position: VectorLike, orientation?: Turn): Promise<void> {
    return this.call('setPose', position, orientation);
  }

  setVelocity(velocity: VectorLike, spin?: VectorLike): Promise<void> {
    return this.call('setVelocity', velocity, spin);
  }

  /** A point of it, in the frame of its shape (m). Default: the centre of mass. */
  point(local: VectorLike = this.centre): RemotePoint {
    return new RemotePoint(this, { method: 'point', arguments: [local] });
  }

  /** The point of it that is at a place of the world when the call that it is given to is made (m). */
  pointAt(position: VectorLike): RemotePoint {
    return new RemotePoint(this, { method: 'pointAt', arguments: [position] });
  }
}

abstract class RemoteFibers extends RemoteBody {
  readonly radius: number;
  /** first node of each strand, and one number behind the last */
  readonly starts: Int32Array;

  /** @internal */
  constructor(facts: PartFacts, host: RemoteHost) {
    super(facts, host);
    this.radius = facts.radius!;
    this.starts = facts.starts!;
  }

  /** x, y, z of every node (m) */
  get positions(): Float64Array {
    return this.view(false);
  }
}

export class RemoteRope extends RemoteFibers {
  readonly kind = 'rope';
  /** rest length (m) */
  readonly length: number;

  /** @internal */
  constructor(facts: PartFacts, host: RemoteHost) {
    super(facts, host);
    this.length = facts.length!;
  }

  get nodes(): number {
    return this.starts[1];
  }

  /** The point at an arc length from its start (m). */
  point(s: number): RemotePoint {
    return new RemotePoint(this, { method: 'point', arguments: [s] });
  }
}

export class RemoteHair extends RemoteFibers {
  readonly kind = 'hair';

  get count(): number {
    return this.starts.length - 1;
  }

  /** The point of a strand at an arc length from its root (m). */
  point(strand: number, s: number): RemotePoint {
    return new RemotePoint(this, { method: 'point', arguments: [strand, s] });
  }
}

export class RemoteCloth extends RemoteBody {
  readonly kind = 'cloth';
  readonly triangles: Int32Array;
  readonly thickness: number;

  /** @internal */
  constructor(facts: PartFacts, host: RemoteHost) {
    super(facts, host);
    this.triangles = facts.triangles!;
    this.thickness = facts.thickness!;
  }

  /** x, y, z of every vertex (m) */
  get positions(): Float64Array {
    return this.view(false);
  }

  get velocities(): Float64Array {
    return this.view(true);
  }

  /** A vertex, or the point of a triangle with the given weights of its corners. */
  point(number: number, weights?: VectorLike): RemotePoint {
    return new RemotePoint(this, { method: 'point', arguments: weights ? [number, weights] : [number] });
  }
}

/** A body of a model of the worker's own. */
export class RemoteOwn extends RemoteHandle {
  readonly kind = 'own';

  /** its q and v */
  get q(): Float64Array {
    return this.view(false);
  }

  get v(): Float64Array {
    return this.view(true);
  }

  point(at: BodyPoint): RemotePoint {
    return new RemotePoint(this, { method: 'point', arguments: [at] });
  }
}

/** A hand of a world in a worker. */
export class RemoteHold extends Remote {
  get holding(): boolean {
    return this.alive && this.flag(0) === 1;
  }

  /** force of the last step (N) */
  get force(): Float64Array {
    return this.view(false);
  }

  moveTo(target: VectorLike): Promise<void> {
    return this.call('moveTo', target);
  }
}

/** A joint of a world in a worker. */
export class RemoteJoint extends Remote {
  readonly kind = 'joint';
  readonly name: string;
  readonly type: JointType;

  /** @internal */
  constructor(facts: JointFacts, host: RemoteHost) {
    super(facts, host);
    this.name = facts.name;
    this.type = facts.type;
  }

  get coordinate(): number {
    return this.flag(0);
  }

  get broken(): boolean {
    return this.flag(1) === 1;
  }

  get force(): Float64Array {
    return this.view(false);
  }

  get torque(): Float64Array {
    return this.view(true);
  }

  set motor(motor: JointMotor | undefined) {
    this.host.set(this.key, 'motor', motor);
  }

  set limits(limits: readonly [number, number] | undefined) {
    this.host.set(this.key, 'limits', limits);
  }
}

export type AnyRemoteHandle =
  RemoteFixed | RemoteKinematic | RemoteRigid | RemoteRope | RemoteHair | RemoteCloth | RemoteOwn;

const kinds = {
  fixed: RemoteFixed,
  kinematic: RemoteKinematic,
  rigid: RemoteRigid,
  rope: RemoteRope,
  hair: RemoteHair,
  cloth: RemoteCloth,
  own: RemoteOwn,
} as const;

export type AnyRemote = AnyRemoteHandle | RemoteJoint | RemoteHold;

/** The page's object for something new in the worker. */
export function remoteOf(facts: PartFacts | JointFacts | HandFacts, host: RemoteHost): AnyRemote {
  if (facts.kind === 'hand') return new RemoteHold(facts, host);
  if (facts.kind === 'joint') return new RemoteJoint(facts as JointFacts, host);
  return new kinds[facts.kind as keyof typeof kinds](facts as PartFacts, host);
}
