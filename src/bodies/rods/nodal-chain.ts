import { copy3, set3 } from '../../math/vec3.js';
import type { BodyEnergy, BodyPoint, EnergySums, JacobianSpan } from '../body.js';
import type { BandMatrix } from './band-matrix.js';
import type { ElasticSystem, TangentKind } from './elastic-system.js';
import type { EndState } from './end.js';
import { HeldEnds } from './held-ends.js';
import { type RodLoads, type Vec3, loadAt } from './loads.js';
import { heldToDrive, nodeJacobian } from './nodal-jacobian.js';
import { addNodeLoads } from './nodal-loads.js';
import { kineticEnergy, nodeMomentum, nodeWeight } from './nodal-measures.js';
import type { ResolvedRod } from './spec.js';
import { Stretch } from './stretch.js';

/**
 * The shape of a rod made of nodes, its forces and its points: node positions x_i, between them the dofs of segment i (twist angle or turn).
 * How it goes through time: `NodalRod`. Dofs that an end holds stay in v with their prescribed velocity; their columns of contact Jacobians
 * go into the drive.
 */
export abstract class NodalChain implements ElasticSystem {
  readonly kind = 'rod';
  readonly name: string;
  readonly radius: number;
  readonly lever: number;
  readonly halfAxes: readonly [number, number];
  readonly length: number;
  readonly nodes: number;
  readonly nodeArcLength: Float64Array;
  readonly endsHeld: readonly [boolean, boolean];
  /** segments */
  readonly n: number;
  /** rest length of a segment (m) */
  readonly l: number;
  /** dofs (and coordinates) from one node to the next */
  readonly stride: number;
  readonly qStride: number;
  readonly dofs: number;
  readonly bandwidth: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly fixed: Uint8Array;
  readonly units: Float64Array;
  readonly loads: RodLoads;
  readonly stretch: Stretch;
  /** what holds the first and the last node */
  readonly ends: readonly [EndState, EndState];
  protected readonly rod: ResolvedRod;
  /** diagonal inertia (kg, kg m²) and drag (N s/m) of every dof */
  protected readonly mass: Float64Array;
  protected readonly drag: Float64Array;
  protected readonly held: HeldEnds;
  protected readonly F: Float64Array;
  /** takes forces that nobody asked for */
  protected readonly ignored: Float64Array;

  protected constructor(rod: ResolvedRod, stride: number, qStride: number, bandwidth: number) {
    const n = rod.n;
    this.rod = rod;
    this.name = rod.name;
    this.radius = rod.radius;
    this.lever = rod.lever;
    this.halfAxes = rod.halfAxes;
    this.length = rod.length;
    this.n = n;
    this.l = rod.length / n;
    this.nodes = n + 1;
    this.nodeArcLength = Float64Array.from({ length: n + 1 }, (_, i) => i * this.l);
    this.endsHeld = [rod.start.kind !== 'free', rod.end.kind !== 'free'];
    this.stride = stride;
    this.qStride = qStride;
    const dofs = stride * n + 3;
    this.dofs = dofs;
    this.bandwidth = Math.min(bandwidth, dofs - 1);
    this.q = new Float64Array(qStride * n + 3);
    this.v = new Float64Array(dofs);
    this.held = new HeldEnds(rod, this);
    this.ends = this.held.states;
    this.fixed = this.held.fixed;
    this.units = Float64Array.from({ length: dofs }, (_, i) => (i % stride < 3 ? rod.length : 1));
    this.mass = new Float64Array(dofs);
    this.drag = new Float64Array(dofs);
    this.F = new Float64Array(dofs);
    this.ignored = new Float64Array(dofs);
    this.loads = rod.spec.loads ?? {};
    this.stretch = new Stretch(n, this.l, rod.section.EA);
    this.placeNodes();
  }

  get linearDensity(): number {
    return this.rod.section.mass;
  }

  get airDamping(): number {
    return this.rod.airDamping;
  }

