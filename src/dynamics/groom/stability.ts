import { BandMatrix, bandCholesky } from '../../bodies/rods/band-matrix.js';
import type { ShapedRod } from '../../bodies/rods/natural-shape.js';

/** Accuracy of a factor of stiffness, relative; and the largest that is looked for. */
const accuracy = 1e-3;
const largest = 1e6;

/**
 * Stiffness, in its own, from which on a rod at rest in its present shape is stable by itself, everything else held. At rest the
 * stresses balance the loads whatever the stiffness, so the second variation of the energy is s A + B, with A the stiffness of the
 * strains and B what stresses and loads add: the answer is the least s for which it is positive definite.
 *
 * @param loads forces of contacts, which keep their direction
 * @returns 0 where it would be stable without any stiffness; Infinity where none would do
 */
export function stableStiffness(
  rod: ShapedRod,
  loads: readonly { readonly s: number; readonly force: readonly [number, number, number] }[],
  gravity: readonly [number, number, number],
): number {
  const { dofs, bandwidth } = rod;
  const A = new BandMatrix(dofs, bandwidth);
  const B = new BandMatrix(dofs, bandwidth);
  const F = new Float64Array(dofs);
  const before = rod.loads.forces;
  rod.forces(F, A, 'strain', gravity, 0);
  rod.loads.forces = [...(before ?? []), ...loads];
  rod.forces(F, B, 'exact', gravity, 0);
  if (before) rod.loads.forces = before;
  else delete rod.loads.forces;
  // loads with a potential have a symmetric matrix but for rounding
  for (let i = 0; i < dofs; i++)
    for (let j = Math.max(0, i - B.b); j < i; j++) {
      const mean = 0.5 * (B.get(i, j) + B.get(j, i));
      B.add(i, j, mean - B.get(i, j));
      B.add(j, i, mean - B.get(j, i));
    }
  for (let k = 0; k < B.data.length; k++) B.data[k] -= A.data[k];
  const S = new BandMatrix(dofs, bandwidth);
  const L = new Float64Array(dofs * (S.b + 1));
  const isStable = (s: number): boolean => {
    for (let k = 0; k < S.data.length; k++) S.data[k] = s * A.data[k] + B.data[k];
    for (let i = 0; i < dofs; i++) if (rod.fixed[i] !== 0) S.isolate(i, 1);
    return bandCholesky(L, S);
  };
  let high = 1;
  while (!isStable(high)) {
    high *= 2;
    if (high > largest) return Infinity;
  }
  let low = high > 1 ? 0.5 * high : 0;
  while (high - low > accuracy * high && high > accuracy) {
    const middle = 0.5 * (low + high);
    if (isStable(middle)) high = middle;
    else low = middle;
  }
  return high > accuracy ? high : 0;
}
