import type { FiberCollider } from './fiber-collider.js';

/** Numbers a row: first node (3), way to the second (3), one over its square, radius and what is added to it. */
const stillStride = 8;

/** ... and the mean displacement of the ends (3), how far theirs differ from it, how far the first goes, the radius alone. */
const sweptStride = 14;

/** Distances are rounded here otherwise than in the narrow phase: what is out of reach by less than this share is left to it. */
const rounding = 1e-6;

/** As far off as contacts are ever looked for where nothing is to move, in radii of each. */
const farthestNear = 0.2;

/** Segments with a squared sine of angle below this are left to the narrow phase: lines across both are not to be had exactly. */
const parallel = 1e-8;

/**
 * The segments of all fibers side by side, by the number of their leaf. In a head of hair boxes of slanted segments lie in
 * each other by the hundred thousand, and nearly all hold nothing that touches: here a pair is rejected from two rows of
 * numbers, before anyone asks which fibers they belong to. Nothing is rejected that the narrow phase would keep. A leaf that
 * is no fiber has a row of zeros, a segment without length, and is never rejected.
 */
export class FiberSegments {
  #swept = new Float64Array(0);
  #still = new Float64Array(0);

  /** Makes room for so many leaves; what was known is forgotten. */
  reserve(leaves: number): void {
    this.#swept = new Float64Array(sweptStride * leaves);
    this.#still = new Float64Array(stillStride * leaves);
  }

  /** Segments of a fiber with their displacements in the coming step, from number `leaf` on. */
  setSwept(fiber: FiberCollider, leaf: number, margin: number): void {
    const { moves: m, radius } = fiber;
    const rows = this.#swept;
    for (let s = 0; s < fiber.count - 1; s++) {
      const to = sweptStride * (leaf + s);
      setSegment(rows, to, fiber, s, radius + margin);
      const k = 3 * s;
      const dx = 0.5 * (m[k + 3] - m[k]);
      const dy = 0.5 * (m[k + 4] - m[k + 1]);
      const dz = 0.5 * (m[k + 5] - m[k + 2]);
      rows[to + 8] = m[k] + dx;
      rows[to + 9] = m[k + 1] + dy;
      rows[to + 10] = m[k + 2] + dz;
      rows[to + 11] = Math.sqrt(dx * dx + dy * dy + dz * dz);
      rows[to + 12] = Math.sqrt(m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]);
      rows[to + 13] = radius;
    }
  }

  /** Segments of a fiber where they are, from number `leaf` on, looked for as far off as `by`. */
  setStill(fiber: FiberCollider, leaf: number, by: number): void {
    for (let s = 0; s < fiber.count - 1; s++) {
      setSegment(this.#still, stillStride * (leaf + s), fiber, s, fiber.radius + by);
    }
  }

  /** Whether leaves a and b are farther apart than fibers can come together within the step. */
  areApart(a: number, b: number): boolean {
    const x = this.#swept;
    const i = sweptStride * a;
    const j = sweptStride * b;
    const far = (x[i + 7] + x[j + 7] + approach(x, i, j)) * (1 + rounding);
    return squareDistance(x, i, j, far * far) > far * far;
  }

  /**
   * Whether leaves a and b are farther apart than that, or than contacts are looked for where nothing is to move, by so many
   * radii of each.
   */
  areFar(a: number, b: number, slack: number): boolean {
    const x = this.#swept;
    const i = sweptStride * a;
    const j = sweptStride * b;
    const radii = x[i + 13] + x[j + 13];
    const move = Math.max(approach(x, i, j), farthestNear * radii);
    const far = (x[i + 7] + x[j + 7] + move + slack * radii) * (1 + rounding);
    return squareDistance(x, i, j, far * far) > far * far;
  }

  /** Whether leaves a and b are farther apart, where they are, than contacts are looked for. */
  areApartStill(a: number, b: number): boolean {
    const x = this.#still;
    const i = stillStride * a;
    const j = stillStride * b;
    const far = (x[i + 7] + x[j + 7]) * (1 + rounding);
    return squareDistance(x, i, j, far * far) > far * far;
  }
}

/** Not less than `relativeMove` of the segments in the rows at i and j: no two ends differ more than the means and each from its mean. */
function approach(x: Float64Array, i: number, j: number): number {
  const mx = x[i + 8] - x[j + 8];
  const my = x[i + 9] - x[j + 9];
  const mz = x[i + 10] - x[j + 10];
  const together = Math.sqrt(mx * mx + my * my + mz * mz) + x[i + 11] + x[j + 11];
  const alone = Math.min(Math.max(x[i + 12], x[j + 12]), x[i + 13] + x[j + 13]);
  return Math.max(together, alone);
}

function setSegment(rows: Float64Array, to: number, fiber: FiberCollider, s: number, reach: number): void {
  const x = fiber.nodes;
  const k = 3 * s;
  const ux = x[k + 3] - x[k];
  const uy = x[k + 4] - x[k + 1];
  const uz = x[k + 5] - x[k + 2];
  rows[to] = x[k];
  rows[to + 1] = x[k + 1];
  rows[to + 2] = x[k + 2];
  rows[to + 3] = ux;
  rows[to + 4] = uy;
  rows[to + 5] = uz;
  rows[to + 6] = 1 / (ux * ux + uy * uy + uz * uz);
  rows[to + 7] = reach;
}

/**
 * Square of the distance of the segments in the rows at i and j; 0 where they are all but parallel or without length, and
 * Infinity as soon as their lines are farther apart than the root of `square`, which most are.
 */
function squareDistance(x: Float64Array, i: number, j: number, square: number): number {
  const ux = x[i + 3];
  const uy = x[i + 4];
  const uz = x[i + 5];
  const vx = x[j + 3];
  const vy = x[j + 4];
  const vz = x[j + 5];
  const kx = uy * vz - uz * vy;
  const ky = uz * vx - ux * vz;
  const kz = ux * vy - uy * vx;
  const det = kx * kx + ky * ky + kz * kz;
  if (!(det * x[i + 6] * x[j + 6] > parallel)) return 0;
  const wx = x[i] - x[j];
  const wy = x[i + 1] - x[j + 1];
  const wz = x[i + 2] - x[j + 2];
  const across = wx * kx + wy * ky + wz * kz;
  if (across * across > square * det) return Infinity;
  const b = ux * vx + uy * vy + uz * vz;
  const c = vx * vx + vy * vy + vz * vz;
  const d = ux * wx + uy * wy + uz * wz;
  const e = vx * wx + vy * wy + vz * wz;
  let s = clamp((b * e - c * d) / det);
  let t = (b * s + e) * x[j + 6];
  if (t < 0) {
    t = 0;
    s = clamp(-d * x[i + 6]);
  } else if (t > 1) {
    t = 1;
    s = clamp((b - d) * x[i + 6]);
  }
  const dx = wx + s * ux - t * vx;
  const dy = wy + s * uy - t * vy;
  const dz = wz + s * uz - t * vz;
  return dx * dx + dy * dy + dz * dz;
}

function clamp(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
