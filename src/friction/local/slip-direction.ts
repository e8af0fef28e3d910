/** What a last step may leave of h, over D |b|. */
const accurate = 1e-14;
/** Turn (rad) which is nothing, and turn after which one step more would change nothing that matters. */
const rounding = 1e-15;
const settled = 1e-7;
/** Turn beyond which the guess is too far off for this. */
const far = 0.5;
const steps = 5;

/**
 * Corrects the impulse of a sliding contact from which a solver starts. With friction in direction d, r = r_N (1, mu d) and
 * u_N = 0 give r_N = -b_N / D, D = w_N + mu W_NT d, and the slip is against d where
 *
 *     h = D u_T x d = (D b_T - b_N q) x d = 0,   q = W_TN + mu W_TT d:
 *
 * Newton's method on the angle of d, a few multiplications and one division a step. A guess that is too far off, or turns
 * out to need a pull, is left as it is.
 *
 * True where the result is known to be exact: r_N > 0, slip against friction, and h no larger than rounding after the
 * last step, since that leaves at most h'' turn² / 2 with |h''| <= 4 (D |b_T| + |b_N| |q|).
 */
export function turnSlip(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean {
  const wN = W[at];
  const n1 = mu * W[at + 1];
  const n2 = mu * W[at + 2];
  const k1 = W[at + 3];
  const k2 = W[at + 6];
  const t11 = mu * W[at + 4];
  const t12 = mu * W[at + 5];
  const t21 = mu * W[at + 7];
  const t22 = mu * W[at + 8];
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  const scale = 1 / (mu * r[0]);
  const b12 = Math.abs(b1) + Math.abs(b2);
  const q = Math.abs(k1) + Math.abs(k2) + Math.abs(t11) + Math.abs(t12) + Math.abs(t21) + Math.abs(t22);
  const largestD = wN + Math.abs(n1) + Math.abs(n2);
  const curvature = 2 * (largestD * b12 - b0 * q);
  const enough = accurate * (b12 - b0);
  let exact = false;
  let c = scale * r[1];
  let s = scale * r[2];
  for (let step = 0; step < steps; step++) {
    const D = wN + n1 * c + n2 * s;
    const dD = n2 * c - n1 * s;
    const u1 = D * b1 - b0 * (k1 + t11 * c + t12 * s);
    const u2 = D * b2 - b0 * (k2 + t21 * c + t22 * s);
    const x1 = dD * b1 - b0 * (t12 * c - t11 * s);
    const x2 = dD * b2 - b0 * (t22 * c - t21 * s);
    const h = u1 * s - u2 * c;
    const dh = x1 * s - x2 * c + u1 * c + u2 * s;
    const turn = -h / dh;
    if (!(turn < far && turn > -far && dh < 0)) return false;
    if (turn < rounding && turn > -rounding && Math.abs(D * r[0] + b0) <= -rounding * b0) return false;
    // cos and sin of the turn to its fourth power, then one step of Newton's method towards length 1
    const square = turn * turn;
    const cosine = 1 - square * (0.5 - square * (1 / 24));
    const sine = turn * (1 - square * (1 / 6));
    const c1 = c * cosine - s * sine;
    const s1 = s * cosine + c * sine;
    const excess = c1 * c1 + s1 * s1 - 1;
    const unit = 1 - 0.5 * excess;
    c = c1 * unit;
    s = s1 * unit;
    exact = square * curvature <= enough * D && excess * excess <= rounding && u1 * c + u2 * s < 0;
    if (exact || (turn < settled && turn > -settled)) break;
  }
  const D = wN + n1 * c + n2 * s;
  if (!(D > 0)) return false;
  const rN = -b0 / D;
  r[0] = rN;
  r[1] = mu * rN * c;
  r[2] = mu * rN * s;
  // a contact that nearly jams: D is what its terms leave of each other, with their rounding
  return exact && D >= 0.05 * largestD;
}
