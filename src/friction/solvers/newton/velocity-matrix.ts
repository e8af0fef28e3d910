import { BlockLu } from '../../../linalg/block-lu.js';
import type { BlockRowMatrix } from '../../../linalg/block-rows.js';
import { determinant33 } from '../../../math/mat3.js';
import type { PrimalProblem } from '../../problem.js';
import type { ReadyProblem } from '../../solver.js';
import { meanCompliance } from './contact-equations.js';
import type { LinearContacts, NewtonMatrix } from './newton-matrix.js';
import { invert3 } from './newton-matrix.js';
import type { VelocityNodes } from './velocity-nodes.js';
import { velocityNodes } from './velocity-nodes.js';

/** Below this ratio of pivots the matrix counts as singular. */
const smallestPivotRatio = 1e-15;

/** Shift, as a share of the compliance, without which a sticking contact could not be eliminated. */
const leastShift = 1e-9;

/**
 * The Newton matrix in velocities, on the system that is not reduced to W [Bertails11 (7)]. A contact's own equation gives
 * its impulse, with K_i = dF_dr_i + dF_du_i S_i:
 *
 *     dr_i = -K_i⁻¹ (f_i + dF_du_i H_i dv),    (M + Σ H_iᵀ K_i⁻¹ dF_du_i H_i) dv = -Σ H_iᵀ K_i⁻¹ f_i
 *
 * a matrix over the graph of bodies, a node per body that has contacts (large sparse bodies: per three rows). W is never
 * formed. A contact that sticks has dF_dr_i = 0: it needs a shift, and gets a small one where none is asked for.
 */
export class VelocityMatrix implements NewtonMatrix {
  readonly name = 'velocities';
  readonly #n: number;
  readonly #leastRatio: number;
  readonly #H: BlockRowMatrix;
  readonly #problem: ReadyProblem;
  readonly #nodes: VelocityNodes;
  readonly #lu: BlockLu;
  /** K_i⁻¹ and K_i⁻¹ dF_du_i, 9 numbers a contact */
  readonly #inverse: Float64Array;
  readonly #stiffness: Float64Array;
  /** where the product of two pieces of one contact goes, pair by pair */
  readonly #at: Int32Array;
  readonly #rowStride: Int32Array;
  readonly #colStride: Int32Array;
  readonly #x: Float64Array;
  readonly #K = new Float64Array(9);
  #T: Float64Array;

  /** @param leastRatio ratio of pivots below which the matrix counts as singular; 0 for those who refine what they get */
  constructor(problem: ReadyProblem, primal: PrimalProblem, leastRatio = smallestPivotRatio) {
    this.#leastRatio = leastRatio;
    const { n } = problem;
    this.#n = n;
    this.#problem = problem;
    this.#H = primal.H;
    const nodes = velocityNodes(primal);
    this.#nodes = nodes;
    this.#lu = new BlockLu(nodes.graph, nodes.sizes);
    this.#inverse = new Float64Array(9 * n);
    this.#stiffness = new Float64Array(9 * n);
    this.#x = new Float64Array(this.#lu.n);
    let pairs = 0;
    let longest = 0;
    for (let i = 0; i < n; i++) {
      const count = nodes.ptr[i + 1] - nodes.ptr[i];
      pairs += count * count;
      for (let p = nodes.ptr[i]; p < nodes.ptr[i + 1]; p++) longest = Math.max(longest, nodes.len[p]);
    }
    this.#T = new Float64Array(3 * longest);
    this.#at = new Int32Array(pairs);
    this.#rowStride = new Int32Array(pairs);
    this.#colStride = new Int32Array(pairs);
    this.#findPlaces();
  }

