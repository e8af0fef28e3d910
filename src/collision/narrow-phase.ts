import type { Collider } from './collider.js';
import { nearOf } from './collider.js';
import { ContactSet } from './contact-set.js';
import type { LeafBounds } from './leaf-bounds.js';
import { collideShapes, finderFlips } from './narrow/collide.js';
import { collideFiberShape, collideFibers } from './narrow/fiber.js';
import { nearest, ofGap, ofReach, pair } from './narrow/segments.js';
import { thrown } from './thick-segments.js';

/** Finds the contacts of a pair of leaves. */
export class NarrowPhase {
  /** where contacts go */
  out = new ContactSet();
  /** how far off contacts are looked for where nothing is to move, in radii or half thicknesses; -1 where they move */
  near = -1;
  readonly #colliders: readonly Collider[];
  readonly #leaves: LeafBounds;

  constructor(colliders: readonly Collider[], leaves: LeafBounds) {
    this.#colliders = colliders;
    this.#leaves = leaves;
  }

  /** Adds the contacts of two leaves that are within reach of each other. */
  find(first: number, second: number): void {
    const { owner, balls, collider, fibers } = this.#leaves;
    // the contact's A is a body, and where both are, the one added first
    const swap = owner[first] < 0;
    const a = swap ? second : first;
    const b = swap ? first : second;
    if (balls[4 * a + 3] > 0 && balls[4 * b + 3] > 0) {
      this.#spheres(a, b);
      return;
    }
    const { radius } = fibers;
    if (radius[a] >= 0 && radius[b] >= 0) {
      this.#fibers(a, b);
      return;
    }
    const A = this.#colliders[collider[a]];
    const B = this.#colliders[collider[b]];
    if (A.fiber || B.fiber) this.#fiberShape(A, B, a, b);
    else this.#shapes(A, B, a, b);
  }

  /** The commonest pair, without detours. */
  #spheres(a: number, b: number): void {
    const { balls: x, collider } = this.#leaves;
    const r = x[4 * b + 3];
    const dx = x[4 * a] - x[4 * b];
    const dy = x[4 * a + 1] - x[4 * b + 1];
    const dz = x[4 * a + 2] - x[4 * b + 2];
    const square = dx * dx + dy * dy + dz * dz;
    const far = x[4 * a + 3] + r + this.#reach(a, b);
    if (square > far * far || square === 0) return;
    const d = Math.sqrt(square);
    const nx = dx / d;
    const ny = dy / d;
    const nz = dz / d;
    const gap = d - r - x[4 * a + 3];
    this.out.begin(collider[a], collider[b], a, b, 0, 0, false);
    this.out.add(x[4 * b] + r * nx, x[4 * b + 1] + r * ny, x[4 * b + 2] + r * nz, nx, ny, nz, gap, 0);
  }

  #shapes(A: Collider, B: Collider, a: number, b: number): void {
    const flip = finderFlips(A.shape!, B.shape!);
    this.out.begin(A.number, B.number, a, b, 0, 0, flip);
    if (flip) collideShapes(this.out, B.shape!, A.shape!, this.#reach(a, b));
    else collideShapes(this.out, A.shape!, B.shape!, this.#reach(a, b));
  }

  /** How near two shapes must be to be looked at: margins, and how much they may approach, also if a third stops one (m). */
  #reach(a: number, b: number): number {
    const { moves: m, nearby } = this.#leaves;
    if (this.near >= 0) return nearby[a] + nearby[b];
    const ax = m[4 * a];
    const ay = m[4 * a + 1];
    const az = m[4 * a + 2];
    const bx = m[4 * b];
    const by = m[4 * b + 1];
    const bz = m[4 * b + 2];
    const together = (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz);
    const alone = Math.max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz);
    return m[4 * a + 3] + m[4 * b + 3] + Math.sqrt(Math.max(together, thrown * thrown * alone));
  }

  #fibers(a: number, b: number): void {
    const { out, near } = this;
    const { collider, fibers } = this.#leaves;
    const { radius, margin, segment, nearRoot } = fibers;
    const A = collider[a];
    const B = collider[b];
    if (A === B && this.#colliders[A].fiber!.tooNear(segment[a], segment[b])) return;
    if (near >= 0) fibers.apart[0] = near * (radius[a] + radius[b]);
    else fibers.relativeMove(a, b);
    out.begin(A, B, a, b, segment[a], segment[b], false);
    const from = out.n;
    pair[ofReach] = margin[a] + margin[b] + fibers.apart[0];
    collideFibers(out, fibers, a, b);
    const gap = pair[ofGap];
    const rooted = nearRoot[a] === 1 && nearRoot[b] === 1;
    if (gap < 0 && !(rooted && this.#isRooted(A, B, segment[a], nearest.s, segment[b], nearest.t))) {
      out.deepest = Math.max(out.deepest, -gap);
      out.deepestRelative = Math.max(out.deepestRelative, -gap / Math.min(radius[a], radius[b]));
    }
    if (rooted) this.#dropRooted(from, A, B);
  }

  /** Whether places of two fibers are so near to roots side by side that they stay as they are held. */
  #isRooted(A: number, B: number, i: number, s: number, j: number, t: number): boolean {
    return this.#colliders[A].fiber!.fromRoot(i, s) + this.#colliders[B].fiber!.fromRoot(j, t) < 2;
  }

  /** Drops the contacts of two fibers from number `from` on where roots side by side stay as they are held. */
  #dropRooted(from: number, A: number, B: number): void {
    const { out } = this;
    let to = from;
    for (let k = from; k < out.n; k++) {
      if (!this.#isRooted(A, B, out.indexA[k], out.alongA[k], out.indexB[k], out.alongB[k])) out.move(to++, k);
    }
    out.n = to;
  }

  #fiberShape(A: Collider, B: Collider, a: number, b: number): void {
    const { out, near } = this;
    const ofA = A.fiber !== undefined;
    const F = ofA ? A : B;
    const S = ofA ? B : A;
    const i = ofA ? a - A.leaf : b - B.leaf;
    const apart = near >= 0 ? nearOf(F, near) + nearOf(S, near) : S.turn + F.fiber!.moveAgainst(i, S.move);
    const reach = A.margin + B.margin + apart;
    out.begin(A.number, B.number, a, b, ofA ? i : 0, ofA ? 0 : i, !ofA);
    const from = out.n;
    collideFiberShape(out, F.fiber!, i, S.shape!, reach);
    if (S.owner >= 0) return;
    const along = ofA ? out.alongA : out.alongB;
    let to = from;
    for (let k = from; k < out.n; k++) if (!F.fiber!.isRooted(i, along[k])) out.move(to++, k);
    out.n = to;
  }
}
