import { apply33 } from '../../math/mat3.js';
import type { BandMatrix } from './band-matrix.js';
import type { HelixChain } from './helix-chain.js';
import { elementRule } from './helix-rule.js';
import { type RodLoads, type Vec3, loadAt } from './loads.js';

/** Pairs of curvatures of one element, and the directions whose second derivatives give them by polarisation. */
const unit = [new Float64Array([1, 0, 0]), new Float64Array([0, 1, 0]), new Float64Array([0, 0, 1])];
const sums = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Numbers of the present pass, the same for all chains. */
const work = {
  Fd: new Float64Array(3),
  T: new Float64Array(9),
  world: new Float64Array(3),
  force: new Float64Array(3),
  own: new Float64Array(6),
  ddp: new Float64Array(18),
  dA: new Float64Array(18),
  B: new Float64Array(9),
  section: new Float64Array(9),
};

/**
 * Weight, distributed and point loads, and moments on a chain of helices: generalised forces, and the second derivative
 * of their potential, which statics and stability need (dynamics takes these forces from `HelixInertia` or explicitly).
 */
export class HelixLoads {
  private readonly chain: HelixChain;
  private readonly root: 0 | 3 | 6;
  // what pulls beyond the present element: total force, Σ ρ Fᵀ with ρ from the element's end
  private readonly Fd = work.Fd;
  private readonly T = work.T;
  private readonly world = work.world;
  private readonly force = work.force;
  // second derivatives of the element's end and own points, six pairs: diagonal then (0,1), (0,2), (1,2)
  private readonly own = work.own;
  private readonly ddp = work.ddp;
  private readonly dA = work.dA;
  private readonly B = work.B;

  constructor(chain: HelixChain, root: 0 | 3 | 6) {
    this.chain = chain;
    this.root = root;
  }

  /** F += generalised forces of the density f0 (N/m) and of the loads; K -= their derivative where K is given. */
  add(F: Float64Array, K: BandMatrix | null, f0: Vec3, loads: RodLoads, t: number): void {
    const { chain, root, Fd, T } = this;
    Fd.fill(0);
    T.fill(0);
    for (let Q = chain.N - 1; Q >= 0; Q--) {
      const c = root + 3 * Q;
      const { W, shift } = chain;
      for (let k = 0; k < 3; k++) {
        const w = 9 * Q + 3 * k;
        F[c + k] +=
          shift[9 * Q + k] * Fd[0] +
          shift[9 * Q + 3 + k] * Fd[1] +
          shift[9 * Q + 6 + k] * Fd[2] +
          W[w] * (T[5] - T[7]) +
          W[w + 1] * (T[6] - T[2]) +
          W[w + 2] * (T[1] - T[3]);
      }
      if (K) this.beginHessian(Q);
      this.toStart(Q);
      this.ownLoads(F, K !== null, Q, f0, loads, t);
      if (K) this.endHessian(K, Q);
    }
    this.rootForces(F, K);
    for (const { s, moment } of loads.moments ?? []) this.moment(F, s, loadAt(moment, t));
  }

  /** Loads within element Q; T and Fd come to include them, about the element's start. */
  private ownLoads(F: Float64Array, hessian: boolean, Q: number, f0: Vec3, loads: RodLoads, t: number): void {
    const { chain, force } = this;
    const l = chain.l;
    const spread = loads.distributed ? loadAt(loads.distributed, t) : [0, 0, 0];
    const { nodes, weights } = elementRule(chain.kappa, chain.l, Q);
    for (let i = 0; i < nodes.length; i++) {
      for (let k = 0; k < 3; k++) force[k] = weights[i] * l * (f0[k] + spread[k]);
      this.pointLoad(F, hessian, Q, nodes[i] * l);
    }
    for (const load of loads.forces ?? []) {
      if (chain.elementAt(load.s) !== Q) continue;
      force.set(loadAt(load.force, t));
      this.pointLoad(F, hessian, Q, load.s - Q * l);
    }
  }

