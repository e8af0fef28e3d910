import { svd33 } from '../../math/eigen3.js';

const U = new Float64Array(9);
const V = new Float64Array(9);
const sigma = new Float64Array(3);
const e = new Float64Array(3);

/** Singular values below this share of the largest count as zero. */
const negligible = 1e-13;
/** How far past the cone's surface, so that rounding does not put the impulse outside again. */
const inwards = 1e-3;

/**
 * Sticking where W is singular: r <- a small impulse in the cone among those that come nearest to W r + b = 0. They
 * fill a line (rank 2), a plane (rank 1) or space (rank 0) [Daviet11 appendix B: the structure of the solution set].
 * False where the cone misses that set, or W is regular.
 */
export function stickSingular(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean {
  svd33(U, sigma, V, W, at);
  const zero = negligible * sigma[0];
  r[0] = r[1] = r[2] = 0;
  let rank = 0;
  for (let k = 0; k < 3 && Math.abs(sigma[k]) > zero; k++) {
    const share = -(U[k] * b[0] + U[3 + k] * b[1] + U[6 + k] * b[2]) / sigma[k];
    for (let l = 0; l < 3; l++) r[l] += share * V[3 * l + k];
    rank++;
  }
  if (rank === 3) return false;
  if (rank === 0 || inCone(r[0], r[1], r[2], mu)) return true;
  return rank === 2 ? intoConeAlongLine(r, mu) : intoConeAcross(r, mu);
}

/** r <- a point of the line r + t n, n the null vector of W, inside the cone: near where the line enters it. */
function intoConeAlongLine(r: Float64Array, mu: number): boolean {
  const n0 = V[2];
  const n1 = V[5];
  const n2 = V[8];
  // |r_T + t n_T|² = mu² (r_N + t n_N)²:  A t² + 2 B t + C = 0
  const A = n1 * n1 + n2 * n2 - mu * mu * n0 * n0;
  const B = r[1] * n1 + r[2] * n2 - mu * mu * r[0] * n0;
  const C = r[1] * r[1] + r[2] * r[2] - mu * mu * r[0] * r[0];
  const D = B * B - A * C;
  if (!(D >= 0)) return false;
  const q = -(B + (B < 0 ? -1 : 1) * Math.sqrt(D));
  const t1 = q !== 0 ? C / q : Infinity;
  const t2 = A !== 0 ? q / A : Infinity;
  const ordered = Math.abs(t1) <= Math.abs(t2);
  const near = ordered ? t1 : t2;
  const far = ordered ? t2 : t1;
  // between the roots (A > 0), or beyond the one on the side of the cone itself
  return A > 0
    ? moveInside(r, mu, near + inwards * (far - near))
    : moveInside(r, mu, near * (1 + inwards)) || moveInside(r, mu, far * (1 + inwards));
}

/** r += t n if that is in the cone */
function moveInside(r: Float64Array, mu: number, t: number): boolean {
  const x = r[0] + t * V[2];
  const y = r[1] + t * V[5];
  const z = r[2] + t * V[8];
  if (!inCone(x, y, z, mu)) return false;
  r[0] = x;
  r[1] = y;
  r[2] = z;
  return true;
}

/**
 * r <- the smallest impulse of the cone in the plane e·x = e·r, e along r: on the ray of the cone that makes the least
 * angle with e.
 */
function intoConeAcross(r: Float64Array, mu: number): boolean {
  const c = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  if (c === 0) return true;
  for (let k = 0; k < 3; k++) e[k] = r[k] / c;
  const t = Math.sqrt(e[1] * e[1] + e[2] * e[2]);
  // along the ray (1, mu e_T/|e_T|)
  const reach = e[0] + mu * t;
  if (!(reach > 1e-12)) return false;
  r[0] = c / reach;
  r[1] = t > 0 ? (mu * c * e[1]) / (t * reach) : 0;
  r[2] = t > 0 ? (mu * c * e[2]) / (t * reach) : 0;
  return true;
}

function inCone(xN: number, x1: number, x2: number, mu: number): boolean {
  return xN >= 0 && Math.sqrt(x1 * x1 + x2 * x2) <= mu * xN;
}
