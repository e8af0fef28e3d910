import type { ContactBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import { norm3 } from '../../math/vec3.js';
import { type ContactParts, isOfFibers, sizeOf } from '../members/contact-parts.js';
import type { ContactSurface } from '../members/surface.js';
import { overlapLimits } from '../policy/decide.js';
import { policy } from '../policy/values.js';
import type { ContactLaw } from './law.js';

const velocity = new Float64Array(3);

/**
 * How deep contacts may end a step before it is solved again. Contacts are linear in the velocities. The distance of two convex bodies
 * that only shift is a convex function of how far, and ends no smaller than linear; not so where one turns or bends: its surface leaves
 * the line by half the square of the angle. What is not seen there would be undone by the repair, against weight. What is deep already
 * when the step begins is kept from growing and not pushed apart by velocities, which would cost energy as well.
 */
export class HeldOverlaps {
  readonly #bodies: readonly ContactBody[];
  readonly #surfaces: readonly ContactSurface[];
  /** overlap that is let be, and by how much it may be deeper before it is reacted to; of fibers, what is always reacted to; in sizes */
  readonly #held: number;
  readonly #fine: number;
  readonly #most: number;
  /** deepest gap of each pair of colliders at the start of the step, 0 where it is not negative (m); pairs keep their places from step to step */
  readonly #places = new Map<number, number>();
  #before = new Float64Array(0);
  /** of each surface in the step: angle by which it turns, lever about its body's centre (m), way of that (m); 3 numbers */
  #motion = new Float64Array(0);

  constructor({ bodies, surfaces, settings }: ContactParts) {
    const allowed = settings.repair?.slop;
    this.#bodies = bodies;
    this.#surfaces = surfaces;
    this.#most = overlapLimits(allowed ?? 0, 0).tolerated;
    this.#held = allowed === undefined ? this.#most : policy.repairedShare * allowed;
    this.#fine = policy.turnedShare * (allowed ?? 0);
  }

  /** Notes how deep contacts are at the start of the step: the first `found`, those after them were found at its end. */
  begin(contacts: ContactSet, found: number, law: ContactLaw): void {
    const places = this.#places;
    // most were met in the step before
    if (places.size > 2 * contacts.n) places.clear();
    const most = places.size + contacts.n;
    if (this.#before.length < most) this.#before = new Float64Array(2 * most);
    const before = this.#before.fill(0);
    for (let k = 0; k < found; k++) {
      // what bounces overlaps until it is thrown back
      const gap = law.bounces[k] === 1 ? -Infinity : contacts.gap[k];
      if (gap >= 0) continue;
      const pair = this.#pair(contacts, k);
      let place = places.get(pair);
      if (place === undefined) places.set(pair, (place = places.size));
      before[place] = Math.min(gap, before[place]);
    }
  }

  /**
   * Whether a contact of solids may end the step deeper than that, or one that presses open: they are at its end, `gap` says how contact k ends to
   * first order.
   */
  mayTurn(
    contacts: ContactSet,
    law: ContactLaw,
    h: number,
    gap: (k: number) => number,
    pressesOpen: (k: number) => boolean,
  ): boolean {
    this.#measure(h);
    const motion = this.#motion;
    for (let k = 0; k < contacts.n; k++) {
      const a = 3 * contacts.a[k];
      const b = 3 * contacts.b[k];
      // how far the two bend towards each other beyond what is linear, at most (m): turning, and turning while they pass
      if ((motion[a] === 0 && motion[b] === 0) || isOfFibers(this.#surfaces, contacts, k)) continue;
      const way = motion[a + 2] + motion[b + 2] + motion[a] * motion[a + 1] + motion[b] * motion[b + 1];
      const turned = motion[a] * motion[a] * motion[a + 1] + motion[b] * motion[b] * motion[b + 1];
      const bend = 0.5 * turned + (motion[a] + motion[b]) * way;
      if (bend <= this.#fine * law.size[k]) continue;
      if (gap(k) - bend < -this.limitAt(contacts, k)) return true;
      if (bend > this.#held * law.size[k] && pressesOpen(k)) return true;
    }
    return false;
  }

  /** Overlap of contact k beyond which the step is solved again (m). */
  limitAt(contacts: ContactSet, k: number): number {
    const more = isOfFibers(this.#surfaces, contacts, k) ? this.#held : this.#fine;
    return this.heldAt(contacts, k) + more * sizeOf(this.#surfaces, contacts, k);
  }

  /** Overlap of contact k that is let be when it is (m). */
  heldAt(contacts: ContactSet, k: number): number {
    const size = sizeOf(this.#surfaces, contacts, k);
    const place = this.#places.get(this.#pair(contacts, k));
    const before = place === undefined ? 0 : -this.#before[place];
    return Math.max(
      this.#held * size,
      isOfFibers(this.#surfaces, contacts, k) ? Math.min(before, this.#most * size) : before,
    );
  }

  /** Gap that contact k may be held at: as much as it might overlap (m). */
  openAt(contacts: ContactSet, k: number): number {
    return this.#held * sizeOf(this.#surfaces, contacts, k);
  }

  #pair({ a, b }: ContactSet, k: number): number {
    return a[k] * this.#surfaces.length + b[k];
  }

  /** How solids move in the step; what is round about its body's centre turns in place. */
  #measure(h: number): void {
    const surfaces = this.#surfaces;
    if (this.#motion.length < 3 * surfaces.length) this.#motion = new Float64Array(6 * surfaces.length);
    const motion = this.#motion;
    for (let s = 0; s < surfaces.length; s++) {
      const { body, collider } = surfaces[s];
      const solid = body < 0 ? undefined : this.#bodies[body];
      motion[3 * s] = motion[3 * s + 1] = motion[3 * s + 2] = 0;
      if (solid?.kind !== 'rigid') continue;
      const lever = collider.shape ? collider.shape.lever + norm3(solid.centre) : 0;
      solid.linearVelocity(velocity);
      motion[3 * s] = lever > 0 ? h * solid.spinSpeed : 0;
      motion[3 * s + 1] = lever;
      motion[3 * s + 2] = h * norm3(velocity);
    }
  }
}
