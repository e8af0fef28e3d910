import { addTransposedBlockRows, multiplyBlockRows } from '../../linalg/block-rows.js';
import type { Prepared } from '../prepare.js';
import type { ContactProblem, PrimalProblem } from '../problem.js';
import { multiplyBlockSparse } from '../../linalg/block-sparse.js';
import type { DualGradient, PrimalGradient, ProblemChange, SolutionChange, SolutionWeights } from './change.js';
import { checkChange, checkWeights } from './change.js';
import { addMassProduct, contactOuterProducts, massOuterProduct, mergeColumns } from './products.js';
import { respond } from './response.js';
import type { StateEquations } from './state-equations.js';
import type { StateSystem } from './state-system.js';

/** Part of a right-hand side that may be left over: less than the accuracy promised for derivatives, and far above rounding. */
const leftOver = 1e-7;

/** What both products need: the problem at its solution, and the factored system of its states (in scaled units). */
export interface Linearised {
  readonly prepared: Prepared;
  readonly equations: StateEquations;
  readonly system: StateSystem;
  readonly r: Float64Array;
  readonly v: Float64Array | undefined;
  /** impulses of the equations beside the contacts */
  readonly s: Float64Array | undefined;
}

/**
 * The product of the Jacobian with a change of the data:
 *
 *     du = W dr + db,   db = dw + dH v + H M⁻¹ (df - dM v + dHᵀ r)      (or db + dW r)
 *     (dF_du W + dF_dr) dr = -dF_du db - dF_dmu dmu
 */
export function forward(problem: ContactProblem, at: Linearised, change: ProblemChange): SolutionChange {
  checkChange(problem, change);
  const { prepared, equations, system } = at;
  const { n, impulseUnit, velocityUnit } = prepared.ready;
  const { d } = problem;
  const momentum = problem.kind === 'primal' ? momentumChange(problem, at, change) : undefined;
  const misfit = problem.kind === 'primal' ? equationChange(problem, at, change) : undefined;
  const free =
    problem.kind === 'primal'
      ? velocityChange(problem, at, change, momentum!, misfit)
      : freeChange(problem, at, change);
  const db = new Float64Array(3 * n);
  const rhs = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) db[3 * i + k] = free[d * i + k] / velocityUnit;
    const dmu = change.mu ? change.mu[i] : 0;
    for (let k = 0; k < 3; k++) {
      const row = 9 * i + 3 * k;
      let sum = equations.dF_dmu[3 * i + k] * dmu;
      for (let l = 0; l < 3; l++) sum += equations.dF_du[row + l] * db[3 * i + l];
      rhs[3 * i + k] = -sum;
    }
  }
  const dr = new Float64Array(3 * n);
  const parts = new Float64Array(n);
  const consistent = system.solve(dr, rhs, parts) <= leftOver;
  system.projectOffNullSpace(dr);
  const du = new Float64Array(3 * n);
  prepared.ready.W.multiply(du, dr);
  const u = new Float64Array(d * n);
  const r = new Float64Array(d * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) r[d * i + k] = dr[3 * i + k] * impulseUnit;
  if (momentum) addTransposedBlockRows(momentum, (problem as PrimalProblem).H, r);
  const response = momentum && respond(problem as PrimalProblem, prepared.built, momentum, misfit);
  const exists = consistent && !(response && response.contradicted >= 0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) {
      u[d * i + k] = exists ? (equations.held(i, k) ? 0 : (du[3 * i + k] + db[3 * i + k]) * velocityUnit) : NaN;
    }
  }
  if (!exists) for (const x of [r, response?.v, response?.s]) x?.fill(NaN);
  return {
    exists,
    contradicting: consistent ? [] : largeParts(parts),
    u,
    r,
    v: response?.v,
    ...(response?.s && { s: response.s }),
  };
}

/**
 * The transposed product: derivatives of φ(v, u, r) from those with respect to v, u and r (g_v, g_u, g_r). With
 *
 *     (dF_du W + dF_dr)ᵀ x = g_r + Wᵀ g_u + H M⁻¹ g_v,   y = g_u - dF_duᵀ x,   a = M⁻¹ (g_v + Hᵀ y)
 *
 * (with equations: M⁻¹ projected onto B v = 0, and s_a the impulses of the equations beside g_v + Hᵀ y) they are  df = a,  dw = y,  dM = -sym(a vᵀ),  dH_i = y_i vᵀ + r_i aᵀ,  dmu = -dF_dmuᵀ x;  without bodies db = y, dW = y rᵀ.
 */
