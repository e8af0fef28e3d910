import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';
import { integrateQuaternion } from '../../math/quaternion.js';
import type { BodyEnergy, BodyPoint, BodySystem, EnergySums, JacobianSpan, StepContext } from '../body.js';
import type { BandMatrix } from './band-matrix.js';
import { DrivenRoot } from './driven-root.js';
import type { TangentKind } from './elastic-system.js';
import { EndState } from './end.js';
import { HelixChain } from './helix-chain.js';
import { HelixElasticity } from './helix-elasticity.js';
import { elementCurvatures, initialCurvatures } from './helix-fit.js';
import { HelixInertia } from './helix-inertia.js';
import { HelixLoads } from './helix-loads.js';
import { HelixMotion } from './helix-motion.js';
import { checkEnds, rootColumns, setMotion, setRigidMotion } from './helix-root.js';
import { type RodLoads, type Vec3, loadAt } from './loads.js';
import { type ShapedRod, checkCount } from './natural-shape.js';
import type { ResolvedRod } from './spec.js';

/** Share of a rod's energy that an implicit step may gain before it is taken back, as for rods of nodes. */
const negligible = 1e-9;

/** How often a step's gain is taken back: a pendulum at 10 ms is left with 1e-6 of its swing by three times, with 4e-9 by six. */
const mostBraked = 6;

const zero: Vec3 = [0, 0, 0];
const arm = new Float64Array(3);
const moment = new Float64Array(3);
const none = new Float64Array(0);

interface Scratch {
  readonly v: Float64Array;
  readonly M: Float64Array;
  readonly q: Float64Array;
  readonly pose: Float64Array;
}

/** Numbers of the present call, by size: the same for all rods of a size. */
const scratches = new Map<string, Scratch>();

function scratchOf(dofs: number, coordinates: number): Scratch {
  const key = `${dofs} ${coordinates}`;
  let scratch = scratches.get(key);
  if (!scratch) {
    scratch = {
      v: new Float64Array(dofs),
      M: new Float64Array(dofs * dofs),
      q: new Float64Array(coordinates),
      pose: new Float64Array(7),
    };
    scratches.set(key, scratch);
  }
  return scratch;
}

/**
 * Super-helix [Bertails06]: N elements of constant material curvatures and twist, inextensible by construction. Dofs: the
 * curvatures (κ1, κ2, twist) of each element, after those of the root: none where it is clamped or driven, a turn where it
 * is pinned, a shift and a turn where it is free. Scheme:
 *
 *     (M(1 + hθ a) + (hθ τ + h²θ²) K) v⁺ = M v + h (-K (κ - κ°) - C(v) + loads) - h (1 - θ)(a M + (τ + hθ) K) v
 *
 * with K = diag(EI1, EI2, GJ) l, τ internal damping, a drag over mass, C the forces quadratic in the velocities and those
 * of a driven root. For theta = 1, M v - h C is the old velocity field projected on the new shape (`HelixInertia.transport`),
 * which no step length makes unstable; for theta < 1 both are taken at the middle of the step.
 */
export class SuperHelixRod implements ShapedRod {
  readonly kind = 'rod';
  /** its step for theta < 1 is of second order and stable, but keeps energy only as well as that: worlds do not offer it */
  readonly implicitOnly = true;
  readonly name: string;
  readonly radius: number;
  readonly lever: number;
  readonly halfAxes: readonly [number, number];
  readonly length: number;
  readonly nodes: number;
  readonly nodeArcLength: Float64Array;
  readonly endsHeld: readonly [boolean, boolean];
  readonly dofs: number;
  readonly bandwidth: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly fixed: Uint8Array;
  readonly units: Float64Array;
  readonly system: BodySystem & { readonly M: Float64Array };
  readonly loads: RodLoads;
  readonly chain: HelixChain;
  readonly root: DrivenRoot;
  drivenWork = 0;
  private readonly rod: ResolvedRod;
  private readonly rootDofs: 0 | 3 | 6;
  private readonly elasticity: HelixElasticity;
  private readonly inertia: HelixInertia;
  private readonly pull: HelixLoads;
  private readonly F: Float64Array;
  private readonly motion: HelixMotion;
  private readonly kappaNext: Float64Array;
  private readonly scratch: Scratch;
  /** what takes back weight's gain in the present step, impulses -p (p·v⁺) along the motion, and how often it was made */
  private readonly brake: { readonly p: Float64Array; rounds: number };

