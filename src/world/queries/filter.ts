import type { ContactSet } from '../../collision/contact-set.js';
import type { Detector } from '../../collision/detector.js';
import type { AnyHandle } from '../handles/index.js';
import type { Member } from '../parts/member.js';

/** A contact that is about to take part in a step; used again for the next, so do not keep it. */
export interface ContactDraft {
  a: AnyHandle;
  b: AnyHandle;
  /** place on b, unit normal from b to a, world axes */
  readonly point: Float64Array;
  readonly normal: Float64Array;
  /** distance, below 0 where they overlap (m) */
  gap: number;
  /** friction of this contact in this step; may be set. NaN: that of the materials */
  mu: number;
  /** velocity of b's surface besides its own motion, as of a belt; its part along the surface counts; may be set (m/s) */
  readonly surfaceVelocity: Float64Array;
}

/** Whether two parts may touch. Must answer alike from step to step; after a change call `world.refilter()`. */
export type ContactFilter = (a: AnyHandle, b: AnyHandle) => boolean;

/** Looks at a contact of this step: may set `mu` and `surfaceVelocity`; `false` leaves it out. */
export type ContactCallback = (contact: ContactDraft) => boolean | void;

/** Decides which contacts count. */
export class Filters {
  pairs: ContactFilter | undefined;
  contacts: ContactCallback | undefined;
  /** pairs of ids, a sensor and what is inside it, found since `sensed` was cleared */
  readonly sensed = new Map<string, readonly [Member, Member]>();
  readonly #draft: ContactDraft;
  readonly #handle: (member: Member) => AnyHandle;

  constructor(handle: (member: Member) => AnyHandle) {
    this.#handle = handle;
    const three = (): Float64Array => new Float64Array(3);
    const nobody = undefined as unknown as AnyHandle;
    this.#draft = { a: nobody, b: nobody, point: three(), normal: three(), gap: 0, mu: NaN, surfaceVelocity: three() };
  }

  /** Whether anything may be turned down or changed. */
  isNeeded(members: readonly Member[]): boolean {
    if (this.pairs || this.contacts) return true;
    return members.some(({ sensor, groups }) => sensor || groups.of !== 1 || groups.with !== -1);
  }

  /** Whether two parts may touch at all. */
  admits(a: Member, b: Member): boolean {
    if ((a.groups.of & b.groups.with) === 0 || (b.groups.of & a.groups.with) === 0) return false;
    return !this.pairs || this.pairs(this.#handle(a), this.#handle(b));
  }

  /** What the detector asks of every contact that it finds. */
  acceptance(detector: Detector, owner: (number: number) => Member): (set: ContactSet, k: number) => boolean {
    return (set, k) => {
      const a = owner(detector.colliders[set.a[k]].owner);
      const b = owner(detector.colliders[set.b[k]].owner);
      if (a !== b && !this.admits(a, b)) return false;
      if (a.sensor || b.sensor) {
        if (set.gap[k] <= 0 && set === detector.contacts) this.sense(a.sensor ? a : b, a.sensor ? b : a);
        return false;
      }
      return !this.contacts || this.#ask(this.contacts, set, k, a, b);
    };
  }

  /** What the cloths ask of every contact that they find; with obstacles and bodies, filters have been asked before. */
  clothAcceptance(
    owner: (number: number) => Member,
  ): (set: ContactSet, k: number, cloth: number, other: number) => boolean {
    return (set, k, cloth, other) => {
      const [a, b] = [owner(cloth), owner(other)];
      if (set.b[k] < 0 && a !== b && !this.admits(a, b)) return false;
      return !this.contacts || this.#ask(this.contacts, set, k, a, b);
    };
  }

  sense(sensor: Member, inside: Member): void {
    if (sensor.sensor && inside.sensor) return;
    this.sensed.set(`${sensor.id} ${inside.id}`, [sensor, inside]);
  }

  #ask(callback: ContactCallback, set: ContactSet, k: number, a: Member, b: Member): boolean {
    const draft = this.#about(a, b, set.gap[k]);
    for (let i = 0; i < 3; i++) {
      draft.point[i] = set.pointB[3 * k + i];
      draft.normal[i] = set.normal[3 * k + i];
    }
    if (callback(draft) === false) return false;
    if (draft.mu >= 0) set.mu[k] = draft.mu;
    this.#alongSurface(set.belt, 3 * k);
    return true;
  }

  #about(a: Member, b: Member, gap: number): ContactDraft {
    const draft = this.#draft;
    draft.a = this.#handle(a);
    draft.b = this.#handle(b);
    draft.gap = gap;
    draft.mu = NaN;
    draft.surfaceVelocity.fill(0);
    return draft;
  }

  /** out[at..] = the part along the surface of the velocity that was asked for */
  #alongSurface(out: Float64Array, at: number): void {
    const { normal, surfaceVelocity: v } = this.#draft;
    const across = normal[0] * v[0] + normal[1] * v[1] + normal[2] * v[2];
    for (let i = 0; i < 3; i++) out[at + i] = v[i] - across * normal[i];
  }
}
