import type { BlockSparseMatrix } from '../../../linalg/block-sparse.js';
import { DenseLu } from '../../../linalg/dense-lu.js';
import type { ReadyProblem } from '../../solver.js';
import type { ContactEquations } from './contact-equations.js';
import type { NewtonMatrix } from './newton-matrix.js';
import { passiveDirection } from './newton-matrix.js';

/** Below this ratio of pivots the matrix counts as singular. */
const smallestPivotRatio = 1e-14;

/**
 * The Newton matrix in impulses [Bertails11 (8)]: the velocities are eliminated through W, and the contacts that take
 * off through their own equations, so that 3 rows remain for every other contact.
 */
export class ImpulseMatrix implements NewtonMatrix {
  readonly name = 'impulses';
  readonly #W: BlockSparseMatrix;
  readonly #multiply: (out: Float64Array, x: Float64Array) => void;
  readonly #dense = new DenseLu();
  /** place of each contact among the active ones, -1 for a passive one */
  readonly #place: Int32Array;
  readonly #Wd: Float64Array;
  #A = new Float64Array(0);
  #x = new Float64Array(0);

  constructor(problem: ReadyProblem) {
    this.#W = problem.W.assembled();
    this.#multiply = (out, x) => problem.W.multiply(out, x);
    this.#place = new Int32Array(problem.n);
    this.#Wd = new Float64Array(3 * problem.n);
  }

  direction(d: Float64Array, equations: ContactEquations, f: Float64Array, shift: Float64Array): boolean {
    const { n, passive, dF_du: U } = equations;
    let active = 0;
    let moved = false;
    for (let i = 0; i < n; i++) {
      d[3 * i] = d[3 * i + 1] = d[3 * i + 2] = 0;
      this.#place[i] = passive[i] ? -1 : active++;
      if (passive[i] && !passiveDirection(d, equations, f, i)) return false;
      if (d[3 * i] !== 0 || d[3 * i + 1] !== 0 || d[3 * i + 2] !== 0) moved = true;
    }
    const size = 3 * active;
    if (this.#A.length < size * size) {
      this.#A = new Float64Array(size * size);
      this.#x = new Float64Array(size);
    }
    // what the known part of the direction adds to u
    const Wd = this.#Wd;
    if (moved) this.#multiply(Wd, d);
    else Wd.fill(0);
    const x = this.#x;
    for (let i = 0; i < n; i++) {
      if (passive[i]) continue;
      const at = 3 * this.#place[i];
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        const known = U[row] * Wd[3 * i] + U[row + 1] * Wd[3 * i + 1] + U[row + 2] * Wd[3 * i + 2];
        x[at + k] = -f[3 * i + k] - known;
      }
    }
    if (size > 0 && !this.#solveDense(size, equations, shift)) return false;
    for (let i = 0; i < n; i++) {
      if (passive[i]) continue;
      const at = 3 * this.#place[i];
      for (let k = 0; k < 3; k++) d[3 * i + k] = x[at + k];
    }
    return true;
  }

  #solveDense(size: number, equations: ContactEquations, shift: Float64Array): boolean {
    const A = this.#A.subarray(0, size * size);
    A.fill(0);
    this.#fillDense(A, size, equations, shift);
    if (!this.#dense.factor(A, size) || this.#dense.pivotRatio < smallestPivotRatio) return false;
    this.#dense.solve(this.#x);
    return true;
  }

  #fillDense(A: Float64Array, size: number, equations: ContactEquations, shift: Float64Array): void {
    const { ptr, col, values } = this.#W;
    const { n, dF_du: U, dF_dr: R } = equations;
    const place = this.#place;
    for (let i = 0; i < n; i++) {
      if (place[i] < 0) continue;
      for (let k = 0; k < 3; k++) {
        const row = (3 * place[i] + k) * size;
        const u0 = U[9 * i + 3 * k];
        const u1 = U[9 * i + 3 * k + 1];
        const u2 = U[9 * i + 3 * k + 2];
        for (let e = ptr[i]; e < ptr[i + 1]; e++) {
          const j = place[col[e]];
          if (j < 0) continue;
          const p = 9 * e;
          A[row + 3 * j] += u0 * values[p] + u1 * values[p + 3] + u2 * values[p + 6];
          A[row + 3 * j + 1] += u0 * values[p + 1] + u1 * values[p + 4] + u2 * values[p + 7];
          A[row + 3 * j + 2] += u0 * values[p + 2] + u1 * values[p + 5] + u2 * values[p + 8];
        }
        for (let l = 0; l < 3; l++) {
          A[row + 3 * place[i] + l] += R[9 * i + 3 * k + l] + U[9 * i + 3 * k + l] * shift[i];
        }
      }
    }
  }
}
