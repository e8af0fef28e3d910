import { meanVelocity } from '../../bodies/motion.js';
import { norm3 } from '../../math/vec3.js';
import { movableOf, type Member } from '../parts/member.js';
import type { SleepOptions } from '../options.js';
import { boundsOf, overlap, speedOf } from '../queries/bounds.js';
import type { Touching } from '../queries/events.js';
import { positive } from '../parts/check.js';

/** How near something must come to wake what sleeps, besides what it moves in two steps: more than contacts are looked for (m). */
const wakeDistance = 0.02;

const near = new Float64Array(6);
const box = new Float64Array(6);
const ahead = new Float64Array(6);

/**
 * Which parts rest. Those that touch each other, and so on through others, fall asleep together, once all of them have been slower
 * than `speed` for `time`; they leave the engine with their places, at rest. They wake up together before anything that moves
 * comes so near that it could touch one of them in the coming step.
 */
export class Sleep {
  readonly speed: number;
  readonly time: number;
  readonly #touching: Touching;

  constructor(options: SleepOptions, touching: Touching) {
    this.speed = positive('new World', 'sleep.speed', options.speed ?? 0.01);
    this.time = positive('new World', 'sleep.time', options.time ?? 0.5);
    this.#touching = touching;
  }

  /** After a step of h: lets fall asleep what rests; whether something did. `busy`: held, driven or pushed. */
  settle(members: readonly Member[], h: number, busy: (member: Member) => boolean, links: Links): boolean {
    for (const member of members) {
      if (!member.isActive || member.isObstacle) continue;
      member.resting = speedOf(member) < this.speed && !busy(member) ? member.resting + h : 0;
    }
    let changed = false;
    const seen = new Set<Member>();
    for (const member of members) {
      if (!member.isActive || member.isObstacle || seen.has(member)) continue;
      const island = this.island(member, links);
      for (const part of island) seen.add(part);
      if (!island.every(({ resting }) => resting >= this.time)) continue;
      for (const part of island) {
        part.asleep = true;
        for (const added of part.part.bodies) movableOf(added).v.fill(0);
      }
      changed = true;
    }
    return changed;
  }

  /** Parts with bodies that touch each other, or are joined, through others. */
  island(member: Member, links: Links): Member[] {
    const island = new Set([member]);
    for (const part of island) {
      for (const other of [...this.#touching.of(part), ...links(part)]) {
        if (!other.isObstacle && other.alive && other.enabled) island.add(other);
      }
    }
    return [...island];
  }

  /** Wakes a part and what rests on it; whether anything slept. */
  wake(member: Member, links: Links): boolean {
    let woke = false;
    for (const part of this.island(member, links)) {
      woke ||= part.asleep;
      part.asleep = false;
      part.resting = 0;
    }
    return woke;
  }

  /** Before a step of h: wakes what something that moves may touch; whether anything slept. */
  wakeNear(
    members: readonly Member[],
    moves: (member: Member) => boolean,
    t: number,
    h: number,
    links: Links,
  ): boolean {
    let woke = false;
    const sleeping = members.filter(({ asleep }) => asleep);
    if (sleeping.length === 0) return false;
    for (const member of members) {
      if (!member.isActive || !moves(member)) continue;
      woke = this.wakeAbout(member, sleeping, 2 * h * speedAhead(member, t, h), links) || woke;
      // what it is joined to follows it from afar, too; bodies that are joined sleep and wake together
      if (!member.isObstacle) continue;
      for (const other of links(member)) if (other.asleep) woke = this.wake(other, links) || woke;
    }
    return woke;
  }

  /** Wakes what is near a part. */
  wakeAbout(member: Member, all: readonly Member[], by: number, links: Links): boolean {
    let woke = false;
    boundsOf(near, member, wakeDistance + by);
    for (const other of all) {
      if (!other.asleep || other === member) continue;
      boundsOf(box, other, 0);
      if (overlap(near, box)) woke = this.wake(other, links) || woke;
    }
    return woke;
  }
}

/** Parts that a part is joined to. */
export type Links = (member: Member) => Iterable<Member>;

/** Speed that a part has in the coming step of h from t on (m/s); an obstacle's is known ahead, its turning left out. */
function speedAhead(member: Member, t: number, h: number): number {
  const { obstacle } = member.part;
  if (!obstacle) return speedOf(member);
  meanVelocity(ahead, obstacle.motion, t, h);
  return norm3(ahead);
}
