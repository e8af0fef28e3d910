import type { PrimalProblem } from '../../friction/problem.js';
import { type SparsePrimal, sparseOfPrimal } from '../sparse-primal.js';

/** What a solution of a one-step problem comes to, by code that shares nothing with the solvers'. */
export interface Recomputed {
  /** largest miss of the equation of motion of an unknown, as a velocity over the scale */
  readonly motion: number;
  /** the same in the mean over the mass of the first unknowns, those of cloth */
  readonly meanMotion: number;
  /** largest distance of a contact from Coulomb's law, as a velocity over the scale */
  readonly law: number;
  /** largest miss of an equation beside the contacts, over the scale */
  readonly equations: number;
  /** contacts that press */
  readonly pressed: number;
}

/**
 * Errors of (v, r, s), as shares of a velocity: that of the file, or the largest without contacts.
 *
 * @param cloth number of unknowns of cloth, which come first: files do not say, blocks of M that are diagonal are read as many
 */
export function recompute(
  primal: PrimalProblem,
  solution: { readonly v: Float64Array; readonly r: Float64Array; readonly s?: Float64Array | undefined },
  given?: number,
  cloth = 0,
): Recomputed {
  const problem = sparseOfPrimal(primal);
  const { M, Ht, f, w, mu, bilateral } = problem;
  const { v, r, s } = solution;
  const inverse = new BlockInverse(problem, primal.M.offset);
  const free = f.slice();
  inverse.solve(free);
  let scale = given ?? 0;
  if (!given) velocities(Ht, w, free).forEach((_, k, u) => (scale = Math.max(scale, k % 3 ? 0 : norm(u, k, k + 3))));
  const u = velocities(Ht, w, v);
  if (scale === 0) u.forEach((_, k) => (scale = Math.max(scale, k % 3 ? 0 : norm(u, k, k + 3))));
  if (scale === 0) for (const x of free) scale = Math.max(scale, Math.abs(x));
  const rest = f.map((x) => -x);
  addProduct(rest, M, v, 1);
  addProduct(rest, Ht, r, -1);
  if (bilateral) addProduct(rest, bilateral.Bt, s!, -1);
  let motion = 0;
  // by the diagonal: what each unknown would do by itself
  rest.forEach((momentum, k) => (motion = Math.max(motion, Math.abs(momentum) / diagonal(M, k))));
  let [sum, mass] = [0, 0];
  for (let k = 0; k < cloth; k++) {
    sum += (rest[k] * rest[k]) / diagonal(M, k);
    mass += diagonal(M, k) / 3;
  }
  let equations = 0;
  if (bilateral) for (const x of velocities(bilateral.Bt, bilateral.c, v)) equations = Math.max(equations, Math.abs(x));
  let [law, pressed] = [0, 0];
  mu.forEach((friction, j) => {
    const soft = inverse.softness(3 * j);
    law = Math.max(law, lawError(u.subarray(3 * j, 3 * j + 3), r.subarray(3 * j, 3 * j + 3), friction, soft));
    if (r[3 * j] > 0) pressed++;
  });
  const meanMotion = mass > 0 ? Math.sqrt(sum / mass) / scale : 0;
  return { motion: motion / scale, meanMotion, law: law / scale, equations: equations / scale, pressed };
}

/** How far a contact is from Coulomb's law as a velocity (m/s): what is left of u and r by cases, each by itself. */
function lawError(u: Float64Array, r: Float64Array, mu: number, soft: number): number {
  const [slip, pull] = [Math.hypot(u[1], u[2]), Math.hypot(r[1], r[2])];
  const against = (r[1] * u[1] + r[2] * u[2]) / (pull || Infinity);
  const takeOff = Math.max(soft * Math.hypot(...r), -u[0]);
  const stick = Math.max(Math.hypot(...u), soft * Math.max(pull - mu * r[0], 0), -soft * r[0]);
  // without friction there is nothing that could point against the slip
  const aside = mu > 0 ? Math.abs(slip + against) : 0;
  const slide = Math.max(Math.abs(u[0]), soft * Math.abs(pull - mu * r[0]), aside);
  return Math.min(takeOff, stick, slide);
}

const norm = (x: Float64Array, from: number, to: number): number => Math.hypot(...x.subarray(from, to));

