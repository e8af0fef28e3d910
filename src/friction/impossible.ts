import type { ContactProblem } from './problem.js';

/**
 * The first contact that no impulse can keep from penetrating, or -1: nothing it touches can move along its normal (that
 * row of W, or of H, is zero), so u_N = b_N < 0 whatever r is. A problem with one has no solution.
 */
export function impossibleContact(problem: ContactProblem, u: Float64Array): number {
  const { d } = problem;
  for (let i = 0; i < problem.mu.length; i++) if (u[d * i] < 0 && !normalMoves(problem, i)) return i;
  return -1;
}

function normalMoves(problem: ContactProblem, i: number): boolean {
  if (problem.kind === 'dual') {
    const { ptr, values, d } = problem.W;
    for (let e = ptr[i]; e < ptr[i + 1]; e++) for (let j = 0; j < d; j++) if (values[d * d * e + j] !== 0) return true;
    return false;
  }
  const { ptr, len, start, values } = problem.H;
  for (let s = ptr[i]; s < ptr[i + 1]; s++)
    for (let j = 0; j < len[s]; j++) if (values[start[s] + j] !== 0) return true;
  return false;
}
