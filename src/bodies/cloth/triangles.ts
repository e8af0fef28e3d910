import type { Elements } from './hold.js';
import type { Surface } from './surface.js';

/** det FᵀF below which a triangle counts as collapsed */
const smallest = 1e-12;

/** Triangles as flat arrays: three vertices each, and what `restTriangle` makes; limits of principal stretches that cost nothing. */
export type FlatTriangles = {
  readonly kind: 'triangles';
  readonly nodes: Int32Array;
  readonly rest: Float64Array;
  readonly least: number;
  readonly largest: number;
};

const clamped = new Float64Array(3);

/** F += forces at x of the triangles from `from` to before `to`, see `Stretch` */
export function addTriangleForces(
  F: Float64Array,
  x: Float64Array,
  { nodes, rest, least, largest }: FlatTriangles,
  from: number,
  to: number,
): void {
  const rigid = least === 1 && largest === 1;
  for (let t = 4 * from, at = 3 * from; at < 3 * to; t += 4, at += 3) {
    const a = 3 * nodes[at];
    const b = 3 * nodes[at + 1];
    const c = 3 * nodes[at + 2];
    const i00 = rest[t];
    const i01 = rest[t + 1];
    const i11 = rest[t + 2];
    const weight = rest[t + 3];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    // columns of F
    const f0 = ux * i00;
    const f1 = uy * i00;
    const f2 = uz * i00;
    const g0 = ux * i01 + (x[c] - x[a]) * i11;
    const g1 = uy * i01 + (x[c + 1] - x[a + 1]) * i11;
    const g2 = uz * i01 + (x[c + 2] - x[a + 2]) * i11;
    // FᵀF = [[p, q], [q, r]]
    const p = f0 * f0 + f1 * f1 + f2 * f2;
    const q = f0 * g0 + f1 * g1 + f2 * g2;
    const r = g0 * g0 + g1 * g1 + g2 * g2;
    // I - (T = F S) with S symmetric: s00, s01, s11
    let s00: number;
    let s01: number;
    let s11: number;
    const det = p * r - q * q;
    if (rigid && det > smallest) {
      // S = (FᵀF)^(-1/2) in closed form: with s = σ1 σ2 and σ1 + σ2 = sqrt(tr + 2 s)
      const s = Math.sqrt(det);
      const scale = 1 / (s * Math.sqrt(p + r + 2 * s));
      s00 = 1 - (r + s) * scale;
      s01 = q * scale;
      s11 = 1 - (p + s) * scale;
    } else {
      if (!clampStretches(clamped, p, q, r, least, largest)) continue;
      s00 = 1 - clamped[0];
      s01 = -clamped[1];
      s11 = 1 - clamped[2];
    }
    // ω A (F - T), then through the rest edges
    const m00 = weight * (s00 * i00 + s01 * i01);
    const m01 = weight * (s01 * i00 + s11 * i01);
    const m10 = weight * s01 * i11;
    const m11 = weight * s11 * i11;
    const b0 = f0 * m00 + g0 * m01;
    const b1 = f1 * m00 + g1 * m01;
    const b2 = f2 * m00 + g2 * m01;
    const c0 = f0 * m10 + g0 * m11;
    const c1 = f1 * m10 + g1 * m11;
    const c2 = f2 * m10 + g2 * m11;
    F[a] += b0 + c0;
    F[a + 1] += b1 + c1;
    F[a + 2] += b2 + c2;
    F[b] -= b0;
    F[b + 1] -= b1;
    F[b + 2] -= b2;
    F[c] -= c0;
    F[c + 1] -= c1;
    F[c + 2] -= c2;
  }
}

/**
 * out = S with T = F S, the singular values of F clamped to [least, largest]; FᵀF = [[p, q], [q, r]], S = [[s0, s1], [s1, s2]]. False
 * where there is nothing to clamp.
 */
