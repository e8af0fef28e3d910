import type { StepContext } from '../body.js';
import type { BandMatrix } from './band-matrix.js';
import type { HelixChain } from './helix-chain.js';

/** Elastic energy ½ Σ K (κ - κ°)² of a chain of helices: quadratic in its dofs, K = diag(EI1, EI2, GJ) l. */
export class HelixElasticity {
  private readonly chain: HelixChain;
  /** natural curvatures (1/m) and stiffness of each (N m³) */
  readonly natural: Float64Array;
  private readonly K: Float64Array;

  constructor(
    chain: HelixChain,
    natural: Float64Array,
    { EI1, EI2, GJ }: { readonly EI1: number; readonly EI2: number; readonly GJ: number },
  ) {
    this.chain = chain;
    this.natural = natural;
    this.K = Float64Array.from({ length: 3 * chain.N }, (_, i) => [EI1, EI2, GJ][i % 3] * chain.l);
  }

  /** the smaller of EI1 and EI2 (N m²) */
  get bendingStiffness(): number {
    return Math.min(this.K[0], this.K[1]) / this.chain.l;
  }

  stiffen(factor: number): void {
    for (let i = 0; i < this.K.length; i++) this.K[i] *= factor;
  }

  /** F -= ∇E, K += ∇²E (where given); the curvatures are the dofs from `root` on. */
  addForces(F: Float64Array, K: BandMatrix | null, root: number): void {
    for (let i = 0; i < this.K.length; i++) {
      F[root + i] -= this.K[i] * (this.chain.kappa[i] - this.natural[i]);
      K?.add(root + i, root + i, this.K[i]);
    }
  }

  /** Adds the elastic terms of a step to its M (dofs x dofs) and f; the curvatures are the last dofs. tau: damping (s) */
  addStep(
    M: Float64Array,
    f: Float64Array,
    dofs: number,
    v: Float64Array,
    { h, theta }: StepContext,
    tau: number,
  ): void {
    const { K, natural, chain } = this;
    const root = dofs - K.length;
    const implicit = h * theta * tau + h * h * theta * theta;
    const lag = h * (1 - theta) * (tau + h * theta);
    for (let i = 0; i < K.length; i++) {
      const d = root + i;
      M[d * dofs + d] += implicit * K[i];
      f[d] -= K[i] * (h * (chain.kappa[i] - natural[i]) + lag * v[d]);
    }
  }

  /** What an implicit step with the curvature rates v takes of the energy, h τ vᵀKv + h² vᵀKv/2, and the strain energy at its end (J). */
  lost(v: Float64Array, h: number, tau: number): { readonly lost: number; readonly strain: number } {
    let [square, strain] = [0, 0];
    for (let i = 0; i < this.K.length; i++) {
      const next = this.chain.kappa[i] - this.natural[i] + h * v[i];
      square += this.K[i] * v[i] * v[i];
      strain += 0.5 * this.K[i] * next * next;
    }
    return { lost: (h * tau + 0.5 * h * h) * square, strain };
  }

  energy(): number {
    let energy = 0;
    for (let i = 0; i < this.K.length; i++) {
      const strain = this.chain.kappa[i] - this.natural[i];
      energy += 0.5 * this.K[i] * strain * strain;
    }
    return energy;
  }
}
