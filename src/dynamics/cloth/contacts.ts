import { ContactSet } from '../../collision/contact-set.js';
import { contactFrame } from '../../math/frame.js';
import { apply33, applyTransposed33 } from '../../math/mat3.js';
import { dot3, normalise3 } from '../../math/vec3.js';
import { widened } from '../../math/widened.js';
import { Solids } from './solids.js';

/** Most vertices that a contact joins: a vertex and a triangle, or two edges. */
export const stencil = 4;

const R = new Float64Array(9);

/** Contacts of cloth as they were, see `ClothContacts.keep`. */
export type KeptContacts = Pick<ClothContacts, 'ownSides' | 'size' | 'sides' | 'compliance' | 'give' | 'r'>;

/**
 * Contacts of a group that holds cloth. A side on cloth rests on up to three weighted points: contact j joins `size[j]` vertices with
 * weights α, those of side A positive, of side B negative. Its relative velocity is u = Σ α v + w, in world axes, and its impulse r acts on
 * vertex k as α_k r. A vertex against an obstacle has one
 * vertex, α = 1; two vertices have (1, -1) [Ly20 (12)]; vertex and triangle (1, -β₁, -β₂, -β₃); two edges
 * (1 - s, s, -(1 - t), -t). Masses are scalars, so u = d + k r with one number k = Σ α²/m: the law needs no frame.
 * Bodies that take part add J v to u (`solids`), and a bound of how far they give way to k: whatever bounds W_jj from above
 * leaves the solution as it is [Ly20 (9), (10)].
 *
 * `a` is the number of a cloth among the cloths, `b` that of a collider, or -1 - the number of a cloth; `leafA` the first vertex, `leafB`
 * the second one, or -1 - the number of an obstacle; `feature` counts the obstacle's corners and edges from 1 on, 0: the vertex or the round
 * thing that it was found with. `gap` is the distance beyond the thickness at the start of the step. `mu` is infinite where a hand
 * holds the cloth: it pulls as well as it pushes, and nothing slides.
 */
export class ClothContacts extends ContactSet {
  /** contacts with obstacles and bodies, which come first; and all contacts of cloth: those behind are between bodies */
  obstacles = 0;
  own = 0;
  /** sides of bodies that the cloths' own contacts have */
  ownSides = 0;
  size = new Uint8Array(this.a.length);
  node = new Int32Array(stencil * this.a.length);
  weight = new Float64Array(stencil * this.a.length);
  /** the vertices with which each was found, and how many: what it is known by from step to step */
  found = new Int32Array(stencil * this.a.length);
  foundSize = new Uint8Array(this.a.length);
  /** of contacts that took the place of others: how far the normal found turned from theirs, and the share of that which was taken; 0: none */
  turn = new Float64Array(3 * this.a.length);
  eased = new Float64Array(this.a.length);
  /** u at v = 0: obstacle's motion, gap to be closed, restitution (m/s) */
  w = new Float64Array(3 * this.a.length);
  /** normal part of u at v = 0 that is the obstacle's motion alone (m/s) */
  drift = new Float64Array(this.a.length);
  /** impulse on the first vertex, world axes (N s) */
  r = new Float64Array(3 * this.a.length);
  /** Σ α²/m (1/kg) */
  compliance = new Float64Array(this.a.length);
  /** bodies that move, and the first side and number of sides of each contact with one, two or none of them */
  readonly solids = new Solids();
  side = new Int32Array(this.a.length);
  sides = new Uint8Array(this.a.length);
  /** bound of how far the bodies give way to a unit impulse (1/kg) */
  give = new Float64Array(this.a.length);
  /** contacts in the order in which they are worked on; layer l is `order[layerStart[l] .. layerStart[l + 1] - 1]` */
  order = new Int32Array(0);
  layerStart: number[] = [0];
  /** contacts that share a vertex or a body with others, in the same order: the first `shared` of this list */
  sharing = new Int32Array(0);
  shared = 0;

  override clear(): void {
    super.clear();
    this.obstacles = this.own = this.shared = 0;
  }

  /** The next contacts are with obstacle number `obstacle`, of a collider and a segment of it. */
  beginObstacle(cloth: number, obstacle: number, collider: number, segment: number): void {
    this.begin(cloth, collider, 0, -1 - obstacle, 0, segment, false);
  }

  /** The next contacts are between two cloths, or layers of one. */
  beginLayers(cloth: number, other: number): void {
    this.begin(cloth, -1 - other, 0, 0, 0, 0, false);
  }

