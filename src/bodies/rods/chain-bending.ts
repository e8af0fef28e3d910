import { cross3, norm3 } from '../../math/vec3.js';
import { type AngleEnergy, angleEnergy, tanEnergy } from './angle-energy.js';
import type { BandMatrix } from './band-matrix.js';
import type { TangentKind } from './elastic-system.js';

const energy: AngleEnergy = { W: 0, dW: 0, ddW: 0 };
const normal = new Float64Array(3);
// gradients of the cosine by the edges a, b and blocks of the joint's Hessian
const ga = new Float64Array(3);
const gb = new Float64Array(3);
const Haa = new Float64Array(9);
const Hab = new Float64Array(9);
const Hba = new Float64Array(9);
const Hbb = new Float64Array(9);

/**
 * Bending springs between consecutive segments: E = Σ (B/l) W(angle), isotropic, blind to twist. Joint i stands at node
 * i between segments i - 1 and i; joints 0 and n tie the first and last segment to walls (clamps of second order, with
 * half the length and so twice the stiffness) and are switched off where there is none.
 */
export class ChainBending {
  readonly n: number;
  /** B/l of each joint (N m), 0 where there is none */
  readonly stiffness: Float64Array;
  readonly natural: Float64Array;
  /** unit directions of the walls at both ends */
  readonly walls = new Float64Array(6);
  private readonly tan: boolean;

  constructor(n: number, tan: boolean) {
    this.n = n;
    this.tan = tan;
    this.stiffness = new Float64Array(n + 1);
    this.natural = new Float64Array(n + 1);
  }

  /**
   * F -= ∇E, K += ∇²E, D += stiffness of the strains (where given); tangents t (three numbers each) and lengths of the
   * segments. Returns the energy.
   */
  forces(
    F: Float64Array,
    K: BandMatrix | null,
    kind: TangentKind,
    D: BandMatrix | null,
    t: Float64Array,
    length: Float64Array,
  ): number {
    const { n, walls } = this;
    let sum = 0;
    for (let i = 0; i <= n; i++) {
      const k = this.stiffness[i];
      if (k === 0) continue;
      const a = i === 0 ? walls : t;
      const b = i === n ? walls : t;
      const ai = i === 0 ? 0 : 3 * (i - 1);
      const bi = i === n ? 3 : 3 * i;
      const c = Math.min(1, a[ai] * b[bi] + a[ai + 1] * b[bi + 1] + a[ai + 2] * b[bi + 2]);
      cross3(normal, 0, a, ai, b, bi);
      const sine = norm3(normal);
      if (this.tan) tanEnergy(energy, c);
      else angleEnergy(energy, c, sine, this.natural[i]);
      sum += k * energy.W;
      // a wall is a segment of no length dof; the value only has to be positive
      const la = i === 0 ? 1 : length[i - 1];
      const lb = i === n ? 1 : length[i];
      for (let p = 0; p < 3; p++) {
        ga[p] = (b[bi + p] - c * a[ai + p]) / la;
        gb[p] = (a[ai + p] - c * b[bi + p]) / lb;
      }
      const first = 3 * (i - 1);
      const s = k * energy.dW;
      for (let p = 0; p < 3; p++) {
        if (i > 0) {
          F[first + p] += s * ga[p];
          F[first + 3 + p] -= s * ga[p];
        }
        if (i < n) {
          F[first + 3 + p] += s * gb[p];
          F[first + 6 + p] -= s * gb[p];
        }
      }
      if (K && kind === 'exact') {
        this.hessian(a, ai, b, bi, c, la, lb, k);
        this.scatter(K, i, first);
      }
      if (D === null && (K === null || kind === 'exact')) continue;
      this.projected(a, ai, b, bi, c, sine, la, lb, k);
      if (D) this.scatter(D, i, first);
      if (K && kind !== 'exact') this.scatter(K, i, first);
    }
    return sum;
  }

