import type { SparseMatrix } from './sparse.js';

/** out = (some linear operator) x; out and x are distinct. */
export type LinearOperator = (out: Float64Array, x: Float64Array) => void;

export interface ConjugateGradientOptions {
  /** Symmetric positive definite approximation of A⁻¹. Default: the identity. */
  readonly precondition?: LinearOperator;
  /** Stop when ‖b - A x‖₂ <= tolerance ‖b‖₂. Default 1e-10. */
  readonly tolerance?: number;
  /** Default: the size of the system. */
  readonly maxIterations?: number;
}

export interface ConjugateGradientResult {
  /** `indefinite`: a direction with pᵀ A p <= 0, or a residual with rᵀ M r <= 0, was met (or a NaN). */
  readonly status: 'converged' | 'max-iterations' | 'indefinite';
  readonly iterations: number;
  /** ‖b - A x‖₂ / ‖b‖₂ by the recurrence. */
  readonly residual: number;
}

/** Preconditioned conjugate gradients [Hestenes, Stiefel 1952] for symmetric positive definite operators; owns its scratch. */
export class ConjugateGradient {
  readonly n: number;
  private readonly r: Float64Array;
  private readonly z: Float64Array;
  private readonly p: Float64Array;
  private readonly q: Float64Array;

  constructor(n: number) {
    this.n = n;
    this.r = new Float64Array(n);
    this.z = new Float64Array(n);
    this.p = new Float64Array(n);
    this.q = new Float64Array(n);
  }

  /** Improves x, the first guess, towards A⁻¹ b. */
  solve(
    x: Float64Array,
    b: Float64Array,
    apply: LinearOperator,
    options: ConjugateGradientOptions = {},
  ): ConjugateGradientResult {
    const { n, r, z, p, q } = this;
    const { precondition, tolerance = 1e-10, maxIterations = n } = options;
    const scale = Math.sqrt(dot(b, b, n));
    if (scale === 0) {
      x.fill(0, 0, n);
      return { status: 'converged', iterations: 0, residual: 0 };
    }
    apply(q, x);
    for (let k = 0; k < n; k++) r[k] = b[k] - q[k];
    let residual = Math.sqrt(dot(r, r, n)) / scale;
    let rho = 0;
    for (let iterations = 0; ; iterations++) {
      if (residual <= tolerance) return { status: 'converged', iterations, residual };
      if (iterations >= maxIterations) return { status: 'max-iterations', iterations, residual };
      if (precondition) precondition(z, r);
      else z.set(r);
      const last = rho;
      rho = dot(r, z, n);
      if (!(rho > 0)) return { status: 'indefinite', iterations, residual };
      const beta = iterations === 0 ? 0 : rho / last;
      for (let k = 0; k < n; k++) p[k] = z[k] + beta * p[k];
      apply(q, p);
      const curvature = dot(p, q, n);
      if (!(curvature > 0)) return { status: 'indefinite', iterations, residual };
      const alpha = rho / curvature;
      for (let k = 0; k < n; k++) {
        x[k] += alpha * p[k];
        r[k] -= alpha * q[k];
      }
      residual = Math.sqrt(dot(r, r, n)) / scale;
    }
  }
}

/** Division by the diagonal of A; zero diagonal entries are taken as 1. */
export function jacobiPreconditioner(a: SparseMatrix): LinearOperator {
  const inverse = new Float64Array(a.cols).fill(1);
  for (let j = 0; j < a.cols; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++)
      if (a.index[p] === j && a.values[p] !== 0) inverse[j] = 1 / a.values[p];
  return (out, x) => {
    for (let k = 0; k < inverse.length; k++) out[k] = inverse[k] * x[k];
  };
}

function dot(a: Float64Array, b: Float64Array, n: number): number {
  let s = 0;
  for (let k = 0; k < n; k++) s += a[k] * b[k];
  return s;
}
