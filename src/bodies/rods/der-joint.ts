import type { BandMatrix } from './band-matrix.js';

/**
 * One joint of a discrete elastic rod [Bergou08, Bergou10]: edges a, b with tangents ta, tb and material frames m1, m2,
 *
 *     κb = 2 ta × tb / (1 + ta·tb),   |κb| = 2 tan(angle/2),   ω_k^j = m_k^j · κb  (j = a, b;  k = 1, 2)
 *     E = Σ_j Σ_k EI_k/(4 l) (ω_k^j - natural)² + GJ/(2 l)(m - natural)²,   m = θ_b - θ_a + reference twist
 *
 * l being the length the joint stands for. Frames follow the edges without spin, so κb·t = 0 makes the gradients plain
 * contractions of ∂κb. Local variables: a (0-2), θ_a (3), b (4-6), θ_b (7).
 *
 * departs from [Bergou10 (eq. of κ)]: the energies of the two frames are averaged, not the frames themselves. For a
 * round section the bending energy is then free of twist, however large the twist of a joint.
 */

/** Gradient and Hessian of a joint by its local variables. */
export const jointGradient = new Float64Array(8);
export const jointHessian = new Float64Array(64);

/** Curvature binormal of the joint last evaluated. */
export const binormal = new Float64Array(3);

/** What a joint is made of; offsets into arrays shared by all joints. */
export interface JointFrames {
  /** unit tangents, material frames (three numbers an edge) and lengths of the edges, walls included */
  readonly t: Float64Array;
  readonly m1: Float64Array;
  readonly m2: Float64Array;
  readonly length: Float64Array;
}

const omega = new Float64Array(4);
/** moments that the four curvatures and the twist carry */
const stress = new Float64Array(5);
const gradients = new Float64Array(24);
const M = new Float64Array(3);
const ga = new Float64Array(3);
const gb = new Float64Array(3);
const g8 = new Float64Array(8);

/** binormal = κb of edges a, b (edge numbers); omega = its four components in the frames. Returns 1 + ta·tb. */
export function measureJoint(out: Float64Array, o: number, f: JointFrames, a: number, b: number): number {
  const { t, m1, m2 } = f;
  const i = 3 * a;
  const j = 3 * b;
  const chi = 1 + t[i] * t[j] + t[i + 1] * t[j + 1] + t[i + 2] * t[j + 2];
  const s = 2 / chi;
  binormal[0] = s * (t[i + 1] * t[j + 2] - t[i + 2] * t[j + 1]);
  binormal[1] = s * (t[i + 2] * t[j] - t[i] * t[j + 2]);
  binormal[2] = s * (t[i] * t[j + 1] - t[i + 1] * t[j]);
  for (let e = 0; e < 2; e++) {
    const k = e === 0 ? i : j;
    out[o + 2 * e] = m1[k] * binormal[0] + m1[k + 1] * binormal[1] + m1[k + 2] * binormal[2];
    out[o + 2 * e + 1] = m2[k] * binormal[0] + m2[k + 1] * binormal[1] + m2[k + 2] * binormal[2];
  }
  return chi;
}

/**
 * Energy of a joint; fills `jointGradient` and, where `stiff` is set, `jointHessian` with Σ k ∇ε ∇εᵀ over the strains ε.
 * `completeHessian` then makes it the exact one.
 *
 * @param natural four natural curvatures at `at` (times the joint's length: dimensionless, as ω), then the twist
 * @param twist m of the joint (rad)
 */
export function evaluateJoint(
  f: JointFrames,
  a: number,
  b: number,
  natural: Float64Array,
  at: number,
  twist: number,
  EI1: number,
  EI2: number,
  GJ: number,
  l: number,
  stiff: boolean,
): number {
  const chi = measureJoint(omega, 0, f, a, b);
  const la = f.length[a];
  const lb = f.length[b];
  const g = jointGradient.fill(0);
  const H = jointHessian;
  if (stiff) H.fill(0);
  M.fill(0);
  let E = 0;
  for (let p = 0; p < 4; p++) {
    const k = p & 1;
    const edge = p < 2 ? a : b;
    const c = (k === 0 ? EI1 : EI2) / (2 * l);
    const strain = omega[p] - natural[at + p];
    const r = c * strain;
    stress[p] = r;
    E += 0.5 * r * strain;
    const m = k === 0 ? f.m1 : f.m2;
    curvatureGradient(p, f.t, 3 * a, 3 * b, m, 3 * edge, omega[p], chi, la, lb);
    const theta = p < 2 ? 3 : 7;
    // the frame turns with θ: m1 -> m2, m2 -> -m1
    const spin = k === 0 ? omega[p + 1] : -omega[p - 1];
    for (let x = 0; x < 3; x++) {
      g[x] += r * gradients[6 * p + x];
      g[4 + x] += r * gradients[6 * p + 3 + x];
      M[x] += r * m[3 * edge + x];
    }
    g[theta] += r * spin;
    if (stiff) rankOne(c, p, theta, spin);
  }
  return E + twistTerms(la, lb, twist - natural[at + 4], GJ / l, stiff);
}

