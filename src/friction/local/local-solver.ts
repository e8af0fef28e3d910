/** What a one-contact solver has done so far: the percentages of [Daviet11 Table 2] are `alternatives / calls` and `failures / calls`. */
export interface LocalCounts {
  calls: number;
  /** calls of the fail-safe */
  alternatives: number;
  /** problems left without an answer to tolerance */
  failures: number;
}

/**
 * A method for one contact: find r with u = W r + b and (u, r) ∈ C(mu), W the 3x3 diagonal block of the contact and b
 * the velocity it would have if its own impulse were zero.
 */
export interface LocalSolver {
  readonly name: string;
  /** one line for listings */
  readonly summary: string;
  /** whether its answers obey Coulomb's law exactly */
  readonly exact: boolean;
  /** where calls are counted (instances made by name) */
  readonly counts?: LocalCounts;
  /**
   * @param r in: the first guess; out: the answer (3 numbers)
   * @param W block, row-major from position `at`
   * @param b 3 numbers
   * @returns whether the method believes its answer
   */
  solve(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean;
}

/** u = W r + b for one contact. */
export function localVelocity(u: Float64Array, W: Float64Array, at: number, r: Float64Array, b: Float64Array): void {
  const r0 = r[0];
  const r1 = r[1];
  const r2 = r[2];
  u[0] = W[at] * r0 + W[at + 1] * r1 + W[at + 2] * r2 + b[0];
  u[1] = W[at + 3] * r0 + W[at + 4] * r1 + W[at + 5] * r2 + b[1];
  u[2] = W[at + 6] * r0 + W[at + 7] * r1 + W[at + 8] * r2 + b[2];
}

/** rho = 3 / tr W, the impulse scale of a contact; 1 for a contact that nothing can move. */
export function localScale(W: Float64Array, at: number): number {
  const trace = W[at] + W[at + 4] + W[at + 8];
  return trace > 0 ? 3 / trace : 1;
}
