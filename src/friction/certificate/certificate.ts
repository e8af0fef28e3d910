import { nonnegativeLeastSquares } from '../../linalg/nonnegative-least-squares.js';
import type { ContactProblem } from '../problem.js';
import type { ConstraintRow, Constraints } from './constraint-rows.js';
import { constraintsOf, restMeetsConstraints } from './constraint-rows.js';

/**
 * How many times faster than anything the problem prescribes a motion would have to be for constraints to count as
 * impossible. Products that should be zero are so to rounding, 1e-16, so what is impossible shows 1e12 and more; rows that
 * merely oppose each other at an angle of a milliradian are met at 1e3.
 */
const impossible = 1e8;

/** Multiplications allowed in the search (about half a second); a search that needs more proves nothing. */
const mostWork = 5e8;

/** Numbers of the dense matrix of one search. */
const mostEntries = 2e7;

/**
 * A proof that the constraints of a problem cannot be met, which a caller can check by two products:
 *
 *     lambda >= 0,   H_Nᵀ lambda + Bᵀ eta = 0,   w_N · lambda + c · eta < 0
 *
 * since u_N = H_N v + w_N >= 0 and B v + c = 0 would give 0 <= lambda · u_N = w_N · lambda + c · eta for every v. Of a
 * problem given by W and b: the rows of W (and V, R) of the normals take the place of H_N (and B), b of w.
 */
export interface Certificate {
  /** one number a contact, the largest of lambda and |eta| being 1 */
  readonly lambda: Float64Array;
  /** one number an equation beside the contacts; empty without equations */
  readonly eta: Float64Array;
  /** w_N · lambda + c · eta, negative */
  readonly value: number;
  /** |H_Nᵀ lambda + Bᵀ eta|, zero up to rounding */
  readonly residual: number;
  /** -value / residual: no motion slower than this meets the constraints; infinite where the residual is zero */
  readonly speed: number;
  /** contacts and equations concerned: those with a share in the proof */
  readonly contacts: readonly number[];
  readonly equations: readonly number[];
}

/**
 * A proof that the constraints of a problem contradict each other, or undefined where there is none (or where the search
 * would be too long). Friction has no part in it.
 *
 * @example
 * ```ts
 * const result = solve(problem);
 * if (result.status === 'no-solution') console.log(result.certificate.contacts); // who contradicts whom
 * ```
 */
export function certifyImpossible(problem: ContactProblem): Certificate | undefined {
  if (restMeetsConstraints(problem)) return undefined;
  const constraints = constraintsOf(problem);
  for (const part of partsThatMeet(constraints)) {
    const found = search(constraints, part);
    if (found) return found;
  }
  return undefined;
}

/** Rows that share unknowns, directly or through others: numbers of contacts, then equations counted after them. */
function partsThatMeet({ width, normals, equations }: Constraints): number[][] {
  const rows = [...normals, ...equations];
  const root = Int32Array.from({ length: width }, (_, k) => k);
  const find = (k: number): number => {
    while (root[k] !== k) k = root[k] = root[root[k]];
    return k;
  };
  for (const { index } of rows) {
    for (const k of index) {
      const [a, b] = [find(index[0]), find(k)];
      root[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const parts = new Map<number, number[]>();
  rows.forEach(({ index }, k) => {
    // a row that nothing can move is a part of its own
    const key = index.length > 0 ? find(index[0]) : -1 - k;
    const part = parts.get(key);
    if (part) part.push(k);
    else parts.set(key, [k]);
  });
  return [...parts.values()];
}

function search(constraints: Constraints, part: readonly number[]): Certificate | undefined {
  const { normals, equations } = constraints;
  const n = normals.length;
  const rowOf = (k: number): ConstraintRow => (k < n ? normals[k] : equations[k - n]);
  // free columns first, as the least squares want them
  const order = [...part.filter((k) => k >= n), ...part.filter((k) => k < n)];
  const free = order.findIndex((k) => k < n);
  if (!order.some((k) => (k < n ? rowOf(k).free < 0 : rowOf(k).free !== 0))) return undefined;
  const place = new Map<number, number>();
  for (const k of order) for (const j of rowOf(k).index) if (!place.has(j)) place.set(j, place.size);
  const rows = place.size + 1;
  if (rows * order.length > mostEntries) return undefined;
  const length = order.map((k) => norm(rowOf(k).value));
  let scale = 0;
  order.forEach((k, j) => {
    if (length[j] > 0) scale = Math.max(scale, Math.abs(rowOf(k).free) / length[j]);
  });
  // columns (a, -free / scale), divided by their length; the target is (0, 1)
  const A = new Float64Array(rows * order.length);
  const weight = new Float64Array(order.length);
  order.forEach((k, j) => {
    const row = rowOf(k);
    const last = -row.free / (scale || Math.abs(row.free) || 1);
    const size = Math.sqrt(length[j] * length[j] + last * last) || 1;
    weight[j] = 1 / size;
    row.index.forEach((i, e) => (A[rows * j + place.get(i)!] += row.value[e] / size));
    A[rows * j + rows - 1] = last / size;
  });
  const target = new Float64Array(rows);
  target[rows - 1] = 1;
  const { x, residual } = nonnegativeLeastSquares(A, rows, free < 0 ? order.length : free, target, 1e-14, mostWork);
  if (residual > 1 / impossible) return undefined;
  const y = new Float64Array(n + equations.length);
  order.forEach((k, j) => (y[k] = x[j] * weight[j]));
  return checked(constraints, y, scale);
}

/** The proof, if its products bear it out. */
function checked({ width, normals, equations }: Constraints, y: Float64Array, scale: number): Certificate | undefined {
  let largest = 0;
  for (const value of y) largest = Math.max(largest, Math.abs(value));
  if (!(largest > 0 && largest < Infinity)) return undefined;
  const n = normals.length;
  const product = new Float64Array(width);
  let value = 0;
  for (let k = 0; k < y.length; k++) {
    y[k] = k < n ? Math.max(0, y[k] / largest) : y[k] / largest;
    const row = k < n ? normals[k] : equations[k - n];
    row.index.forEach((i, e) => (product[i] += y[k] * row.value[e]));
    value += y[k] * row.free;
  }
  const residual = norm(product);
  const speed = residual > 0 ? -value / residual : Infinity;
  if (!(value < 0 && speed >= impossible * scale)) return undefined;
  const involved = (from: number, to: number): number[] => {
    const list: number[] = [];
    for (let k = from; k < to; k++) if (y[k] !== 0) list.push(k - from);
    return list;
  };
  return {
    lambda: y.slice(0, n),
    eta: y.slice(n),
    value,
    residual,
    speed,
    contacts: involved(0, n),
    equations: involved(n, y.length),
  };
}

function norm(x: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return Math.sqrt(sum);
}
