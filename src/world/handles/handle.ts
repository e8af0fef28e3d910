import type { BodyPoint } from '../../bodies/body.js';
import type { Groups } from '../options.js';
import { knownKeys, refuse } from '../parts/check.js';
import type { Member, Push } from '../parts/member.js';

/** What handles ask of their world. */
export interface Host {
  /** present time and length of the coming step (s) */
  readonly t: number;
  readonly h: number;
  /** A part has been put elsewhere, switched on or off: what rests near it wakes up. */
  disturbed(member: Member): void;
  /** Parts that take part in steps have changed. */
  reshaped(): void;
  wake(member: Member): void;
}

/** A place on a part of a world: what `attach` joins, hands hold and forces act on. */
export interface Point {
  readonly handle: Handle;
  /** number among the bodies of the handle: strands of hair; 0 otherwise */
  readonly body: number;
  /** the place on the body now: see `BodyPoint`; of obstacles, `offset` in the frame of the shape (m) */
  readonly place: BodyPoint;
  /** the same in the frame of the shape: rigid bodies and obstacles (m) */
  readonly local?: readonly [number, number, number];
}

/** What a world hands out for each of its parts. `kind` tells which, and what else it can do. */
export abstract class Handle {
  abstract readonly kind: string;
  /** @internal */
  readonly member: Member;
  /** @internal */
  readonly host: Host;

  /** @internal */
  constructor(member: Member, host: Host) {
    this.member = member;
    this.host = host;
  }

  /** unique in its world; the same after `restore` */
  get id(): number {
    return this.member.id;
  }

  get name(): string {
    return this.member.name;
  }

  /** false once it has been removed */
  get alive(): boolean {
    return this.member.alive;
  }

  /** whether it rests and is left out of steps until something comes near */
  get asleep(): boolean {
    return this.member.asleep;
  }

  /** Whether it takes part: what is switched off keeps its place, touches nothing and is not touched. */
  get enabled(): boolean {
    return this.member.enabled;
  }

  set enabled(enabled: boolean) {
    this.demandAlive('enabled');
    if (typeof enabled !== 'boolean') refuse('enabled', 'enabled', 'true or false', enabled);
    if (enabled === this.member.enabled) return;
    this.member.enabled = enabled;
    this.host.disturbed(this.member);
    this.host.reshaped();
  }

  /** What it belongs to and what it touches. */
  get groups(): Required<Groups> {
    return this.member.groups;
  }

  set groups(groups: Groups) {
    this.demandAlive('groups');
    this.member.groups = checkedGroups('groups', groups);
    this.host.disturbed(this.member);
    this.host.reshaped();
  }

  /** Refuses a call on a part that is gone. */
  protected demandAlive(call: string): void {
    if (!this.member.alive)
      refuse(call, 'handle', 'a part of this world', `${this.kind} ${this.id}, which was removed`);
  }

  /** A force that acts until the end of the coming step. */
  protected push(push: Push): void {
    this.host.wake(this.member);
    this.member.pushes.push(push);
  }
}

/** Groups with their defaults. */
export function checkedGroups(call: string, groups: Groups | undefined): Required<Groups> {
  if (groups === undefined) return { of: 1, with: -1 };
  knownKeys(call, groups, ['of', 'with'], 'groups');
  const bits = (path: 'of' | 'with', value: number | undefined, usual: number): number => {
    if (value === undefined) return usual;
    if (!Number.isInteger(value) || value < -2147483648 || value > 4294967295) {
      refuse(call, `groups.${path}`, 'whole numbers of up to 32 bits', value);
    }
    return value | 0;
  };
  return { of: bits('of', groups.of, 1), with: bits('with', groups.with, -1) };
}
