import type { Random } from '../../../math/random.js';
import type { ContactProblem, PrimalProblem } from '../../problem.js';
import type { SolveResult } from '../../solve.js';
import { solve } from '../../solve.js';
import type { MassValues, ProblemChange } from '../change.js';

/**
 * Step of central differences of fourth order, on data of size 1: its fourth power (1e-14) is the truncation, the
 * solver's tolerance over it (3e-9) the noise.
 */
export const step = 3e-4;

/**
 * A solution to 1e-12 or better, or undefined where the solver does not get there. Better: an error of 1e-12 in u may be
 * a thousand times that in v where contacts nearly depend on each other.
 */
export function solveTightly(problem: ContactProblem, warmStart?: Float64Array): SolveResult | undefined {
  const options = { tolerance: 1e-14, maxIterations: 300, refine: true };
  const result = solve(problem, warmStart ? { ...options, warmStart } : options);
  return result.reached <= 1e-12 ? { ...result, status: 'converged', v: result.v, states: result.states } : undefined;
}

/** The problem with its data changed by t times a change. */
export function moved<P extends ContactProblem>(problem: P, change: ProblemChange, t: number): P {
  const add = (x: Float64Array, dx: Float64Array | undefined): Float64Array =>
    dx ? x.map((value, k) => value + t * dx[k]) : x;
  const mu = add(problem.mu, change.mu);
  if (problem.kind === 'dual') {
    const W = { ...problem.W, values: add(problem.W.values, change.W) };
    return { ...problem, W, b: add(problem.b, change.b), mu };
  }
  const M = { ...problem.M, values: add(problem.M.values, change.M?.values) };
  const sparse = problem.M.sparse;
  return {
    ...problem,
    M: sparse
      ? {
          ...M,
          sparse: new Map([...sparse].map(([k, A]) => [k, { ...A, values: add(A.values, change.M?.sparse?.get(k)) }])),
        }
      : M,
    f: add(problem.f, change.f),
    H: { ...problem.H, values: add(problem.H.values, change.H) },
    w: add(problem.w, change.w),
    mu,
    ...(problem.bilateral && {
      bilateral: {
        B: { ...problem.bilateral.B, values: add(problem.bilateral.B.values, change.B) },
        c: add(problem.bilateral.c, change.c),
      },
    }),
  };
}

/** Central differences of v, u and r along a change; undefined where a contact changes its state on the way, or a solve fails. */
export function centralDifferences(
  problem: ContactProblem,
  result: SolveResult,
  change: ProblemChange,
  size = step,
): { v: Float64Array | undefined; u: Float64Array; r: Float64Array } | undefined {
  const solved: SolveResult[] = [];
  for (const t of [-2, -1, 1, 2]) {
    const next = solveTightly(moved(problem, change, t * size), result.r);
    if (!next?.states.every((state, i) => state === result.states[i])) return undefined;
    solved.push(next);
  }
  const slope = (of: (x: SolveResult) => Float64Array): Float64Array => {
    const [a, b, c, d] = solved.map(of);
    return a.map((x, k) => (8 * (c[k] - b[k]) - (d[k] - x)) / (12 * size));
  };
  return {
    v: result.v && slope(({ v }) => v!),
    u: slope(({ u }) => u),
    r: slope(({ r }) => r),
  };
}

/** A random change of one kind of data, of size 1, symmetric for M. */
export function randomChange(random: Random, problem: ContactProblem, name: keyof ProblemChange): ProblemChange {
  const normals = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.normal());
  if (name === 'M') return { M: symmetricChange(random, problem as PrimalProblem) };
  if (name === 'mu') return { mu: normals(problem.mu.length).map((x) => 0.2 * x) };
  const data = { ...problem, ...problem.bilateral } as unknown as Record<
    string,
    Float64Array | { values: Float64Array }
  >;
  const x = data[name];
  return {
    [name]: normals('values' in x && !(x instanceof Float64Array) ? x.values.length : (x as Float64Array).length),
  };
}

function symmetricChange(random: Random, { M }: PrimalProblem): MassValues {
  const values = new Float64Array(M.values.length);
  const sparse = new Map<number, Float64Array>();
  for (let b = 0; b < M.start.length; b++) {
    const size = M.offset[b + 1] - M.offset[b];
    if (M.start[b] < 0) {
      const { ptr, index } = M.sparse!.get(b)!;
      const block = new Float64Array(index.length);
      for (let j = 0; j < size; j++) {
        // the same number above and below the diagonal: one that depends on the pair alone
        for (let p = ptr[j]; p < ptr[j + 1]; p++)
          block[p] = 0.1 * (Math.sqrt(1 + index[p] + j) - Math.abs(index[p] - j));
      }
      sparse.set(b, block);
      continue;
    }
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const x = 0.3 * random.normal();
        values[M.start[b] + i * size + j] = values[M.start[b] + j * size + i] = x;
      }
    }
  }
  return sparse.size > 0 ? { values, sparse } : { values };
}

/** |x - y| over |y|, or |x - y| over `floor` where y is smaller. */
export function relativeDifference(x: Float64Array, y: Float64Array, floor: number): number {
  let [sum, scale] = [0, 0];
  for (let k = 0; k < x.length; k++) {
    sum += (x[k] - y[k]) * (x[k] - y[k]);
    scale += y[k] * y[k];
  }
  return Math.sqrt(sum) / Math.max(Math.sqrt(scale), floor);
}