/** out += sign A x of a matrix in compressed columns */
function addProduct(out: Float64Array, A: SparsePrimal['M'], x: Float64Array, sign: number): void {
  for (let j = 0; j < A.cols; j++)
    for (let p = A.ptr[j]; p < A.ptr[j + 1]; p++) out[A.index[p]] += sign * A.values[p] * x[j];
}

/** Aᵀ v + c */
function velocities(A: SparsePrimal['M'], c: Float64Array, v: Float64Array): Float64Array {
  return c.map((x, row) => {
    let sum = x;
    for (let p = A.ptr[row]; p < A.ptr[row + 1]; p++) sum += A.values[p] * v[A.index[p]];
    return sum;
  });
}

function diagonal(M: SparsePrimal['M'], k: number): number {
  for (let p = M.ptr[k]; p < M.ptr[k + 1]; p++) if (M.index[p] === k) return M.values[p];
  return 0;
}

/** M⁻¹, body by body, by a plain Cholesky factor within the band of each. */
class BlockInverse {
  readonly #problem: SparsePrimal;
  readonly #offset: Int32Array;
  readonly #factors: { readonly band: number; readonly L: Float64Array }[] = [];
  /** body of each unknown */
  readonly #body: Int32Array;

  constructor(problem: SparsePrimal, offset: Int32Array) {
    this.#problem = problem;
    this.#offset = offset;
    this.#body = new Int32Array(problem.f.length);
    for (let b = 0; b + 1 < offset.length; b++) {
      this.#body.fill(b, offset[b], offset[b + 1]);
      this.#factors.push(this.#factor(b));
    }
  }

  #factor(b: number): { band: number; L: Float64Array } {
    const { M } = this.#problem;
    const [from, to] = [this.#offset[b], this.#offset[b + 1]];
    const n = to - from;
    let band = 0;
    for (let k = from; k < to; k++) {
      for (let p = M.ptr[k]; p < M.ptr[k + 1]; p++)
        if (M.values[p] !== 0) band = Math.max(band, Math.abs(M.index[p] - k));
    }
    // row i holds the columns from i - band on
    const width = band + 1;
    const L = new Float64Array(n * width);
    for (let k = from; k < to; k++) {
      for (let p = M.ptr[k]; p < M.ptr[k + 1]; p++) {
        const [i, j] = [M.index[p] - from, k - from];
        if (j <= i && i - j <= band) L[i * width + j - i + band] = M.values[p];
      }
    }
    for (let i = 0; i < n; i++) {
      for (let j = Math.max(0, i - band); j <= i; j++) {
        let sum = L[i * width + j - i + band];
        for (let k = Math.max(0, i - band, j - band); k < j; k++)
          sum -= L[i * width + k - i + band] * L[j * width + k - j + band];
        L[i * width + j - i + band] = i === j ? Math.sqrt(sum) : sum / L[j * width + band];
      }
    }
    return { band, L };
  }

  #solveBlock(x: Float64Array, b: number): void {
    const { band, L } = this.#factors[b];
    const [from, to] = [this.#offset[b], this.#offset[b + 1]];
    const [n, width] = [to - from, band + 1];
    for (let i = 0; i < n; i++) {
      for (let j = Math.max(0, i - band); j < i; j++) x[from + i] -= L[i * width + j - i + band] * x[from + j];
      x[from + i] /= L[i * width + band];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let j = i + 1; j <= Math.min(n - 1, i + band); j++) x[from + i] -= L[j * width + i - j + band] * x[from + j];
      x[from + i] /= L[i * width + band];
    }
  }

  /** x <- M⁻¹ x */
  solve(x: Float64Array): void {
    for (let b = 0; b + 1 < this.#offset.length; b++) this.#solveBlock(x, b);
  }

  /** A third of the trace of H M⁻¹ Hᵀ of three rows (1/kg). */
  softness(row: number): number {
    const { Ht, f } = this.#problem;
    let sum = 0;
    for (let i = row; i < row + 3; i++) {
      const x = new Float64Array(f.length);
      const touched = new Set<number>();
      for (let p = Ht.ptr[i]; p < Ht.ptr[i + 1]; p++) {
        x[Ht.index[p]] = Ht.values[p];
        touched.add(this.#body[Ht.index[p]]);
      }
      for (const b of touched) this.#solveBlock(x, b);
      for (let p = Ht.ptr[i]; p < Ht.ptr[i + 1]; p++) sum += Ht.values[p] * x[Ht.index[p]];
    }
    return sum / 3;
  }
}