  /** k (W″ ∇c ∇cᵀ + W′ ∇²c) by edges. */
  private hessian(
    a: Float64Array,
    ai: number,
    b: Float64Array,
    bi: number,
    c: number,
    la: number,
    lb: number,
    k: number,
  ): void {
    const d = k * energy.dW;
    const dd = k * energy.ddW;
    for (let p = 0; p < 3; p++)
      for (let r = 0; r < 3; r++) {
        const o = 3 * p + r;
        const one = p === r ? 1 : 0;
        const ap = a[ai + p];
        const ar = a[ai + r];
        const bp = b[bi + p];
        const br = b[bi + r];
        Haa[o] = dd * ga[p] * ga[r] - d * ((ga[p] * ar + ap * ga[r]) / la + (c * (one - ap * ar)) / (la * la));
        Hbb[o] = dd * gb[p] * gb[r] - d * ((gb[p] * br + bp * gb[r]) / lb + (c * (one - bp * br)) / (lb * lb));
        Hab[o] = dd * ga[p] * gb[r] + (d * (one - ap * ar - bp * br + c * ap * br)) / (la * lb);
      }
    for (let p = 0; p < 3; p++) for (let r = 0; r < 3; r++) Hba[3 * r + p] = Hab[3 * p + r];
  }

  /**
   * Positive semidefinite: the stiffness W_φφ within the plane of the joint, and max(0, W_φ / sin φ)(α - β)² for the
   * speeds α, β of the tangents across it, which is above the Hessian there.
   */
  private projected(
    a: Float64Array,
    ai: number,
    b: Float64Array,
    bi: number,
    c: number,
    sine: number,
    la: number,
    lb: number,
    k: number,
  ): void {
    const across = Math.max(0, -k * energy.dW);
    // near straight the plane is undefined and both directions are alike: across P_a, P_b
    const flat = sine < 1e-6;
    const within = k * Math.max(0, energy.ddW * sine * sine - energy.dW * c);
    for (let p = 0; p < 3; p++)
      for (let r = 0; r < 3; r++) {
        const o = 3 * p + r;
        const u = flat ? 0 : (within * ga[p] * ga[r]) / (sine * sine);
        const w = flat ? 0 : (within * gb[p] * gb[r]) / (sine * sine);
        const x = flat ? 0 : (within * ga[p] * gb[r]) / (sine * sine);
        const one = p === r ? 1 : 0;
        const nn = flat ? one - a[ai + p] * a[ai + r] : (normal[p] * normal[r]) / (sine * sine);
        const mm = flat ? one - b[bi + p] * b[bi + r] : nn;
        Haa[o] = u + (across * nn) / (la * la);
        Hbb[o] = w + (across * mm) / (lb * lb);
        Hab[o] = x - (across * nn) / (la * lb);
      }
    for (let p = 0; p < 3; p++) for (let r = 0; r < 3; r++) Hba[3 * r + p] = Hab[3 * p + r];
  }

  /** From edges to nodes: a = x_i - x_i-1, b = x_i+1 - x_i; a wall has no nodes. */
  private scatter(K: BandMatrix, i: number, first: number): void {
    const mid = first + 3;
    const last = first + 6;
    if (i > 0) {
      K.addBlock(first, first, 1, Haa);
      K.addBlock(first, mid, -1, Haa);
      K.addBlock(mid, first, -1, Haa);
      K.addBlock(mid, mid, 1, Haa);
    }
    if (i < this.n) {
      K.addBlock(mid, mid, 1, Hbb);
      K.addBlock(mid, last, -1, Hbb);
      K.addBlock(last, mid, -1, Hbb);
      K.addBlock(last, last, 1, Hbb);
    }
    if (i === 0 || i === this.n) return;
    K.addBlock(first, mid, 1, Hab);
    K.addBlock(first, last, -1, Hab);
    K.addBlock(mid, mid, -1, Hab);
    K.addBlock(mid, last, 1, Hab);
    K.addBlock(mid, first, 1, Hba);
    K.addBlock(last, first, -1, Hba);
    K.addBlock(mid, mid, -1, Hba);
    K.addBlock(last, mid, 1, Hba);
  }
}