  /**
   * F -= ∇E, K += ∇²E of bending and twist, D += the stiffness of their strains (where given); returns their energy.
   * `stretch.update` has been called.
   */
  protected abstract bend(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number;

  /** Turns the segment dofs of q by dx (twist angles, quaternions), and whatever frames follow the nodes. */
  protected abstract turnSegments(dx: Float64Array, scale: number): void;

  /** Follows walls that have turned, where joints with them remember how far. */
  protected turnWalls?(): void;

  /** Sets the dofs of the segment that a frozen clamp holds to the clamp's frame. */
  protected abstract holdSegment(segment: number, end: EndState): void;

  /** Adds the part of a point's Jacobian that comes from the turning of its segment. */
  protected abstract leverJacobian(J: Float64Array, width: number, segment: number, offset: Vec3): void;

  /** F += generalised force of a moment at segment j, K += its negative derivative (where given). */
  protected abstract momentForce(F: Float64Array | null, K: BandMatrix | null, segment: number, moment: Vec3): void;

  /** out[3..5] += angular momentum of the segments' own turning. */
  protected abstract addSpin(out: Float64Array): void;

  abstract saveState(): Float64Array;

  abstract loadState(state: Float64Array): void;

  private placeNodes(): void {
    const { points } = this.rod.initial;
    const half = 0.5 * this.l;
    const velocity = this.rod.spec.initial?.velocity ?? [0, 0, 0];
    for (let i = 0; i <= this.n; i++) {
      copy3(this.q, this.qStride * i, points, 3 * i);
      set3(this.v, this.stride * i, velocity[0], velocity[1], velocity[2]);
      const share = i === 0 || i === this.n ? half : 2 * half;
      for (let k = 0; k < 3; k++) {
        this.mass[this.stride * i + k] = this.rod.section.mass * share;
        this.drag[this.stride * i + k] = this.rod.airDamping * share;
      }
    }
    for (let i = 0; i < this.n; i++)
      for (let k = 3; k < this.stride; k++) this.mass[this.stride * i + k] = this.rod.section.inertia * this.l;
    for (let k = 0; k < this.dofs; k++) if (this.fixed[k] !== 0) this.v[k] = 0;
  }

  forces(F: Float64Array, K: BandMatrix | null, kind: TangentKind, gravity: Vec3, t: number): number {
    return this.forcesWithDamping(F, K, kind, gravity, t, null);
  }

  /** `forces`, and D += stiffness of the strains (where given). */
  protected forcesWithDamping(
    F: Float64Array,
    K: BandMatrix | null,
    kind: TangentKind,
    gravity: Vec3,
    t: number,
    D: BandMatrix | null,
  ): number {
    const elastic = this.elasticForces(F, K, kind, D);
    this.externalForces(F, gravity, t);
    return elastic;
  }

  /** F -= ∇E, K += ∇²E of the elastic energy, D += stiffness of the strains (where given); returns E (J). */
  protected elasticForces(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number {
    this.stretch.update(this.q, this.qStride);
    this.stretch.forces(F, K, kind, this.stride);
    if (D) this.stretch.forces(this.ignored, D, 'strain', this.stride);
    return this.stretch.energy() + this.bend(F, K, kind, D);
  }

  /** out += force with which the rod pulls at what holds its first (0) or last (1) node: elastic forces and loads, no inertia (N). */
  addEndForce(out: [number, number, number], end: 0 | 1, gravity: Vec3, t: number): void {
    this.ignored.fill(0);
    this.forces(this.ignored, null, 'exact', gravity, t);
    const at = end === 0 ? 0 : this.stride * this.n;
    for (let k = 0; k < 3; k++) out[k] += this.ignored[at + k];
  }

  /** Twisting moment carried by joint i (N m); 0 in a model without twist. */
  torque(_joint: number): number {
    return 0;
  }

  momentStiffness(K: BandMatrix, t: number): void {
    for (const { s, moment } of this.loads.moments ?? [])
      this.momentForce(null, K, this.segmentAt(s), loadAt(moment, t));
  }

  augment(): void {
    this.stretch.update(this.q, this.qStride);
    this.stretch.augment();
  }

  protected externalForces(F: Float64Array, gravity: Vec3, t: number): void {
    addNodeLoads(F, this, this.mass, gravity, t);
    for (const { s, moment } of this.loads.moments ?? [])
      this.momentForce(F, null, this.segmentAt(s), loadAt(moment, t));
  }

  /** Poses of both ends and the segments' multipliers, which every model's state begins with. */
  protected endState(extra = 0): Float64Array {
    const state = new Float64Array(14 + this.n + extra);
    state.set(this.ends[0].pose, 0);
    state.set(this.ends[1].pose, 7);
    state.set(this.stretch.multiplier, 14);
    return state;
  }

  protected restoreEnds(state: Float64Array): void {
    this.ends[0].pose.set(state.subarray(0, 7));
    this.ends[1].pose.set(state.subarray(7, 14));
    this.stretch.multiplier.set(state.subarray(14, 14 + this.n));
  }

  /** Segment that holds the arc length s. */
  segmentAt(s: number): number {
    return Math.min(this.n - 1, Math.max(0, Math.floor(s / this.l)));
  }

  protected elasticEnergy(): number {
    this.stretch.update(this.q, this.qStride);
    return this.stretch.energy() + this.bend(this.ignored, null, 'exact', null);
  }

  displace(dx: Float64Array): void {
    const { F, dofs, fixed } = this;
    for (let i = 0; i < dofs; i++) F[i] = fixed[i] === 0 ? dx[i] : 0;
    this.move(F, 1);
  }

  /** Moves to the ends' present poses without a step: statics under driven ends. */
  moveEnds(t: number): void {
    this.held.moveTo(t);
    this.F.fill(0);
    this.move(this.F, 1);
  }

  /** q <- q ⊕ s dx for the free dofs, held ones to their place; returns the energy that turning whole segments took (J). */
  protected move(dx: Float64Array, s: number): number {
    const { q, stride, qStride, n } = this;
    for (let i = 0; i <= n; i++) for (let k = 0; k < 3; k++) q[qStride * i + k] += s * dx[stride * i + k];
    this.held.place(q);
    this.stretch.update(q, qStride);
    this.turnSegments(dx, s);
    const { turnsSegment } = this.held;
    const before = turnsSegment ? this.elasticEnergy() : 0;
    this.ends.forEach((end, side) => {
      if (end.kind === 'clamped' && end.clamp === 'segment') this.holdSegment(side === 0 ? 0 : n - 1, end);
    });
    return turnsSegment ? this.elasticEnergy() - before : 0;
  }

  position(out: Float64Array, point: BodyPoint): void {
    const { q, qStride } = this;
    const a = qStride * point.index;
    const b = point.s / this.l - point.index;
    for (let k = 0; k < 3; k++) out[k] = (1 - b) * q[a + k] + b * q[a + qStride + k] + point.offset[k];
  }

  jacobian(J: Float64Array, span: JacobianSpan, drive: Float64Array, point: BodyPoint): void {
    const { stride, fixed, held } = this;
    const o = point.offset;
    span.col = stride * point.index;
    span.len = stride + 3;
    nodeJacobian(J, stride, point.s / this.l - point.index);
    if (o[0] !== 0 || o[1] !== 0 || o[2] !== 0) this.leverJacobian(J, span.len, point.index, o);
    heldToDrive(J, span, drive, fixed, held.velocity);
  }

  centreLine(out: Float64Array): void {
    for (let i = 0; i <= this.n; i++) copy3(out, 3 * i, this.q, this.qStride * i);
  }

  nodeDirectors?(out: Float64Array): void;

  nodeVelocities(out: Float64Array): void {
    for (let i = 0; i <= this.n; i++) copy3(out, 3 * i, this.v, this.stride * i);
  }

  /** out = linear momentum (kg m/s), then angular momentum about the origin (kg m²/s). */
  momentum(out: Float64Array): void {
    nodeMomentum(out, this, this.mass);
    this.addSpin(out);
  }

  energy(gravity: Vec3, out: EnergySums = { kinetic: 0, elastic: 0, gravity: 0 }): BodyEnergy {
    out.kinetic = kineticEnergy(this, this.mass);
    out.elastic = this.elasticEnergy();
    out.gravity = nodeWeight(this, this.mass, gravity);
    return out;
  }
}