  /** Adds a contact with no vertices yet at a place of B, with the normal that begins at normals[at]; returns its number. */
  open(point: Float64Array, normals: Float64Array, at: number, gap: number, mu: number, feature = 0): number {
    const [x, y, z] = point;
    const j = this.add(x, y, z, normals[at], normals[at + 1], normals[at + 2], gap, feature);
    this.mu[j] = mu;
    this.size[j] = this.foundSize[j] = this.sides[j] = 0;
    this.drift[j] = this.compliance[j] = this.side[j] = this.give[j] = this.eased[j] = 0;
    this.w.fill(0, 3 * j, 3 * j + 3);
    this.r.fill(0, 3 * j, 3 * j + 3);
    return j;
  }

  /** Takes back the contact that was added last. */
  drop(): void {
    this.n--;
  }

  /** Gives contact j the velocity of B's surface that was asked for. */
  addBelt(j: number): void {
    for (let c = 3 * j; c < 3 * j + 3; c++) this.w[c] -= this.belt[c];
  }

  /** Number of the obstacle of contact j, or -1. */
  obstacleOf(j: number): number {
    return this.leafB[j] < 0 ? -1 - this.leafB[j] : -1;
  }

  /** Adds a side of a body to contact j: `sign` J v is its part of the relative velocity. Sides of a contact are added in a row. */
  lean(j: number, body: number, J: Float64Array, col: number, len: number, sign: number): void {
    const side = this.solids.add(body, J, col, len, sign);
    if (this.sides[j]++ === 0) this.side[j] = side;
    this.give[j] = this.solids.compliance(this.side[j], this.sides[j]);
  }

  /** Adds a vertex to contact j. */
  join(j: number, node: number, weight: number, inverseMass: number): void {
    const at = stencil * j + this.size[j]++;
    this.node[at] = this.found[at] = node;
    this.foundSize[j] = this.size[j];
    if (this.size[j] === 1) this.leafA[j] = node;
    if (this.size[j] <= 2 && this.leafB[j] >= 0) this.leafB[j] = node;
    this.weight[at] = weight;
    this.compliance[j] += weight * weight * inverseMass;
  }

  /** Contact j acts on vertices t to t + 2 of a list instead of those it was found with. */
  slide(j: number, list: Int32Array, t: number, weights: Float64Array, inverseMass: Float64Array): void {
    this.size[j] = this.compliance[j] = 0;
    for (let k = 0; k < 3; k++) {
      if (weights[k] === 0) continue;
      const at = stencil * j + this.size[j]++;
      this.node[at] = list[t + k];
      this.weight[at] = weights[k];
      this.compliance[j] += weights[k] * weights[k] * inverseMass[list[t + k]];
    }
  }

  /**
   * Contact j takes the place of one found before between the same places: of the same feature of the same obstacle, with the same
   * vertices or some of them. Two contacts of one pair with different normals would hold it at two velocities at once; a corner
   * in a triangle and an edge across one of its edges are two pairs, and hold together.
   */
  supersede(j: number): void {
    for (let i = 0; i < this.own; i++) {
      // hands and joints hold, whatever touches
      if (this.mu[i] === Infinity || this.obstacleOf(i) !== this.obstacleOf(j) || !this.#isSamePair(i, j)) continue;
      for (let c = 0; c < 3; c++) {
        this.r[3 * j + c] = this.r[3 * i + c];
        this.r[3 * i + c] = 0;
      }
      this.#ease(i, j);
      // without vertices and bodies it takes no part
      this.size[i] = this.sides[i] = this.compliance[i] = this.give[i] = 0;
      return;
    }
  }

  /**
   * Turns the normal of contact j, found at the end of the step, part of the way from that of contact i, with which the step was
   * solved. Where a body presses hard, cloth gives way to a turned normal by turning it back, and farther: from solution to
   * solution normals swing about the ones that fit. The share that stops it is that of the secant through the last two of them (Aitken).
   */
  #ease(i: number, j: number): void {
    const { normal, turn, eased } = this;
    eased[j] = 1;
    let [along, square] = [0, 0];
    for (let c = 0; c < 3; c++) {
      turn[3 * j + c] = normal[3 * j + c] - normal[3 * i + c];
      const change = turn[3 * j + c] - turn[3 * i + c];
      along -= turn[3 * i + c] * change;
      square += change * change;
    }
    // the first of a step is taken as it is, and so is one that goes on the same way
    if (eased[i] === 0 || !(along > 0)) return;
    eased[j] = Math.min((eased[i] * along) / square, 1);
    for (let c = 0; c < 3; c++) normal[3 * j + c] = normal[3 * i + c] + eased[j] * turn[3 * j + c];
    normalise3(normal, 3 * j, normal, 3 * j);
  }