  /** The force `force` at arc length s of element Q. */
  private pointLoad(F: Float64Array, hessian: boolean, Q: number, s: number): void {
    const { chain, force, Fd, T, world, root } = this;
    const { point, frame } = chain;
    point.place(chain.kappa, 3 * Q, s);
    point.gradient();
    // the force in the element's frame
    for (let k = 0; k < 3; k++)
      world[k] = frame[9 * Q + k] * force[0] + frame[9 * Q + 3 + k] * force[1] + frame[9 * Q + 6 + k] * force[2];
    const [x, y, z] = [world[0], world[1], world[2]];
    for (let k = 0; k < 3; k++) {
      F[root + 3 * Q + k] += point.P[k] * x + point.P[3 + k] * y + point.P[6 + k] * z;
      if (!hessian) continue;
      // Σ J × F of the own points, in the element's frame turned to the world below
      const [a, b, c] = [point.P[k], point.P[3 + k], point.P[6 + k]];
      world.set([b * z - c * y, c * x - a * z, a * y - b * x]);
      for (let i = 0; i < 3; i++)
        this.B[3 * k + i] +=
          frame[9 * Q + 3 * i] * world[0] + frame[9 * Q + 3 * i + 1] * world[1] + frame[9 * Q + 3 * i + 2] * world[2];
    }
    if (hessian) {
      this.secondDerivatives();
      for (let p = 0; p < 6; p++)
        this.own[p] += this.ddp[3 * p] * x + this.ddp[3 * p + 1] * y + this.ddp[3 * p + 2] * z;
    }
    apply33(world, 0, frame, 9 * Q, point.p, 0);
    for (let i = 0; i < 3; i++) {
      Fd[i] += force[i];
      for (let j = 0; j < 3; j++) T[3 * i + j] += world[i] * force[j];
    }
  }

  /** T from the element's end to its start. */
  private toStart(Q: number): void {
    const { chain, Fd, T } = this;
    for (let i = 0; i < 3; i++) {
      const d = chain.start[3 * Q + 3 + i] - chain.start[3 * Q + i];
      for (let j = 0; j < 3; j++) T[3 * i + j] += d * Fd[j];
    }
  }

  /** ddp and dA of the placed point for six pairs of curvatures, by polarisation, in the element's frame. */
  private secondDerivatives(): void {
    const { point } = this.chain;
    for (let k = 0; k < 3; k++) {
      point.rates(unit[k], 0);
      this.ddp.set(point.ddp, 3 * k);
      this.dA.set(point.dA, 3 * k);
    }
    sums.forEach(([i, j], n) => {
      const v = this.world;
      for (let k = 0; k < 3; k++) v[k] = unit[i][k] + unit[j][k];
      point.rates(v, 0);
      for (let k = 0; k < 3; k++) {
        this.ddp[9 + 3 * n + k] = 0.5 * (point.ddp[k] - this.ddp[3 * i + k] - this.ddp[3 * j + k]);
        this.dA[9 + 3 * n + k] = 0.5 * (point.dA[k] - this.dA[3 * i + k] - this.dA[3 * j + k]);
      }
    });
  }

  /** Second derivatives of everything beyond element Q by its curvatures, and B_k = Σ J_k × F there. */
  private beginHessian(Q: number): void {
    const { chain, Fd, T, own, B, world } = this;
    const { point, frame, W, shift } = chain;
    const trace = T[0] + T[4] + T[8];
    const M = [T[5] - T[7], T[6] - T[2], T[1] - T[3]];
    point.place(chain.kappa, 3 * Q, chain.l);
    this.secondDerivatives();
    for (let p = 0; p < 6; p++) {
      const [i, j] = p < 3 ? [p, p] : sums[p - 3];
      const [wi, wj] = [9 * Q + 3 * i, 9 * Q + 3 * j];
      let sum = 0;
      apply33(world, 0, frame, 9 * Q, this.ddp, 3 * p);
      for (let k = 0; k < 3; k++) sum += world[k] * Fd[k];
      apply33(world, 0, frame, 9 * Q, this.dA, 3 * p);
      for (let k = 0; k < 3; k++) {
        sum += world[k] * M[k] - trace * W[wi + k] * W[wj + k];
        for (let m = 0; m < 3; m++) sum += 0.5 * T[3 * k + m] * (W[wi + k] * W[wj + m] + W[wj + k] * W[wi + m]);
      }
      own[p] = sum;
    }
    for (let k = 0; k < 3; k++) {
      const w = 9 * Q + 3 * k;
      const [a, b, c] = [shift[9 * Q + k], shift[9 * Q + 3 + k], shift[9 * Q + 6 + k]];
      B[3 * k] = b * Fd[2] - c * Fd[1];
      B[3 * k + 1] = c * Fd[0] - a * Fd[2];
      B[3 * k + 2] = a * Fd[1] - b * Fd[0];
      for (let i = 0; i < 3; i++)
        B[3 * k + i] += T[3 * i] * W[w] + T[3 * i + 1] * W[w + 1] + T[3 * i + 2] * W[w + 2] - trace * W[w + i];
    }
  }

