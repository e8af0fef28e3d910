import type { ContactBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import { norm3 } from '../../math/vec3.js';
import type { ContactSurface } from '../members/surface.js';
import { policy } from '../policy/values.js';
import type { ContactLaw } from './law.js';

const velocity = new Float64Array(3);

/**
 * Overlaps that solids make by turning. Their contacts are linear in the velocities, and the distance of two convex bodies that only
 * shift is a convex function of how far: it ends no smaller than linear. Not so where one turns: its surface bends away from the
 * line by half the square of the angle, and what is not seen there would be undone by the repair, against weight.
 */
export class Turning {
  readonly #bodies: readonly ContactBody[];
  readonly #surfaces: readonly ContactSurface[];
  /** overlap that is let be, in sizes, and by how much it may be deeper before it is reacted to */
  readonly #held: number;
  readonly #fine: number;
  /** deepest gap of each pair of leaves at the start of the step, where it is negative (m) */
  readonly #before = new Map<string, number>();

  constructor(bodies: readonly ContactBody[], surfaces: readonly ContactSurface[], allowed: number) {
    this.#bodies = bodies;
    this.#surfaces = surfaces;
    this.#held = policy.repairedShare * allowed;
    this.#fine = policy.turnedShare * allowed;
  }

  /**
   * Whether a contact may end the step deeper than it is let be: the bodies are at its end, `gap` says how contact k ends to first order.
   */
  isPossible(contacts: ContactSet, law: ContactLaw, h: number, gap: (k: number) => number): boolean {
    let noted = false;
    for (let k = 0; k < contacts.n; k++) {
      const A = this.#surfaces[contacts.a[k]];
      const B = this.#surfaces[contacts.b[k]];
      if (law.bounces[k] === 1 || A.fiber || B.fiber) continue;
      const bend = this.#bend(A, B, h);
      if (bend <= this.#fine * law.size[k]) continue;
      if (!noted) this.#noteStart(contacts, law);
      noted = true;
      if (gap(k) - bend < -this.#limit(contacts, k, law.size[k])) return true;
    }
    return false;
  }

  /** Whether contact k between solids, found at the end of the step, is deeper than it is let be. */
  isDeeper(end: ContactSet, k: number): boolean {
    const size = Math.min(this.#surfaces[end.a[k]].size, this.#surfaces[end.b[k]].size);
    return end.gap[k] < -this.#limit(end, k, size);
  }

  /** Overlap of contact k that is let be (m): what was there at the start of the step is not undone by velocities. */
  heldAt(contacts: ContactSet, k: number): number {
    const size = Math.min(this.#surfaces[contacts.a[k]].size, this.#surfaces[contacts.b[k]].size);
    return Math.max(this.#held * size, -(this.#before.get(pairOf(contacts, k)) ?? 0));
  }

  #limit(contacts: ContactSet, k: number, size: number): number {
    return this.heldAt(contacts, k) + this.#fine * size;
  }

  #noteStart(contacts: ContactSet, law: ContactLaw): void {
    this.#before.clear();
    for (let k = 0; k < contacts.n; k++) {
      const pair = pairOf(contacts, k);
      // what bounces overlaps until it is thrown back
      const gap = law.bounces[k] === 1 ? -Infinity : contacts.gap[k];
      if (gap < 0) this.#before.set(pair, Math.min(gap, this.#before.get(pair) ?? 0));
    }
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

/** The pair of leaves that contact k is of. */
export function pairOf({ leafA, leafB }: ContactSet, k: number): string {
  return `${leafA[k]} ${leafB[k]}`;
}
