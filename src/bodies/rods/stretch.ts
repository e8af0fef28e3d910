import { normalise3, subtract3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';
import type { TangentKind } from './elastic-system.js';

/**
 * Stretch of a chain's segments: Σ (EA l/2)(|e|/l - 1)² + λ (|e| - l). The multipliers λ (N) are zero in an extensible
 * rod; `augment` moves the springs' tension into them, after which the springs are at rest at the same tension.
 */
export class Stretch {
  readonly n: number;
  readonly EA: number;
  readonly l: number;
  /** λ of each segment (N) */
  readonly multiplier: Float64Array;
  /** unit tangents and lengths of the segments, as of the last `update` */
  readonly tangent: Float64Array;
  readonly edgeLength: Float64Array;
  private readonly block = new Float64Array(9);

  constructor(n: number, l: number, EA: number) {
    this.n = n;
    this.l = l;
    this.EA = EA;
    this.multiplier = new Float64Array(n);
    this.tangent = new Float64Array(3 * n);
    this.edgeLength = new Float64Array(n);
  }

  /** Tangents and lengths of nodes that stand `stride` apart in q. */
  update(q: Float64Array, stride: number): void {
    for (let j = 0; j < this.n; j++) {
      subtract3(this.tangent, 3 * j, q, stride * (j + 1), q, stride * j);
      this.edgeLength[j] = normalise3(this.tangent, 3 * j, this.tangent, 3 * j);
    }
  }

  /** Tension of segment j (N). */
  tension(j: number): number {
    return this.EA * (this.edgeLength[j] / this.l - 1) + this.multiplier[j];
  }

  augment(): void {
    for (let j = 0; j < this.n; j++) this.multiplier[j] = this.tension(j);
  }

  energy(): number {
    let sum = 0;
    for (let j = 0; j < this.n; j++) {
      const strain = this.edgeLength[j] / this.l - 1;
      sum += (0.5 * this.EA * strain + this.multiplier[j]) * strain * this.l;
    }
    return sum;
  }

  /** F -= ∇E, K += ∇²E; `stride` dofs from node to node. */
  forces(F: Float64Array, K: BandMatrix | null, kind: TangentKind, stride: number): void {
    const { n, tangent: t } = this;
    for (let j = 0; j < n; j++) {
      const T = this.tension(j);
      const a = stride * j;
      const b = a + stride;
      for (let k = 0; k < 3; k++) {
        F[a + k] += T * t[3 * j + k];
        F[b + k] -= T * t[3 * j + k];
      }
      if (K === null) continue;
      const across = kind === 'strain' ? 0 : (kind === 'exact' ? T : Math.max(T, 0)) / this.edgeLength[j];
      this.stiffness(j, this.EA / this.l - across, across);
      K.addBlock(a, a, 1, this.block);
      K.addBlock(b, b, 1, this.block);
      K.addBlock(a, b, -1, this.block);
      K.addBlock(b, a, -1, this.block);
    }
  }

  /** block = c t tᵀ + d I */
  private stiffness(j: number, c: number, d: number): void {
    const B = this.block;
    const t = this.tangent;
    for (let p = 0; p < 3; p++)
      for (let r = 0; r < 3; r++) B[3 * p + r] = c * t[3 * j + p] * t[3 * j + r] + (p === r ? d : 0);
  }
}
