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

  /** out[o .. o + 2] = first director at arc length s of element Q. */
  director(out: Float64Array, o: number, Q: number, s: number): void {
    const { point, frame } = this;
    point.place(this.kappa, 3 * Q, s - Q * this.l);
    point.turn();
    const R = point.R;
    for (let k = 0; k < 3; k++) {
      const row = 9 * Q + 3 * k;
      out[o + k] = frame[row] * R[0] + frame[row + 1] * R[3] + frame[row + 2] * R[6];
    }
  }

  /**
   * Columns of the curvatures in the Jacobian of a point at arc length s of element Q, `offset` off the centre line: J is
   * 3 x len row-major, the first curvature at column `first`. arm = place of the point from the root, offset included.
   */
  jacobian(
    J: Float64Array,
    len: number,
    first: number,
    Q: number,
    s: number,
    offset: readonly [number, number, number],
    arm: Float64Array,
  ): void {
    const { frame, start, W, V, point } = this;
    point.place(this.kappa, 3 * Q, s - Q * this.l);
    point.gradient();
    apply33(arm, 0, frame, 9 * Q, point.p, 0);
    for (let k = 0; k < 3; k++) arm[k] += start[3 * Q + k] - start[k] + offset[k];
    const x = arm[0];
    const y = arm[1];
    const z = arm[2];
    for (let d = 0; d < 9 * Q; d += 3) {
      const c = first + d / 3;
      J[c] = V[d] + W[d + 1] * z - W[d + 2] * y;
      J[len + c] = V[d + 1] + W[d + 2] * x - W[d] * z;
      J[2 * len + c] = V[d + 2] + W[d] * y - W[d + 1] * x;
    }
    this.ownColumns(J, len, first + 3 * Q, 9 * Q, offset);
  }

  /** Columns of the point's own element, frame at `at`. */
  private ownColumns(
    J: Float64Array,
    len: number,
    column: number,
    at: number,
    o: readonly [number, number, number],
  ): void {
    const R = this.frame;
    const { P, A } = this.point;
    const lever = o[0] !== 0 || o[1] !== 0 || o[2] !== 0;
    for (let k = 0; k < 3; k++) {
      const c = column + k;
      for (let i = 0; i < 3; i++)
        J[i * len + c] = R[at + 3 * i] * P[k] + R[at + 3 * i + 1] * P[3 + k] + R[at + 3 * i + 2] * P[6 + k];
      if (!lever) continue;
      const w0 = R[at] * A[k] + R[at + 1] * A[3 + k] + R[at + 2] * A[6 + k];
      const w1 = R[at + 3] * A[k] + R[at + 4] * A[3 + k] + R[at + 5] * A[6 + k];
      const w2 = R[at + 6] * A[k] + R[at + 7] * A[3 + k] + R[at + 8] * A[6 + k];
      J[c] += w1 * o[2] - w2 * o[1];
      J[len + c] += w2 * o[0] - w0 * o[2];
      J[2 * len + c] += w0 * o[1] - w1 * o[0];
    }
  }

  private readonly v = new Float64Array(3);
  private readonly w = new Float64Array(3);
  private readonly x = new Float64Array(3);

  /** out[3 i ..] = velocity at arc length s[i], in increasing order, from the root's velocity and turn and the rates. */
  velocities(out: Float64Array, s: Float64Array, velocity: Float64Array, turn: Float64Array, rate: Float64Array): void {
    const { N, point, frame, v, w, x } = this;
    v.set(velocity);
    w.set(turn);
    for (let Q = 0, i = 0; Q < N; Q++) {
      for (; i < s.length && (Q + 1 === N || this.elementAt(s[i]) === Q); i++) {
        point.place(this.kappa, 3 * Q, s[i] - Q * this.l);
        point.gradient();
        apply33(x, 0, point.P, 0, rate, 3 * Q);
        apply33(out, 3 * i, frame, 9 * Q, x, 0);
        apply33(x, 0, frame, 9 * Q, point.p, 0);
        out[3 * i] += v[0] + w[1] * x[2] - w[2] * x[1];
        out[3 * i + 1] += v[1] + w[2] * x[0] - w[0] * x[2];
        out[3 * i + 2] += v[2] + w[0] * x[1] - w[1] * x[0];
      }
      this.carryVelocity(v, w, Q, rate);
    }
  }

  /** v, w from the start of element Q to its end, with the curvature rates. */
  carryVelocity(v: Float64Array, w: Float64Array, Q: number, rate: Float64Array): void {
    const { start, x } = this;
    const d0 = start[3 * Q + 3] - start[3 * Q];
    const d1 = start[3 * Q + 4] - start[3 * Q + 1];
    const d2 = start[3 * Q + 5] - start[3 * Q + 2];
    apply33(x, 0, this.shift, 9 * Q, rate, 3 * Q);
    v[0] += w[1] * d2 - w[2] * d1 + x[0];
    v[1] += w[2] * d0 - w[0] * d2 + x[1];
    v[2] += w[0] * d1 - w[1] * d0 + x[2];
    apply33(x, 0, this.turn, 9 * Q, rate, 3 * Q);
    for (let k = 0; k < 3; k++) w[k] += x[k];
  }
}
