import { type Room, defineWork, performWork } from '../../linalg/kernel/shared-work.js';
import { type DenseFactors, type MassFactor, whitenWith } from './mass-factor.js';
import type { Sides } from './sides.js';

/** Contacts that a thread does at a time: some 0.1 ms, many times what handing them out takes. */
export const contactsInTask = 256;

/** Tasks of all contacts. */
export function taskCount(n: number): number {
  return Math.ceil(n / contactsInTask);
}

interface WhiteningData extends DenseFactors {
  readonly [name: string]: Float64Array | Int32Array | number;
  readonly n: number;
  /** rows of a contact */
  readonly d: number;
  readonly ptr: Int32Array;
  readonly block: Int32Array;
  readonly len: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
}

const whitening = defineWork<WhiteningData>('whitening', (data, task) => {
  const { n, d, ptr, block, len, start, values, factors, factorStart, sizes, bands } = data;
  const end = ptr[Math.min(n, (task + 1) * contactsInTask)];
  for (let s = ptr[task * contactsInTask]; s < end; s++) {
    const k = block[s];
    // a side of even length may reach one past its block, where it is zero
    const length = Math.min(len[s], sizes[k]);
    for (let row = 0; row < d; row++) {
      whitenWith(factors, factorStart[k], sizes[k], bands[k], values, start[s] + row * len[s], length);
    }
  }
});

/** G = H U⁻ᵀ: whitens the sides of all contacts in place. `d`: rows of a contact that are not zero; `offset`: first dof of each block. */
export function whitenSides(G: Sides, d: number, offset: Int32Array, factor: MassFactor, room: Room): void {
  const dense = room.crew ? factor.denseFactors(room) : undefined;
  if (dense) {
    const { n, ptr, block, len, start, values } = G;
    performWork(whitening, { n, d, ptr, block, len, start, values, ...dense }, taskCount(n), room.crew);
    return;
  }
  for (let s = 0; s < G.block.length; s++) {
    const length = Math.min(G.len[s], offset[G.block[s] + 1] - offset[G.block[s]]);
    for (let k = 0; k < d; k++) factor.whiten(G.block[s], G.values, G.start[s] + k * G.len[s], length);
  }
}

interface ProductData {
  readonly [name: string]: Float64Array | Int32Array | number;
  readonly n: number;
  readonly ptr: Int32Array;
  readonly len: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
  /** position in y of the first dof of each side */
  readonly at: Int32Array;
  readonly w: Float64Array;
  readonly y: Float64Array;
  readonly u: Float64Array;
}

const products = defineWork<ProductData>('products', (data, task) => {
  const end = Math.min(data.n, (task + 1) * contactsInTask);
  for (let i = task * contactsInTask; i < end; i++) gatherVelocity(data, i);
});

/** u_i = G_i y + w_i of all contacts. */
export function gatherVelocities(data: ProductData, room: Room): void {
  performWork(products, data, taskCount(data.n), room.crew);
}

/** u_i = G_i y + w_i. Sides have even length: two columns at a time keep two chains of additions in flight. */
function gatherVelocity({ ptr, len: lengths, start, values: G, at: places, w, y, u }: ProductData, i: number): void {
  let u0 = w[3 * i];
  let u1 = w[3 * i + 1];
  let u2 = w[3 * i + 2];
  let v0 = 0;
  let v1 = 0;
  let v2 = 0;
  const end = ptr[i + 1];
  for (let s = ptr[i]; s < end; s++) {
    const len = lengths[s];
    let at = places[s];
    let g0 = start[s];
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
  u[3 * i] = u0 + v0;
  u[3 * i + 1] = u1 + v1;
  u[3 * i + 2] = u2 + v2;
}

interface DiagonalData {
  readonly [name: string]: Float64Array | Int32Array | number;
  readonly n: number;
  readonly ptr: Int32Array;
  readonly len: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
  readonly diagonal: Float64Array;
}

const diagonals = defineWork<DiagonalData>('diagonals', (data, task) => {
  const end = Math.min(data.n, (task + 1) * contactsInTask);
  for (let i = task * contactsInTask; i < end; i++) diagonalOf(data, i);
});

/** W_ii = Σ_sides G_i G_iᵀ, 9 numbers a contact. */
export function diagonalOfSides({ n, ptr, len, start, values }: Sides, room: Room): Float64Array {
  const diagonal = room.floats(9 * n);
  performWork(diagonals, { n, ptr, len, start, values, diagonal }, taskCount(n), room.crew);
  return diagonal;
}

function diagonalOf({ ptr, len, start, values: G, diagonal }: DiagonalData, i: number): void {
  let w00 = 0;
  let w01 = 0;
  let w02 = 0;
  let w11 = 0;
  let w12 = 0;
  let w22 = 0;
  for (let s = ptr[i]; s < ptr[i + 1]; s++) {
    const first = start[s];
    const second = first + len[s];
    const third = second + len[s];
    for (let j = 0; j < len[s]; j++) {
      const x = G[first + j];
      const y = G[second + j];
      const z = G[third + j];
      w00 += x * x;
      w01 += x * y;
      w02 += x * z;
      w11 += y * y;
      w12 += y * z;
      w22 += z * z;
    }
  }
  const at = 9 * i;
  diagonal[at] = w00;
  diagonal[at + 1] = diagonal[at + 3] = w01;
  diagonal[at + 2] = diagonal[at + 6] = w02;
  diagonal[at + 4] = w11;
  diagonal[at + 5] = diagonal[at + 7] = w12;
  diagonal[at + 8] = w22;
}
