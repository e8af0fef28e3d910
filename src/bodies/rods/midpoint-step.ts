import type { StepContext } from '../body.js';
import { BandLu, BandMatrix } from './band-matrix.js';
import type { TangentKind } from './elastic-system.js';
import { gaussRule } from './gauss.js';
import type { Stretch } from './stretch.js';

/** Stiff energies besides stretch, whose discrete gradients are known in closed form. */
export interface StiffTerms {
  /** The present shape is the start. */
  begin(): void;
  /** The forces of Newton's method are those that the start lets expect. */
  predict(): void;
  /** The present shape is the end of the way dx: F += a F_d, J += b times minus its derivative, with the forces of Newton's method where they turn. */
  add(F: Float64Array, J: BandMatrix, dx: Float64Array, a: number, b: number): void;
  /** The forces of Newton's method become those of the shape of the last `add`, changed by s dv to first order. */
  follow(s: number, dv: Float64Array): void;
  /** F -= ∇E, K += ∇²E of the present shape */
  forces(F: Float64Array, K: BandMatrix, kind: TangentKind): void;
}

/** What of a rod made of nodes its energy-keeping step needs to know. */
export interface MidpointRod {
  readonly dofs: number;
  readonly stride: number;
  readonly bandwidth: number;
  readonly v: Float64Array;
  /** 1 where an end holds the dof, and the velocities there over the step */
  readonly fixed: Uint8Array;
  readonly heldVelocity: Float64Array;
  /** diagonal inertia and drag of every dof */
  readonly mass: Float64Array;
  readonly drag: Float64Array;
  /** internal damping τ (s) */
  readonly damping: number;
  readonly stretch: Stretch;
  /** whether an end is moved: then what the path of the ends puts in is booked instead of taken out */
  readonly endsMove: boolean;
  /** Puts the shape at the share s of the way dx from the start of the step, ends included. */
  place(s: number, dx: Float64Array): void;
  /** Bending and twist of the present shape: F -= ∇E, K += ∇²E, D += stiffness of the strains; returns E. */
  bend(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number;
  /** Where dofs are turns: K, of the forces F at the share s of the way dx, becomes minus their derivative by dx / s. */
  byWay?(K: BandMatrix, F: Float64Array, s: number, dx: Float64Array): void;
  /** Further stiff terms with discrete gradients of their own, which `bend` then leaves out. */
  readonly stiff: StiffTerms | undefined;
  /** F += weight, loads and forces quadratic in the velocities v, of the present shape at time t. */
  external(F: Float64Array, v: Float64Array, step: StepContext, t: number): void;
}

/** Bending energies are smooth along a step's way: with three points their work is exact to the sixth power of the turn. */
const rule = gaussRule(3);

/** Newton's steps that the equation is given; it takes 3 to 7. */
const mostSteps = 20;

/** The same on the way there from shorter steps, how many of these are tried, and the smallest share of the step gained by one. */
const fewSteps = 12;
const mostTries = 40;
const leastGain = 0.02;

/** The equation is solved when Newton's step is below this share of the velocities, in the norm of the mass: its next, never taken,
 *  would be the square of that. Energies are then kept to rounding. */
const solved = 1e-10;

/** Newton's steps that change nothing more for rounding are accepted up to this share. */
const rounded = 1e-6;

/**
 * The step of a rod for theta < 1, solved and not only linearised. With w = θ v⁺ + (1 - θ) v and Δ = h w the way of the step,
 *
 *     m (v⁺ - v) = h (F̄ - d w - τ D w) + p,    F̄ = (2 - 2θ) F_d(q, q + Δ) + (2θ - 1) F(q + Δ)
 *
 * where F_d is a discrete gradient of the elastic energy, F_d·Δ = E(q) - E(q + Δ), whatever the length of the step, so that
 * theta = 1/2 keeps the energy exactly and more than that only loses some. Stretch: mean tension T̄ along the mean edge
 * (e + e⁺)/(|e| + |e⁺|) [Simo-Tarnow 1992]: a segment that turns without being stretched is not pulled at. Bending and twist: mean
 * of the force along the way [Quispel-McLaren 2008] by Gauss' rule, its error taken out along m Δ [Gonzalez 1996]. p are the
 * impulses of contacts.
 */
export class MidpointStep {
  /** velocity at the end of the step, once solved */
  readonly vNext: Float64Array;
  /** m (v⁺ - v) - h (F̄ - ...): what contacts and the ends give (N s) */
  readonly residual: Float64Array;
  /** positive definite or not, symmetric: derivative of the residual but for what the turning of tensions has of antisymmetry */
  readonly A: BandMatrix;
  /** derivative of the residual by v⁺, with the tensions and stiff forces of Newton's method where these turn */
  readonly J: BandMatrix;
  /** E⁺ - E + F̄·Δ of bending: what moved ends have put in (J) */
  defect = 0;
  readonly #rod: MidpointRod;
  readonly #w: Float64Array;
  readonly #dx: Float64Array;
  readonly #F: Float64Array;
  readonly #Fs: Float64Array;
  readonly #pushed: Float64Array;
  readonly #K: BandMatrix;
  readonly #D: BandMatrix;
  readonly #lu = new BandLu();
  readonly #change: Float64Array;
  /** at the start of the step */
  readonly #tangent: Float64Array;
  readonly #length: Float64Array;
  /** T̄/(|e| + |e⁺|) of every segment (N/m): of Newton's method, of the shape evaluated last, and the derivative of that by e⁺ */
  readonly #density: Float64Array;
  readonly #shown: Float64Array;
  readonly #slope: Float64Array;
  #bending = 0;
  readonly #block = new Float64Array(9);
  readonly #mean = new Float64Array(3);

