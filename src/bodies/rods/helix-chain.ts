import { quaternionToMatrix } from '../../math/quaternion.js';
import { apply33, multiply33 } from '../../math/mat3.js';
import { HelixPoint } from './helix.js';

/**
 * A chain of N helical elements of length l: where each starts, and how it carries what follows. Past its own element a
 * curvature moves the rest of the rod as a rigid body, so that its effect there is a twist: δr = V + W × (r - origin), the
 * origin being the root.
 */
export class HelixChain {
  readonly N: number;
  readonly l: number;
  /** curvatures, three an element (1/m) */
  readonly kappa: Float64Array;
  /** start of each element, and the end of the last: world positions and frames (row-major, third column the tangent) */
  readonly start: Float64Array;
  readonly frame: Float64Array;
  /** frame x A and frame x ∂p/∂κ at the end of each element */
  readonly turn: Float64Array;
  readonly shift: Float64Array;
  /** twists of the curvatures, three numbers each */
  readonly W: Float64Array;
  readonly V: Float64Array;
  readonly point = new HelixPoint();

  constructor(N: number, l: number, kappa: Float64Array) {
    this.N = N;
    this.l = l;
    this.kappa = kappa;
    this.start = new Float64Array(3 * (N + 1));
    this.frame = new Float64Array(9 * (N + 1));
    this.turn = new Float64Array(9 * N);
    this.shift = new Float64Array(9 * N);
    this.W = new Float64Array(9 * N);
    this.V = new Float64Array(9 * N);
  }

  /** Recomputes everything from the root's pose (position and quaternion at `at`) and the curvatures. */
  update(position: Float64Array, at: number, quaternion: Float64Array, qAt: number): void {
    const { N, l, kappa, start, frame, turn, shift, point } = this;
    for (let k = 0; k < 3; k++) start[k] = position[at + k];
    quaternionToMatrix(frame, 0, quaternion, qAt);
    for (let Q = 0; Q < N; Q++) {
      point.place(kappa, 3 * Q, l);
      point.gradient();
      point.turn();
      multiply33(frame, 9 * (Q + 1), frame, 9 * Q, point.R, 0);
      multiply33(turn, 9 * Q, frame, 9 * Q, point.A, 0);
      multiply33(shift, 9 * Q, frame, 9 * Q, point.P, 0);
      apply33(start, 3 * (Q + 1), frame, 9 * Q, point.p, 0);
      for (let k = 0; k < 3; k++) start[3 * (Q + 1) + k] += start[3 * Q + k];
      this.twists(Q);
    }
  }

  /** W and V of element Q's curvatures. */
  private twists(Q: number): void {
    const { start, turn, shift, W, V } = this;
    const x = start[3 * Q + 3] - start[0];
    const y = start[3 * Q + 4] - start[1];
    const z = start[3 * Q + 5] - start[2];
    for (let k = 0; k < 3; k++) {
      const o = 9 * Q + 3 * k;
      const w0 = turn[9 * Q + k];
      const w1 = turn[9 * Q + 3 + k];
      const w2 = turn[9 * Q + 6 + k];
      W[o] = w0;
      W[o + 1] = w1;
      W[o + 2] = w2;
      V[o] = shift[9 * Q + k] - (w1 * z - w2 * y);
      V[o + 1] = shift[9 * Q + 3 + k] - (w2 * x - w0 * z);
      V[o + 2] = shift[9 * Q + 6 + k] - (w0 * y - w1 * x);
    }
  }

  /** Element that holds the arc length s. */
  elementAt(s: number): number {
    const Q = Math.floor(s / this.l);
    return Q < 0 ? 0 : Q >= this.N ? this.N - 1 : Q;
  }

  /** out[o .. o + 2] = r(s), s in element Q. */
  position(out: Float64Array, o: number, Q: number, s: number): void {
    const { point, frame, start } = this;
    point.place(this.kappa, 3 * Q, s - Q * this.l);
    apply33(out, o, frame, 9 * Q, point.p, 0);
    for (let k = 0; k < 3; k++) out[o + k] += start[3 * Q + k];
  }
}