  #isSamePair(i: number, j: number): boolean {
    if (this.feature[i] !== this.feature[j]) return false;
    const [m, n] = [this.foundSize[i], this.foundSize[j]];
    const least = Math.min(m, n);
    if (this.size[i] === 0 || (least === 1 && m !== n)) return false;
    let common = 0;
    for (let p = stencil * i; p < stencil * i + m; p++) {
      for (let q = stencil * j; q < stencil * j + n; q++) if (this.found[p] === this.found[q]) common++;
    }
    return common === least;
  }

  /** Whether contact j of cloth takes no part any more. */
  isSuperseded(j: number): boolean {
    return j < this.own && this.size[j] === 0;
  }

  /** What `restore` goes back to: which contacts of cloth take part, and their impulses. */
  keep(): KeptContacts {
    const { own, ownSides } = this;
    const [size, sides] = [this.size.slice(0, own), this.sides.slice(0, own)];
    const [compliance, give] = [this.compliance.slice(0, own), this.give.slice(0, own)];
    return { ownSides, size, sides, compliance, give, r: this.r.slice(0, 3 * own) };
  }

  restore(kept: KeptContacts): void {
    this.n = this.own = kept.size.length;
    this.ownSides = kept.ownSides;
    this.size.set(kept.size);
    this.sides.set(kept.sides);
    this.compliance.set(kept.compliance);
    this.give.set(kept.give);
    this.r.set(kept.r);
  }

  /** Forgets the contacts behind those of cloth. */
  truncate(): void {
    this.n = this.own;
    this.solids.truncate(this.ownSides);
  }

  /** All contacts so far are the cloths' own. */
  close(): void {
    this.own = this.n;
    this.ownSides = this.solids.n;
  }

  /** out = Σ α x of contact j */
  place(out: Float64Array, x: Float64Array, j: number): void {
    out.fill(0);
    for (let p = stencil * j; p < stencil * j + this.size[j]; p++) {
      for (let c = 0; c < 3; c++) out[c] += this.weight[p] * x[3 * this.node[p] + c];
    }
  }

  /** out = w + Σ α v of contact j: its relative velocity but for what bodies add */
  ownVelocity(out: Float64Array, v: Float64Array, j: number): void {
    let u0 = this.w[3 * j];
    let u1 = this.w[3 * j + 1];
    let u2 = this.w[3 * j + 2];
    for (let p = stencil * j; p < stencil * j + this.size[j]; p++) {
      const i = 3 * this.node[p];
      u0 += this.weight[p] * v[i];
      u1 += this.weight[p] * v[i + 1];
      u2 += this.weight[p] * v[i + 2];
    }
    out[0] = u0;
    out[1] = u1;
    out[2] = u2;
  }

  /** out = u = Σ α v + w of contact j, with the bodies it touches at their present velocities or at `bodies` */
  relativeVelocity(out: Float64Array, v: Float64Array, j: number, bodies: Float64Array = this.solids.v): void {
    this.ownVelocity(out, v, j);
    for (let s = this.side[j]; s < this.side[j] + this.sides[j]; s++) this.solids.addVelocity(out, s, bodies);
  }

  /** out[o ..] = x[i ..] in the frame of contact j, normal first; and back */
  toFrame(out: Float64Array, o: number, x: Float64Array, i: number, j: number): void {
    contactFrame(R, 0, this.normal, 3 * j);
    apply33(out, o, R, 0, x, i);
  }

  fromFrame(out: Float64Array, o: number, x: Float64Array, i: number, j: number): void {
    contactFrame(R, 0, this.normal, 3 * j);
    applyTransposed33(out, o, R, 0, x, i);
  }

  /** n · Σ α x of contact j */
  along(x: Float64Array, j: number): number {
    let sum = 0;
    for (let p = stencil * j; p < stencil * j + this.size[j]; p++) {
      sum += this.weight[p] * dot3(this.normal, 3 * j, x, 3 * this.node[p]);
    }
    return sum;
  }

  protected override grow(): void {
    super.grow();
    const capacity = this.a.length;
    this.size = widened(this.size, capacity);
    this.node = widened(this.node, stencil * capacity);
    this.weight = widened(this.weight, stencil * capacity);
    this.found = widened(this.found, stencil * capacity);
    this.foundSize = widened(this.foundSize, capacity);
    this.turn = widened(this.turn, 3 * capacity);
    this.eased = widened(this.eased, capacity);
    this.w = widened(this.w, 3 * capacity);
    this.drift = widened(this.drift, capacity);
    this.r = widened(this.r, 3 * capacity);
    this.compliance = widened(this.compliance, capacity);
    this.side = widened(this.side, capacity);
    this.sides = widened(this.sides, capacity);
    this.give = widened(this.give, capacity);
  }
}
