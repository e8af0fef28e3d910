import type { BodySystem, FiberBody, StepContext } from '../body.js';
import { BlockFactor } from '../../friction/delassus/mass-factor.js';
import { BandMatrix } from './band-matrix.js';
import type { TangentKind } from './elastic-system.js';
import type { Vec3 } from './loads.js';
import { kineticEnergy, nodeWeight } from './nodal-measures.js';
import { type MidpointRod, MidpointStep, type StiffTerms, fallOf } from './midpoint-step.js';
import { NodalChain } from './nodal-chain.js';
import { copyBand, rodMatrix } from './rod-matrix.js';
import { Relaxation } from './relaxation.js';
import { assembleThetaStep, isolateHeld } from './theta-step.js';
import type { ResolvedRod } from './spec.js';

/** A step for theta < 1 as it was begun: coordinates, state, the system's f, impulses of contacts, how far off the last solution was. */
interface MidpointStart {
  readonly q: Float64Array;
  state: Float64Array;
  step: StepContext;
  readonly f: Float64Array;
  readonly p: Float64Array;
  off: number;
}

/**
 * Share of the velocities by which a step with contacts, that cannot be solved better, may miss its equation: the contact solver's own
 * tolerance, 1e-3 by default, moves velocities by more than that.
 */
const coarse = 1e-5;

/**
 * Share of a rod's energy that an implicit step may gain before it is taken back: a thousand steps make a millionth. To that of motion
 * and strain is added, for rods at rest, that of a thousandth of the speed that weight gives in a step.
 */
const negligible = 1e-9;
const leastFall = 1e-6;

/** Strains are known to the rounding of positions over the length of a segment: a few tens of the last digits. */
const lengthRounding = 1e-14;

const none: StepContext = { t: 0, h: 1, theta: 1, gravity: [0, 0, 0] };

/**
 * Rods made of nodes through time: the linearised theta scheme (`theta-step.ts`) with q⁺ = q + h (θ v⁺ + (1 - θ) v), implicit steps that gain no
 * energy, steps that keep it for θ < 1, explicit variants. Rows of held dofs in M are diagonal.
 */
export abstract class NodalRod extends NodalChain implements FiberBody {
  readonly system: BodySystem & { factor: BlockFactor | undefined };
  drivenWork = 0;
  /** put in by turning walls when the coming step was linearised (J) */
  private wallWork = 0;
  private readonly K: BandMatrix;
  private readonly D: BandMatrix;
  private readonly A: BandMatrix;
  private readonly ownFactor: BlockFactor;
  /** the energy-keeping step, for theta < 1, and the state that it starts from */
  private midpoint: MidpointStep | undefined;
  private readonly start: MidpointStart;
  fellBack = false;
  /** an implicit step as it was begun: f, elastic forces and energy (N, J), whether with the exact stiffness; what keeps it from gaining energy */
  private readonly implicit: {
    readonly f: Float64Array;
    readonly pull: Float64Array;
    elastic: number;
    isExact: boolean;
  };
  private relaxation: Relaxation | undefined;
  private gravity: Vec3 = none.gravity;

  /** @param implicitBandwidth half bandwidth of M where it is less than that of the stiffness */
  protected constructor(
    rod: ResolvedRod,
    stride: number,
    qStride: number,
    bandwidth: number,
    implicitBandwidth = bandwidth,
  ) {
    super(rod, stride, qStride, bandwidth);
    const { dofs } = this;
    const [f, p] = [new Float64Array(dofs), new Float64Array(dofs)];
    this.start = { q: new Float64Array(this.q.length), state: this.ignored, step: none, f, p, off: 0 };
    this.implicit = { f: new Float64Array(dofs), pull: new Float64Array(dofs), elastic: 0, isExact: false };
    this.K = new BandMatrix(dofs, bandwidth);
    this.D = new BandMatrix(rod.internalDamping > 0 ? dofs : 1, bandwidth);
    this.A = new BandMatrix(dofs, bandwidth);
    this.ownFactor = new BlockFactor(dofs);
    this.system = {
      M: rodMatrix(dofs, Math.min(implicitBandwidth, dofs - 1)),
      f: new Float64Array(dofs),
      factor: undefined,
    };
  }