  constructor(rod: ResolvedRod) {
    checkEnds(rod);
    const N = rod.n;
    this.rod = rod;
    this.name = rod.name;
    this.radius = rod.radius;
    this.lever = rod.lever;
    this.halfAxes = rod.halfAxes;
    this.length = rod.length;
    this.loads = rod.spec.loads ?? {};
    const pieces = rod.spec.segmentsPerElement ?? 2;
    this.nodes = N * pieces + 1;
    this.nodeArcLength = Float64Array.from({ length: this.nodes }, (_, i) => (i * rod.length) / (N * pieces));
    const kind = rod.start.kind;
    this.endsHeld = [kind !== 'free', false];
    this.rootDofs = kind === 'clamped' ? 0 : kind === 'pinned' ? 3 : 6;
    const qRoot = this.rootDofs === 0 ? 0 : 7;
    this.dofs = this.rootDofs + 3 * N;
    this.bandwidth = this.dofs - 1;
    this.q = new Float64Array(qRoot + 3 * N);
    this.v = new Float64Array(this.dofs);
    this.fixed = new Uint8Array(this.dofs);
    this.units = new Float64Array(this.dofs).fill(1 / rod.length);
    if (this.rootDofs > 0) this.units.fill(1, 0, this.rootDofs);
    if (this.rootDofs === 6) this.units.fill(rod.length, 0, 3);
    this.F = new Float64Array(this.dofs);
    this.kappaNext = new Float64Array(3 * N);
    this.scratch = scratchOf(this.dofs, this.q.length);
    this.brake = { p: new Float64Array(this.dofs), rounds: 0 };
    this.system = { M: new Float64Array(this.dofs * this.dofs), f: new Float64Array(this.dofs) };
    const end = new EndState(rod.start, rod.initial.points, 0, rod.initial.frames, 0);
    this.root = new DrivenRoot(end, this.rootDofs === 0);
    this.chain = new HelixChain(N, rod.length / N, this.q.subarray(qRoot));
    this.elasticity = new HelixElasticity(this.chain, elementCurvatures(rod, rod.restCurvature), rod.section);
    this.chain.kappa.set(initialCurvatures(rod));
    const { mass, inertia } = rod.section;
    this.inertia = new HelixInertia(this.chain, mass, inertia, this.rootDofs);
    this.motion = new HelixMotion(this.chain, this.inertia.field, this.v, this.root, this.rootDofs, rod.section);
    this.pull = new HelixLoads(this.chain, this.rootDofs);
    if (qRoot > 0) this.q.set(end.pose);
    const velocity = rod.spec.initial?.velocity;
    if (velocity && this.rootDofs === 6) this.v.set(velocity);
    this.update();
  }

  /** Positions and frames of the elements from q. */
  private update(): void {
    const pose = this.rootDofs === 0 ? this.root.end.pose : this.q;
    this.chain.update(pose, 0, pose, 3);
  }

  linearise(step: StepContext): void {
    if (this.rootDofs < 6) this.root.plan(step);
    this.update();
    this.motion.refresh();
    setRigidMotion(this.inertia.base, this.root, this.drag, step.gravity);
    this.inertia.transport(step.h);
    this.brake.rounds = 0;
    this.assemble(step, false);
    if (step.theta < 1) this.centre(step);
  }

