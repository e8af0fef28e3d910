import type { Elements } from './hold.js';
import type { Surface } from './surface.js';

/** det FᵀF below which a triangle counts as collapsed */
export const smallest = 1e-12;

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
