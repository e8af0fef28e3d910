import type { BodySystem } from '../../bodies/body.js';
import { IndefiniteBlockError, MassFactor } from '../../friction/delassus/mass-factor.js';

/** x <- M⁻¹ x for the mass matrix of one body; undefined where it is not positive definite. */
export function factorBody({ M, f }: BodySystem): ((x: Float64Array) => void) | undefined {
  const offset = Int32Array.of(0, f.length);
  const alone =
    M instanceof Float64Array
      ? { offset, start: Int32Array.of(0), values: M }
      : { offset, start: Int32Array.of(-1), values: new Float64Array(0), sparse: new Map([[0, M]]) };
  try {
    const factor = new MassFactor(alone);
    return (x) => factor.solve(0, x, 0);
  } catch (error) {
    if (error instanceof IndefiniteBlockError) return undefined;
    throw error;
  }
}
