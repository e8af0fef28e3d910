import { cos, sin } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import type { PlacedShape } from '../placed-shape.js';

/**
 * A placed shape and how it moves within a step: its pivot in a straight line, turning about it at a constant rate. Whatever
 * meets it is looked at from the shape, which stays where it is: the shape is not placed again for each time.
 */
export class ShapePath {
  shape: PlacedShape;
  /** where the shape turns about, at the start (m) */
  readonly pivot = new Float64Array(3);
  /** displacement of the pivot over the step (m) */
  readonly move = new Float64Array(3);
  /** rotation over the step: axis times angle */
  readonly turn = new Float64Array(3);

  constructor(shape: PlacedShape) {
    this.shape = shape;
  }

  /** Whether the shape keeps its orientation. */
  get isStraight(): boolean {
    return this.turn[0] === 0 && this.turn[1] === 0 && this.turn[2] === 0;
  }

  /**
   * y = the point that goes from x by dx, at time t (0 to 1), as seen from the shape where it starts; dy = its velocity there.
   */
  see(y: Float64Array, dy: Float64Array, at: number, x: Float64Array, dx: Float64Array, from: number, t: number): void {
    const { pivot: c, move: u, turn: w } = this;
    const rx = x[from] - c[0] + t * (dx[from] - u[0]);
    const ry = x[from + 1] - c[1] + t * (dx[from + 1] - u[1]);
    const rz = x[from + 2] - c[2] + t * (dx[from + 2] - u[2]);
    // velocity less that of the shape there: u - w × r
    const vx = dx[from] - u[0] - (w[1] * rz - w[2] * ry);
    const vy = dx[from + 1] - u[1] - (w[2] * rx - w[0] * rz);
    const vz = dx[from + 2] - u[2] - (w[0] * ry - w[1] * rx);
    const angle = norm3(w);
    if (angle === 0) {
      y[at] = c[0] + rx;
      y[at + 1] = c[1] + ry;
      y[at + 2] = c[2] + rz;
      dy[at] = vx;
      dy[at + 1] = vy;
      dy[at + 2] = vz;
      return;
    }
    rotate(y, at, w, angle, -angle * t, rx, ry, rz);
    for (let i = 0; i < 3; i++) y[at + i] += c[i];
    rotate(dy, at, w, angle, -angle * t, vx, vy, vz);
  }

  /** No less than the farthest distance of the point from the pivot within the step. */
  farthest(x: Float64Array, dx: Float64Array, from: number): number {
    const { pivot: c, move: u } = this;
    let start = 0;
    let end = 0;
    for (let i = 0; i < 3; i++) {
      const r = x[from + i] - c[i];
      const s = r + dx[from + i] - u[i];
      start += r * r;
      end += s * s;
    }
    return Math.sqrt(Math.max(start, end));
  }

  /** Length of the point's way, less that of the pivot. */
  way(dx: Float64Array, from: number): number {
    let square = 0;
    for (let i = 0; i < 3; i++) square += (dx[from + i] - this.move[i]) * (dx[from + i] - this.move[i]);
    return Math.sqrt(square);
  }

  /** No less than the speed of the point as seen from the shape. */
  speed(x: Float64Array, dx: Float64Array, from: number): number {
    return this.way(dx, from) + norm3(this.turn) * this.farthest(x, dx, from);
  }

  /** No less than the acceleration of the point as seen from the shape. */
  bend(x: Float64Array, dx: Float64Array, from: number): number {
    const angle = norm3(this.turn);
    return angle * (angle * this.farthest(x, dx, from) + 2 * this.way(dx, from));
  }
}

/** y = (x, y, z) turned by `angle` about w, of length `length` (Rodrigues) */
function rotate(
  y: Float64Array,
  at: number,
  w: Float64Array,
  length: number,
  angle: number,
  rx: number,
  ry: number,
  rz: number,
): void {
  const c = cos(angle);
  const s = sin(angle);
  const kx = w[0] / length;
  const ky = w[1] / length;
  const kz = w[2] / length;
  const along = (kx * rx + ky * ry + kz * rz) * (1 - c);
  y[at] = c * rx + s * (ky * rz - kz * ry) + along * kx;
  y[at + 1] = c * ry + s * (kz * rx - kx * rz) + along * ky;
  y[at + 2] = c * rz + s * (kx * ry - ky * rx) + along * kz;
}

/**
 * Share of the first distance that is left when an impact with a convex shape is called one. Tangents lead to it at a quadratic rate, so
 * it can be as small as rounding allows in single steps of a simulation.
 */
export const convexShare = 1e-6;

/**
 * How long something with `margin` to use up, that loses it at the rate `slope` < 0 (or gains it) and may bend towards it by at most
 * `bend`, is safe: the first zero of margin + slope t - bend t² / 2.
 */
export function safeTime(margin: number, slope: number, bend: number): number {
  if (bend === 0) return slope < 0 ? margin / -slope : Infinity;
  // without cancellation for either sign of the slope
  const root = Math.sqrt(slope * slope + 2 * bend * margin);
  return slope < 0 ? (2 * margin) / (root - slope) : (slope + root) / bend;
}