export function adjoint(
  problem: ContactProblem,
  at: Linearised,
  weights: SolutionWeights,
): PrimalGradient | DualGradient {
  checkWeights(problem, weights);
  const { prepared, equations, system } = at;
  const { n, impulseUnit, velocityUnit } = prepared.ready;
  const { d } = problem;
  const size = 3 * n;
  const gu = new Float64Array(size);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) gu[3 * i + k] = (weights.u ? weights.u[d * i + k] : 0) * velocityUnit;
  }
  const G = new Float64Array(size);
  system.multiplyWTransposed(G, gu);
  const a = problem.kind === 'primal' && weights.v ? respond(problem, prepared.built, weights.v).v : undefined;
  const Ha = new Float64Array(d * n);
  if (a) multiplyBlockRows(Ha, (problem as PrimalProblem).H, a, Ha);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) G[3 * i + k] += ((weights.r ? weights.r[d * i + k] : 0) + Ha[d * i + k]) * impulseUnit;
  }
  const x = new Float64Array(size);
  if (system.solveTransposed(x, G) > leftOver) {
    // weights on impulses that are not unique: only their least-norm change counts
    system.projectOffNullSpace(G);
    system.solveTransposed(x, G);
  }
  const y3 = new Float64Array(size);
  system.velocityPart(y3, x);
  const y = new Float64Array(d * n);
  const mu = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) y[d * i + k] = (gu[3 * i + k] - y3[3 * i + k]) / velocityUnit;
    for (let k = 0; k < 3; k++) mu[i] -= equations.dF_dmu[3 * i + k] * x[3 * i + k];
  }
  if (problem.kind === 'dual') return { kind: 'dual', W: contactOuterProducts(problem.W, y, at.r), b: y, mu };
  const momentum = weights.v ? Float64Array.from(weights.v) : new Float64Array(problem.f.length);
  addTransposedBlockRows(momentum, problem.H, y);
  const { v: f, s: c } = respond(problem, prepared.built, momentum);
  // outer products as large as M and H: worked out when asked for
  return {
    kind: 'primal',
    get M() {
      return massOuterProduct(problem.M, f, at.v!);
    },
    f,
    get H() {
      return mergeColumns(problem.H, y, at.v!, at.r, f);
    },
    w: y,
    mu,
    ...(c && {
      c,
      get B() {
        return mergeColumns(problem.bilateral!.B, c, at.v!, at.s!, f);
      },
    }),
  };
}

/** df - dM v + dHᵀ r + dBᵀ s */
function momentumChange({ M, H, f, bilateral }: PrimalProblem, at: Linearised, change: ProblemChange): Float64Array {
  const out = change.f ? Float64Array.from(change.f) : new Float64Array(f.length);
  if (change.M) addMassProduct(out, M, change.M, at.v!, -1);
  if (change.H) addTransposedBlockRows(out, { ...H, values: change.H }, at.r);
  if (change.B) addTransposedBlockRows(out, { ...bilateral!.B, values: change.B }, at.s!);
  return out;
}

/** dc + dB v */
function equationChange({ bilateral }: PrimalProblem, at: Linearised, change: ProblemChange): Float64Array | undefined {
  if (!bilateral || (!change.B && !change.c)) return undefined;
  const out = change.c ? Float64Array.from(change.c) : new Float64Array(bilateral.c.length);
  if (change.B) multiplyBlockRows(out, { ...bilateral.B, values: change.B }, at.v!, out);
  return out;
}

/** dw + dH v + H M⁻¹ momentum */
function velocityChange(
  problem: PrimalProblem,
  at: Linearised,
  change: ProblemChange,
  momentum: Float64Array,
  misfit: Float64Array | undefined,
): Float64Array {
  const out = change.w ? Float64Array.from(change.w) : new Float64Array(problem.w.length);
  if (change.H) multiplyBlockRows(out, { ...problem.H, values: change.H }, at.v!, out);
  multiplyBlockRows(out, problem.H, respond(problem, at.prepared.built, momentum, misfit).v, out);
  return out;
}

/** db + dW r */
function freeChange(problem: ContactProblem, at: Linearised, change: ProblemChange): Float64Array {
  const out = new Float64Array(problem.d * problem.mu.length);
  if (change.b) out.set(change.b);
  if (change.W && problem.kind === 'dual')
    multiplyBlockSparse(out, { ...problem.W, values: change.W }, at.r, out.slice());
  return out;
}

/** Contacts with at least a thousandth of the largest part in what contradicts. */
function largeParts(parts: Float64Array): number[] {
  let largest = 0;
  for (const part of parts) largest = Math.max(largest, part);
  const found: number[] = [];
  parts.forEach((part, i) => {
    if (part > 1e-3 * largest) found.push(i);
  });
  return found;
}
