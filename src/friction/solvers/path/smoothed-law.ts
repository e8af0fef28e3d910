import type { ReadyProblem } from '../../solver.js';
import type { LinearContacts } from '../newton/newton-matrix.js';

/** Iterations for the slip speed of one contact at most; quadratic, so that six or seven do. */
const slipIterations = 60;
const rounding = 4e-16;

/**
 * Coulomb's law with rounded corners, as equations F(u, r) = 0. With hats as in the interior-point method (r^ = P⁻¹ r, u^ = P u,
 * P = diag(1, mu, mu)) and y = r^ - u^, the law says r^ = G(y): with z = y - s e, r^ and u^ + s e are the projections of z and -z onto
 * the cone, s = |u^_T| the slip speed. Rounded by a width w, a projection takes each eigenvalue l of z to (sqrt(l² + 4 w²) + l) / 2, so
 * that r^ ∘ (u^ + s e) = w² e. The slip speed is that of the rounded law itself, s = |(projection of -z)_T|, one equation in s alone:
 * taken from u^, it would have a kink right where sticking contacts are.
 *
 * A problem of width 0 is the one-step problem; of a large width nearly a linear one.
 */
export class SmoothedLaw implements LinearContacts {
  readonly n: number;
  /** dF_i/du_i and dF_i/dr_i, row-major, as `differentiate` left them */
  readonly dF_du: Float64Array;
  readonly dF_dr: Float64Array;
  /** no contact's equation is in r alone */
  readonly passive: Uint8Array;
  readonly F: Float64Array;
  /** w dF/dw, as `differentiate` left it */
  readonly dF_dlogw: Float64Array;
  readonly #mu: Float64Array;
  /** units of r^ and u^: velocities as large as the largest free one, impulses that belong to them */
  readonly #impulse: number;
  readonly #velocity: number;
  readonly #D = new Float64Array(9);