  /** `bend` without what `stiffTerms` has; strains included. */
  protected bendSmoothly(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number {
    return this.bend(F, K, kind, D);
  }
  /** What the energy-keeping step treats like stretch, besides it. */
  protected stiffTerms?(): StiffTerms;
  /** Where dofs are turns, what the symmetric stiffness K at the share s of the way dx lacks of the derivative by dx. */
  protected byWay?(K: BandMatrix, F: Float64Array, s: number, dx: Float64Array): void;
  /** F += forces quadratic in the velocities v. */
  protected abstract inertialForces(F: Float64Array, v: Float64Array): void;

  /** Explicit variants: drops from a stiffness what the step takes explicitly. */
  protected implicitPart?(K: BandMatrix): void;
  get implicitOnly(): boolean {
    return this.implicitPart !== undefined;
  }

  /** Explicit variants: whether nothing at all stays implicit. */
  protected readonly fullyExplicit: boolean = false;
  /** Explicit variants: inertia that keeps turns stable at the step h. */
  protected scaleInertia?(h: number): void;

  linearise(step: StepContext): void {
    this.driveEnds(step);
    this.fellBack = false;
    if (this.implicitPart) this.lineariseExplicit({ ...step, theta: 1 });
    else if (step.theta === 1) this.lineariseImplicit(step);
    else if (!this.lineariseMidpoint(step, null)) this.fallBack(step);
  }

  /** Implicit Euler is stable where the equation of the energy-keeping step is not solved: some energy is lost. */
  private fallBack(step: StepContext): void {
    this.fellBack = true;
    this.lineariseImplicit({ ...step, theta: 1 });
  }

  private lineariseImplicit(step: StepContext): void {
    const wanted = this.rod.options.tangent ?? 'exact';
    this.implicit.isExact = wanted === 'exact';
    this.implicit.elastic = this.assembleImplicit(step, wanted);
    if (wanted !== 'exact' || this.isDefinite()) return;
    this.implicit.isExact = false;
    this.assembleImplicit(step, 'projected');
  }

  /** M v⁺ = f of the implicit step with a stiffness of the kind wanted; returns the elastic energy (J). */
  private assembleImplicit(step: StepContext, kind: TangentKind): number {
    const { F, K } = this;
    F.fill(0);
    K.clear();
    const D = this.rod.internalDamping > 0 ? this.D : null;
    D?.clear();
    const elastic = this.elasticForces(F, K, kind, D);
    this.implicit.pull.set(F);
    this.externalForces(F, step.gravity, step.t + step.h);
    this.inertialForces(F, this.v);
    this.assemble(step);
    this.implicit.f.set(this.system.f);
    return elastic;
  }

  /**
   * The linearised step loses m (v⁺ - v)²/2 + h² v⁺ᵀ K v⁺/2 and what damping takes, where the elastic energy is what its quadratic model
   * says. The second is a gain where K, with segments under pressure, is not positive; and such a model may fall below 0, which no
   * shape does. Without the negative part of K neither can be.
   */
  dissipate(vNext: Float64Array, step: StepContext): boolean {
    const { implicit, mass, v, fixed, ignored: Kv } = this;
    if (step.theta < 1 || this.implicitPart || !implicit.isExact || this.held.moves) return false;
    Kv.fill(0);
    this.K.multiplyAdd(Kv, step.h * step.h, vNext);
    let [lost, left, motion] = [0, implicit.elastic, 0];
    for (let i = 0; i < v.length; i++) {
      if (fixed[i] !== 0) continue;
      const change = vNext[i] - v[i];
      motion += mass[i] * vNext[i] * vNext[i];
      lost += mass[i] * change * change + Kv[i] * vNext[i];
      left += (0.5 * Kv[i] - step.h * implicit.pull[i]) * vNext[i];
    }
    const least = -negligible * (motion + implicit.elastic);
    if (lost >= least && left >= least) return false;
    implicit.isExact = false;
    this.assembleImplicit(step, 'projected');
    return true;
  }

  refine(vNext: Float64Array, step: StepContext, tolerance: number, last: boolean): number {
    if (step.theta === 1 || this.fellBack || this.implicitPart) return 0;
    const { midpoint, fixed, start, mass } = this;
    const { p } = start;
    for (let i = 0; i < p.length; i++) p[i] = -start.f[i];
    this.A.multiplyAdd(p, 1, vNext);
    let size = 0;
    let scale = 0;
    for (let i = 0; i < p.length; i++) {
      if (fixed[i] !== 0) p[i] = 0;
      else {
        size += (p[i] * p[i]) / mass[i];
        scale += mass[i] * (vNext[i] * vNext[i] + this.v[i] * this.v[i]);
      }
    }
    // rounding of M v⁺ = f, where nothing acts
    if (size <= 1e-24 * scale) return 0;
    midpoint!.vNext.set(vNext);
    const off = this.lineariseMidpoint(step, vNext, tolerance) ? start.off : Infinity;
    if (off <= tolerance || (off < Infinity && !(last && off > coarse))) return off;
    this.fallBack(step);
    return Infinity;
  }

  toMiddle(step: StepContext): void {
    const { ignored: dx, v, fixed } = this;
    for (let i = 0; i < dx.length; i++) dx[i] = fixed[i] === 0 ? step.h * v[i] : 0;
    if (!this.implicitPart) this.place(0.5, dx);
  }

  /** M v⁺ = f about the solution of the whole, nonlinear step, with the impulses `start.p` that led to vNext; false where it is not found. */
  private lineariseMidpoint(step: StepContext, vNext: Float64Array | null, tolerance = 0): boolean {
    this.midpoint ??= new MidpointStep(this.midpointRod());
    const { midpoint, start } = this;
    if (vNext === null) {
      start.q.set(this.q);
      start.state = this.saveState();
      start.step = step;
      midpoint.begin();
      midpoint.stay(step);
    }
    let solved = midpoint.solve(step, vNext ? start.p : null);
    start.off = vNext ? this.distance(midpoint.vNext, vNext) : 0;
    if (solved && (vNext === null || start.off > tolerance)) solved = this.takeMidpoint(step);
    this.q.set(start.q);
    this.loadState(start.state);
    return solved;
  }

  /** |a - b| over |a|, |v| and what weight gives in the step, in the norm of the mass */
  private distance(a: Float64Array, b: Float64Array): number {
    const { mass, fixed, v } = this;
    const fall = fallOf(this.start.step, mass, fixed);
    let off = 0;
    let size = fall * fall;
    for (let i = 0; i < a.length; i++) {
      if (fixed[i] !== 0) continue;
      off += mass[i] * (a[i] - b[i]) * (a[i] - b[i]);
      size += mass[i] * (a[i] * a[i] + v[i] * v[i]);
    }
    return size > 0 ? Math.sqrt(off / size) : 0;
  }

  /** The system about the solution of the energy-keeping step; false where no positive definite one is found. */
  private takeMidpoint(step: StepContext): boolean {
    const { system, fixed, held, A, mass, start } = this;
    const { f } = system;
    const midpoint = this.midpoint!;
    A.data.set(midpoint.A.data);
    isolateHeld(A, f, fixed, held.velocity, mass);
    this.fill();
    const definite = this.isDefinite();
    if (!definite) midpoint.evaluate(step, midpoint.vNext, 'projected');
    A.data.set(midpoint.A.data);
    for (let i = 0; i < f.length; i++) f[i] = -midpoint.residual[i];
    A.multiplyAdd(f, 1, midpoint.vNext);
    held.keepRows(A, f);
    isolateHeld(A, f, fixed, held.velocity, mass);
    start.f.set(f);
    if (definite) return true;
    this.fill();
    return this.isDefinite();
  }

  /** This rod as its energy-keeping step sees it. */
  private midpointRod(): MidpointRod {
    const { dofs, stride, bandwidth, v, fixed, held, mass, drag, stretch } = this;
    return {
      dofs,
      stride,
      bandwidth,
      v,
      fixed,
      heldVelocity: held.velocity,
      mass,
      drag,
      damping: this.rod.internalDamping,
      stretch,
      endsMove: held.moves,
      place: (s, dx) => this.place(s, dx),
      bend: (F, K, kind, D) => this.bendSmoothly(F, K, kind, D),
      byWay: this.byWay?.bind(this),
      stiff: this.stiffTerms?.(),
      external: (F, w, step, t) => {
        this.externalForces(F, step.gravity, t);
        this.inertialForces(F, w);
      },
    };
  }

  /** The shape at the share s of the way dx from the start of the step, ends included. */
  private place(s: number, dx: Float64Array): void {
    const { start } = this;
    this.q.set(start.q);
    this.loadState(start.state);
    this.held.moveTo(start.step.t + s * start.step.h);
    this.move(dx, s);
  }

  /** Symplectic Euler, but for what `implicitPart` leaves. */
  private lineariseExplicit(step: StepContext): void {
    const { F, K, D } = this;
    this.scaleInertia?.(step.h);
    F.fill(0);
    K.clear();
    const damped = this.rod.internalDamping > 0;
    if (damped) D.clear();
    const stiffness = this.fullyExplicit ? null : K;
    this.forcesWithDamping(F, stiffness, 'projected', step.gravity, step.t + step.h, damped ? D : null);
    this.inertialForces(F, this.v);
    if (damped) {
      // explicit damping is stable up to about half a step's worth of it
      D.multiplyAdd(F, -Math.min(this.rod.internalDamping, 0.5 * step.h), this.v);
      D.clear();
    }
    if (stiffness) this.implicitPart?.(stiffness);
    this.assemble(step);
  }

  /** A and f of the step from F, K and D. */
  private assemble(step: StepContext): void {
    const D = this.rod.internalDamping > 0 ? this.D : null;
    const f = this.system.f;
    assembleThetaStep(this.A, f, step, this.mass, this.drag, this.F, this.K, D, this.rod.internalDamping, this.v);
    this.held.keepRows(this.A, f);
    isolateHeld(this.A, f, this.fixed, this.held.velocity, this.mass);
    this.fill();
  }

  /** M of the system, from A. */
  private fill(): void {
    copyBand(this.system.M, this.A);
    this.system.factor = undefined;
  }

  /** Whether M is positive definite; then the system has its factor. */
  private isDefinite(): boolean {
    const definite = this.ownFactor.factor(this.system.M);
    this.system.factor = definite ? this.ownFactor : undefined;
    return definite;
  }

  /** Velocities of the held dofs over the step, and the walls' frames for its end. */
  private driveEnds({ t, h }: StepContext): void {
    const { held } = this;
    if (!held.moves) return;
    if (held.turnsWall) {
      // a step may be begun more than once
      held.moveTo(t);
      this.turnWalls?.();
      this.wallWork = -this.elasticEnergy();
    }
    held.moveTo(t + h);
    if (held.turnsWall) {
      this.turnWalls?.();
      this.wallWork += this.elasticEnergy();
    }
    held.aim(this.q, h);
  }

  advance(vNext: Float64Array, step: StepContext): void {
    const { dofs, v, F: dx, fixed, held } = this;
    const h = step.h;
    const theta = this.implicitPart || this.fellBack ? 1 : step.theta;
    this.drivenWork = held.work(vNext, v, this.mass) + this.loadWork(vNext, { ...step, theta });
    if (theta === 1) this.drivenWork += this.wallWork;
    else if (held.moves) this.drivenWork += this.pathWork(vNext, step);
    // what moved ends put in is known to first order only
    const isBounded = theta === 1 && !this.implicitPart && !held.moves;
    const allowed = isBounded ? this.allowedPotential(vNext, step) : Infinity;
    for (let i = 0; i < dofs; i++) {
      const next = fixed[i] === 0 ? vNext[i] : held.velocity[i];
      dx[i] = fixed[i] === 0 ? h * (theta * next + (1 - theta) * v[i]) : 0;
      v[i] = next;
    }
    const segmentWork = this.move(dx, 1);
    if (theta === 1) this.drivenWork += segmentWork;
    if (this.project) this.project(h);
    if (isBounded) this.bound(allowed, step);
  }

  /**
   * Potential that an implicit step which ends with vNext may leave the rod, so that it gains no energy: what it had of that and of
   * motion, with what contacts, joints, hands and loads put in, but for what is motion then (J).
   */
  private allowedPotential(vNext: Float64Array, { gravity }: StepContext): number {
    const { ignored: p, implicit, fixed, mass, v } = this;
    for (let i = 0; i < p.length; i++) p[i] = -implicit.f[i];
    this.A.multiplyAdd(p, 1, vNext);
    let sum = implicit.elastic + nodeWeight(this, mass, gravity) + this.drivenWork;
    for (let i = 0; i < p.length; i++)
      if (fixed[i] === 0) sum += p[i] * vNext[i] + 0.5 * mass[i] * (v[i] * v[i] - vNext[i] * vNext[i]);
    return sum;
  }

  /** Relaxes the rod at the end of an implicit step, where that has gained energy. */
  private bound(allowed: number, step: StepContext): void {
    const { mass, fixed, implicit } = this;
    const elastic = this.elasticEnergy();
    const weight = nodeWeight(this, mass, step.gravity);
    const fall = fallOf(step, mass, fixed);
    const size = elastic + implicit.elastic + kineticEnergy(this, mass) + leastFall * fall * fall;
    // of lengths under tension: Σ T l is at most √(2 E EA L)
    const rounding = lengthRounding * Math.sqrt(2 * (elastic + implicit.elastic) * this.stretch.EA * this.length);
    if (!(elastic + weight - allowed > negligible * size + rounding)) return;
    this.relaxation ??= new Relaxation({
      ...{ dofs: this.dofs, bandwidth: this.bandwidth, q: this.q, fixed, mass },
      saveState: () => this.saveState(),
      loadState: (state) => this.loadState(state),
      displace: (dx) => this.displace(dx),
      elasticForces: (F, K, kind) => void this.elasticForces(F, K, kind, null),
      potential: () => this.elasticEnergy() + nodeWeight(this, mass, this.gravity),
    });
    this.gravity = step.gravity;
    this.relaxation.lower(elastic + weight, allowed, step.h);
  }

  /** Work of moved ends by the way they take, besides that of their nodes (J). */
  private pathWork(vNext: Float64Array, step: StepContext): number {
    const midpoint = this.midpoint!;
    midpoint.evaluate(step, vNext, 'exact');
    this.q.set(this.start.q);
    this.loadState(this.start.state);
    return midpoint.defect;
  }

  /** Work of the loads over the step (J). */
  private loadWork(vNext: Float64Array, { t, h, theta }: StepContext): number {
    const { distributed, forces = [], moments = [] } = this.loads;
    if (!distributed && forces.length === 0 && moments.length === 0) return 0;
    const { ignored: F, v, fixed, held } = this;
    F.fill(0);
    const w = (i: number): number => (fixed[i] === 0 ? theta * vNext[i] + (1 - theta) * v[i] : held.velocity[i]);
    if (theta < 1 && moments.length > 0) {
      // they act on the shape of the middle
      const dx = Float64Array.from(F, (_, i) => (fixed[i] === 0 ? 0.5 * h * w(i) : 0));
      held.moveTo(t + 0.5 * h);
      this.move(dx, 1);
    }
    this.externalForces(F, none.gravity, t + theta * h);
    if (theta < 1 && moments.length > 0) {
      this.q.set(this.start.q);
      this.loadState(this.start.state);
    }
    let work = 0;
    for (let i = 0; i < F.length; i++) work += h * F[i] * w(i);
    return work;
  }

  /** Inextensible variants: brings the segments back to their length after a step of length h. */
  protected project?(h: number): void;
}