  /**
   * Inertia and strains of an implicit step only lose energy, by all they differ from the old ones. Weight is that of the shape at its start: a
   * rod that is held at its root comes out D higher than the work of that says, as it swings through its lowest place (a free one does
   * not, see `centreMass`). Where D is more than what is lost, impulses -p (p·v⁺) with p = √G M v⁺/(v⁺ᵀ M v⁺) take back the gain G,
   * which makes a discrete gradient of the weight.
   */
  dissipate(vNext: Float64Array, step: StepContext): boolean {
    const { brake, dofs, rootDofs, inertia } = this;
    if (step.theta < 1 || rootDofs === 6 || this.root.end.motion !== undefined || brake.rounds === mostBraked)
      return false;
    const Mv = this.scratch.v;
    let [twice, along, taken] = [0, 0, 0];
    for (let i = 0; i < dofs; i++) {
      Mv[i] = 0;
      for (let j = 0; j < dofs; j++) Mv[i] += inertia.M[i * dofs + j] * vNext[j];
      twice += Mv[i] * vNext[i];
      along += inertia.F[i] * vNext[i];
      if (brake.rounds > 0) taken += brake.p[i] * vNext[i];
    }
    const before = this.energy(step.gravity);
    const rise = this.weightAfter(vNext, step) - before.gravity;
    const { lost, strain } = this.elasticity.lost(vNext.subarray(rootDofs), step.h, this.rod.internalDamping);
    const gain = step.h * along - before.kinetic - (0.5 + step.h * this.drag) * twice + rise - lost;
    if (!(gain - taken * taken > negligible * (0.5 * twice + before.kinetic + strain))) return false;
    for (let i = 0; i < dofs; i++) brake.p[i] = (Math.sqrt(gain) * Mv[i]) / twice;
    brake.rounds++;
    this.assemble(step, false);
    return true;
  }

  /** Potential of weight at the end of a step with the velocities vNext (J). */
  private weightAfter(vNext: Float64Array, { h, gravity }: StepContext): number {
    const { q, scratch, F } = this;
    scratch.q.set(q);
    for (let i = 0; i < F.length; i++) F[i] = h * vNext[i];
    this.displace(F);
    this.motion.firstMoment(moment);
    q.set(scratch.q);
    this.update();
    return -(gravity[0] * moment[0] + gravity[1] * moment[1] + gravity[2] * moment[2]);
  }

  get turnsWith(): DrivenRoot | undefined {
    return this.rootDofs === 0 ? this.root : undefined;
  }

  private isLoaded(): boolean {
    const { distributed, forces, moments } = this.loads;
    return distributed !== undefined || (forces?.length ?? 0) > 0 || (moments?.length ?? 0) > 0;
  }

  get linearDensity(): number {
    return this.rod.section.mass;
  }

  get airDamping(): number {
    return this.rod.airDamping;
  }

  /** Drag over mass (1/s). */
  private get drag(): number {
    return this.rod.airDamping / this.rod.section.mass;
  }

  /** M and f from `inertia`; `withMomentum`: its F holds J̇ q̇ rather than the change from the recorded field. */
  private assemble(step: StepContext, withMomentum: boolean): void {
    const { dofs, inertia, F, v } = this;
    const { h, theta } = step;
    const { M, f } = this.system;
    const M0 = inertia.M;
    F.set(inertia.F);
    if (this.isLoaded()) this.pull.add(F, null, zero, this.loads, step.t + h);
    const scale = 1 + h * theta * this.drag;
    const share = (withMomentum ? 1 : 0) - h * (1 - theta) * this.drag;
    for (let i = 0; i < dofs; i++) {
      let sum = 0;
      const row = i * dofs;
      for (let j = 0; j < dofs; j++) {
        const m = M0[row + j];
        M[row + j] = scale * m;
        sum += m * v[j];
      }
      f[i] = share * sum + h * F[i];
    }
    this.elasticity.addStep(M, f, dofs, v, step, this.rod.internalDamping);
    if (this.brake.rounds === 0) return;
    const { p } = this.brake;
    for (let i = 0; i < dofs; i++) for (let j = 0; j < dofs; j++) M[i * dofs + j] += p[i] * p[j];
  }

  /**
   * Second order for theta < 1: a step without contacts is predicted, inertia and weight are taken at its middle. Elastic
   * forces are linear and stay those of the step's start.
   */
  private centre(step: StepContext): void {
    const { dofs, v, q, scratch, root } = this;
    scratch.v.set(this.system.f);
    scratch.M.set(this.system.M);
    if (!choleskyFactor(scratch.M, dofs)) return;
    choleskySolve(scratch.v, scratch.M, dofs);
    scratch.q.set(q);
    scratch.pose.set(root.end.pose);
    for (let i = 0; i < dofs; i++) {
      scratch.v[i] = 0.5 * (scratch.v[i] + v[i]);
      this.F[i] = 0.5 * step.h * scratch.v[i];
    }
    if (this.rootDofs < 6) root.halfWay();
    this.displace(this.F);
    setMotion(this.inertia.base, root, this.drag, step, scratch.v, this.rootDofs);
    this.inertia.evaluate(scratch.v.subarray(this.rootDofs));
    q.set(scratch.q);
    root.end.pose.set(scratch.pose);
    this.assemble(step, true);
    this.update();
  }

