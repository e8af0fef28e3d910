import type { Movable } from '../../bodies/body.js';
import type { AddedBody } from '../../dynamics/members/members.js';
import { hasReaction, notHeld } from '../../dynamics/cloth/reaction.js';
import { InputError } from '../../errors.js';
import type { Groups } from '../options.js';
import type { Part } from './build.js';
import type { Description } from './description.js';

/** A force that acts on a part in the coming step: which body, where, how much. */
export interface Push {
  /** number among the part's bodies */
  readonly body: number;
  readonly index: number;
  readonly s: number;
  readonly offset: readonly [number, number, number];
  readonly weights: readonly [number, number, number];
  /** (N) */
  readonly force: readonly [number, number, number];
}

/** Everything that a world knows of one of its parts. */
export class Member {
  readonly id: number;
  readonly name: string;
  readonly description: Description;
  /** the description as bytes: two parts of the same id and bytes are the same part */
  readonly bytes: Uint8Array;
  readonly part: Part;
  /** false once it is removed */
  alive = true;
  enabled = true;
  asleep = false;
  /** how long it has been at rest (s) */
  resting = 0;
  groups: Required<Groups> = { of: 1, with: -1 };
  readonly sensor: boolean;
  pushes: Push[] = [];
  /** number of its first body, or of its obstacle, in the engine; -1: it is not there */
  first = -1;

  constructor(id: number, name: string, description: Description, bytes: Uint8Array, part: Part) {
    this.id = id;
    this.name = name;
    this.description = description;
    this.bytes = bytes;
    this.part = part;
    this.sensor = 'sensor' in description && description.sensor;
  }

  /** whether it takes part in steps */
  get isActive(): boolean {
    return this.alive && this.enabled && !this.asleep;
  }

  get isObstacle(): boolean {
    return this.part.obstacle !== undefined;
  }
}

/** Refuses to hold a place of cloth that its method lets nothing hold. */
export function demandHoldable(call: string, path: string, added: AddedBody | undefined): void {
  if (added?.kind === 'cloth' && !hasReaction(added.options.method)) {
    throw new InputError(`${call} cannot be done`, [notHeld(path)]);
  }
}

/** The thing that moves of an added body. */
export function movableOf(added: AddedBody): Pick<Movable, 'q' | 'v' | 'dofs'> {
  return added.kind === 'cloth' ? added.cloth : added.body;
}
