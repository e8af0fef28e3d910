import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import { type Room, ownRoom } from '../../linalg/kernel/shared-work.js';
import { assembleFromSides } from './assembly.js';
import type { Delassus } from './delassus.js';
import { scaleArray } from './scaling.js';
import type { Sides } from './sides.js';
import { diagonalOfSides, gatherVelocities } from './whitening.js';

const none = new Float64Array(0);

/**
 * W never formed: with M = U Uᵀ and G = H U⁻ᵀ, W = G Gᵀ. The running state is the whitened velocity y = Uᵀ v:
 * gather u_i = G_i y + w_i, scatter y += G_iᵀ dr.
 */
export class WhitenedDelassus implements Delassus {
  readonly form = 'whitened';
  readonly n: number;
  readonly b: Float64Array;
  readonly diagonal: Float64Array;
  readonly state: Float64Array;
  readonly #offset: Int32Array;
  readonly #ptr: Int32Array;
  readonly #G: Float64Array;
  readonly #len: Int32Array;
  readonly #start: Int32Array;
  /** position in y of the first dof of each side */
  readonly #at: Int32Array;
  readonly #w: Float64Array;
  readonly #y0: Float64Array;
  readonly #sides: Sides;
  readonly #room: Room;
  #slack: Float64Array = none;
  readonly #u = new Float64Array(3);
  #assembled: BlockSparseMatrix | undefined;

  /**
   * @param G whitened sides
   * @param offset first dof of each block, and the number of dofs at the end
   * @param w relative velocity at v = 0
   * @param y0 whitened velocity without contacts, U⁻¹ f
   * @param room where arrays are made
   */
  constructor(G: Sides, offset: Int32Array, w: Float64Array, y0: Float64Array, room: Room = ownRoom) {
    this.#room = room;
    this.n = G.n;
    this.#offset = offset;
    this.#sides = G;
    this.#ptr = G.ptr;
    this.#G = G.values;
    this.#len = G.len;
    this.#start = G.start;
    this.#at = room.ints(G.block.length);
    for (let s = 0; s < G.block.length; s++) this.#at[s] = offset[G.block[s]] + (G.first ? G.first[s] : 0);
    this.#w = room.ofFloats(w);
    this.#y0 = y0;
    // one more entry than dofs: the even length of the last side may reach past the end
    this.state = room.floats(y0.length + 1);
    this.state.set(y0);
    this.b = room.floats(3 * G.n);
    this.diagonal = diagonalOfSides(G, room);
    this.#gatherAll(this.b);
  }

