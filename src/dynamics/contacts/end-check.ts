import type { ContactSet } from '../../collision/contact-set.js';
import type { Collider } from '../../collision/detector.js';
import { type ContactParts, contactKey, isOfFibers, sizeOf } from '../members/contact-parts.js';
import { SavedBodies } from '../members/saved-bodies.js';
import { policy } from '../policy/values.js';
import { HeldOverlaps } from './held-overlaps.js';
import type { ContactLaw } from './law.js';
import { placeColliders } from './placement.js';
import { TriedEnds } from './tried-ends.js';

const way = new Float64Array(3);

/**
 * Checks the end of a step: the bodies are moved there on trial, and contacts that were not seen coming - tips thrown by what they
 * hit, crossings that run along two fibers side by side, corners of solids that turn - are found by their penetration.
 */
export class EndCheck {
  readonly #parts: ContactParts;
  readonly #held: HeldOverlaps;
  #heldOff: readonly number[] = [];
  /** whether the present step is implicit: contacts are linearised at its start, not at its middle */
  isImplicit: boolean;
  /** deepest overlap at the last check that velocities can undo, over the size */
  deepest = 0;
  /** where rods ended the last try of the step */
  readonly tried: TriedEnds;
  readonly #repairs: boolean;
  readonly #start: SavedBodies;
  /** nodes of fibers before the step, by collider */
  readonly #nodes: Float64Array[] = [];

  constructor(parts: ContactParts) {
    const { repair, theta } = parts.settings;
    this.#parts = parts;
    this.#start = new SavedBodies(parts.bodies);
    this.tried = new TriedEnds(parts);
    this.#held = new HeldOverlaps(parts);
    this.isImplicit = theta === 1;
    this.#repairs = repair !== undefined;
  }