  advance(vNext: Float64Array, step: StepContext): void {
    const { dofs, v, F, kappaNext, chain, rootDofs, motion } = this;
    const { h, theta } = step;
    const isDriven = rootDofs < 6 && this.root.end.motion !== undefined;
    this.drivenWork = isDriven ? motion.openBook(theta) : 0;
    if (this.isLoaded()) this.drivenWork += this.loadWork(vNext, step);
    for (let i = 0; i < dofs; i++) {
      F[i] = h * (theta * vNext[i] + (1 - theta) * v[i]);
      v[i] = vNext[i];
    }
    for (let i = 0; i < kappaNext.length; i++) kappaNext[i] = chain.kappa[i] + F[rootDofs + i];
    motion.record(kappaNext);
    motion.centred = theta < 1;
    // implicit steps act on the shape that they start from, others on that of the middle
    if (isDriven && theta === 1) this.drivenWork += motion.closeBook(this.drag, step);
    if (rootDofs < 6) this.root.finish(step.t + h);
    const isFree = rootDofs === 6 && theta === 1;
    const carried = isFree ? motion.measure().slice() : none;
    this.displace(F);
    if (isFree) this.centreMass(carried, h);
    if (isDriven && theta < 1) this.drivenWork += motion.closeBook(this.drag, step);
  }

  /**
   * Shifts a free rod that has moved and turned with its root so that its centre of mass has gone straight on: weight then does the
   * work that the step reckoned with.
   *
   * @param before measures of the matter at the start of the step with the velocities of its end
   */
  private centreMass(before: Float64Array, h: number): void {
    const after = this.motion.measure();
    const mass = this.rod.section.mass * this.length;
    for (let k = 0; k < 3; k++) this.q[k] += (before[k] + h * before[4 + k] - after[k]) / mass;
    this.update();
  }

  /** Work of the loads over the step, on the shape that it starts from; a driven root's share is in its own work (J). */
  private loadWork(vNext: Float64Array, { t, h, theta }: StepContext): number {
    const { F, v } = this;
    F.fill(0);
    this.pull.add(F, null, zero, this.loads, t + h);
    let work = 0;
    for (let i = 0; i < F.length; i++) work += h * F[i] * (theta * vNext[i] + (1 - theta) * v[i]);
    return work;
  }

  displace(dx: Float64Array): void {
    const { q, rootDofs, chain } = this;
    if (rootDofs === 6) for (let k = 0; k < 3; k++) q[k] += dx[k];
    if (rootDofs === 3) for (let k = 0; k < 3; k++) q[k] = this.root.end.pose[k];
    if (rootDofs > 0) integrateQuaternion(q, 3, q, 3, dx, rootDofs - 3, 1);
    for (let i = 0; i < chain.kappa.length; i++) chain.kappa[i] += dx[rootDofs + i];
    this.update();
  }

  moveEnds(t: number): void {
    this.root.end.moveTo(t);
    if (this.rootDofs === 3) for (let k = 0; k < 3; k++) this.q[k] = this.root.end.pose[k];
    this.update();
  }

  forces(F: Float64Array, K: BandMatrix | null, kind: TangentKind, gravity: Vec3, t: number): number {
    this.elasticity.addForces(F, K, this.rootDofs);
    const rho = this.rod.section.mass;
    const weight: Vec3 = [rho * gravity[0], rho * gravity[1], rho * gravity[2]];
    this.pull.add(F, kind === 'exact' ? K : null, weight, this.loads, t);
    return this.elasticity.energy();
  }

