/** Share of a column's length below which it adds nothing to those already taken: rounding is 1e-16 of it. */
const dependent = 1e-12;

/** Gradients below this, of unit columns against a residual of at most 1, are rounding. */
const flat = 1e-13;

/** What `nonnegativeLeastSquares` found. */
export interface NonnegativeSolution {
  /** a coefficient for each column; not negative for those after the free ones */
  readonly x: Float64Array;
  /** |b - A x| */
  readonly residual: number;
  /** whether it is the least; false where the work allowed was used up */
  readonly finished: boolean;
}

/**
 * min |b - A x| with x_j >= 0 but for the first `free` columns, by the active-set method of Lawson and Hanson: columns
 * enter by the steepest gradient and leave where their coefficient would become negative. A is dense, by columns of
 * length `rows`, each of length 1. Stops where the residual falls below `enough`, or after `work` multiplications.
 */
export function nonnegativeLeastSquares(
  A: Float64Array,
  rows: number,
  free: number,
  b: Float64Array,
  enough: number,
  work: number,
): NonnegativeSolution {
  const columns = A.length / rows;
  const basis = new Basis(A, rows, b);
  let x: Float64Array = new Float64Array(columns);
  const barred = new Uint8Array(columns);
  for (let j = 0; j < free; j++) basis.append(j);
  if (basis.size > 0) x = basis.solve(columns);
  let finished = false;
  while (!finished && basis.work < work && basis.residual > enough) {
    const j = steepest(A, rows, free, basis, barred);
    basis.work += rows * columns;
    if (j < 0) {
      finished = true;
      break;
    }
    if (!basis.append(j)) {
      barred[j] = 1;
      continue;
    }
    let z = basis.solve(columns);
    if (!(z[j] > 0)) {
      // rounding decides: leave it out
      basis.remove(j);
      barred[j] = 1;
      continue;
    }
    for (let out = firstNegative(x, z, free, basis.order); out.length > 0 && basis.work < work;) {
      for (const k of out) basis.remove(k);
      z = basis.solve(columns);
      out = firstNegative(x, z, free, basis.order);
    }
    x = z;
    barred.fill(0);
  }
  return { x, residual: basis.residual, finished: finished || basis.residual <= enough };
}

/** The column outside the basis along which the residual falls fastest, or -1. */
function steepest(A: Float64Array, rows: number, free: number, basis: Basis, barred: Uint8Array): number {
  const r = basis.rest;
  let best = flat;
  let column = -1;
  for (let j = free; j < barred.length; j++) {
    if (barred[j] || basis.has[j]) continue;
    let g = 0;
    for (let k = 0, at = j * rows; k < rows; k++, at++) g += A[at] * r[k];
    if (g <= best) continue;
    best = g;
    column = j;
  }
  return column;
}

/** Moves x towards z until a coefficient is zero; the columns whose coefficients are, or none where z has no negative one. */
function firstNegative(x: Float64Array, z: Float64Array, free: number, order: readonly number[]): number[] {
  let alpha = 1;
  let any = false;
  for (const j of order) {
    if (j < free || z[j] > 0) continue;
    any = true;
    alpha = Math.min(alpha, x[j] / (x[j] - z[j]));
  }
  if (!any) return [];
  const out: number[] = [];
  for (const j of order) {
    const stays = j < free || z[j] > 0 || x[j] / (x[j] - z[j]) > alpha;
    x[j] += alpha * (z[j] - x[j]);
    if (!stays) {
      x[j] = 0;
      out.push(j);
    }
  }
  return out;
}

/** Columns taken so far as Q R, Q by Gram and Schmidt done twice; the rest of b beside them. */
class Basis {
  readonly order: number[] = [];
  readonly has: Uint8Array;
  readonly rest: Float64Array;
  residual: number;
  work = 0;
  readonly #A: Float64Array;
  readonly #b: Float64Array;
  readonly #rows: number;
  readonly #Q: Float64Array[] = [];
  readonly #R: Float64Array[] = [];

  constructor(A: Float64Array, rows: number, b: Float64Array) {
    this.#A = A;
    this.#rows = rows;
    this.#b = b;
    this.has = new Uint8Array(A.length / rows);
    this.rest = Float64Array.from(b);
    this.residual = norm(b);
  }

  get size(): number {
    return this.order.length;
  }

  /** Takes column j in; false where it depends on those that are in. */
  append(j: number): boolean {
    const rows = this.#rows;
    const q = this.#A.slice(j * rows, (j + 1) * rows);
    const R = new Float64Array(this.size + 1);
    for (let round = 0; round < 2; round++) {
      for (let k = 0; k < this.size; k++) {
        const h = dot(this.#Q[k], q);
        R[k] += h;
        for (let i = 0; i < rows; i++) q[i] -= h * this.#Q[k][i];
      }
    }
    this.work += 4 * rows * (this.size + 1);
    const length = norm(q);
    if (!(length > dependent)) return false;
    for (let i = 0; i < rows; i++) q[i] /= length;
    R[this.size] = length;
    this.#Q.push(q);
    this.#R.push(R);
    this.order.push(j);
    this.has[j] = 1;
    this.#take(q);
    return true;
  }

  remove(j: number): void {
    const at = this.order.indexOf(j);
    const after = this.order.slice(at + 1);
    for (const k of this.order.slice(at)) this.has[k] = 0;
    this.order.length = this.#Q.length = this.#R.length = at;
    this.rest.set(this.#b);
    this.residual = norm(this.#b);
    for (const q of this.#Q) this.#take(q);
    for (const k of after) this.append(k);
  }

  /** The coefficients of least squares, zero outside. */
  solve(columns: number): Float64Array {
    const x = new Float64Array(columns);
    const size = this.size;
    const y = this.#Q.map((q) => dot(q, this.#b));
    for (let k = size - 1; k >= 0; k--) {
      let sum = y[k];
      for (let l = k + 1; l < size; l++) sum -= this.#R[l][k] * x[this.order[l]];
      x[this.order[k]] = sum / this.#R[k][k];
    }
    this.work += size * (this.#rows + size);
    return x;
  }

  #take(q: Float64Array): void {
    const h = dot(q, this.rest);
    for (let i = 0; i < this.#rows; i++) this.rest[i] -= h * q[i];
    this.residual = norm(this.rest);
  }
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}
