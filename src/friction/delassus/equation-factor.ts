import { type SparseCholesky, createSparseCholesky } from '../../linalg/sparse-cholesky.js';
import { SparseBuilder, type SparseMatrix } from '../../linalg/sparse.js';
import { sparseComponents } from '../../linalg/sparse-operations.js';

/**
 * What is added to the unit diagonal of the scaled R, so that repeated rows can be factored; taken out again by refinement.
 * A mode of eigenvalue lambda gets shift / lambda nearer to its solution each time: those of a chain of a hundred joints
 * (1e-8) are exact after the passes below. Smaller shifts leave the share of s that moves nothing more to rounding (1e-16 / shift).
 */
const shift = 1e-10;

/** Refinements at most; ended where one does not halve what is left. */
const refinements = 10;

/**
 * Rows contradict each other where more than this share of a right-hand side is left, and a pass takes away less than a tenth of it: a
 * mode of R that is merely small, as small as the shift, loses half in each.
 */
const contradiction = 1e-9;
const stubborn = 0.9;

/** Numbers of the equations that hang together, and the factor of their part of R. */
interface Component {
  readonly rows: Int32Array;
  readonly R: SparseMatrix;
  readonly factor: SparseCholesky;
}

/**
 * Solves R s = e for a symmetric positive semidefinite R = B M⁻¹ Bᵀ, component by component of equations that share bodies.
 * Of the solutions of repeated rows that which spreads evenly over them; where rows contradict each other they are met as nearly as
 * they can be (least squares of the scaled rows) and s is no larger than that takes.
 */
export class EquationFactor {
  readonly count: number;
  readonly components: readonly Component[];
  /** component of each equation */
  readonly of: Int32Array;
  /** 1 / sqrt(R_kk); 0 for rows that move nothing */
  readonly #scale: Float64Array;
  readonly #x: Float64Array;
  readonly #rest: Float64Array;

  constructor(R: SparseMatrix) {
    this.count = R.cols;
    const { count, of } = sparseComponents(R);
    this.of = of;
    this.#scale = new Float64Array(R.cols);
    for (let j = 0; j < R.cols; j++) {
      for (let p = R.ptr[j]; p < R.ptr[j + 1]; p++) {
        if (R.index[p] === j && R.values[p] > 0) this.#scale[j] = 1 / Math.sqrt(R.values[p]);
      }
    }
    const place = new Int32Array(R.cols);
    const sizes = new Int32Array(count);
    for (let k = 0; k < R.cols; k++) place[k] = sizes[of[k]]++;
    const rows = Array.from(sizes, (size) => new Int32Array(size));
    for (let k = 0; k < R.cols; k++) rows[of[k]][place[k]] = k;
    this.components = rows.map((list) => this.#component(R, list, place));
    const most = sizes.reduce((a, b) => Math.max(a, b), 0);
    this.#x = new Float64Array(most);
    this.#rest = new Float64Array(most);
  }

  #component(R: SparseMatrix, rows: Int32Array, place: Int32Array): Component {
    const own = new SparseBuilder(rows.length, rows.length);
    const shifted = new SparseBuilder(rows.length, rows.length);
    for (let j = 0; j < rows.length; j++) {
      for (let p = R.ptr[rows[j]]; p < R.ptr[rows[j] + 1]; p++) {
        const value = R.values[p] * this.#scale[rows[j]] * this.#scale[R.index[p]];
        own.add(place[R.index[p]], j, value);
        shifted.add(place[R.index[p]], j, value);
      }
      // a row that moves nothing is a component of its own, with s = 0
      shifted.add(j, j, this.#scale[rows[j]] > 0 ? shift : 1);
    }
    const matrix = shifted.build();
    const factor = createSparseCholesky(matrix);
    // rounding of rows that repeat others many times: a larger shift needs more passes and gives the same
    for (let more = shift; !factor.factor(matrix) && more < 1; more *= 10) {
      for (let j = 0; j < rows.length; j++) {
        for (let p = matrix.ptr[j]; p < matrix.ptr[j + 1]; p++) if (matrix.index[p] === j) matrix.values[p] += more;
      }
    }
    return { rows, R: own.build(), factor };
  }

  /** x = s for the right-hand side e, by equation, of one component. */
  solve(x: Float64Array, e: Float64Array, component: number): void {
    const { rows } = this.components[component];
    const size = rows.length;
    const rest = this.#rest.subarray(0, size);
    for (let j = 0; j < size; j++) rest[j] = e[rows[j]] * this.#scale[rows[j]];
    const whole = largest(rest);
    const ratio = this.#refine(x, component);
    if (!(largest(rest) > contradiction * whole && ratio > stubborn)) return;
    // what is left lies where R has nothing: each pass has put 1 / shift of it into s, so it is taken out first, and what rounding of so
    // large an s has left of it once more
    const target = rest.map((left, j) => e[rows[j]] * this.#scale[rows[j]] - left);
    for (let round = 0; round < 2; round++) {
      rest.set(target);
      this.#refine(x, component);
      for (let j = 0; j < size; j++) target[j] -= rest[j];
    }
    rest.set(target);
    this.#refine(x, component);
  }

  /** x = s for the scaled right-hand side in `rest`, which becomes what is left of it: the share that the last pass left. */
  #refine(x: Float64Array, component: number): number {
    const { rows, R, factor } = this.components[component];
    const size = rows.length;
    const rest = this.#rest.subarray(0, size);
    const step = this.#x.subarray(0, size);
    for (let j = 0; j < size; j++) x[rows[j]] = 0;
    let left = largest(rest);
    let ratio = 0;
    for (let pass = 0; pass <= refinements && left > 0; pass++) {
      step.set(rest);
      factor.solve(step);
      for (let j = 0; j < size; j++) x[rows[j]] += step[j] * this.#scale[rows[j]];
      for (let j = 0; j < size; j++) {
        for (let p = R.ptr[j]; p < R.ptr[j + 1]; p++) rest[R.index[p]] -= R.values[p] * step[j];
      }
      const now = largest(rest);
      ratio = now / left;
      if (!(ratio < 0.5)) break;
      left = now;
    }
    return ratio;
  }
}

function largest(x: Float64Array): number {
  let most = 0;
  for (let k = 0; k < x.length; k++) most = Math.max(most, Math.abs(x[k]));
  return most;
}