  constructor(rod: MidpointRod) {
    this.#rod = rod;
    const n = rod.dofs;
    const b = rod.bandwidth;
    this.vNext = new Float64Array(n);
    this.residual = new Float64Array(n);
    this.#w = new Float64Array(n);
    this.#dx = new Float64Array(n);
    this.#F = new Float64Array(n);
    this.#Fs = new Float64Array(n);
    this.#pushed = new Float64Array(n);
    this.#change = new Float64Array(n);
    this.A = new BandMatrix(n, b);
    this.#K = new BandMatrix(n, b);
    this.J = new BandMatrix(n, b);
    this.#D = new BandMatrix(rod.damping > 0 ? n : 1, b);
    this.#tangent = new Float64Array(rod.stretch.tangent.length);
    this.#length = new Float64Array(rod.stretch.n);
    this.#density = new Float64Array(rod.stretch.n);
    this.#shown = new Float64Array(rod.stretch.n);
    this.#slope = new Float64Array(3 * rod.stretch.n);
  }

  /** Takes the present shape as the start of the step. */
  begin(): void {
    const { stretch } = this.#rod;
    this.#dx.fill(0);
    this.#rod.place(0, this.#dx);
    this.#tangent.set(stretch.tangent);
    this.#length.set(stretch.edgeLength);
    this.#rod.stiff?.begin();
    this.#Fs.fill(0);
    this.#bending = this.#rod.bend(this.#Fs, null, 'exact', null);
    this.#predict();
  }

  /** The guess that nothing moves: velocities of stiff modes change their sign from step to step and would lead far away. */
  stay({ theta }: StepContext): void {
    const { v } = this.#rod;
    for (let i = 0; i < v.length; i++) this.vNext[i] = ((theta - 1) / theta) * v[i];
  }

  /** Tensions of the start, which waves of stretch go round, but no pressure: with it the tangent need not be definite. */
  #predict(): void {
    const { n, l, EA, multiplier } = this.#rod.stretch;
    for (let j = 0; j < n; j++) {
      const T = EA * (this.#length[j] / l - 1) + multiplier[j];
      this.#density[j] = Math.max(0, T) / (2 * this.#length[j]);
    }
    this.#rod.stiff?.predict();
  }