/** `jointHessian` += Σ stress ∇²ε of the joint last evaluated, which was that of edges a and b. */
export function completeHessian(f: JointFrames, a: number, b: number): void {
  const { t, length } = f;
  const chi = 1 + t[3 * a] * t[3 * b] + t[3 * a + 1] * t[3 * b + 1] + t[3 * a + 2] * t[3 * b + 2];
  for (let p = 0; p < 4; p++) {
    const edge = p < 2 ? a : b;
    frameTerms(stress[p], p, p < 2 ? 3 : 7, (p & 1) === 0 ? f.m1 : f.m2, 3 * edge, length[edge]);
  }
  curvatureHessian(t, 3 * a, 3 * b, chi, length[a], length[b]);
  twistHessian(t, 3 * a, 3 * b, stress[4], chi, length[a], length[b]);
}

/** gradients[6 p ..] = ∂(m·κb)/∂a, ∂(m·κb)/∂b at fixed m, projected: a = |a| ta. */
function curvatureGradient(
  p: number,
  t: Float64Array,
  i: number,
  j: number,
  m: Float64Array,
  at: number,
  w: number,
  chi: number,
  la: number,
  lb: number,
): void {
  const m0 = m[at];
  const m1 = m[at + 1];
  const m2 = m[at + 2];
  // by ta: (2 tb × m - w tb)/χ, by tb: (2 m × ta - w ta)/χ, then without their part along the tangent
  ga[0] = (2 * (t[j + 1] * m2 - t[j + 2] * m1) - w * t[j]) / chi;
  ga[1] = (2 * (t[j + 2] * m0 - t[j] * m2) - w * t[j + 1]) / chi;
  ga[2] = (2 * (t[j] * m1 - t[j + 1] * m0) - w * t[j + 2]) / chi;
  gb[0] = (2 * (m1 * t[i + 2] - m2 * t[i + 1]) - w * t[i]) / chi;
  gb[1] = (2 * (m2 * t[i] - m0 * t[i + 2]) - w * t[i + 1]) / chi;
  gb[2] = (2 * (m0 * t[i + 1] - m1 * t[i]) - w * t[i + 2]) / chi;
  const sa = ga[0] * t[i] + ga[1] * t[i + 1] + ga[2] * t[i + 2];
  const sb = gb[0] * t[j] + gb[1] * t[j + 1] + gb[2] * t[j + 2];
  for (let x = 0; x < 3; x++) {
    gradients[6 * p + x] = (ga[x] - sa * t[i + x]) / la;
    gradients[6 * p + 3 + x] = (gb[x] - sb * t[j + x]) / lb;
  }
}

/** H += c g gᵀ with the gradient of ω_p. */
function rankOne(c: number, p: number, theta: number, spin: number): void {
  const H = jointHessian;
  g8[3] = g8[7] = 0;
  for (let x = 0; x < 3; x++) {
    g8[x] = gradients[6 * p + x];
    g8[4 + x] = gradients[6 * p + 3 + x];
  }
  g8[theta] = spin;
  for (let r = 0; r < 8; r++) {
    const s = c * g8[r];
    if (s !== 0) for (let q = 0; q < 8; q++) H[8 * r + q] += s * g8[q];
  }
}

/** Second derivatives of ω_p that come from the frame: its turn with the edge, and with θ. */
function frameTerms(r: number, p: number, theta: number, m: Float64Array, at: number, length: number): void {
  const H = jointHessian;
  const o = p < 2 ? 0 : 4;
  const c = (0.5 * r) / (length * length);
  for (let x = 0; x < 3; x++)
    for (let y = 0; y < 3; y++) H[8 * (o + x) + o + y] += c * (m[at + x] * binormal[y] + binormal[x] * m[at + y]);
  H[9 * theta] -= r * omega[p];
  // ∂ω1/∂θ = ω2, ∂ω2/∂θ = -ω1; the gradient of the partner is computed on its own turn
  const partner = p ^ 1;
  const sign = (p & 1) === 0 ? 1 : -1;
  pending[partner] = sign * r;
  if ((p & 1) === 0) return;
  for (let q = p - 1; q <= p; q++) {
    const s = pending[q];
    for (let x = 0; x < 3; x++) {
      const u = s * gradients[6 * q + x];
      const w = s * gradients[6 * q + 3 + x];
      H[8 * theta + x] += u;
      H[8 * x + theta] += u;
      H[8 * theta + 4 + x] += w;
      H[8 * (4 + x) + theta] += w;
    }
  }
}

const pending = new Float64Array(4);