  factor(equations: LinearContacts, shift: Float64Array): boolean {
    this.#lu.clear();
    this.#addMass();
    let pair = 0;
    for (let i = 0; i < this.#n; i++) {
      const count = this.#nodes.ptr[i + 1] - this.#nodes.ptr[i];
      if (!this.#eliminate(equations, i, shift[i])) return false;
      if (!equations.passive[i]) this.#addContact(i, pair);
      pair += count * count;
    }
    return this.#lu.n === 0 || (this.#lu.factor() && this.#lu.pivotRatio >= this.#leastRatio);
  }

  /** det A = det L Π det K_i / det M, L the matrix in velocities: the sign of det L, turned for each negative det K_i. */
  get determinantSign(): 1 | -1 {
    let sign = this.#lu.n > 0 ? this.#lu.determinantSign : 1;
    for (let i = 0; i < this.#n; i++) if (determinant33(this.#inverse, 9 * i) < 0) sign = sign === 1 ? -1 : 1;
    return sign;
  }

  solve(d: Float64Array, f: Float64Array): void {
    const x = this.#x;
    const K = this.#inverse;
    const E = this.#stiffness;
    x.fill(0);
    for (let i = 0; i < this.#n; i++) {
      multiply3(d, 3 * i, K, 9 * i, -f[3 * i], -f[3 * i + 1], -f[3 * i + 2]);
      this.#scatter(x, i, d);
    }
    if (this.#lu.n > 0) this.#lu.solve(x);
    const Hdv = this.#K;
    for (let i = 0; i < this.#n; i++) {
      this.#gather(Hdv, x, i);
      multiply3(Hdv, 3, E, 9 * i, Hdv[0], Hdv[1], Hdv[2]);
      for (let k = 0; k < 3; k++) d[3 * i + k] -= Hdv[3 + k];
    }
  }

  /** A⁻ᵀ = K⁻ᵀ (1 - H L⁻ᵀ Hᵀ dF_duᵀ K⁻ᵀ), with L the matrix in velocities. */
  solveTransposed(d: Float64Array, g: Float64Array): void {
    const x = this.#x;
    x.fill(0);
    for (let i = 0; i < this.#n; i++) {
      multiplyTransposed3(d, 3 * i, this.#stiffness, 9 * i, g[3 * i], g[3 * i + 1], g[3 * i + 2]);
      this.#scatter(x, i, d);
    }
    if (this.#lu.n > 0) this.#lu.solveTransposed(x);
    const Hx = this.#K;
    for (let i = 0; i < this.#n; i++) {
      this.#gather(Hx, x, i);
      const at = 3 * i;
      multiplyTransposed3(d, at, this.#inverse, 9 * i, g[at] - Hx[0], g[at + 1] - Hx[1], g[at + 2] - Hx[2]);
    }
  }

  #findPlaces(): void {
    const { ptr, node, offset } = this.#nodes;
    let pair = 0;
    for (let i = 0; i < this.#n; i++) {
      for (let p = ptr[i]; p < ptr[i + 1]; p++) {
        for (let q = ptr[i]; q < ptr[i + 1]; q++, pair++) {
          const place = this.#lu.locate(node[p], node[q]);
          this.#at[pair] = place.at + offset[p] * place.rowStride + offset[q] * place.colStride;
          this.#rowStride[pair] = place.rowStride;
          this.#colStride[pair] = place.colStride;
        }
      }
    }
  }

  /** M in the units of the scaled problem. */
  #addMass(): void {
    const values = this.#lu.values;
    const unit = this.#problem.velocityUnit / this.#problem.impulseUnit;
    for (const { row, col, rows, cols, entries, at, stride } of this.#nodes.mass) {
      const place = this.#lu.locate(row, col);
      for (let k = 0; k < rows; k++) {
        for (let l = 0; l < cols; l++) {
          values[place.at + k * place.rowStride + l * place.colStride] += unit * entries[at + k * stride + l];
        }
      }
    }
  }

  /** K_i⁻¹ and K_i⁻¹ dF_du_i */
  #eliminate({ dF_du: U, dF_dr: R, passive }: LinearContacts, i: number, shift: number): boolean {
    const K = this.#K;
    const diagonal = this.#problem.W.diagonal;
    const s = Math.max(shift, leastShift * meanCompliance(diagonal, i));
    // the third direction of a plane contact is moved by its own impulse alone
    const slack = this.#problem.d === 2 ? diagonal[9 * i + 8] : 0;
    for (let k = 0; k < 9; k++) {
      const weight = passive[i] ? 0 : k % 3 === 2 ? s + slack : s;
      K[k] = R[9 * i + k] + U[9 * i + k] * weight;
    }
    if (!invert3(this.#inverse, 9 * i, K, 0)) return false;
    multiplyBlocks(this.#stiffness, 9 * i, this.#inverse, 9 * i, U, 9 * i);
    return true;
  }

  /** Adds H_iᵀ K_i⁻¹ dF_du_i H_i. */
  #addContact(i: number, pair: number): void {
    const { ptr, len, start, stride } = this.#nodes;
    const values = this.#lu.values;
    const H = this.#H.values;
    const E = this.#stiffness;
    const T = this.#T;
    const d = this.#H.d;
    const count = ptr[i + 1] - ptr[i];
    for (let q = ptr[i]; q < ptr[i + 1]; q++) {
      // T = E_i H_q, by columns
      for (let l = 0; l < len[q]; l++) {
        for (let k = 0; k < d; k++) {
          let sum = 0;
          for (let j = 0; j < d; j++) sum += E[9 * i + 3 * k + j] * H[start[q] + j * stride[q] + l];
          T[3 * l + k] = sum;
        }
        if (d === 2) T[3 * l + 2] = 0;
      }
      for (let p = ptr[i]; p < ptr[i + 1]; p++) {
        const e = pair + (p - ptr[i]) * count + q - ptr[i];
        const rowStride = this.#rowStride[e];
        const colStride = this.#colStride[e];
        for (let k = 0; k < len[p]; k++) {
          const h0 = H[start[p] + k];
          const h1 = H[start[p] + stride[p] + k];
          const h2 = d === 3 ? H[start[p] + 2 * stride[p] + k] : 0;
          if (h0 === 0 && h1 === 0 && h2 === 0) continue;
          let at = this.#at[e] + k * rowStride;
          for (let l = 0; l < 3 * len[q]; l += 3, at += colStride) {
            values[at] += h0 * T[l] + h1 * T[l + 1] + h2 * T[l + 2];
          }
        }
      }
    }
  }

  /** x += H_iᵀ d_i */
  #scatter(x: Float64Array, i: number, r: Float64Array): void {
    const { ptr, len, start, stride, scalar } = this.#nodes;
    const H = this.#H.values;
    for (let p = ptr[i]; p < ptr[i + 1]; p++) {
      for (let j = 0; j < this.#H.d; j++) {
        const rj = r[3 * i + j];
        if (rj === 0) continue;
        for (let k = 0; k < len[p]; k++) x[scalar[p] + k] += H[start[p] + j * stride[p] + k] * rj;
      }
    }
  }

  /** out[0..2] = H_i x */
  #gather(out: Float64Array, x: Float64Array, i: number): void {
    const { ptr, len, start, stride, scalar } = this.#nodes;
    const H = this.#H.values;
    out[0] = out[1] = out[2] = 0;
    for (let p = ptr[i]; p < ptr[i + 1]; p++) {
      for (let j = 0; j < this.#H.d; j++) {
        let sum = 0;
        for (let k = 0; k < len[p]; k++) sum += H[start[p] + j * stride[p] + k] * x[scalar[p] + k];
        out[j] += sum;
      }
    }
  }
}

/** out[to..to+2] = A x for the 3x3 row-major A at `at` */
function multiply3(
  out: Float64Array,
  to: number,
  A: Float64Array,
  at: number,
  x0: number,
  x1: number,
  x2: number,
): void {
  for (let k = 0; k < 3; k++) out[to + k] = A[at + 3 * k] * x0 + A[at + 3 * k + 1] * x1 + A[at + 3 * k + 2] * x2;
}

/** out[to..to+2] = Aᵀ x for the 3x3 row-major A at `at` */
function multiplyTransposed3(
  out: Float64Array,
  to: number,
  A: Float64Array,
  at: number,
  x0: number,
  x1: number,
  x2: number,
): void {
  for (let k = 0; k < 3; k++) out[to + k] = A[at + k] * x0 + A[at + 3 + k] * x1 + A[at + 6 + k] * x2;
}

/** out = A B, all 3x3 row-major */
function multiplyBlocks(out: Float64Array, to: number, A: Float64Array, a: number, B: Float64Array, b: number): void {
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += A[a + 3 * k + j] * B[b + 3 * j + l];
      out[to + 3 * k + l] = sum;
    }
  }
}
