import type { BandMatrix } from './band-matrix.js';
import { DiscreteElasticRod } from './der.js';
import type { ResolvedRod } from './spec.js';

/** Relative error of the lengths that ends the projection, and the most iterations it takes. */
const TOLERANCE = 1e-10;
const ITERATIONS = 50;

/**
 * Discrete elastic rod with explicit bending and the lengths kept by fast projection [Goldenthal07], as paper 2 used it:
 * after the step (contacts included) Newton's iteration on |e|²/l - l = 0 in the metric of the mass, a tridiagonal system
 * each time; the shift over h is added to the velocity. Twist stays implicit: its inertia is far too small for explicit steps.
 */
export class ProjectedElasticRod extends DiscreteElasticRod {
  /** its tensions are not of its natural shape, which therefore cannot hold it */
  readonly keepsLengths = true;
  private readonly lambda: Float64Array;
  private readonly upper: Float64Array;
  private readonly still: Float64Array;

  constructor(rod: ResolvedRod) {
    super({ ...rod, section: { ...rod.section, EA: 0 } });
    this.lambda = new Float64Array(rod.n);
    this.upper = new Float64Array(rod.n);
    this.still = new Float64Array(this.dofs);
  }

  /** Only pairs of angles stay implicit. */
  protected override implicitPart(K: BandMatrix): void {
    const { data, width, b, n } = K;
    for (let i = 0; i < n; i++)
      for (let j = Math.max(0, i - b); j <= Math.min(n - 1, i + b); j++)
        if (i % 4 !== 3 || j % 4 !== 3) data[i * width + j - i + b] = 0;
  }

  protected override project(h: number): void {
    const { q, v, n, F, fixed } = this;
    for (let i = 0; i <= n; i++) for (let k = 0; k < 3; k++) F[4 * i + k] = q[4 * i + k];
    this.restoreLengths();
    for (let i = 0; i <= n; i++)
      for (let k = 0; k < 3; k++) if (fixed[4 * i + k] === 0) v[4 * i + k] += (q[4 * i + k] - F[4 * i + k]) / h;
  }

  override displace(dx: Float64Array): void {
    super.displace(dx);
    this.restoreLengths();
  }

  /** Positions onto |e| = l, frames along. */
  private restoreLengths(): void {
    for (let k = 0; k < ITERATIONS; k++) if (this.projectionStep() < TOLERANCE) break;
    this.stretch.update(this.q, 4);
    this.turnSegments(this.still, 1);
  }

  /** One Newton step; returns the largest relative error of a squared length before it. */
  private projectionStep(): number {
    const { q, n, l, lambda, upper, stretch } = this;
    stretch.update(q, 4);
    const { tangent: t, edgeLength } = stretch;
    let worst = 0;
    // ∇C_j = ± 2 e/l: the matrix couples neighbours through the inverse mass of their node
    let lastDiagonal = 1;
    let lastUpper = 0;
    for (let j = 0; j < n; j++) {
      const s = (2 * edgeLength[j]) / l;
      const wa = this.inverseMass(j);
      const wb = this.inverseMass(j + 1);
      const C = (edgeLength[j] * edgeLength[j]) / l - l;
      if (wa + wb > 0) worst = Math.max(worst, Math.abs(C) / l);
      let diagonal = wa + wb > 0 ? s * s * (wa + wb) : 1;
      let right = wa + wb > 0 ? C : 0;
      if (j > 0) {
        const factor = lastUpper / lastDiagonal;
        diagonal -= factor * lastUpper;
        right -= factor * lambda[j - 1];
      }
      let next = 0;
      if (j + 1 < n) {
        const o = 3 * j;
        const along = t[o] * t[o + 3] + t[o + 1] * t[o + 4] + t[o + 2] * t[o + 5];
        next = -wb * s * ((2 * edgeLength[j + 1]) / l) * along;
      }
      lambda[j] = right;
      upper[j] = next;
      this.diagonal[j] = diagonal;
      lastDiagonal = diagonal;
      lastUpper = next;
    }
    for (let j = n - 1; j >= 0; j--)
      lambda[j] = (lambda[j] - (j + 1 < n ? upper[j] * lambda[j + 1] : 0)) / this.diagonal[j];
    this.shiftNodes();
    return worst;
  }

  private readonly diagonal = new Float64Array(this.n);

  private inverseMass(node: number): number {
    return this.fixed[4 * node] === 0 ? 1 / this.mass[4 * node] : 0;
  }

  /** x -= M⁻¹ ∇Cᵀ λ */
  private shiftNodes(): void {
    const { q, n, l, lambda, stretch } = this;
    const { tangent: t, edgeLength } = stretch;
    for (let j = 0; j < n; j++) {
      const s = ((2 * edgeLength[j]) / l) * lambda[j];
      const wa = this.inverseMass(j);
      const wb = this.inverseMass(j + 1);
      for (let k = 0; k < 3; k++) {
        q[4 * j + k] += wa * s * t[3 * j + k];
        q[4 * (j + 1) + k] -= wb * s * t[3 * j + k];
      }
    }
  }
}
