import type { ContactBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import { norm3 } from '../../math/vec3.js';
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
  /** deepest gap of each pair of colliders at the start of the step, where it is negative (m) */
  readonly #before = new Map<number, number>();

  constructor(bodies: readonly ContactBody[], surfaces: readonly ContactSurface[], allowed: number | undefined) {
    this.#bodies = bodies;
    this.#surfaces = surfaces;
    this.#most = overlapLimits(allowed ?? 0, 0).tolerated;
    this.#held = allowed === undefined ? this.#most : policy.repairedShare * allowed;
    this.#fine = policy.turnedShare * (allowed ?? 0);
  }

  /** Notes how deep contacts are at the start of the step: the first `found`, those after them were found at its end. */
  begin(contacts: ContactSet, found: number, law: ContactLaw): void {
    this.#before.clear();
    for (let k = 0; k < found; k++) {
      // what bounces overlaps until it is thrown back
      const gap = law.bounces[k] === 1 ? -Infinity : contacts.gap[k];
      if (gap >= 0) continue;
      const pair = this.#pair(contacts, k);
      this.#before.set(pair, Math.min(gap, this.#before.get(pair) ?? 0));
    }
  }

  /** Whether a contact of solids may end the step deeper than that: they are at its end, `gap` says how contact k ends to first order. */
  mayTurnIn(contacts: ContactSet, law: ContactLaw, h: number, gap: (k: number) => number): boolean {
    for (let k = 0; k < contacts.n; k++) {
      const A = this.#surfaces[contacts.a[k]];
      const B = this.#surfaces[contacts.b[k]];
      if (A.fiber || B.fiber) continue;
      const bend = this.#bend(A, B, h);
      if (bend <= this.#fine * law.size[k]) continue;
      if (gap(k) - bend < -this.limitAt(contacts, k)) return true;
    }
    return false;
  }

  /** Overlap of contact k beyond which the step is solved again (m). */
  limitAt(contacts: ContactSet, k: number): number {
    const more = this.#isOfFibers(contacts, k) ? this.#held : this.#fine;
    return this.heldAt(contacts, k) + more * this.#size(contacts, k);
  }

  /** Overlap of contact k that is let be when it is (m). */
  heldAt(contacts: ContactSet, k: number): number {
    const size = this.#size(contacts, k);
    const before = -(this.#before.get(this.#pair(contacts, k)) ?? 0);
    return Math.max(this.#held * size, this.#isOfFibers(contacts, k) ? Math.min(before, this.#most * size) : before);
  }

  #isOfFibers({ a, b }: ContactSet, k: number): boolean {
    return this.#surfaces[a[k]].fiber !== undefined || this.#surfaces[b[k]].fiber !== undefined;
  }

  #size({ a, b }: ContactSet, k: number): number {
    return Math.min(this.#surfaces[a[k]].size, this.#surfaces[b[k]].size);
  }

  #pair({ a, b }: ContactSet, k: number): number {
    return a[k] * this.#surfaces.length + b[k];
  }

  /** How far two surfaces bend towards each other beyond what is linear, at most (m): turning, and turning while they pass. */
  #bend(A: ContactSurface, B: ContactSurface, h: number): number {
    const [turnA, turnB] = [this.#turn(A, h), this.#turn(B, h)];
    if (turnA === 0 && turnB === 0) return 0;
    const [leverA, leverB] = [this.#lever(A), this.#lever(B)];
    const way = this.#way(A, h) + this.#way(B, h) + turnA * leverA + turnB * leverB;
    return 0.5 * (turnA * turnA * leverA + turnB * turnB * leverB) + (turnA + turnB) * way;
  }

  /** Angle by which a surface that is not round about its body's centre turns in the step. */
  #turn(surface: ContactSurface, h: number): number {
    const body = surface.body < 0 ? undefined : this.#bodies[surface.body];
    return body?.kind === 'rigid' && this.#lever(surface) > 0 ? h * body.spinSpeed : 0;
  }

  #lever({ body, collider }: ContactSurface): number {
    const solid = body < 0 ? undefined : this.#bodies[body];
    return solid?.kind === 'rigid' && collider.shape ? collider.shape.lever + norm3(solid.centre) : 0;
  }

  #way({ body }: ContactSurface, h: number): number {
    const solid = body < 0 ? undefined : this.#bodies[body];
    if (solid?.kind !== 'rigid') return 0;
    solid.linearVelocity(velocity);
    return h * norm3(velocity);
  }
}
