import { type BlockDiagonalMatrix, diagonalOf } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder, rowCount } from '../../linalg/block-rows.js';
import type { PrimalProblem } from '../../friction/problem.js';

/** A row J v + c whose impulse is bounded: |s| <= bound (dry friction, motors) or s >= 0 (limits). */
export interface BoundedRow {
  /** the row's segments: first column, values */
  readonly segments: readonly { readonly col: number; readonly values: Float64Array }[];
  /** velocity at v = 0, or what is left of the gap over the step (m/s) */
  readonly c: number;
  /** most that it pushes with (N s); undefined: a limit, which only pushes, as hard as it takes */
  readonly bound: number | undefined;
}

/**
 * The problem with rows of bounded impulse, as contacts after its own. Coulomb's law says all that is needed, with the help of a ballast
 * of two degrees of freedom for each row, which touches nothing else:
 *
 *  - |s| <= P: the first degree is pressed on with the impulse P against the contact's normal: r_N = P, u_N = 0, whatever else happens.
 *    The row is the first tangent, mu = 1: its impulse holds u_T = 0 up to P and is P against the sliding beyond. The second tangent
 *    is the ballast's second degree, at rest.
 *  - s >= 0: the row is the normal, mu = 0; both tangents are ballast, at rest.
 *
 * Every solver of contact problems takes them, and so do problem files.
 *
 * @param speed velocity that is typical for the step: the ballast of a strong motor is so heavy that P moves it no faster (m/s)
 */
export function withBoundedRows(problem: PrimalProblem, rows: readonly BoundedRow[], speed: number): PrimalProblem {
  if (rows.length === 0) return problem;
  const n = rowCount(problem.H);
  const dofs = problem.f.length;
  const cols = dofs + 2 * rows.length;
  const H = new BlockRowBuilder(3, cols, problem.H.values.length + 64 * rows.length);
  const own = problem.H;
  for (let i = 0; i < n; i++) {
    for (let s = own.ptr[i]; s < own.ptr[i + 1]; s++) H.segment(own.col[s], own.len[s], own.values, own.start[s]);
    H.endRow();
  }
  const f = new Float64Array(cols);
  f.set(problem.f);
  const w = new Float64Array(3 * (n + rows.length));
  w.set(problem.w);
  const mu = new Float64Array(n + rows.length);
  mu.set(problem.mu);
  const diagonal = diagonalOf(problem.M);
  const ballast = rows.map(({ segments, c, bound }, k) => {
    const at = bound === undefined ? 0 : 1;
    let compliance = 0;
    for (const { col, values } of segments) {
      const block = new Float64Array(3 * values.length);
      block.set(values, at * values.length);
      H.segment(col, values.length, block);
      values.forEach((x, j) => (compliance += (x * x) / diagonal[col + j]));
    }
    const mass = compliance > 0 ? 1 / compliance : 1;
    const col = dofs + 2 * k;
    H.segment(col, 2, bound === undefined ? [0, 0, 1, 0, 0, 1] : [1, 0, 0, 0, 0, 1]);
    H.endRow();
    w[3 * (n + k) + at] = c;
    mu[n + k] = bound === undefined ? 0 : 1;
    if (bound === undefined) return [mass, mass];
    f[col] = -bound;
    return [Math.max(mass, bound / speed), mass];
  });
  return { ...problem, M: withBallast(problem.M, ballast), f, H: H.finish(), w, mu };
}

/** M with a diagonal block of two for each ballast. */
function withBallast(M: BlockDiagonalMatrix, ballast: readonly number[][]): BlockDiagonalMatrix {
  const blocks = M.start.length;
  const offset = new Int32Array(blocks + ballast.length + 1);
  const start = new Int32Array(blocks + ballast.length);
  const values = new Float64Array(M.values.length + 4 * ballast.length);
  offset.set(M.offset);
  start.set(M.start);
  values.set(M.values);
  ballast.forEach(([first, second], k) => {
    const at = M.values.length + 4 * k;
    offset[blocks + k + 1] = offset[blocks + k] + 2;
    start[blocks + k] = at;
    values[at] = first;
    values[at + 3] = second;
  });
  return M.sparse ? { offset, start, values, sparse: M.sparse } : { offset, start, values };
}
