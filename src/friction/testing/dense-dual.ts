import { dimension } from '../../linalg/block-diagonal.js';
import { sparseToDense } from '../../linalg/sparse.js';
import type { ContactProblem, DualBilateralRows, PrimalProblem } from '../problem.js';
import { denseSaddle } from './dense-equations.js';

/** u = W r + b with W written out: plain row-major (d n) x (d n). Slow and simple, to check the fast forms against. */
export interface DenseDual {
  readonly d: number;
  readonly n: number;
  readonly W: Float64Array;
  readonly b: Float64Array;
  readonly mu: Float64Array;
}

/** W and b of a problem by definition: W = H M⁻¹ Hᵀ, b = w + H M⁻¹ f [Daviet11 (4)]; equations held. Dense blocks of M only. */
export function denseDual(problem: ContactProblem): DenseDual {
  const { d, mu } = problem;
  const n = mu.length;
  if (problem.kind === 'primal') return { d, n, mu, ...eliminate(problem) };
  const size = d * n;
  const W = new Float64Array(size * size);
  for (let i = 0; i < n; i++) {
    for (let e = problem.W.ptr[i]; e < problem.W.ptr[i + 1]; e++) {
      const j = problem.W.col[e];
      for (let k = 0; k < d; k++) {
        for (let l = 0; l < d; l++) W[(d * i + k) * size + d * j + l] += problem.W.values[d * d * e + d * k + l];
      }
    }
  }
  const b = Float64Array.from(problem.b);
  if (problem.bilateral) holdEquations(W, b, problem.bilateral);
  return { d, n, W, b, mu };
}

/** u = W r + b */
export function denseVelocities(dual: DenseDual, r: ArrayLike<number>): Float64Array {
  const size = dual.d * dual.n;
  const u = Float64Array.from(dual.b);
  for (let k = 0; k < size; k++) for (let l = 0; l < size; l++) u[k] += dual.W[k * size + l] * r[l];
  return u;
}

function eliminate(problem: PrimalProblem): { W: Float64Array; b: Float64Array } {
  const { d, M } = problem;
  const n = problem.mu.length;
  const m = dimension(M);
  const size = d * n;
  const rows: Float64Array[] = [];
  for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) rows.push(denseRow(problem, i, k));
  const mass = denseMass(problem);
  const { bilateral } = problem;
  const saddle = bilateral && denseSaddle(problem, mass);
  const solved = rows.map((row) => (saddle ? saddle(row) : solveDense(mass, m, row)));
  solved.push(saddle ? saddle(problem.f, bilateral.c) : solveDense(mass, m, problem.f));
  const W = new Float64Array(size * size);
  const b = Float64Array.from(problem.w);
  for (let k = 0; k < size; k++) {
    for (let l = 0; l < size; l++) W[k * size + l] = dot(rows[k], solved[l]);
    b[k] += dot(rows[k], solved[size]);
  }
  return { W, b };
}

/** W - V R⁻¹ Vᵀ, b - V R⁻¹ c, for an R that is regular. */
function holdEquations(W: Float64Array, b: Float64Array, { V, R, c }: DualBilateralRows): void {
  const size = b.length;
  const p = c.length;
  const dense = sparseToDense(V);
  const square = sparseToDense(R);
  const at = (row: number, k: number): number => dense[row * p + k];
  for (let l = 0; l <= size; l++) {
    const right = l < size ? Float64Array.from({ length: p }, (_, k) => at(l, k)) : c;
    const t = solveDense(square, p, right);
    for (let row = 0; row < size; row++) {
      let sum = 0;
      for (let k = 0; k < p; k++) sum += at(row, k) * t[k];
      if (l < size) W[row * size + l] -= sum;
      else b[row] -= sum;
    }
  }
}

function denseRow({ H }: PrimalProblem, i: number, k: number): Float64Array {
  const row = new Float64Array(H.cols);
  for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
    for (let j = 0; j < H.len[s]; j++) row[H.col[s] + j] += H.values[H.start[s] + k * H.len[s] + j];
  }
  return row;
}

function denseMass({ M }: PrimalProblem): Float64Array {
  const m = dimension(M);
  const dense = new Float64Array(m * m);
  for (let k = 0; k < M.start.length; k++) {
    const first = M.offset[k];
    const size = M.offset[k + 1] - first;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) dense[(first + i) * m + first + j] = M.values[M.start[k] + i * size + j];
    }
  }
  return dense;
}

/** x with A x = b by elimination with row exchanges. */
export function solveDense(A: Float64Array, n: number, b: ArrayLike<number>): Float64Array {
  const a = Float64Array.from(A);
  const x = Float64Array.from(b);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    for (let j = 0; j < n; j++) [a[k * n + j], a[pivot * n + j]] = [a[pivot * n + j], a[k * n + j]];
    [x[k], x[pivot]] = [x[pivot], x[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / a[k * n + k];
      for (let j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) x[k] -= a[k * n + j] * x[j];
    x[k] /= a[k * n + k];
  }
  return x;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}
