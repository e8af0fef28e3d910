import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import { diagonalPositions, multiplyBlockSparse } from '../../linalg/block-sparse.js';
import type { Delassus } from './delassus.js';
import { scaleArray } from './scaling.js';

const none = new Float64Array(0);

/** W as stored 3x3 blocks; the running state is r itself. */
export class AssembledDelassus implements Delassus {
  readonly form = 'assembled';
  readonly n: number;
  readonly b: Float64Array;
  readonly diagonal: Float64Array;
  readonly state = none;
  readonly #W: BlockSparseMatrix;
  #r: Float64Array = none;

  constructor(W: BlockSparseMatrix, b: Float64Array) {
    this.n = W.n;
    this.b = b;
    this.#W = W;
    this.diagonal = new Float64Array(9 * W.n);
    const position = diagonalPositions(W);
    for (let i = 0; i < W.n; i++) {
      if (position[i] < 0) continue;
      for (let k = 0; k < 9; k++) this.diagonal[9 * i + k] = W.values[position[i] + k];
    }
  }

  /** Divides W by `compliance` and b by `velocity`, in place. */
  rescale(compliance: number, velocity: number): void {
    scaleArray(this.#W.values, 1 / compliance);
    scaleArray(this.diagonal, 1 / compliance);
    scaleArray(this.b, 1 / velocity);
  }

  /** Adds slack[i] to the last diagonal entry of W_ii (plane problems). */
  addSlack(slack: Float64Array): void {
    const position = diagonalPositions(this.#W);
    for (let i = 0; i < this.n; i++) {
      this.#W.values[position[i] + 8] += slack[i];
      this.diagonal[9 * i + 8] += slack[i];
    }
  }

  velocities(u: Float64Array, r: Float64Array): void {
    multiplyBlockSparse(u, this.#W, r, this.b);
  }

  multiply(out: Float64Array, x: Float64Array): void {
    multiplyBlockSparse(out, this.#W, x);
  }

  load(r: Float64Array): void {
    this.#r = r;
  }

  gather(out: Float64Array, i: number): void {
    const { ptr, col, values } = this.#W;
    const r = this.#r;
    let u0 = this.b[3 * i];
    let u1 = this.b[3 * i + 1];
    let u2 = this.b[3 * i + 2];
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const at = 3 * col[e];
      const r0 = r[at];
      const r1 = r[at + 1];
      const r2 = r[at + 2];
      const p = 9 * e;
      u0 += values[p] * r0 + values[p + 1] * r1 + values[p + 2] * r2;
      u1 += values[p + 3] * r0 + values[p + 4] * r1 + values[p + 5] * r2;
      u2 += values[p + 6] * r0 + values[p + 7] * r1 + values[p + 8] * r2;
    }
    out[0] = u0;
    out[1] = u1;
    out[2] = u2;
  }

  separates(i: number): boolean {
    const { ptr, col, values } = this.#W;
    const r = this.#r;
    let u0 = this.b[3 * i];
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const at = 3 * col[e];
      const p = 9 * e;
      u0 += values[p] * r[at] + values[p + 1] * r[at + 1] + values[p + 2] * r[at + 2];
    }
    return u0 >= 0;
  }

  scatter(): void {
    // nothing to do: the state is r
  }

  assembled(): BlockSparseMatrix {
    return this.#W;
  }
}
