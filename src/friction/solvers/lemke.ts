import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import type { FacetedLcp } from './faceted-lcp.js';
import { buildLcp, impulsesOf, lcpSize } from './faceted-lcp.js';
import { polygon } from './facets.js';
import { connectedContacts } from './connected-contacts.js';
import type { LcpOutcome } from './lcp.js';
import { lcpResidual, solveLcp } from './lcp.js';

/**
 * Lemke's pivoting [Renouf05 5.1, 6]: on the frictionless problem as it is, on friction with the cone faceted, inner
 * (default) or outer, 8 facets unless told otherwise. Groups of contacts that W does not couple are solved one by one.
 * Exact without friction and for plane problems (their cone has two edges); else the answer is that of the faceted cone,
 * which `stalled` with a note says. A first guess is of no use to it.
 */
export const lemke: Solver = {
  name: 'lemke',
  summary: 'Lemke pivoting: frictionless, or with a faceted cone (--facets, --cone) [Renouf05 (25), (32)]',
  exact: false,
  solve: pivotIslands,
};

/** Unknowns of one group above which the dense dictionary is refused: 1500 take seconds and 18 MB. */
export const largestLcp = 1500;
const usualFacets = 8;
/** Residual, of velocities about 1, above which a solution is not believed; and above which it is none at all. */
const believable = 1e-9;
const nearlyBelievable = 1e-5;

function pivotIslands(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
  const W = problem.W.assembled();
  const { mu } = problem;
  const facets = options.facets ?? usualFacets;
  // the cone of a plane problem has two edges, and no facets to choose
  const vertices = problem.d === 2 ? Float64Array.of(1, 0, -1, 0) : polygon(facets, options.cone).vertices;
  const groups = connectedContacts(W);
  let largest = 0;
  for (const group of groups) largest = Math.max(largest, lcpSize(group, mu, vertices.length / 2));
  if (largest > largestLcp) {
    const note = `refused: ${largest} unknowns in one group of contacts, more than the ${largestLcp} that a dense dictionary can hold`;
    return { status: 'stalled', iterations: 0, notes: [note] };
  }
  let pivots = 0;
  const notes: string[] = [];
  let worst: SolverOutcome['status'] = 'converged';
  for (const group of groups) {
    const lcp = buildLcp(group, W, problem.W.b, mu, vertices);
    const z = new Float64Array(lcp.size);
    const end = solveRobustly(z, lcp, options.maxIterations - pivots, notes);
    pivots += end.pivots;
    impulsesOf(r, lcp, z);
    if (end.status === 'max-pivots') return { ...settle(monitor, pivots, r, 'max-iterations'), notes };
    if (end.status === 'ray') {
      const impossible = group.every((i) => mu[i] === 0) && provesNoSolution(lcp, end.ray!);
      notes.push(impossible ? 'no normal impulses can keep the contacts apart' : 'ended on a ray, without a solution');
      if (worst !== 'no-solution') worst = impossible ? 'no-solution' : 'stalled';
    } else if (end.residual > believable && worst === 'converged') worst = 'stalled';
  }
  // solved: that is the answer, also where a first guess happened to err less
  if (worst === 'converged') monitor.best = Infinity;
  const end = settle(monitor, pivots, r, worst);
  if (worst === 'converged' && end.status === 'stalled' && problem.d === 3 && mu.some((m) => m > 0)) {
    notes.push(`the problem with ${facets} facets (${options.cone}) is solved: the error is that of the cone`);
  }
  return { ...end, notes };
}

/** Measures r; `converged` only if the error says so. */
function settle(
  monitor: Monitor,
  pivots: number,
  r: Float64Array,
  status: SolverOutcome['status'],
): { status: SolverOutcome['status']; iterations: number } {
  if (monitor.check(pivots, r)) return { status: 'converged', iterations: pivots };
  return { status: status === 'converged' ? 'stalled' : status, iterations: pivots };
}

/** Thresholds for pivots tried in turn; then proximal shifts, and passes with each. */
const thresholds = [1e-7, 1e-5, 1e-9];
const shifts = [1e-9, 1e-7, 1e-5];
const passes = 3;

/**
 * Lemke as it is. Where rounding leads it astray (redundant contacts make M singular), again with other thresholds, and
 * then on M + shift I with q - shift z_k, the proximal-point iteration; the z with the least residual is kept.
 */
function solveRobustly(z: Float64Array, lcp: FacetedLcp, budget: number, notes: string[]): LcpOutcome {
  const { M, q, size } = lcp;
  const trial = new Float64Array(size);
  let pivots = 0;
  let residual = Infinity;
  let first: LcpOutcome | undefined;
  const attempt = (A: Float64Array, a: Float64Array, threshold: number): boolean => {
    const end = solveLcp(trial, A, a, size, budget - pivots, threshold);
    first ??= end;
    pivots += end.pivots;
    const e = end.status === 'solved' ? lcpResidual(M, q, trial, size) : Infinity;
    if (!(e < residual)) return false;
    residual = e;
    z.set(trial);
    return true;
  };
  for (const threshold of thresholds) {
    if (!first || pivots < budget) attempt(M, q, threshold);
    if (residual <= believable) return { status: 'solved', pivots, residual, ray: undefined };
  }
  const shifted = Float64Array.from(M);
  const anchored = new Float64Array(size);
  for (const shift of shifts) {
    for (let i = 0; i < size; i++) shifted[i * size + i] = M[i * size + i] + shift;
    anchored.set(q);
    for (let pass = 0; pass < passes && pivots < budget && attempt(shifted, anchored, thresholds[0]); pass++) {
      for (let i = 0; i < size; i++) anchored[i] = q[i] - shift * trial[i];
      if (residual > believable) continue;
      notes.push(`plain pivoting failed on a group of ${lcp.contacts.length} contacts; a shift of ${shift} helped`);
      return { status: 'solved', pivots, residual, ray: undefined };
    }
  }
  // a shift makes anything solvable: unless the residual has become small, a ray is a ray
  if (residual < (first!.status === 'ray' ? nearlyBelievable : Infinity)) {
    const group = `a group of ${lcp.contacts.length} contacts`;
    notes.push(`rounding left a residual of ${residual.toExponential(1)} in ${group}`);
    return { status: 'solved', pivots, residual, ray: undefined };
  }
  if (pivots >= budget) return { status: 'max-pivots', pivots, residual, ray: undefined };
  return { ...first!, pivots };
}

/** y >= 0 with Mᵀ y <= 0 and y·q < 0 shows that M z + q >= 0 has no z >= 0: y·(M z + q) would be negative. */
function provesNoSolution(lcp: FacetedLcp, y: Float64Array): boolean {
  const { M, q, size } = lcp;
  let yq = 0;
  let length = 0;
  let largest = -Infinity;
  for (let j = 0; j < size; j++) {
    let column = 0;
    for (let i = 0; i < size; i++) column += y[i] * M[i * size + j];
    largest = Math.max(largest, column);
    yq += y[j] * q[j];
    length = Math.max(length, y[j]);
  }
  return yq < -1e-9 * length && largest <= 1e-12 * length;
}
