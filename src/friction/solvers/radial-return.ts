import { projectDisk } from '../law/cone.js';
import { blockStride, prepareBlock } from '../local/slip-search.js';
import type { Polygon } from './facets.js';
import { projectPolygon } from './facets.js';
import type { ContactUpdate } from './sweeper.js';

/**
 * The explicit one-contact solve of [Renouf05 6.2]: take-off if d_N >= 0 (misprinted there as d_N < 0 for the other sign
 * of d), else r = -W_ii⁻¹ d and, outside the cone, r_T is returned radially to it with r_N kept. With a polygon in place
 * of the disk the return is to its nearest point. Exact where W_ii does not couple normal and tangent (spheres) and
 * where it is isotropic in the tangent plane; else the sliding impulse is off by the coupling. Without friction r_N is
 * that of the scalar problem, exactly. A singular W_ii is replaced by its diagonal.
 */
export function explicitStep(D: Float64Array, mu: Float64Array, facets: Polygon | undefined): ContactUpdate {
  const inverse = blockInverses(D);
  return (x, i, b) => {
    const at = 9 * i;
    const d0 = b[0];
    if (d0 >= 0 || !(D[at] > 0)) {
      x[0] = x[1] = x[2] = 0;
      return;
    }
    if (mu[i] === 0) {
      x[0] = -d0 / D[at];
      x[1] = x[2] = 0;
      return;
    }
    for (let k = 0; k < 3; k++) {
      x[k] = -(inverse[at + 3 * k] * d0 + inverse[at + 3 * k + 1] * b[1] + inverse[at + 3 * k + 2] * b[2]);
    }
    returnToCone(x, mu[i], facets);
  };
}

/**
 * The same with W_ii replaced by its diagonal in the splitting [Renouf05 6.2]: r <- r - diag(W_ii)⁻¹ u, then the return.
 * The paper reports erratic behaviour, rightly: the rest of the block lags one sweep behind, and where it is large the
 * sweeps swing or diverge.
 */
export function diagonalStep(D: Float64Array, mu: Float64Array, facets: Polygon | undefined): ContactUpdate {
  return (x, i, _b, u) => {
    const at = 9 * i;
    for (let k = 0; k < 3; k++) if (D[at + 4 * k] > 0) x[k] -= u[k] / D[at + 4 * k];
    returnToCone(x, mu[i], facets);
  };
}

/** r with r_N kept, r_T brought into the disk (radially) or the polygon (nearest point) of radius mu r_N; r_N <= 0: r = 0. */
export function returnToCone(x: Float64Array, mu: number, facets: Polygon | undefined): void {
  if (!(x[0] > 0)) x[0] = x[1] = x[2] = 0;
  else if (facets) projectPolygon(x, 1, facets, mu * x[0]);
  else projectDisk(x, 1, mu * x[0]);
}

function blockInverses(D: Float64Array): Float64Array {
  const inverse = new Float64Array(D.length);
  const prepared = new Float64Array(blockStride);
  for (let at = 0; at < D.length; at += 9) {
    if (prepareBlock(prepared, 0, D, at)) inverse.set(prepared.subarray(0, 9), at);
    else for (let k = 0; k < 9; k += 4) inverse[at + k] = D[at + k] > 0 ? 1 / D[at + k] : 0;
  }
  return inverse;
}
