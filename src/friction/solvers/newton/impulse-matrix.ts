import { BlockLu } from '../../../linalg/block-lu.js';
import type { BlockSparseMatrix } from '../../../linalg/block-sparse.js';
import { DenseLu } from '../../../linalg/dense-lu.js';
import type { Graph } from '../../../linalg/graph.js';
import type { ReadyProblem } from '../../solver.js';
import { contactOrder } from './contact-order.js';
import type { LinearContacts, NewtonMatrix } from './newton-matrix.js';
import { invert3 } from './newton-matrix.js';

/** Below this ratio of pivots the matrix counts as singular. */
const smallestPivotRatio = 1e-14;

/** Up to so many active contacts, or with more than this share of blocks present, the matrix is factored as a dense one. */
const denseContacts = 24;
const denseShare = 0.5;

/**
 * The Newton matrix in impulses [Bertails11 (8)]: the velocities are eliminated through W, and the contacts that take
 * off through their own equations, so that 3 rows remain for every other, active, contact.
 */
export class ImpulseMatrix implements NewtonMatrix {
  readonly name = 'impulses';
  readonly #problem: ReadyProblem;
  readonly #W: BlockSparseMatrix;
  readonly #leastRatio: number;
  readonly #dense = new DenseLu();
  #blocks: BlockLu | undefined;
  #equations: LinearContacts | undefined;
  /** place of each contact among the active ones, -1 for a passive one; -2 before the first use */
  readonly #place: Int32Array;
  #active = 0;
  /** dF_dr_i⁻¹ of passive contacts */
  readonly #inverse: Float64Array;
  readonly #Wd: Float64Array;
  /** where block e of W goes: its first entry, its row and its column stride */
  readonly #at: Int32Array;
  readonly #rowStride: Int32Array;
  readonly #colStride: Int32Array;
  #A = new Float64Array(0);
  #x = new Float64Array(0);

  /** @param leastRatio ratio of pivots below which the matrix counts as singular; 0 for those who refine what they get */
  constructor(problem: ReadyProblem, leastRatio = smallestPivotRatio) {
    this.#leastRatio = leastRatio;
    const W = problem.W.assembled();
    this.#problem = problem;
    this.#W = W;
    this.#place = new Int32Array(problem.n).fill(-2);
    this.#inverse = new Float64Array(9 * problem.n);
    this.#Wd = new Float64Array(3 * problem.n);
    this.#at = new Int32Array(W.col.length);
    this.#rowStride = new Int32Array(W.col.length);
    this.#colStride = new Int32Array(W.col.length);
  }