  momentStiffness(K: BandMatrix, t: number): void {
    for (const { s, moment } of this.loads.moments ?? []) this.pull.momentStiffness(K, s, loadAt(moment, t));
  }

  get isClamped(): boolean {
    return this.rootDofs === 0;
  }

  get bendingStiffness(): number {
    return this.elasticity.bendingStiffness;
  }

  naturalStrains(): Float64Array {
    return this.elasticity.natural.slice();
  }

  takeNaturalStrains(strains: ArrayLike<number>): void {
    checkCount('natural', strains, this.elasticity.natural.length);
    this.elasticity.natural.set(strains);
  }

  shape(): Float64Array {
    return this.q.slice();
  }

  takeShape(shape: ArrayLike<number>): void {
    checkCount('drawn', shape, this.q.length);
    this.q.set(shape);
    this.update();
  }

  adoptShape(): void {
    this.elasticity.natural.set(this.chain.kappa);
  }

  naturalChange(from: Float64Array): number {
    return this.elasticity.natural.reduce((most, x, i) => Math.max(most, Math.abs(x - from[i])), 0);
  }

  relax(dx: Float64Array): void {
    const { natural } = this.elasticity;
    for (let i = 0; i < natural.length; i++) natural[i] -= dx[this.rootDofs + i];
  }

  stiffen(factor: number): void {
    this.elasticity.stiffen(factor);
  }

  position(out: Float64Array, point: BodyPoint): void {
    this.chain.position(out, 0, this.chain.elementAt(point.s), point.s);
    for (let k = 0; k < 3; k++) out[k] += point.offset[k];
  }

  jacobian(J: Float64Array, span: JacobianSpan, drive: Float64Array, point: BodyPoint): void {
    const { chain, rootDofs } = this;
    const { velocity, turn } = this.root;
    const Q = chain.elementAt(point.s);
    const len = rootDofs + 3 * Q + 3;
    span.col = 0;
    span.len = len;
    chain.jacobian(J, len, rootDofs, Q, point.s, point.offset, arm);
    if (rootDofs !== 0) rootColumns(J, len, rootDofs, arm);
    drive[0] = velocity[0] + turn[1] * arm[2] - turn[2] * arm[1];
    drive[1] = velocity[1] + turn[2] * arm[0] - turn[0] * arm[2];
    drive[2] = velocity[2] + turn[0] * arm[1] - turn[1] * arm[0];
  }

  centreLine(out: Float64Array): void {
    const { chain, nodes, nodeArcLength } = this;
    for (let i = 0; i < nodes; i++) chain.position(out, 3 * i, chain.elementAt(nodeArcLength[i]), nodeArcLength[i]);
  }

  nodeDirectors(out: Float64Array): void {
    const { chain, nodes, nodeArcLength } = this;
    for (let i = 0; i < nodes; i++) chain.director(out, 3 * i, chain.elementAt(nodeArcLength[i]), nodeArcLength[i]);
  }

  nodeVelocities(out: Float64Array): void {
    const { motion } = this;
    this.chain.velocities(out, this.nodeArcLength, motion.rootVelocity, motion.rootTurn, motion.rate);
  }

  energy(gravity: Vec3, out: EnergySums = { kinetic: 0, elastic: 0, gravity: 0 }): BodyEnergy {
    const sums = this.motion.measure();
    out.kinetic = sums[3];
    out.elastic = this.elasticity.energy();
    out.gravity = -(gravity[0] * sums[0] + gravity[1] * sums[1] + gravity[2] * sums[2]);
    return out;
  }

  /** Momentum of the matter: after a step with theta = 1 that of the recorded velocities, which the scheme passes on. */
  momentum(out: Float64Array): void {
    this.motion.refresh();
    const sums = this.motion.measure();
    for (let k = 0; k < 6; k++) out[k] = sums[4 + k];
  }

  saveState(): Float64Array {
    const motion = this.motion.save();
    const state = new Float64Array(20 + motion.length);
    state[0] = motion[0];
    this.root.save(state, 1);
    state.set(motion.subarray(1), 21);
    return state;
  }

  loadState(state: Float64Array): void {
    this.root.load(state.subarray(1, 21));
    this.motion.load(state[0], state.subarray(21));
    this.update();
  }
}