  /** Divides W by `compliance` (a power of four: its root is exact) and velocities by `velocity`, in place. */
  rescale(compliance: number, velocity: number): void {
    const half = Math.sqrt(compliance);
    scaleArray(this.#G, 1 / half, this.#room);
    scaleArray(this.diagonal, 1 / compliance);
    scaleArray(this.#slack, 1 / compliance);
    scaleArray(this.#y0, half / velocity);
    scaleArray(this.#w, 1 / velocity);
    scaleArray(this.b, 1 / velocity);
    this.state.set(this.#y0);
  }

  /** Adds slack[i] to the last diagonal entry of W_ii (plane problems); the impulse there stays zero. */
  addSlack(slack: Float64Array): void {
    this.#slack = slack;
    for (let i = 0; i < this.n; i++) this.diagonal[9 * i + 8] += slack[i];
  }

  velocities(u: Float64Array, r: Float64Array, order?: Int32Array): void {
    this.load(r, order);
    this.#gatherAll(u);
  }

  /** u_i = G_i y + w_i */
  #gatherAll(u: Float64Array): void {
    const { n, ptr, len, start, values } = this.#sides;
    gatherVelocities({ n, ptr, len, start, values, at: this.#at, w: this.#w, y: this.state, u }, this.#room);
  }

  multiply(out: Float64Array, x: Float64Array): void {
    const saved = this.state.slice();
    this.state.fill(0);
    this.#scatterAll(x);
    for (let i = 0; i < this.n; i++) {
      this.gather(this.#u, i);
      out[3 * i] = this.#u[0] - this.#w[3 * i];
      out[3 * i + 1] = this.#u[1] - this.#w[3 * i + 1];
      out[3 * i + 2] = this.#u[2] - this.#w[3 * i + 2];
    }
    this.state.set(saved);
  }

  load(r: Float64Array, order?: Int32Array): void {
    this.state.set(this.#y0);
    this.#scatterAll(r, order);
  }

  #scatterAll(r: Float64Array, order?: Int32Array): void {
    for (let k = 0; k < this.n; k++) {
      const i = order ? order[k] : k;
      if (r[3 * i] !== 0 || r[3 * i + 1] !== 0 || r[3 * i + 2] !== 0) this.scatter(i, r, 3 * i);
    }
  }

  // Sides have even length: two columns at a time keep two chains of additions in flight.

  gather(out: Float64Array, i: number): void {
    const G = this.#G;
    const y = this.state;
    let u0 = this.#w[3 * i];
    let u1 = this.#w[3 * i + 1];
    let u2 = this.#w[3 * i + 2];
    let v0 = 0;
    let v1 = 0;
    let v2 = 0;
    const end = this.#ptr[i + 1];
    for (let s = this.#ptr[i]; s < end; s++) {
      const len = this.#len[s];
      let at = this.#at[s];
      let g0 = this.#start[s];
      let g1 = g0 + len;
      let g2 = g1 + len;
      for (const stop = at + len; at < stop; at += 2, g0 += 2, g1 += 2, g2 += 2) {
        const yk = y[at];
        const yl = y[at + 1];
        u0 += G[g0] * yk;
        u1 += G[g1] * yk;
        u2 += G[g2] * yk;
        v0 += G[g0 + 1] * yl;
        v1 += G[g1 + 1] * yl;
        v2 += G[g2 + 1] * yl;
      }
    }
    out[0] = u0 + v0;
    out[1] = u1 + v1;
    out[2] = u2 + v2;
  }

  separates(i: number): boolean {
    const G = this.#G;
    const y = this.state;
    let u0 = this.#w[3 * i];
    let v0 = 0;
    const end = this.#ptr[i + 1];
    for (let s = this.#ptr[i]; s < end; s++) {
      let at = this.#at[s];
      let g0 = this.#start[s];
      for (const stop = at + this.#len[s]; at < stop; at += 2, g0 += 2) {
        u0 += G[g0] * y[at];
        v0 += G[g0 + 1] * y[at + 1];
      }
    }
    return u0 + v0 >= 0;
  }

  scatter(i: number, d: Float64Array, from: number): void {
    const d0 = d[from];
    const d1 = d[from + 1];
    const d2 = d[from + 2];
    const G = this.#G;
    const y = this.state;
    const end = this.#ptr[i + 1];
    for (let s = this.#ptr[i]; s < end; s++) {
      const len = this.#len[s];
      let at = this.#at[s];
      let g0 = this.#start[s];
      let g1 = g0 + len;
      let g2 = g1 + len;
      for (const stop = at + len; at < stop; at += 2, g0 += 2, g1 += 2, g2 += 2) {
        y[at] += G[g0] * d0 + G[g1] * d1 + G[g2] * d2;
        y[at + 1] += G[g0 + 1] * d0 + G[g1 + 1] * d1 + G[g2 + 1] * d2;
      }
    }
  }

  /** The whitened sides, the first dof of each block (and the number of dofs), w, and y at r = 0, for kernels that work on them directly. */
  get parts(): {
    readonly G: Sides;
    readonly offset: Int32Array;
    readonly w: Float64Array;
    readonly y0: Float64Array;
  } {
    return { G: this.#sides, offset: this.#offset, w: this.#w, y0: this.#y0 };
  }

  /** number of blocks of M */
  get blocks(): number {
    return this.#offset.length - 1;
  }

  /** W of some contacts among themselves, in the order given. */
  restricted(contacts: Int32Array): BlockSparseMatrix {
    const { ptr: all, block: from, len, start, values, first } = this.#sides;
    const ptr = new Int32Array(contacts.length + 1);
    const sides: number[] = [];
    contacts.forEach((i, k) => {
      for (let s = all[i]; s < all[i + 1]; s++) sides.push(s);
      ptr[k + 1] = sides.length;
    });
    const pick = (x: Int32Array): Int32Array => Int32Array.from(sides, (s) => x[s]);
    const own = new Map<number, number>();
    const block = pick(from).map((k) => own.get(k) ?? own.set(k, own.size).size - 1);
    const part: Sides = {
      n: contacts.length,
      ptr,
      block,
      len: pick(len),
      start: pick(start),
      values,
      first: first && pick(first),
    };
    const slack = this.#slack.length > 0 ? Float64Array.from(contacts, (i) => this.#slack[i]) : none;
    return assembleFromSides(part, part, own.size, slack);
  }

  assembled(): BlockSparseMatrix {
    this.#assembled ??= assembleFromSides(this.#sides, this.#sides, this.blocks, this.#slack);
    return this.#assembled;
  }
}