  /**
   * Solves the step from the guess in `vNext`, with impulses p of contacts; false where that fails. The residual and A are left at the
   * solution. Where Newton's method does not find it, it is followed from shorter steps, to which it is the nearer the shorter they are.
   */
  solve(step: StepContext, p: Float64Array | null): boolean {
    const { v, endsMove } = this.#rod;
    if (this.#newtonFrom(step, p, mostSteps)) return true;
    if (endsMove) return false;
    this.stay(step);
    this.#predict();
    const good = this.vNext.slice();
    const scaled = p ? p.slice() : null;
    let share = 0;
    for (let gain = 0.25, tries = 0; tries < mostTries; tries++) {
      const to = Math.min(1, share + gain);
      if (scaled) for (let i = 0; i < scaled.length; i++) scaled[i] = to * p![i];
      // velocities change in proportion to the length of the step, to begin with
      if (share > 0) for (let i = 0; i < v.length; i++) this.vNext[i] = v[i] + (to / share) * (good[i] - v[i]);
      if (this.#newtonFrom({ ...step, h: to * step.h }, scaled, fewSteps)) {
        if (to === 1) return true;
        share = to;
        good.set(this.vNext);
        gain *= 1.5;
      } else {
        gain *= 0.5;
        this.vNext.set(good);
        this.#predict();
        if (gain < leastGain) return false;
      }
    }
    return false;
  }

  /**
   * Newton's method from the guess in `vNext`, for velocities and stiff forces together: a segment that is turned by x is stretched by x²,
   * and with the tension of that the next step would be far off [mixed iteration: Magisano-Leonetti-Garcea 2017]. So the equation
   * T = T̄(Δ) is linearised, too, the change of T eliminated, and T is what the tangent holds where tensions turn. Whole steps come to the solution.
   */
  #newtonFrom(step: StepContext, p: Float64Array | null, steps: number): boolean {
    const { dofs, fixed, heldVelocity, mass } = this.#rod;
    const { vNext, A } = this;
    const change = this.#change;
    for (let i = 0; i < dofs; i++) if (fixed[i] !== 0) vNext[i] = heldVelocity[i];
    const fall = fallOf(step, mass, fixed);
    let last = Infinity;
    for (let k = 0; k < steps; k++) {
      this.evaluate(step, vNext, 'exact');
      for (let i = 0; i < dofs; i++) if (fixed[i] !== 0) this.J.isolate(i, mass[i]);
      if (!this.#lu.factor(this.J)) return false;
      this.#newton(change, p);
      const moved = this.#norm(change);
      if (!(moved < Infinity)) return false;
      const scale = this.#norm(vNext) + this.#norm(this.#rod.v) + fall;
      for (let i = 0; i < dofs; i++) vNext[i] += change[i];
      this.#follow(step.h * step.theta);
      if (moved <= solved * scale || (moved >= 0.5 * last && moved <= rounded * scale)) {
        // what the last step leaves of the residual is its square
        for (let i = 0; i < dofs; i++) if (fixed[i] === 0) this.residual[i] = p ? p[i] : 0;
        return A.data.every(Number.isFinite);
      }
      last = moved;
    }
    return false;
  }

  /** Tensions and other stiff forces take Newton's step, of which s is the way. */
  #follow(s: number): void {
    const { stretch, stride, stiff } = this.#rod;
    const change = this.#change;
    for (let j = 0; j < stretch.n; j++) {
      let sum = 0;
      for (let k = 0, a = stride * j; k < 3; k++, a++) sum += this.#slope[3 * j + k] * (change[a + stride] - change[a]);
      this.#density[j] = this.#shown[j] + s * sum;
    }
    stiff?.follow(s, change);
  }

  /** out = Newton's step of the present residual with the tangent factored last */
  #newton(out: Float64Array, p: Float64Array | null): void {
    const { dofs, fixed } = this.#rod;
    for (let i = 0; i < dofs; i++) out[i] = fixed[i] === 0 ? (p ? p[i] : 0) - this.residual[i] : 0;
    this.#lu.solve(out);
  }