export function clampStretches(
  out: Float64Array,
  p: number,
  q: number,
  r: number,
  least: number,
  largest: number,
): boolean {
  const mean = 0.5 * (p + r);
  const half = Math.sqrt(0.25 * (p - r) * (p - r) + q * q);
  const big = Math.sqrt(mean + half);
  const small = Math.sqrt(Math.max(mean - half, 0));
  if (small >= least && big <= largest) return false;
  // a collapsed direction has no image to scale: bounded growth pushes it open over a few iterations
  const k1 = Math.min(Math.max(big, least), largest) / Math.max(big, 1e-6);
  const k2 = Math.min(Math.max(small, least), largest) / Math.max(small, 1e-6);
  // S = k2 I + (k1 - k2) (FᵀF - λ2 I) / (λ1 - λ2)
  const spread = 2 * half;
  const k = spread > 1e-14 * mean ? (k1 - k2) / spread : 0;
  const base = k2 - k * (mean - half);
  out[0] = base + k * p;
  out[1] = k * q;
  out[2] = base + k * r;
  return true;
}

/** rest[4 t ..] of triangle t */
export function restTriangle(rest: Float64Array, t: number, surface: Surface, weight: number): void {
  const { positions: x, triangles } = surface;
  const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
  let uu = 0;
  let uv = 0;
  let vv = 0;
  for (let k = 0; k < 3; k++) {
    const u = x[3 * b + k] - x[3 * a + k];
    const v = x[3 * c + k] - x[3 * a + k];
    uu += u * u;
    uv += u * v;
    vv += v * v;
  }
  const length = Math.sqrt(uu);
  const height = Math.sqrt(Math.max(0, vv - (uv * uv) / uu));
  if (!(length > 0 && height > 0)) throw new RangeError(`triangle ${t} has no area at rest`);
  // rest edges [[length, uv / length], [0, height]], inverted
  rest[4 * t] = 1 / length;
  rest[4 * t + 1] = -uv / (uu * height);
  rest[4 * t + 2] = 1 / height;
  rest[4 * t + 3] = 0.5 * weight * length * height;
}

/**
 * Triangles as elements: y is F, column by column; ω A its weight.
 *
 * @param nodes three vertices a triangle
 * @param rest as `restTriangle` makes it
 * @param limits of principal stretches that cost nothing
 */
export function triangleElements(
  nodes: Int32Array,
  rest: Float64Array,
  [least, largest]: readonly [number, number],
): Elements {
  const S = new Float64Array(3);
  return {
    count: nodes.length / 3,
    size: 6,
    weightOf: (t) => rest[4 * t + 3],
    gather(y, x, t) {
      const [a, b, c] = [3 * nodes[3 * t], 3 * nodes[3 * t + 1], 3 * nodes[3 * t + 2]];
      for (let k = 0; k < 3; k++) {
        const u = x[b + k] - x[a + k];
        y[k] = u * rest[4 * t];
        y[3 + k] = u * rest[4 * t + 1] + (x[c + k] - x[a + k]) * rest[4 * t + 2];
      }
    },
    project(out, y) {
      const p = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
      const q = y[0] * y[3] + y[1] * y[4] + y[2] * y[5];
      const r = y[3] * y[3] + y[4] * y[4] + y[5] * y[5];
      if (!clampStretches(S, p, q, r, least, largest)) {
        out.set(y);
        return;
      }
      for (let k = 0; k < 3; k++) {
        out[k] = S[0] * y[k] + S[1] * y[3 + k];
        out[3 + k] = S[1] * y[k] + S[2] * y[3 + k];
      }
    },
    scatter(F, t, f) {
      const [a, b, c] = [3 * nodes[3 * t], 3 * nodes[3 * t + 1], 3 * nodes[3 * t + 2]];
      for (let k = 0; k < 3; k++) {
        const atB = rest[4 * t] * f[k] + rest[4 * t + 1] * f[3 + k];
        const atC = rest[4 * t + 2] * f[3 + k];
        F[a + k] -= atB + atC;
        F[b + k] += atB;
        F[c + k] += atC;
      }
    },
  };
}
