import type { ContactBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { Collider, Detector } from '../../collision/detector.js';
import { placeColliders } from './placement.js';
import { policy } from '../policy/values.js';
import type { WorldSettings } from '../members/settings.js';
import type { ContactSurface } from '../members/surface.js';
import type { ContactLaw } from './law.js';
import { HeldOverlaps } from './held-overlaps.js';

const way = new Float64Array(3);

/** A body before the step. */
interface Saved {
  readonly q: Float64Array;
  readonly v: Float64Array;
  own: Float64Array;
}

/**
 * Checks the end of a step: the bodies are moved there on trial, and contacts that were not seen coming - tips thrown by what they
 * hit, crossings that run along two fibers side by side, corners of solids that turn - are found by their penetration.
 */
export class EndCheck {
  readonly #bodies: readonly ContactBody[];
  readonly #detector: Detector;
  readonly #surfaces: readonly ContactSurface[];
  readonly #colliders: readonly (readonly Collider[])[];
  readonly #gravity: readonly [number, number, number];
  readonly #held: HeldOverlaps;
  /** whether contacts of solids are linearised at the start of the step */
  readonly #looksAtSolids: boolean;
  /** deepest overlap at the last check that velocities can undo, over the size */
  deepest = 0;
  readonly #saved: Saved[] = [];
  /** nodes of fibers before the step, by collider */
  readonly #nodes: Float64Array[] = [];

  constructor(
    bodies: readonly ContactBody[],
    detector: Detector,
    surfaces: readonly ContactSurface[],
    colliders: readonly (readonly Collider[])[],
    settings: Pick<WorldSettings, 'gravity' | 'repair' | 'theta'>,
  ) {
    this.#bodies = bodies;
    this.#detector = detector;
    this.#surfaces = surfaces;
    this.#colliders = colliders;
    this.#gravity = settings.gravity;
    this.#held = new HeldOverlaps(bodies, surfaces, settings.repair?.slop);
    this.#looksAtSolids = settings.theta === 1 && settings.repair !== undefined;
  }

  /** Whether there is anything to look at. */
  get isUseful(): boolean {
    return this.#looksAtSolids || this.hasFibers;
  }

  get hasFibers(): boolean {
    return this.#detector.colliders.some((collider) => collider.fiber);
  }

  /** Keeps the bodies as they are before they are moved. */
  save(): void {
    this.#bodies.forEach((body, b) => this.#saveBody(body, b));
    for (const { number, fiber } of this.#detector.colliders) {
      if (!fiber) continue;
      this.#nodes[number] ??= new Float64Array(fiber.nodes.length);
      this.#nodes[number].set(fiber.nodes);
    }
  }

  #saveBody(body: ContactBody, b: number): void {
    const own = body.saveState();
    this.#saved[b] ??= { q: new Float64Array(body.q.length), v: new Float64Array(body.v.length), own };
    this.#saved[b].q.set(body.q);
    this.#saved[b].v.set(body.v);
    this.#saved[b].own = own;
  }

  /** Puts bodies and their colliders back to where they were. */
  restore(h: number): void {
    this.#saved.forEach(({ q, v, own }, b) => {
      const body = this.#bodies[b];
      body.q.set(q);
      body.v.set(v);
      body.loadState(own);
      placeColliders(this.#colliders[b], body, h, this.#gravity);
    });
  }

  /** Moves the colliders to where the bodies are now. */
  place(h: number): void {
    this.#bodies.forEach((body, b) => placeColliders(this.#colliders[b], body, h, this.#gravity));
  }

  /**
   * Finds the contacts where the bodies are now; false, and nothing found, where hardly anything has moved.
   *
   * @param found contacts that were found at the start of the step
   * @param gap how contact k of the step ends to first order (m)
   */
  detect(found: number, law: ContactLaw, h: number, gap: (k: number) => number): boolean {
    const { colliders, contacts } = this.#detector;
    const hasFibers = this.hasFibers;
    if (hasFibers) this.place(h);
    this.#held.begin(contacts, found, law);
    const turned = this.#looksAtSolids && this.#held.mayTurnIn(contacts, law, h, gap);
    if (!turned && !colliders.some((collider) => this.#hasMoved(collider))) return false;
    if (!hasFibers) this.place(h);
    this.#detector.detectInPlace(policy.endReach);
    return true;
  }

  /** Finds the contacts of bodies that a repair has displaced since the last check, and of those that touch them. */
  detectAgain(h: number, displaced: (body: number) => boolean): void {
    const { endContacts } = this.#detector;
    const moved = new Uint8Array(this.#bodies.length);
    this.#bodies.forEach((body, b) => {
      if (!displaced(b)) return;
      moved[b] = 1;
      placeColliders(this.#colliders[b], body, h, this.#gravity);
    });
    const all = moved.slice();
    for (let k = 0; k < endContacts.n; k++) {
      const A = this.#surfaces[endContacts.a[k]].body;
      const B = this.#surfaces[endContacts.b[k]].body;
      if (A < 0 || B < 0) continue;
      if (moved[A] === 1) all[B] = 1;
      if (moved[B] === 1) all[A] = 1;
    }
    this.#detector.detectInPlace(policy.endReach, all);
  }

  #hasMoved({ fiber, number }: Collider): boolean {
    if (!fiber) return false;
    const before = this.#nodes[number];
    const limit = policy.unmoved * fiber.radius;
    for (let k = 0; k < before.length; k += 3) {
      const x = fiber.nodes[k] - before[k];
      const y = fiber.nodes[k + 1] - before[k + 1];
      const z = fiber.nodes[k + 2] - before[k + 2];
      if (x * x + y * y + z * z > limit * limit) return true;
    }
    return false;
  }

  /** Overlap of contact k that is left to the repair: all of it where fibers are next to held ends (m). */
  toleratedAt(contacts: ContactSet, k: number): number {
    const { a, b, indexA, indexB, alongA, alongB } = contacts;
    const freedom = Math.max(this.#freedom(a[k], indexA[k], alongA[k]), this.#freedom(b[k], indexB[k], alongB[k]));
    return freedom < policy.nearRoot ? Infinity : this.#held.heldAt(contacts, k);
  }

  #freedom(collider: number, segment: number, along: number): number {
    const { fiber, owner } = this.#detector.colliders[collider];
    return fiber ? fiber.freedom(segment, along) : owner < 0 ? 0 : 1;
  }

  /** Whether a fiber takes part in contact k. */
  isOfFibers({ a, b }: ContactSet, k: number): boolean {
    return this.#surfaces[a[k]].fiber !== undefined || this.#surfaces[b[k]].fiber !== undefined;
  }

  /**
   * Numbers of the contacts that overlap more than is tolerated, of solids with all others of the same pair: they turn together. The
   * deepest overlap is left in `deepest`.
   */
  overlaps(): number[] {
    const { endContacts } = this.#detector;
    const found: number[] = [];
    const turned = new Set<string>();
    const pairOf = (k: number): string => `${endContacts.leafA[k]} ${endContacts.leafB[k]}`;
    this.deepest = 0;
    for (let k = 0; k < endContacts.n; k++) {
      if (endContacts.gap[k] >= -this.#held.limitAt(endContacts, k)) continue;
      if (this.isOfFibers(endContacts, k)) found.push(k);
      else if (this.#looksAtSolids) turned.add(pairOf(k));
      else continue;
      if (endContacts.gap[k] >= -this.toleratedAt(endContacts, k)) continue;
      const size = Math.min(this.#surfaces[endContacts.a[k]].size, this.#surfaces[endContacts.b[k]].size);
      this.deepest = Math.max(this.deepest, -endContacts.gap[k] / size);
    }
    for (let k = 0; turned.size > 0 && k < endContacts.n; k++) {
      if (!this.isOfFibers(endContacts, k) && turned.has(pairOf(k))) found.push(k);
    }
    return found;
  }

  /** Moves the points of contact k back to where they were before the step; bodies are still at its end. */
  rewind(contacts: ContactSet, k: number): void {
    const { pointA, pointB, a, b, indexA, indexB, alongA, alongB } = contacts;
    this.#way(a[k], indexA[k], alongA[k]);
    for (let i = 0; i < 3; i++) pointA[3 * k + i] -= way[i];
    // a place of an obstacle is the one that the body's point would have stuck to
    if (this.#surfaces[b[k]].body >= 0) this.#way(b[k], indexB[k], alongB[k]);
    for (let i = 0; i < 3; i++) pointB[3 * k + i] -= way[i];
  }

  /** way = how far a point of a collider has come since the start of the step (m) */
  #way(collider: number, segment: number, along: number): void {
    const { body } = this.#surfaces[collider];
    const { fiber } = this.#detector.colliders[collider];
    for (let i = 0; i < 3; i++) {
      if (!fiber) way[i] = this.#bodies[body].q[i] - this.#saved[body].q[i];
      else {
        const before = this.#nodes[collider];
        const at = 3 * segment + i;
        way[i] = (1 - along) * (fiber.nodes[at] - before[at]) + along * (fiber.nodes[at + 3] - before[at + 3]);
      }
    }
  }
}
