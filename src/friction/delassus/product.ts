import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { blockOfRow } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { multiplyBlockRows } from '../../linalg/block-rows.js';
import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import { blockSparseFromTriplets } from '../../linalg/block-sparse.js';
import type { Delassus } from './delassus.js';
import { scaleArray } from './scaling.js';
import type { Sides } from './sides.js';
import { sidesByBlock } from './sides.js';

/**
 * W never formed: the running state is the generalised velocity v; gather u_i = H_i v + w_i, scatter v += Y_i dr with
 * Y_i = M⁻¹ H_iᵀ. H keeps its sparsity inside a body (a few nodes of a mesh), Y covers the whole body.
 */
export class ProductDelassus implements Delassus {
  readonly form = 'product';
  readonly n: number;
  readonly b: Float64Array;
  readonly diagonal: Float64Array;
  readonly state: Float64Array;
  readonly #H: BlockRowMatrix;
  readonly #Y: Sides;
  readonly #M: BlockDiagonalMatrix;
  readonly #w: Float64Array;
  readonly #v0: Float64Array;
  #slack: Float64Array = new Float64Array(0);
  readonly #zero: Float64Array;
  #assembled: BlockSparseMatrix | undefined;

  /**
   * @param H three rows a contact
   * @param Y sides over whole blocks, Y_i = H_i M⁻¹
   * @param v0 velocity without contacts, M⁻¹ f
   */
  constructor(H: BlockRowMatrix, Y: Sides, M: BlockDiagonalMatrix, w: Float64Array, v0: Float64Array) {
    this.n = Y.n;
    this.#H = H;
    this.#Y = Y;
    this.#M = M;
    this.#w = w;
    this.#v0 = v0;
    this.#zero = new Float64Array(3 * Y.n);
    this.state = Float64Array.from(v0);
    this.b = new Float64Array(3 * Y.n);
    multiplyBlockRows(this.b, H, v0, w);
    this.diagonal = productDiagonal(H, Y, M);
  }

  /** Divides W by `compliance` and velocities by `velocity`, in place. */
  rescale(compliance: number, velocity: number): void {
    scaleArray(this.#Y.values, 1 / compliance);
    scaleArray(this.diagonal, 1 / compliance);
    scaleArray(this.#slack, 1 / compliance);
    scaleArray(this.#v0, 1 / velocity);
    scaleArray(this.#w, 1 / velocity);
    scaleArray(this.b, 1 / velocity);
    this.state.set(this.#v0);
  }

  /** Adds slack[i] to the last diagonal entry of W_ii (plane problems); the impulse there stays zero. */
  addSlack(slack: Float64Array): void {
    this.#slack = slack;
    for (let i = 0; i < this.n; i++) this.diagonal[9 * i + 8] += slack[i];
  }

  velocities(u: Float64Array, r: Float64Array): void {
    this.load(r);
    multiplyBlockRows(u, this.#H, this.state, this.#w);
  }

  multiply(out: Float64Array, x: Float64Array): void {
    const saved = this.state.slice();
    this.state.fill(0);
    this.#scatterAll(x);
    multiplyBlockRows(out, this.#H, this.state, this.#zero);
    this.state.set(saved);
  }

  load(r: Float64Array): void {
    this.state.set(this.#v0);
    this.#scatterAll(r);
  }

  #scatterAll(r: Float64Array): void {
    for (let i = 0; i < this.n; i++) this.scatter(i, r, 3 * i);
  }

  gather(out: Float64Array, i: number): void {
    for (let k = 0; k < 3; k++) out[k] = this.#row(i, k);
  }

  separates(i: number): boolean {
    return this.#row(i, 0) >= 0;
  }

  #row(i: number, k: number): number {
    const H = this.#H;
    const v = this.state;
    let sum = this.#w[3 * i + k];
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      const len = H.len[s];
      const row = H.start[s] + k * len;
      const col = H.col[s];
      for (let j = 0; j < len; j++) sum += H.values[row + j] * v[col + j];
    }
    return sum;
  }

  scatter(i: number, d: Float64Array, from: number): void {
    const d0 = d[from];
    const d1 = d[from + 1];
    const d2 = d[from + 2];
    const Y = this.#Y;
    const v = this.state;
    for (let s = Y.ptr[i]; s < Y.ptr[i + 1]; s++) {
      const len = Y.len[s];
      const at = this.#M.offset[Y.block[s]];
      const y0 = Y.start[s];
      const y1 = y0 + len;
      const y2 = y1 + len;
      for (let j = 0; j < len; j++) {
        v[at + j] += Y.values[y0 + j] * d0 + Y.values[y1 + j] * d1 + Y.values[y2 + j] * d2;
      }
    }
  }

  assembled(): BlockSparseMatrix {
    this.#assembled ??= assembleProduct(this.#H, this.#Y, this.#M, this.#slack);
    return this.#assembled;
  }
}

/** W_ij = H_i Y_jᵀ, a column of blocks at a time, over the contacts that share a body with j. */
function assembleProduct(H: BlockRowMatrix, Y: Sides, M: BlockDiagonalMatrix, slack: Float64Array): BlockSparseMatrix {
  const touching = sidesByBlock(Y, M.start.length);
  const owner = blockOfRow(M);
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  for (let j = 0; j < Y.n; j++) {
    for (let t = Y.ptr[j]; t < Y.ptr[j + 1]; t++) {
      const block = Y.block[t];
      for (let p = touching.ptr[block]; p < touching.ptr[block + 1]; p++) {
        const i = touching.contact[p];
        if (!touches(H, i, block, owner)) continue;
        for (let k = 0; k < 3; k++) {
          for (let l = 0; l < 3; l++) {
            row.push(3 * i + k);
            column.push(3 * j + l);
            value.push(dotSegments(H, i, k, Y, t, l, M, owner));
          }
        }
      }
    }
    if (slack.length > 0) {
      row.push(3 * j + 2);
      column.push(3 * j + 2);
      value.push(slack[j]);
    }
  }
  return blockSparseFromTriplets(row, column, value, Y.n, 3);
}

/** Whether contact i itself, and not only bodies that move along with it, lies on a block. */
function touches(H: BlockRowMatrix, i: number, block: number, owner: Int32Array): boolean {
  for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) if (H.len[s] > 0 && owner[H.col[s]] === block) return true;
  return false;
}

/** Row k of H_i against row l of side t of Y, over the block of that side. */
function dotSegments(
  H: BlockRowMatrix,
  i: number,
  k: number,
  Y: Sides,
  t: number,
  l: number,
  M: BlockDiagonalMatrix,
  owner: Int32Array,
): number {
  const block = Y.block[t];
  let sum = 0;
  for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
    if (H.len[s] === 0 || owner[H.col[s]] !== block) continue;
    const a = H.start[s] + k * H.len[s];
    const b = Y.start[t] + l * Y.len[t] + H.col[s] - M.offset[block];
    for (let c = 0; c < H.len[s]; c++) sum += H.values[a + c] * Y.values[b + c];
  }
  return sum;
}

function productDiagonal(H: BlockRowMatrix, Y: Sides, M: BlockDiagonalMatrix): Float64Array {
  const owner = blockOfRow(M);
  const diagonal = new Float64Array(9 * Y.n);
  for (let i = 0; i < Y.n; i++) {
    for (let t = Y.ptr[i]; t < Y.ptr[i + 1]; t++) {
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) diagonal[9 * i + 3 * k + l] += dotSegments(H, i, k, Y, t, l, M, owner);
      }
    }
  }
  return diagonal;
}
