import { cross3 } from '../../math/vec3.js';
import type { AddBlock, AddEntry, Energy } from './energy.js';
import { Hold } from './hold.js';
import type { Surface } from './surface.js';
import { type FlatTriangles, addTriangleForces, restTriangle, triangleElements } from './triangles.js';

/** How cloth resists in its plane. */
export interface StretchOptions {
  /** weight ω (N/m): the plane Young modulus at Poisson ratio 0 */
  readonly weight: number;
  /** principal stretches that cost nothing, [least, largest]. Default: [1, 1] */
  readonly limits?: readonly [number, number];
}

/**
 * Stretch of triangles by strain limiting: ω A/2 ‖F - T‖², F the 3x2 deformation gradient, T the nearest matrix whose
 * singular values lie within the limits (Bouaziz et al. 2014, as [Ly20 5] uses it).
 */
export class Stretch implements Energy {
  readonly name = 'stretch';
  readonly hold: Hold;
  readonly flat: FlatTriangles;
  readonly #nodes: Int32Array;
  /** inverse of the rest edges in the triangle's plane, upper triangular: 3 numbers a triangle; then ω times area */
  readonly #rest: Float64Array;
  readonly #least: number;
  readonly #largest: number;

  constructor(surface: Surface, options: StretchOptions) {
    this.#nodes = surface.triangles;
    [this.#least, this.#largest] = options.limits ?? [1, 1];
    const count = surface.triangles.length / 3;
    this.#rest = new Float64Array(4 * count);
    for (let t = 0; t < count; t++) restTriangle(this.#rest, t, surface, options.weight);
    this.flat = {
      kind: 'triangles',
      nodes: this.#nodes,
      rest: this.#rest,
      least: this.#least,
      largest: this.#largest,
    };
    this.hold = new Hold(triangleElements(this.#nodes, this.#rest, [this.#least, this.#largest]));
  }

  addStiffness(add: AddEntry): void {
    const gradient = new Float64Array(6);
    for (let t = 0, at = 0; at < this.#nodes.length; t++, at += 3) {
      const [i00, i01, i11, weight] = this.#rest.subarray(4 * t, 4 * t + 4);
      gradient.set([-i00, -i01 - i11, i00, i01, 0, i11]);
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          const dot = gradient[2 * a] * gradient[2 * b] + gradient[2 * a + 1] * gradient[2 * b + 1];
          add(this.#nodes[at + a], this.#nodes[at + b], weight * dot);
        }
      }
    }
  }

  addForces(F: Float64Array, x: Float64Array): void {
    addTriangleForces(F, x, this.flat, 0, this.#nodes.length / 3);
    this.hold.addForces(F, x);
  }

  /**
   * W of a triangle depends on the principal stretches σ alone, so that the eigenvectors of its second derivatives are known: with
   * F = U diag(σ) Vᵀ, e = σ less its limit, they change σ (1 where e ≠ 0), turn F in its plane ((e₁ + e₂)/(σ₁ + σ₂)), shear it
   * ((e₁ - e₂)/(σ₁ - σ₂)) and turn it out of its plane (e/σ, less than 0 where it is compressed).
   */
  addHessian(add: AddBlock, x: Float64Array, convex: boolean): void {
    const nodes = this.#nodes;
    const own = new Float64Array(9);
    for (let t = 0; 3 * t < nodes.length; t++) {
      const [i00, i01, i11, weight] = this.#rest.subarray(4 * t, 4 * t + 4);
      gradients.set([-i00, -i01 - i11, i00, i01, 0, i11]);
      this.#modes(x, t);
      const held = this.hold.share[t];
      for (let m = 0; m < 6; m++) {
        if (convex) modeStiffness[m] = Math.max(modeStiffness[m], 0);
        modeStiffness[m] += held * (1 - modeStiffness[m]);
      }
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          own.fill(0);
          for (let m = 0; m < 6; m++) {
            const share = weight * modeStiffness[m];
            if (share === 0) continue;
            for (let i = 0; i < 3; i++) {
              const left = modes[6 * m + 2 * i] * gradients[2 * a] + modes[6 * m + 2 * i + 1] * gradients[2 * a + 1];
              for (let j = 0; j < 3; j++) {
                const right = modes[6 * m + 2 * j] * gradients[2 * b] + modes[6 * m + 2 * j + 1] * gradients[2 * b + 1];
                own[3 * i + j] += share * left * right;
              }
            }
          }
          add(nodes[3 * t + a], nodes[3 * t + b], own);
        }
      }
    }
  }

  /** Eigenvectors (3x2 matrices, row-major) and eigenvalues of the second derivatives with respect to F. */
  #modes(x: Float64Array, t: number): void {
    this.stretches(principal, x, t);
    const [i00, i01, i11] = this.#rest.subarray(4 * t, 4 * t + 3);
    const [a, b, c] = this.#nodes.subarray(3 * t, 3 * t + 3);
    const [s1, s2] = [Math.max(principal[0], 1e-6), Math.max(principal[1], 1e-6)];
    let [p, q, r] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const u = x[3 * b + k] - x[3 * a + k];
      F0[k] = u * i00;
      F1[k] = u * i01 + (x[3 * c + k] - x[3 * a + k]) * i11;
      p += F0[k] * F0[k];
      q += F0[k] * F1[k];
      r += F1[k] * F1[k];
    }
    // the eigenvector of FᵀF of the larger stretch: of two ways to write it the one that does not cancel
    let [v0, v1] = p > r ? [s1 * s1 - r, q] : [q, s1 * s1 - p];
    const size = Math.sqrt(v0 * v0 + v1 * v1);
    [v0, v1] = size > 0 ? [v0 / size, v1 / size] : [1, 0];
    for (let k = 0; k < 3; k++) {
      U1[k] = (F0[k] * v0 + F1[k] * v1) / s1;
      U2[k] = (F1[k] * v0 - F0[k] * v1) / s2;
    }
    cross3(N, 0, U1, 0, U2, 0);
    const beyond = (s: number): number => s - Math.min(Math.max(s, this.#least), this.#largest);
    const [e1, e2] = [beyond(s1), beyond(s2)];
    const half = Math.SQRT1_2;
    setMode(0, e1 === 0 && this.#least < this.#largest ? 0 : 1, U1, v0, v1, 1, U1, 0, 0);
    setMode(1, e2 === 0 && this.#least < this.#largest ? 0 : 1, U2, -v1, v0, 1, U2, 0, 0);
    setMode(2, (e1 + e2) / (s1 + s2), U2, half * v0, half * v1, -1, U1, -half * v1, half * v0);
    const shear = s1 - s2 > 1e-9 * s1 ? (e1 - e2) / (s1 - s2) : modeStiffness[0];
    setMode(3, shear, U2, half * v0, half * v1, 1, U1, -half * v1, half * v0);
    setMode(4, e1 / s1, N, v0, v1, 1, N, 0, 0);
    setMode(5, e2 / s2, N, -v1, v0, 1, N, 0, 0);
  }

  value(x: Float64Array): number {
    let sum = 0;
    for (let t = 0; 3 * t < this.#nodes.length; t++) {
      this.stretches(principal, x, t);
      for (let k = 0; k < 2; k++) {
        const limited = Math.min(Math.max(principal[k], this.#least), this.#largest);
        sum += 0.5 * this.#rest[4 * t + 3] * (principal[k] - limited) * (principal[k] - limited);
      }
    }
    return sum;
  }

  /** out[0..1] = principal stretches of triangle t at x, the larger first */
  stretches(out: Float64Array, x: Float64Array, t: number): void {
    const rest = this.#rest;
    const nodes = this.#nodes;
    const i00 = rest[4 * t];
    const i01 = rest[4 * t + 1];
    const i11 = rest[4 * t + 2];
    const a = 3 * nodes[3 * t];
    const b = 3 * nodes[3 * t + 1];
    const c = 3 * nodes[3 * t + 2];
    let p = 0;
    let q = 0;
    let r = 0;
    for (let k = 0; k < 3; k++) {
      const u = x[b + k] - x[a + k];
      const f = u * i00;
      const g = u * i01 + (x[c + k] - x[a + k]) * i11;
      p += f * f;
      q += f * g;
      r += g * g;
    }
    const mean = 0.5 * (p + r);
    const half = Math.sqrt(0.25 * (p - r) * (p - r) + q * q);
    out[0] = Math.sqrt(mean + half);
    out[1] = Math.sqrt(Math.max(0, mean - half));
  }
}

const gradients = new Float64Array(6);
const modes = new Float64Array(36);
const modeStiffness = new Float64Array(6);
const [F0, F1, U1, U2, N] = Array.from({ length: 5 }, () => new Float64Array(3));

/** Mode m is u (a0, a1) + sign w (b0, b1), 3x2. */
function setMode(
  m: number,
  stiffness: number,
  u: Float64Array,
  a0: number,
  a1: number,
  sign: number,
  w: Float64Array,
  b0: number,
  b1: number,
): void {
  modeStiffness[m] = stiffness;
  for (let k = 0; k < 3; k++) {
    modes[6 * m + 2 * k] = u[k] * a0 + sign * w[k] * b0;
    modes[6 * m + 2 * k + 1] = u[k] * a1 + sign * w[k] * b1;
  }
}

const principal = new Float64Array(2);