/** H += ∇²(M·κb) at fixed M, by N/D with N = 2 M·(a × b), D = |a||b| + a·b; M collects all four components. */
function curvatureHessian(t: Float64Array, i: number, j: number, chi: number, la: number, lb: number): void {
  const H = jointHessian;
  const w = M[0] * binormal[0] + M[1] * binormal[1] + M[2] * binormal[2];
  curvatureGradient(0, t, i, j, M, 0, w, chi, la, lb);
  const D = la * lb * chi;
  for (let x = 0; x < 3; x++)
    for (let y = 0; y < 3; y++) {
      const one = x === y ? 1 : 0;
      const Dax = lb * (t[i + x] + t[j + x]);
      const Day = lb * (t[i + y] + t[j + y]);
      const Dbx = la * (t[i + x] + t[j + x]);
      const Dby = la * (t[i + y] + t[j + y]);
      const ax = gradients[x];
      const ay = gradients[y];
      const bx = gradients[3 + x];
      const by = gradients[3 + y];
      H[8 * x + y] -= (ax * Day + Dax * ay + (w * lb * (one - t[i + x] * t[i + y])) / la) / D;
      H[8 * (4 + x) + 4 + y] -= (bx * Dby + Dbx * by + (w * la * (one - t[j + x] * t[j + y])) / lb) / D;
      const ab = (-2 * crossEntry(M, x, y) - w * (t[i + x] * t[j + y] + one) - ax * Dby - Dax * by) / D;
      H[8 * x + 4 + y] += ab;
      H[8 * (4 + y) + x] += ab;
    }
}

/** Entry (x, y) of [v]×. */
function crossEntry(v: Float64Array, x: number, y: number): number {
  if (x === y) return 0;
  const z = 3 - x - y;
  return (y - x + 3) % 3 === 1 ? -v[z] : v[z];
}

/** Twist: E = k/2 strain², ∂m/∂a = κb/(2|a|), ∂m/∂b = κb/(2|b|) [Bergou10]. */
function twistTerms(la: number, lb: number, strain: number, k: number, stiff: boolean): number {
  for (let x = 0; x < 3; x++) {
    g8[x] = (0.5 * binormal[x]) / la;
    g8[4 + x] = (0.5 * binormal[x]) / lb;
  }
  g8[3] = -1;
  g8[7] = 1;
  const r = k * strain;
  stress[4] = r;
  for (let q = 0; q < 8; q++) jointGradient[q] += r * g8[q];
  if (stiff) {
    const H = jointHessian;
    for (let p = 0; p < 8; p++) for (let q = 0; q < 8; q++) H[8 * p + q] += k * g8[p] * g8[q];
  }
  return 0.5 * r * strain;
}

/** Derivatives of the twist's gradient [Bergou10]. */
function twistHessian(t: Float64Array, i: number, j: number, r: number, chi: number, la: number, lb: number): void {
  const H = jointHessian;
  for (let x = 0; x < 3; x++) M[x] = t[i + x];
  for (let x = 0; x < 3; x++)
    for (let y = 0; y < 3; y++) {
      const sx = (t[i + x] + t[j + x]) / chi;
      const sy = (t[i + y] + t[j + y]) / chi;
      const kx = binormal[x];
      const ky = binormal[y];
      H[8 * x + y] -= (r / (4 * la * la)) * (kx * (t[i + y] + sy) + (t[i + x] + sx) * ky);
      H[8 * (4 + x) + 4 + y] -= (r / (4 * lb * lb)) * (kx * (t[j + y] + sy) + (t[j + x] + sx) * ky);
      const ab = (r / (2 * la * lb)) * ((2 / chi) * crossEntry(M, x, y) - kx * sy);
      H[8 * x + 4 + y] += ab;
      H[8 * (4 + y) + x] += ab;
    }
}

/** Places of the local variables among the dofs x_i-1 (0-2), θ_a (3), x_i (4-6), θ_b (7), x_i+1 (8-10): minus and plus. */
const minus = [0, 1, 2, -1, 4, 5, 6, -1];
const plus = [4, 5, 6, 3, 8, 9, 10, 7];

/** F -= gradient of the joint last evaluated, dofs from `base`; local variables from p0 to p1 - 1 exist. */
export function scatterGradient(F: Float64Array, base: number, p0: number, p1: number): void {
  for (let p = p0; p < p1; p++) {
    const g = jointGradient[p];
    F[base + plus[p]] -= g;
    if (minus[p] >= 0) F[base + minus[p]] += g;
  }
}

/** K += `jointHessian` */
export function scatterHessian(K: BandMatrix, base: number, p0: number, p1: number): void {
  const { data, width, b } = K;
  for (let p = p0; p < p1; p++) {
    const up = (base + plus[p]) * (width - 1) + b + base;
    const down = minus[p] < 0 ? -1 : (base + minus[p]) * (width - 1) + b + base;
    for (let q = p0; q < p1; q++) {
      const h = jointHessian[8 * p + q];
      data[up + plus[q]] += h;
      if (minus[q] >= 0) data[up + minus[q]] -= h;
      if (down < 0) continue;
      data[down + plus[q]] -= h;
      if (minus[q] >= 0) data[down + minus[q]] += h;
    }
  }
}
