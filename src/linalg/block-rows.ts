/**
 * Sparse matrix made of block rows of equal height d: the contact Jacobian H of a one-step problem, a block row per
 * contact, in the contact's frame with the normal first.
 *
 * Block row i holds the segments `ptr[i] .. ptr[i + 1] - 1`. Segment s covers the columns `col[s] .. col[s] + len[s] - 1`
 * and stands as a d x len[s] row-major matrix in `values` from `start[s]`. Segments never straddle two blocks of M;
 * several segments of one row may lie in one block (a body that touches itself), even over the same columns (they add up).
 */
export interface BlockRowMatrix {
  readonly d: number;
  readonly cols: number;
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly len: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
}

/** Number of block rows (contacts). */
export function rowCount(H: BlockRowMatrix): number {
  return H.ptr.length - 1;
}

/** u = H v + w */
export function multiplyBlockRows(u: Float64Array, H: BlockRowMatrix, v: Float64Array, w: Float64Array): void {
  const d = H.d;
  const n = rowCount(H);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) {
      let sum = w[d * i + k];
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        const len = H.len[s];
        const row = H.start[s] + k * len;
        const col = H.col[s];
        for (let j = 0; j < len; j++) sum += H.values[row + j] * v[col + j];
      }
      u[d * i + k] = sum;
    }
  }
}

/** f += Hᵀ r */
export function addTransposedBlockRows(f: Float64Array, H: BlockRowMatrix, r: Float64Array): void {
  const d = H.d;
  const n = rowCount(H);
  for (let i = 0; i < n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      const len = H.len[s];
      const col = H.col[s];
      for (let k = 0; k < d; k++) {
        const rk = r[d * i + k];
        if (rk === 0) continue;
        const row = H.start[s] + k * len;
        for (let j = 0; j < len; j++) f[col + j] += H.values[row + j] * rk;
      }
    }
  }
}

/**
 * Collects block rows one segment at a time; `finish` returns the matrix.
 *
 * @example
 * ```ts
 * // one contact between two bodies of three dofs each, both in its frame: u = v_A - v_B
 * const rows = new BlockRowBuilder(3, 6);
 * rows.segment(0, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * rows.segment(3, 3, [-1, 0, 0, 0, -1, 0, 0, 0, -1]);
 * rows.endRow();
 * const H = rows.finish();
 * ```
 */
export class BlockRowBuilder {
  readonly #d: number;
  readonly #cols: number;
  readonly #ptr: number[] = [0];
  readonly #col: number[] = [];
  readonly #len: number[] = [];
  readonly #start: number[] = [];
  #values: Float64Array;
  #used = 0;

  constructor(d: number, cols: number, capacity = 1024) {
    this.#d = d;
    this.#cols = cols;
    this.#values = new Float64Array(capacity);
  }

  /** Adds a segment of d x len entries (row-major in `values` from `from`) to the current row. */
  segment(col: number, len: number, values: ArrayLike<number>, from = 0): void {
    const size = this.#d * len;
    if (this.#used + size > this.#values.length) {
      const larger = new Float64Array(Math.max(2 * this.#values.length, this.#used + size));
      larger.set(this.#values.subarray(0, this.#used));
      this.#values = larger;
    }
    for (let k = 0; k < size; k++) this.#values[this.#used + k] = values[from + k];
    this.#col.push(col);
    this.#len.push(len);
    this.#start.push(this.#used);
    this.#used += size;
  }

  /** Ends the current row. */
  endRow(): void {
    this.#ptr.push(this.#col.length);
  }

  /** The matrix of the rows so far. */
  finish(): BlockRowMatrix {
    return {
      d: this.#d,
      cols: this.#cols,
      ptr: Int32Array.from(this.#ptr),
      col: Int32Array.from(this.#col),
      len: Int32Array.from(this.#len),
      start: Int32Array.from(this.#start),
      values: this.#values.slice(0, this.#used),
    };
  }
}