  private endHessian(K: BandMatrix, Q: number): void {
    const { chain, root, own, B } = this;
    const { W } = chain;
    const c = root + 3 * Q;
    for (let k = 0; k < 3; k++) K.add(c + k, c + k, -own[k]);
    sums.forEach(([i, j], n) => {
      K.add(c + i, c + j, -own[3 + n]);
      K.add(c + j, c + i, -own[3 + n]);
    });
    for (let k = 0; k < 3; k++) {
      for (let d = 0; d < 9 * Q; d += 3) {
        const value = W[d] * B[3 * k] + W[d + 1] * B[3 * k + 1] + W[d + 2] * B[3 * k + 2];
        K.add(root + d / 3, c + k, -value);
        K.add(c + k, root + d / 3, -value);
      }
      if (root === 0) continue;
      for (let i = 0; i < 3; i++) {
        K.add(root - 3 + i, c + k, -B[3 * k + i]);
        K.add(c + k, root - 3 + i, -B[3 * k + i]);
      }
    }
  }

  private rootForces(F: Float64Array, K: BandMatrix | null): void {
    const { root, Fd, T } = this;
    if (root === 0) return;
    const at = root - 3;
    if (root === 6) for (let k = 0; k < 3; k++) F[k] += Fd[k];
    F[at] += T[5] - T[7];
    F[at + 1] += T[6] - T[2];
    F[at + 2] += T[1] - T[3];
    if (K === null) return;
    const trace = T[0] + T[4] + T[8];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) K.add(at + i, at + j, -(0.5 * (T[3 * i + j] + T[3 * j + i]) - (i === j ? trace : 0)));
  }

  /** F += moment of fixed direction at arc length s. */
  private moment(F: Float64Array, s: number, m: Vec3): void {
    const { root } = this;
    const E = this.localTurns(s);
    for (let d = 0; d <= 3 * E + 2; d++) F[root + d] += this.turnOf(d, E, m);
    if (root > 0) for (let k = 0; k < 3; k++) F[root - 3 + k] += m[k];
  }

  // turns of the section at a moment by the curvatures of its own element, world, three columns as rows
  private readonly section = work.section;

  /** section = frame x A(s) of the element at s; returns the element. */
  private localTurns(s: number): number {
    const { chain, section, world } = this;
    const E = chain.elementAt(s);
    chain.point.place(chain.kappa, 3 * E, s - E * chain.l);
    chain.point.gradient();
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) world[i] = chain.point.A[3 * i + k];
      apply33(section, 3 * k, chain.frame, 9 * E, world, 0);
    }
    return E;
  }

  /** m · ω_d for curvature d at a section of element E. */
  private turnOf(d: number, E: number, m: Vec3): number {
    const w = d >= 3 * E ? this.section : this.chain.W;
    const o = d >= 3 * E ? 3 * (d - 3 * E) : 3 * d;
    return m[0] * w[o] + m[1] * w[o + 1] + m[2] * w[o + 2];
  }

  /** K -= derivative of the force of a moment: ∂ω_k/∂κ_j = ω_j × ω_k for j before k, 0 after, their mean and more within. */
  momentStiffness(K: BandMatrix, s: number, m: Vec3): void {
    const { chain, root, section, world } = this;
    const E = this.localTurns(s);
    const omega = (d: number): number[] => {
      const w = d >= 3 * E ? section : chain.W;
      const o = d >= 3 * E ? 3 * (d - 3 * E) : 3 * d;
      return [w[o], w[o + 1], w[o + 2]];
    };
    const triple = (a: number[], b: number[]): number =>
      m[0] * (a[1] * b[2] - a[2] * b[1]) + m[1] * (a[2] * b[0] - a[0] * b[2]) + m[2] * (a[0] * b[1] - a[1] * b[0]);
    for (let k = 0; k <= 3 * E + 2; k++) {
      const P = Math.floor(k / 3);
      for (let j = 0; j < 3 * P; j++) K.add(root + k, root + j, -triple(omega(j), omega(k)));
      chain.point.place(chain.kappa, 3 * P, P === E ? s - E * chain.l : chain.l);
      this.secondDerivatives();
      for (let j = 3 * P; j < 3 * P + 3; j++) {
        const [a, b] = [Math.min(j, k) - 3 * P, Math.max(j, k) - 3 * P];
        const pair = a === b ? a : 2 + a + b;
        apply33(world, 0, chain.frame, 9 * P, this.dA, 3 * pair);
        const bend = m[0] * world[0] + m[1] * world[1] + m[2] * world[2];
        K.add(root + k, root + j, -(bend + 0.5 * triple(omega(j), omega(k))));
      }
      for (let i = 0; root > 0 && i < 3; i++) K.add(root + k, root - 3 + i, -triple([...unit[i]], omega(k)));
    }
    for (let i = 0; root > 0 && i < 3; i++)
      for (let j = 0; j < 3; j++) K.add(root - 3 + i, root - 3 + j, -0.5 * triple([...unit[j]], [...unit[i]]));
  }
}