  factor(equations: LinearContacts, shift: Float64Array): boolean {
    this.#equations = equations;
    if (this.#activate(equations.passive)) this.#layOut();
    for (let i = 0; i < equations.n; i++) {
      if (equations.passive[i] && !invert3(this.#inverse, 9 * i, equations.dF_dr, 9 * i)) return false;
    }
    if (this.#active === 0) return true;
    const lu = this.#blocks;
    const values = lu ? lu.values : this.#A;
    values.fill(0);
    this.#fill(values, equations, shift);
    const done = lu ? lu.factor() : this.#dense.factor(values, 3 * this.#active);
    return done && (lu ?? this.#dense).pivotRatio >= this.#leastRatio;
  }

  get determinantSign(): 1 | -1 {
    return this.#active > 0 ? (this.#blocks ?? this.#dense).determinantSign : 1;
  }

  solve(d: Float64Array, f: Float64Array): void {
    const { n, passive, dF_du: U } = this.#equations!;
    const x = this.#x;
    const Wd = this.#Wd;
    if (this.#solvePassive(d, f)) this.#problem.W.multiply(Wd, d);
    else Wd.fill(0);
    for (let i = 0; i < n; i++) {
      if (passive[i]) continue;
      const at = 3 * this.#place[i];
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        const known = U[row] * Wd[3 * i] + U[row + 1] * Wd[3 * i + 1] + U[row + 2] * Wd[3 * i + 2];
        x[at + k] = -f[3 * i + k] - known;
      }
    }
    if (this.#active > 0) (this.#blocks ?? this.#dense).solve(x);
    for (let i = 0; i < n; i++) {
      if (passive[i]) continue;
      const at = 3 * this.#place[i];
      for (let k = 0; k < 3; k++) d[3 * i + k] = x[at + k];
    }
  }

  /** Active contacts first; what their equations say of passive impulses goes over to those. */
  solveTransposed(d: Float64Array, g: Float64Array): void {
    const { n, passive, dF_du: U } = this.#equations!;
    const x = this.#x;
    for (let i = 0; i < n; i++) {
      if (passive[i]) continue;
      for (let k = 0; k < 3; k++) x[3 * this.#place[i] + k] = g[3 * i + k];
    }
    if (this.#active > 0) (this.#blocks ?? this.#dense).solveTransposed(x);
    // y = dF_duᵀ x
    const y = this.#Wd;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        const at = 3 * this.#place[i];
        const col = 9 * i + k;
        y[3 * i + k] = passive[i] ? 0 : U[col] * x[at] + U[col + 3] * x[at + 1] + U[col + 6] * x[at + 2];
        d[3 * i + k] = passive[i] ? g[3 * i + k] : x[at + k];
      }
    }
    if (this.#active === n) return;
    const { ptr, col, values } = this.#W;
    for (let i = 0; i < n; i++) {
      if (passive[i]) continue;
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const j = col[e];
        if (!passive[j]) continue;
        for (let k = 0; k < 3; k++) {
          const at = 9 * e + k;
          d[3 * j + k] -= values[at] * y[3 * i] + values[at + 3] * y[3 * i + 1] + values[at + 6] * y[3 * i + 2];
        }
      }
    }
    const K = this.#inverse;
    for (let i = 0; i < n; i++) {
      if (!passive[i]) continue;
      const [g0, g1, g2] = [d[3 * i], d[3 * i + 1], d[3 * i + 2]];
      for (let k = 0; k < 3; k++) d[3 * i + k] = K[9 * i + k] * g0 + K[9 * i + 3 + k] * g1 + K[9 * i + 6 + k] * g2;
    }
  }

  /** d_i = -dF_dr_i⁻¹ f_i for passive contacts, 0 for the others; whether any of it is not zero. */
  #solvePassive(d: Float64Array, f: Float64Array): boolean {
    const { n, passive } = this.#equations!;
    const K = this.#inverse;
    let moved = false;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        const value = K[row] * f[3 * i] + K[row + 1] * f[3 * i + 1] + K[row + 2] * f[3 * i + 2];
        d[3 * i + k] = passive[i] ? -value : 0;
        if (d[3 * i + k] !== 0) moved = true;
      }
    }
    return moved;
  }

  /** Numbers the active contacts; whether they are others than last time. */
  #activate(passive: Uint8Array): boolean {
    let active = 0;
    let changed = false;
    for (let i = 0; i < passive.length; i++) {
      const place = passive[i] ? -1 : active++;
      if (place !== this.#place[i]) changed = true;
      this.#place[i] = place;
    }
    this.#active = active;
    return changed;
  }

  /** Chooses dense or block LU for the active contacts, and finds the places of the blocks. */
  #layOut(): void {
    const { ptr, col, n } = this.#W;
    const active = this.#active;
    const size = 3 * active;
    this.#x = new Float64Array(size);
    const graph = this.#activeGraph();
    const dense = active <= denseContacts || graph.index.length + active > denseShare * active * active;
    this.#blocks = dense ? undefined : new BlockLu(graph, new Int32Array(active).fill(3), true, this.#activeOrder());
    this.#A = dense ? new Float64Array(size * size) : this.#A;
    for (let i = 0; i < n; i++) {
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const row = this.#place[i];
        const column = this.#place[col[e]];
        if (row < 0 || column < 0) continue;
        const place = this.#blocks?.locate(row, column);
        this.#at[e] = place ? place.at : 3 * row * size + 3 * column;
        this.#rowStride[e] = place ? place.rowStride : size;
        this.#colStride[e] = place ? place.colStride : 1;
      }
    }
  }

  /** The part of the order of all contacts, where there is one, that is about active ones. */
  #activeOrder(): Int32Array | undefined {
    return contactOrder(this.#W)
      ?.order.map((i) => this.#place[i])
      .filter((place) => place >= 0);
  }

  /** The pattern of W + Wᵀ among active contacts. */
  #activeGraph(): Graph {
    const { ptr, col, n } = this.#W;
    const neighbours: number[][] = Array.from({ length: this.#active }, () => []);
    for (let i = 0; i < n; i++) {
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const row = this.#place[i];
        const column = this.#place[col[e]];
        if (row < 0 || column < 0 || row === column) continue;
        neighbours[row].push(column);
        neighbours[column].push(row);
      }
    }
    const mark = new Int32Array(this.#active).fill(-1);
    const start = new Int32Array(this.#active + 1);
    const index: number[] = [];
    neighbours.forEach((list, i) => {
      for (const j of list) {
        if (mark[j] === i) continue;
        mark[j] = i;
        index.push(j);
      }
      start[i + 1] = index.length;
    });
    return { n: this.#active, ptr: start, index: Int32Array.from(index) };
  }

  /** Adds the blocks dF_du_i (W_ij + S_ij) + dF_dr_ij. */
  #fill(A: Float64Array, equations: LinearContacts, shift: Float64Array): void {
    const { ptr, col, values } = this.#W;
    const { n, dF_du: U, dF_dr: R } = equations;
    for (let i = 0; i < n; i++) {
      if (this.#place[i] < 0) continue;
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        if (this.#place[col[e]] < 0) continue;
        const p = 9 * e;
        const colStride = this.#colStride[e];
        for (let k = 0; k < 3; k++) {
          const row = 9 * i + 3 * k;
          const u0 = U[row];
          const u1 = U[row + 1];
          const u2 = U[row + 2];
          const at = this.#at[e] + k * this.#rowStride[e];
          A[at] += u0 * values[p] + u1 * values[p + 3] + u2 * values[p + 6];
          A[at + colStride] += u0 * values[p + 1] + u1 * values[p + 4] + u2 * values[p + 7];
          A[at + 2 * colStride] += u0 * values[p + 2] + u1 * values[p + 5] + u2 * values[p + 8];
          if (col[e] !== i) continue;
          A[at] += R[row] + u0 * shift[i];
          A[at + colStride] += R[row + 1] + u1 * shift[i];
          A[at + 2 * colStride] += R[row + 2] + u2 * shift[i];
        }
      }
    }
  }
}