  /** √ Σ m x² */
  #norm(x: Float64Array): number {
    const { mass, fixed, dofs } = this.#rod;
    let sum = 0;
    for (let i = 0; i < dofs; i++) if (fixed[i] === 0) sum += mass[i] * x[i] * x[i];
    return Math.sqrt(sum);
  }

  /** Residual and tangents for the velocity vNext. */
  evaluate(step: StepContext, vNext: Float64Array, kind: 'exact' | 'projected'): void {
    const { dofs, v, fixed, heldVelocity, mass, drag, damping } = this.#rod;
    const { h, theta } = step;
    const w = this.#w;
    const F = this.#F;
    const R = this.residual;
    for (let i = 0; i < dofs; i++) {
      w[i] = fixed[i] === 0 ? theta * vNext[i] + (1 - theta) * v[i] : heldVelocity[i];
      this.#dx[i] = fixed[i] === 0 ? h * w[i] : 0;
    }
    this.#elastic(step, kind);
    for (let i = 0; i < dofs; i++) R[i] = mass[i] * (vNext[i] - v[i]) - h * (F[i] - drag[i] * w[i]);
    if (damping > 0) this.#D.multiplyAdd(R, h * damping, w);
    for (const B of [this.A, this.J]) {
      if (damping > 0) for (let q = 0; q < B.data.length; q++) B.data[q] += h * theta * damping * this.#D.data[q];
      for (let i = 0; i < dofs; i++) B.data[i * B.width + B.b] += mass[i] + h * theta * drag[i];
    }
  }

  /** F = F̄ and external forces; A, J = h²θ times the derivative of -F̄ by the way; D at the middle; the defect. */
  #elastic(step: StepContext, kind: 'exact' | 'projected'): void {
    const rod = this.#rod;
    const { h, theta } = step;
    const F = this.#F;
    const Fs = this.#Fs;
    const share = 2 - 2 * theta;
    const scale = h * h * theta;
    F.fill(0);
    this.A.clear();
    this.J.clear();
    if (rod.damping > 0) this.#D.clear();
    for (let g = 0; g < rule.nodes.length; g++) {
      const s = rule.nodes[g];
      rod.place(s, this.#dx);
      Fs.fill(0);
      this.#K.clear();
      if (g === 1) this.#middle(step, kind, share);
      else rod.bend(Fs, this.#K, kind, null);
      rod.byWay?.(this.#K, Fs, s, this.#dx);
      this.#addTangent(share * scale * rule.weights[g] * s, this.J);
      for (let i = 0; i < F.length; i++) F[i] += rule.weights[g] * Fs[i];
    }
    rod.place(1, this.#dx);
    Fs.fill(0);
    this.#K.clear();
    const implicit = theta > 0.5;
    const after = rod.bend(Fs, implicit ? this.#K : null, kind, null);
    this.#balance(after, h);
    for (let i = 0; i < F.length; i++) F[i] *= share;
    if (implicit) {
      rod.stretch.forces(Fs, this.#K, kind, rod.stride);
      rod.stiff?.forces(Fs, this.#K, kind);
      for (let i = 0; i < F.length; i++) F[i] += (2 * theta - 1) * Fs[i];
      this.#addTangent((2 * theta - 1) * scale, this.A);
      rod.byWay?.(this.#K, Fs, 1, this.#dx);
      this.#addTangent((2 * theta - 1) * scale, this.J);
    }
    this.#pull(share, share * scale, kind);
    rod.stiff?.add(F, this.J, this.#dx, share, share * scale);
    for (let i = 0; i < F.length; i++) F[i] += this.#pushed[i];
  }

  /** At the middle of the way: bending and stiff terms, whose stiffness there the contacts take for the mean's; damping; loads. */
  #middle(step: StepContext, kind: 'exact' | 'projected', share: number): void {
    const rod = this.#rod;
    const { h, theta } = step;
    const scale = 0.5 * share * h * h * theta;
    const strains = rod.damping > 0 ? this.#D : null;
    if (rod.stiff) {
      rod.stiff.forces(this.#pushed, this.#K, kind);
      this.#addTangent(scale, this.A);
      this.#K.clear();
    }
    rod.bend(this.#Fs, this.#K, kind, strains);
    this.#addTangent(scale, this.A);
    if (strains) rod.stretch.forces(this.#pushed, strains, 'strain', rod.stride);
    this.#pushed.fill(0);
    rod.external(this.#pushed, this.#w, step, step.t + theta * h);
  }

  /** B += s K */
  #addTangent(s: number, { data }: BandMatrix): void {
    const K = this.#K.data;
    for (let q = 0; q < data.length; q++) data[q] += s * K[q];
  }

  /** The defect of the mean force F of bending, `after` its energy at the end; taken out of F unless moved ends have made it. */
  #balance(after: number, h: number): void {
    const { dofs, fixed, mass, endsMove } = this.#rod;
    const F = this.#F;
    const dx = this.#dx;
    let work = 0;
    let size = 0;
    for (let i = 0; i < dofs; i++) {
      work += F[i] * (fixed[i] === 0 ? dx[i] : h * this.#w[i]);
      if (fixed[i] === 0) size += mass[i] * dx[i] * dx[i];
    }
    this.defect = after - this.#bending + work;
    // below that it is the rounding of the energies
    if (endsMove || Math.abs(this.defect) <= 1e-14 * (after + this.#bending)) return;
    const s = -this.defect / size;
    for (let i = 0; i < dofs; i++) if (fixed[i] === 0) F[i] += s * mass[i] * dx[i];
    this.defect = 0;
  }

  /** Stretch from the start's edges to those of the present shape: F += a T̄ t̄, J += b times its derivative, A += b its symmetric part. */
  #pull(a: number, b: number, kind: 'exact' | 'projected'): void {
    const { stretch, stride } = this.#rod;
    const { n, l, EA, multiplier, tangent: t, edgeLength } = stretch;
    const F = this.#F;
    const mean = this.#mean;
    for (let j = 0; j < n; j++) {
      const before = this.#length[j];
      const after = edgeLength[j];
      const both = before + after;
      const T = EA * ((0.5 * both) / l - 1) + multiplier[j];
      const from = stride * j;
      const to = from + stride;
      for (let k = 0; k < 3; k++) {
        mean[k] = (before * this.#tangent[3 * j + k] + after * t[3 * j + k]) / both;
        F[from + k] += a * T * mean[k];
        F[to + k] -= a * T * mean[k];
      }
      const along = EA / (2 * l);
      this.#shown[j] = T / both;
      const c = along - T / both;
      for (let k = 0; k < 3; k++) this.#slope[3 * j + k] = (c / both) * t[3 * j + k];
      this.#outer(c, t, 3 * j, this.#density[j]);
      addEdge(this.J, from, to, b, this.#block);
      const across = (kind === 'exact' ? T : Math.max(T, 0)) / both;
      this.#outer(along - across, mean, 0, across);
      addEdge(this.A, from, to, b, this.#block);
    }
  }

  /** block = c t̄ xᵀ + d I */
  #outer(c: number, x: Float64Array, at: number, d: number): void {
    const B = this.#block;
    for (let p = 0; p < 3; p++)
      for (let r = 0; r < 3; r++) B[3 * p + r] = c * this.#mean[p] * x[at + r] + (p === r ? d : 0);
  }
}

/** Velocity that weight gives in the step, √ Σ m (h g)²: rods at rest have no other to compare with. */
export function fallOf({ h, gravity: g }: StepContext, mass: Float64Array, fixed: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < mass.length; i++) if (fixed[i] === 0) sum += mass[i];
  return h * Math.sqrt((sum / 3) * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
}

/** The block of an edge for its two nodes. */
function addEdge(K: BandMatrix, a: number, b: number, s: number, block: Float64Array): void {
  K.addBlock(a, a, s, block);
  K.addBlock(b, b, s, block);
  K.addBlock(a, b, -s, block);
  K.addBlock(b, a, -s, block);
}