  constructor({ n, mu, W }: ReadyProblem) {
    this.n = n;
    this.#mu = mu;
    let trace = 0;
    let speed = 0;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        trace += W.diagonal[9 * i + 4 * k];
        speed = Math.max(speed, Math.abs(W.b[3 * i + k]));
      }
    }
    this.#velocity = speed > 0 ? speed : 1;
    this.#impulse = trace > 0 ? (3 * n * this.#velocity) / trace : 1;
    this.dF_du = new Float64Array(9 * n);
    this.dF_dr = new Float64Array(9 * n);
    this.passive = new Uint8Array(n);
    this.F = new Float64Array(3 * n);
    this.dF_dlogw = new Float64Array(3 * n);
  }

  /** r of a problem whose width is large: r^ = w e. */
  start(r: Float64Array, width: number): void {
    r.fill(0);
    for (let i = 0; i < this.n; i++) r[3 * i] = this.#impulse * width;
  }

  /** a · b in hats */
  dot(a: Float64Array, b: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < this.n; i++) {
      const inverse = this.#mu[i] > 0 ? 1 / this.#mu[i] : 0;
      const at = 3 * i;
      sum += a[at] * b[at] + inverse * inverse * (a[at + 1] * b[at + 1] + a[at + 2] * b[at + 2]);
    }
    return sum / (this.#impulse * this.#impulse);
  }

  /** Fills F at (u, r); the largest |F_i| of a contact. */
  evaluate(u: Float64Array, r: Float64Array, width: number): number {
    return this.#look(u, r, width, false);
  }

  /** Fills F and its derivatives at (u, r); the largest |F_i| of a contact. */
  differentiate(u: Float64Array, r: Float64Array, width: number): number {
    return this.#look(u, r, width, true);
  }

  #look(u: Float64Array, r: Float64Array, width: number, derivatives: boolean): number {
    const { F } = this;
    const w2 = width * width;
    let most = 0;
    for (let i = 0; i < this.n; i++) {
      const at = 3 * i;
      const mu = this.#mu[i];
      const inverse = mu > 0 ? 1 / mu : 0;
      const r0 = r[at] / this.#impulse;
      const r1 = (inverse * r[at + 1]) / this.#impulse;
      const r2 = (inverse * r[at + 2]) / this.#impulse;
      const y0 = r0 - u[at] / this.#velocity;
      const y1 = r1 - (mu * u[at + 1]) / this.#velocity;
      const y2 = r2 - (mu * u[at + 2]) / this.#velocity;
      const t = Math.sqrt(y1 * y1 + y2 * y2);
      const z0 = y0 - slipSpeed(y0, t, w2);
      const high = z0 + t;
      const low = z0 - t;
      const positiveHigh = positivePart(high, w2);
      const positiveLow = positivePart(low, w2);
      const n1 = t > 0 ? y1 / t : 1;
      const n2 = t > 0 ? y2 / t : 0;
      const tangential = 0.5 * (positiveHigh - positiveLow);
      F[at] = r0 - 0.5 * (positiveHigh + positiveLow);
      F[at + 1] = mu > 0 ? r1 - tangential * n1 : r[at + 1] / this.#impulse;
      F[at + 2] = mu > 0 ? r2 - tangential * n2 : r[at + 2] / this.#impulse;
      const size = F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2];
      if (!(size <= most)) most = size;
      if (derivatives) this.#differentiate(i, high, low, t > 0 ? tangential / t : slope(z0, w2), n1, n2, w2);
    }
    return Math.sqrt(most);
  }

  /** Derivatives of a contact whose z has the eigenvalues `high` and `low` and the tangential direction n; `a` = |r^_T| / |z_T|. */
  #differentiate(i: number, high: number, low: number, a: number, n1: number, n2: number, w2: number): void {
    const slopeHigh = slope(high, w2);
    const slopeLow = slope(low, w2);
    const b = 0.5 * (slopeHigh + slopeLow);
    const c = 0.5 * (slopeHigh - slopeLow);
    // w d/dw of the eigenvalues' positive parts
    const growHigh = (2 * w2) / Math.sqrt(high * high + 4 * w2);
    const growLow = (2 * w2) / Math.sqrt(low * low + 4 * w2);
    // from s = |(projection of -z)_T|: dz_0 = (dy_0 - (1 - b) n · dy_T) / (1 - c), and w ds/dw
    const ofNormal = 1 / (1 - c);
    const ofTangential = -(1 - b) * ofNormal;
    const slipGrowth = 0.5 * (growLow - growHigh) * ofNormal;
    const D = this.#D;
    D[0] = b;
    D[1] = D[3] = c * n1;
    D[2] = D[6] = c * n2;
    D[4] = a + (b - a) * n1 * n1;
    D[5] = D[7] = (b - a) * n1 * n2;
    D[8] = a + (b - a) * n2 * n2;
    const mu = this.#mu[i];
    const inverse = mu > 0 ? 1 / mu : 0;
    const grown = 0.5 * (growHigh - growLow);
    for (let k = 0; k < 3; k++) {
      const direct = k === 0 ? 0.5 * (growHigh + growLow) : grown * (k === 1 ? n1 : n2);
      this.dF_dlogw[3 * i + k] = mu === 0 && k > 0 ? 0 : D[3 * k] * slipGrowth - direct;
      const row = 9 * i + 3 * k;
      for (let l = 0; l < 3; l++) {
        const dG = l === 0 ? D[3 * k] * ofNormal : D[3 * k + l] + D[3 * k] * ofTangential * (l === 1 ? n1 : n2);
        this.dF_du[row + l] = ((l === 0 ? 1 : mu) * dG) / this.#velocity;
        this.dF_dr[row + l] = ((l === 0 ? 1 : inverse) * ((k === l ? 1 : 0) - dG)) / this.#impulse;
      }
      if (mu === 0 && k > 0) {
        this.dF_du[row] = this.dF_dr[row] = 0;
        this.dF_dr[row + k] = 1 / this.#impulse;
      }
    }
  }
}

/** s = (f(t - z0) - f(-t - z0)) / 2 with z0 = y0 - s, f the rounded positive part: its right side grows at most half as fast as s. */
function slipSpeed(y0: number, t: number, w2: number): number {
  let s = 0;
  for (let k = 0; k < slipIterations && t > 0; k++) {
    const z0 = y0 - s;
    const misfit = s - 0.5 * (positivePart(t - z0, w2) - positivePart(-t - z0, w2));
    const step = misfit / (1 - 0.5 * (slope(z0 + t, w2) - slope(z0 - t, w2)));
    s -= step;
    if (Math.abs(step) <= rounding * (Math.abs(y0) + t)) break;
  }
  return s;
}

/** (sqrt(l² + 4 w²) + l) / 2, without cancellation */
function positivePart(l: number, w2: number): number {
  const root = Math.sqrt(l * l + 4 * w2);
  return l >= 0 ? 0.5 * (root + l) : (2 * w2) / (root - l);
}

/** Its derivative. */
function slope(l: number, w2: number): number {
  const root = Math.sqrt(l * l + 4 * w2);
  return root > 0 ? 0.5 * (1 + l / root) : 0.5;
}