  get #looksAtSolids(): boolean {
    return this.isImplicit && this.#repairs;
  }

  /** Whether there is anything to look at. */
  get isUseful(): boolean {
    return this.#looksAtSolids || this.hasFibers;
  }

  get hasFibers(): boolean {
    return this.#parts.detector.colliders.some((collider) => collider.fiber);
  }

  /** Keeps the bodies as they are before they are moved. */
  save(): void {
    this.#start.save();
    for (const { number, fiber } of this.#parts.detector.colliders) {
      if (!fiber) continue;
      this.#nodes[number] ??= new Float64Array(fiber.nodes.length);
      this.#nodes[number].set(fiber.nodes);
    }
  }

  /** Puts bodies and their colliders back to where they were. */
  restore(h: number): void {
    this.#start.restore();
    const { bodies, detector } = this.#parts;
    // below theta 1 the nodes that were kept are those of the middle
    const areKept = this.isImplicit;
    this.place(h, (body) => !(areKept && bodies[body].kind === 'rod'));
    if (areKept) for (const { number, fiber } of detector.colliders) fiber?.nodes.set(this.#nodes[number]);
  }

  /** Moves the colliders to where the bodies are now, of all bodies or of some. */
  place(h: number, isMeant: (body: number) => boolean = () => true): void {
    const { bodies, colliders, settings } = this.#parts;
    bodies.forEach((body, b) => isMeant(b) && placeColliders(colliders[b], body, h, settings.gravity));
  }

  /**
   * Finds the contacts where the bodies are now; false, and nothing found, where hardly anything has moved.
   *
   * @param found contacts that were found at the start of the step
   * @param gap how contact k of the step ends to first order (m)
   * @param presses whether contact k has an impulse
   */
  detect(
    found: number,
    law: ContactLaw,
    h: number,
    gap: (k: number) => number,
    presses: (k: number) => boolean,
  ): boolean {
    const { colliders, contacts } = this.#parts.detector;
    const hasFibers = this.hasFibers;
    this.#heldOff = [];
    if (hasFibers) this.place(h, (body) => !this.tried.isRecalled(body));
    this.#held.begin(contacts, found, law);
    const mayPressOpen = (k: number): boolean => contacts.gap[k] > 0 && law.active[k] === 1 && presses(k);
    const turned = this.#looksAtSolids && this.#held.mayTurn(contacts, law, h, gap, mayPressOpen);
    if (!turned && !colliders.some((collider) => this.#hasMoved(collider))) return false;
    if (!hasFibers) this.place(h);
    this.#parts.detector.detectInPlace(policy.endReach);
    if (turned) this.#heldOff = this.#findHeldOff(law, presses);
    return true;
  }

  /**
   * What turns moves places on it as if they went straight on: one that only comes by a floor, as the front of a wheel does, or a corner above it, is
   * stopped where it would never have got to.
   */
  #findHeldOff(law: ContactLaw, presses: (k: number) => boolean): number[] {
    const { surfaces, detector } = this.#parts;
    const { contacts, endContacts } = detector;
    const open: number[] = [];
    const pairs = new Set<string>();
    let gaps: Map<string, number> | undefined;
    for (let k = 0; k < contacts.n; k++) {
      if (law.active[k] === 0 || !(contacts.gap[k] > 0) || isOfFibers(surfaces, contacts, k)) continue;
      if (!gaps) {
        gaps = new Map();
        for (let m = 0; m < endContacts.n; m++) gaps.set(contactKey(endContacts, m), endContacts.gap[m]);
      }
      const gap = gaps.get(contactKey(contacts, k)) ?? Infinity;
      if (gap <= this.#held.openAt(contacts, k)) continue;
      open.push(k);
      if (presses(k)) pairs.add(pairOf(contacts, k));
    }
    // with one that presses all of its pair: they turn together
    return open.filter((k) => pairs.has(pairOf(contacts, k)));
  }

  /** Contacts of the step that were open and are so at its end, though one of their pair presses, at the last check. */
  get heldOff(): readonly number[] {
    return this.#heldOff;
  }

  /** Finds the contacts of bodies that a repair has displaced since the last check, and of those that touch them. */
  detectAgain(h: number, displaced: (body: number) => boolean): void {
    const { bodies, surfaces, detector } = this.#parts;
    const { endContacts } = detector;
    const moved = Uint8Array.from(bodies, (_, b) => (displaced(b) ? 1 : 0));
    this.place(h, displaced);
    const all = moved.slice();
    for (let k = 0; k < endContacts.n; k++) {
      const A = surfaces[endContacts.a[k]].body;
      const B = surfaces[endContacts.b[k]].body;
      if (A < 0 || B < 0) continue;
      if (moved[A] === 1) all[B] = 1;
      if (moved[B] === 1) all[A] = 1;
    }
    detector.detectInPlace(policy.endReach, all);
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
    const { fiber, owner } = this.#parts.detector.colliders[collider];
    return fiber ? fiber.freedom(segment, along) : owner < 0 ? 0 : 1;
  }

  /**
   * Numbers of the contacts that overlap more than is tolerated, of solids with all others of the same pair: they turn together; so do
   * those of pairs that are held off. The deepest overlap, or farthest gap of what is held off, is left in `deepest`.
   */
  overlaps(): number[] {
    const { surfaces, detector } = this.#parts;
    const { endContacts } = detector;
    const found: number[] = [];
    const turned = new Set<string>();
    this.deepest = 0;
    for (const k of this.#heldOff) {
      turned.add(pairOf(detector.contacts, k));
      this.deepest = Math.max(this.deepest, policy.tolerated);
    }
    for (let k = 0; k < endContacts.n; k++) {
      if (endContacts.gap[k] >= -this.#held.limitAt(endContacts, k)) continue;
      if (isOfFibers(surfaces, endContacts, k)) found.push(k);
      else if (this.#looksAtSolids) turned.add(pairOf(endContacts, k));
      else continue;
      if (endContacts.gap[k] >= -this.toleratedAt(endContacts, k)) continue;
      this.deepest = Math.max(this.deepest, -endContacts.gap[k] / sizeOf(surfaces, endContacts, k));
    }
    for (let k = 0; turned.size > 0 && k < endContacts.n; k++) {
      if (!isOfFibers(surfaces, endContacts, k) && turned.has(pairOf(endContacts, k))) found.push(k);
    }
    return found;
  }

  /** Moves the points of contact k back to where they were before the step; bodies are still at its end. */
  rewind(contacts: ContactSet, k: number): void {
    const { pointA, pointB, a, b, indexA, indexB, alongA, alongB } = contacts;
    this.#way(a[k], indexA[k], alongA[k]);
    for (let i = 0; i < 3; i++) pointA[3 * k + i] -= way[i];
    // a place of an obstacle is the one that the body's point would have stuck to
    if (this.#parts.surfaces[b[k]].body >= 0) this.#way(b[k], indexB[k], alongB[k]);
    for (let i = 0; i < 3; i++) pointB[3 * k + i] -= way[i];
  }

  /** way = how far a point of a collider has come since the start of the step (m) */
  #way(collider: number, segment: number, along: number): void {
    const { body } = this.#parts.surfaces[collider];
    const { fiber } = this.#parts.detector.colliders[collider];
    for (let i = 0; i < 3; i++) {
      if (!fiber) way[i] = this.#parts.bodies[body].q[i] - this.#start.coordinates(body)[i];
      else {
        const before = this.#nodes[collider];
        const at = 3 * segment + i;
        way[i] = (1 - along) * (fiber.nodes[at] - before[at]) + along * (fiber.nodes[at + 3] - before[at + 3]);
      }
    }
  }
}

/** What tells the pair that contact k is of: the leaves that touch. */
function pairOf({ leafA, leafB }: ContactSet, k: number): string {
  return `${leafA[k]} ${leafB[k]}`;
}
