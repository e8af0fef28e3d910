import { InputError } from '../../errors.js';
import {
  conjugateQuaternion,
  integrateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../../math/quaternion.js';
import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';
import { apply33 } from '../../math/mat3.js';
import type { BodyEnergy, BodyPoint, BodySystem, FiberBody, JacobianSpan, StepContext } from '../body.js';
import type { BandMatrix } from './band-matrix.js';
import type { ElasticSystem, TangentKind } from './elastic-system.js';
import { EndState } from './end.js';
import { HelixChain } from './helix-chain.js';
import { HelixInertia, elementRule } from './helix-inertia.js';
import { HelixLoads } from './helix-loads.js';
import { type RodLoads, type Vec3, loadAt } from './loads.js';
import { curvatureAt } from './shape.js';
import type { ResolvedRod } from './spec.js';

const zero: Vec3 = [0, 0, 0];
const local = new Float64Array(3);
const turnVector = new Float64Array(3);
const turnQuaternion = new Float64Array(4);

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
export class SuperHelixRod implements FiberBody, ElasticSystem {
  readonly kind = 'rod';
  readonly name: string;
  readonly radius: number;
  readonly length: number;
  readonly nodes: number;
  readonly nodeArcLength: Float64Array;
  readonly dofs: number;
  readonly bandwidth: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly fixed: Uint8Array;
  readonly units: Float64Array;
  readonly system: BodySystem & { readonly M: Float64Array };
  readonly loads: RodLoads;
  readonly chain: HelixChain;
  readonly root: EndState;
  private readonly rod: ResolvedRod;
  private readonly rootDofs: 0 | 3 | 6;
  private readonly rate: Float64Array;
  private readonly natural: Float64Array;
  private readonly K: Float64Array;
  private readonly inertia: HelixInertia;
  private readonly pull: HelixLoads;
  private readonly F: Float64Array;
  /** velocity and turn of a driven root over the last step and over the coming one; whether there was a last one */
  private readonly rootMotion = new Float64Array(12);
  private started = false;
  /** whether the last step was taken at its middle */
  private centred = false;
  /** v as of the recorded field */
  private readonly known: Float64Array;
  private readonly kappaNext: Float64Array;
  private readonly scratch: { v: Float64Array; M: Float64Array; q: Float64Array; pose: Float64Array };

  constructor(rod: ResolvedRod) {
    checkEnds(rod);
    const N = rod.n;
    this.rod = rod;
    this.name = rod.name;
    this.radius = rod.radius;
    this.length = rod.length;
    this.loads = rod.spec.loads ?? {};
    const pieces = rod.spec.segmentsPerElement ?? 2;
    this.nodes = N * pieces + 1;
    this.nodeArcLength = Float64Array.from({ length: this.nodes }, (_, i) => (i * rod.length) / (N * pieces));
    const kind = rod.start.kind;
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
    this.known = new Float64Array(this.dofs);
    this.kappaNext = new Float64Array(3 * N);
    this.scratch = {
      v: new Float64Array(this.dofs),
      M: new Float64Array(this.dofs * this.dofs),
      q: new Float64Array(this.q.length),
      pose: new Float64Array(7),
    };
    this.rate = this.v.subarray(this.rootDofs);
    this.system = { M: new Float64Array(this.dofs * this.dofs), f: new Float64Array(this.dofs) };
    this.root = new EndState(rod.start, rod.initial.points, 0, rod.initial.frames, 0);
    this.chain = new HelixChain(N, rod.length / N, this.q.subarray(qRoot));
    this.natural = elementCurvatures(rod, rod.restCurvature);
    this.chain.kappa.set(initialCurvatures(rod));
    const { EI1, EI2, GJ, mass, inertia } = rod.section;
    const l = this.chain.l;
    this.K = Float64Array.from({ length: 3 * N }, (_, i) => [EI1, EI2, GJ][i % 3] * l);
    this.inertia = new HelixInertia(this.chain, mass, inertia, this.rootDofs);
    this.pull = new HelixLoads(this.chain, this.rootDofs);
    if (qRoot > 0) this.q.set(this.root.pose);
    const velocity = rod.spec.initial?.velocity;
    if (velocity && this.rootDofs === 6) this.v.set(velocity);
    this.update();
  }

  /** Positions and frames of the elements from q. */
  private update(): void {
    const pose = this.rootDofs === 0 ? this.root.pose : this.q;
    this.chain.update(pose, 0, pose, 3);
  }

  linearise(step: StepContext): void {
    this.driveRoot(step);
    this.update();
    this.refreshField();
    this.setRigidMotion(step.gravity);
    this.inertia.transport(step.h);
    this.assemble(step, false);
    if (step.theta < 1) this.centre(step);
  }

  private isLoaded(): boolean {
    const { distributed, forces, moments } = this.loads;
    return distributed !== undefined || (forces?.length ?? 0) > 0 || (moments?.length ?? 0) > 0;
  }

  /** M and f from `inertia`; `withMomentum`: its F holds J̇ q̇ rather than the change from the recorded field. */
  private assemble(step: StepContext, withMomentum: boolean): void {
    const { dofs, K, natural, inertia, chain, F, v, rootDofs } = this;
    const { h, theta } = step;
    const { M, f } = this.system;
    const M0 = inertia.M;
    const drag = this.rod.airDamping / this.rod.section.mass;
    const tau = this.rod.internalDamping;
    F.set(inertia.F);
    if (this.isLoaded()) this.pull.add(F, null, zero, this.loads, step.t + h);
    const scale = 1 + h * theta * drag;
    const share = (withMomentum ? 1 : 0) - h * (1 - theta) * drag;
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
    const implicit = h * theta * tau + h * h * theta * theta;
    const lag = h * (1 - theta) * (tau + h * theta);
    for (let i = 0; i < K.length; i++) {
      const d = rootDofs + i;
      M[d * dofs + d] += implicit * K[i];
      f[d] -= K[i] * (h * (chain.kappa[i] - natural[i]) + lag * v[d]);
    }
  }

  /**
   * Second order for theta < 1: a step without contacts is predicted, inertia and weight are taken at its middle. Elastic
   * forces are linear and stay those of the step's start.
   */
  private centre(step: StepContext): void {
    const { dofs, v, q, scratch } = this;
    const { M, f } = this.system;
    scratch.v.set(f);
    scratch.M.set(M);
    if (!choleskyFactor(scratch.M, dofs)) return;
    choleskySolve(scratch.v, scratch.M, dofs);
    scratch.q.set(q);
    scratch.pose.set(this.root.pose);
    for (let i = 0; i < dofs; i++) {
      scratch.v[i] = 0.5 * (scratch.v[i] + v[i]);
      this.F[i] = 0.5 * step.h * scratch.v[i];
    }
    this.halfWay();
    this.displace(this.F);
    this.setMotion(step.h, step.gravity, scratch.v);
    this.inertia.evaluate(scratch.v.subarray(this.rootDofs));
    q.set(scratch.q);
    this.root.pose.set(scratch.pose);
    this.assemble(step, true);
    this.update();
  }

  /** A driven root to the middle of its step. */
  private halfWay(): void {
    const { pose } = this.root;
    if (this.rootDofs > 0 || !this.root.motion) return;
    conjugateQuaternion(turnQuaternion, 0, pose, 3);
    multiplyQuaternions(turnQuaternion, 0, this.nextPose, 3, turnQuaternion, 0);
    rotationVectorFromQuaternion(turnVector, 0, turnQuaternion, 0);
    integrateQuaternion(pose, 3, pose, 3, turnVector, 0, 0.5);
    for (let k = 0; k < 3; k++) pose[k] = 0.5 * (pose[k] + this.nextPose[k]);
  }

  /** Records the velocity field anew where somebody changed v since the last step. */
  private refreshField(): void {
    const { v, known } = this;
    if (this.started) {
      let same = true;
      for (let i = 0; i < this.dofs; i++) same = same && v[i] === known[i];
      if (same) return;
    }
    this.recordField(this.chain.kappa);
  }

  /** Records the field of the present shape and v at the points that `kappaNext` asks for. */
  private recordField(kappaNext: Float64Array): void {
    const { base } = this.inertia;
    const m = this.rootMotion;
    const { rootDofs, v } = this;
    for (let k = 0; k < 3; k++) {
      base.v[k] = rootDofs === 6 ? v[k] : m[6 + k];
      base.w[k] = rootDofs > 0 ? v[rootDofs - 3 + k] : m[9 + k];
    }
    this.inertia.record(this.rate, kappaNext);
    this.known.set(v);
  }

  /** rootMotion[6 ..] = mean velocity and turn of the root over the coming step. */
  private driveRoot(step: StepContext): void {
    const m = this.rootMotion;
    if (this.rootDofs > 0 || !this.root.motion) return;
    const now = this.root.pose;
    this.root.motion(this.nextPose, step.t + step.h);
    for (let k = 0; k < 3; k++) m[6 + k] = (this.nextPose[k] - now[k]) / step.h;
    conjugateQuaternion(turnQuaternion, 0, now, 3);
    multiplyQuaternions(turnQuaternion, 0, this.nextPose, 3, turnQuaternion, 0);
    rotationVectorFromQuaternion(turnVector, 0, turnQuaternion, 0);
    for (let k = 0; k < 3; k++) m[9 + k] = turnVector[k] / step.h;
    // at the first step the root is taken to have moved like this before
    if (!this.started) for (let k = 0; k < 6; k++) m[k] = m[6 + k];
  }

  private readonly nextPose = new Float64Array(7);

  /** The driven root's rigid motion over the step for `transport`; weight enters as an acceleration of the frame. */
  private setRigidMotion(gravity: Vec3): void {
    const { base } = this.inertia;
    const m = this.rootMotion;
    const drag = this.rod.airDamping / this.rod.section.mass;
    for (let k = 0; k < 3; k++) {
      base.v[k] = m[6 + k];
      base.w[k] = m[9 + k];
      base.a[k] = drag * m[6 + k] - gravity[k];
      base.e[k] = drag * m[9 + k];
    }
  }

  /** The root's motion at the middle of the step for `evaluate`, velocities v. */
  private setMotion(h: number, gravity: Vec3, v: Float64Array): void {
    const { base } = this.inertia;
    const m = this.rootMotion;
    const drag = this.rod.airDamping / this.rod.section.mass;
    for (let k = 0; k < 3; k++) {
      if (this.rootDofs === 0) {
        base.v[k] = 0.5 * (m[k] + m[6 + k]);
        base.w[k] = 0.5 * (m[3 + k] + m[9 + k]);
        base.a[k] = (m[6 + k] - m[k]) / h + drag * m[6 + k] - gravity[k];
        base.e[k] = (m[9 + k] - m[3 + k]) / h + drag * m[9 + k];
      } else {
        base.v[k] = this.rootDofs === 6 ? v[k] : 0;
        base.w[k] = v[this.rootDofs - 3 + k];
        base.a[k] = -gravity[k];
        base.e[k] = 0;
      }
    }
  }

  advance(vNext: Float64Array, step: StepContext): void {
    const { dofs, v, F } = this;
    const { h, theta } = step;
    for (let i = 0; i < dofs; i++) {
      F[i] = h * (theta * vNext[i] + (1 - theta) * v[i]);
      v[i] = vNext[i];
    }
    for (let i = 0; i < this.kappaNext.length; i++) this.kappaNext[i] = this.chain.kappa[i] + F[this.rootDofs + i];
    this.recordField(this.kappaNext);
    this.centred = theta < 1;
    if (this.rootDofs === 0) {
      this.root.moveTo(step.t + h);
      this.rootMotion.copyWithin(0, 6, 12);
    }
    this.started = true;
    this.displace(F);
  }

  displace(dx: Float64Array): void {
    const { q, rootDofs, chain } = this;
    if (rootDofs === 6) for (let k = 0; k < 3; k++) q[k] += dx[k];
    if (rootDofs > 0) integrateQuaternion(q, 3, q, 3, dx, rootDofs - 3, 1);
    for (let i = 0; i < chain.kappa.length; i++) chain.kappa[i] += dx[rootDofs + i];
    this.update();
  }

  /** Moves a driven root to its pose at time t without a step: statics. */
  moveEnds(t: number): void {
    this.root.moveTo(t);
    this.update();
  }

  forces(F: Float64Array, K: BandMatrix | null, kind: TangentKind, gravity: Vec3, t: number): number {
    const { rootDofs, chain, natural } = this;
    let energy = 0;
    for (let i = 0; i < this.K.length; i++) {
      const strain = chain.kappa[i] - natural[i];
      F[rootDofs + i] -= this.K[i] * strain;
      energy += 0.5 * this.K[i] * strain * strain;
      K?.add(rootDofs + i, rootDofs + i, this.K[i]);
    }
    const rho = this.rod.section.mass;
    const weight: Vec3 = [rho * gravity[0], rho * gravity[1], rho * gravity[2]];
    this.pull.add(F, kind === 'exact' ? K : null, weight, this.loads, t);
    return energy;
  }

  momentStiffness(K: BandMatrix, t: number): void {
    for (const { s, moment } of this.loads.moments ?? []) this.pull.momentStiffness(K, s, loadAt(moment, t));
  }

  position(out: Float64Array, point: BodyPoint): void {
    this.chain.position(out, 0, this.chain.elementAt(point.s), point.s);
    for (let k = 0; k < 3; k++) out[k] += point.offset[k];
  }

  jacobian(J: Float64Array, span: JacobianSpan, drive: Float64Array, point: BodyPoint): void {
    const { chain, rootDofs, rootMotion: m } = this;
    const { frame, start, W, V } = chain;
    const Q = chain.elementAt(point.s);
    const o = point.offset;
    const len = rootDofs + 3 * Q + 3;
    span.col = 0;
    span.len = len;
    const helix = chain.point;
    helix.place(chain.kappa, 3 * Q, point.s - Q * chain.l);
    helix.gradient();
    const { p, P, A } = helix;
    const at = 9 * Q;
    // place relative to the root, with the lever arm
    let x = start[3 * Q] - start[0] + o[0];
    let y = start[3 * Q + 1] - start[1] + o[1];
    let z = start[3 * Q + 2] - start[2] + o[2];
    x += frame[at] * p[0] + frame[at + 1] * p[1] + frame[at + 2] * p[2];
    y += frame[at + 3] * p[0] + frame[at + 4] * p[1] + frame[at + 5] * p[2];
    z += frame[at + 6] * p[0] + frame[at + 7] * p[1] + frame[at + 8] * p[2];
    for (let d = 0; d < 9 * Q; d += 3) {
      const c = rootDofs + d / 3;
      J[c] = V[d] + W[d + 1] * z - W[d + 2] * y;
      J[len + c] = V[d + 1] + W[d + 2] * x - W[d] * z;
      J[2 * len + c] = V[d + 2] + W[d] * y - W[d + 1] * x;
    }
    const lever = o[0] !== 0 || o[1] !== 0 || o[2] !== 0;
    for (let k = 0; k < 3; k++) {
      const c = rootDofs + 3 * Q + k;
      for (let i = 0; i < 3; i++)
        J[i * len + c] = frame[at + 3 * i] * P[k] + frame[at + 3 * i + 1] * P[3 + k] + frame[at + 3 * i + 2] * P[6 + k];
      if (!lever) continue;
      const w0 = frame[at] * A[k] + frame[at + 1] * A[3 + k] + frame[at + 2] * A[6 + k];
      const w1 = frame[at + 3] * A[k] + frame[at + 4] * A[3 + k] + frame[at + 5] * A[6 + k];
      const w2 = frame[at + 6] * A[k] + frame[at + 7] * A[3 + k] + frame[at + 8] * A[6 + k];
      J[c] += w1 * o[2] - w2 * o[1];
      J[len + c] += w2 * o[0] - w0 * o[2];
      J[2 * len + c] += w0 * o[1] - w1 * o[0];
    }
    if (rootDofs > 0) {
      this.rootJacobian(J, len, x, y, z);
      drive[0] = drive[1] = drive[2] = 0;
    } else {
      drive[0] = m[6] + m[10] * z - m[11] * y;
      drive[1] = m[7] + m[11] * x - m[9] * z;
      drive[2] = m[8] + m[9] * y - m[10] * x;
    }
  }

  /** Columns of the root's own dofs for a point at (x, y, z) from it. */
  private rootJacobian(J: Float64Array, len: number, x: number, y: number, z: number): void {
    const at = this.rootDofs - 3;
    for (let i = 0; i < 3; i++) {
      if (at > 0) for (let j = 0; j < 3; j++) J[i * len + j] = i === j ? 1 : 0;
      J[i * len + at + i] = 0;
    }
    J[at + 1] = z;
    J[at + 2] = -y;
    J[len + at] = -z;
    J[len + at + 2] = x;
    J[2 * len + at] = y;
    J[2 * len + at + 1] = -x;
  }

  centreLine(out: Float64Array): void {
    const { chain, nodes, nodeArcLength } = this;
    for (let i = 0; i < nodes; i++) {
      const s = nodeArcLength[i];
      chain.position(out, 3 * i, chain.elementAt(s), s);
    }
  }

  nodeVelocities(out: Float64Array): void {
    const { chain, nodes, nodeArcLength, rootDofs, v, rate, rootMotion: m } = this;
    const { point, frame, start, turn, shift } = chain;
    const w = this.turnRate;
    const u = this.shiftRate;
    for (let k = 0; k < 3; k++) {
      u[k] = rootDofs === 6 ? v[k] : m[6 + k];
      w[k] = rootDofs > 0 ? v[rootDofs - 3 + k] : m[9 + k];
    }
    for (let Q = 0, i = 0; Q < chain.N; Q++) {
      const o = 9 * Q;
      for (; i < nodes && (Q + 1 === chain.N || chain.elementAt(nodeArcLength[i]) === Q); i++) {
        point.place(chain.kappa, 3 * Q, nodeArcLength[i] - Q * chain.l);
        point.gradient();
        apply33(local, 0, point.P, 0, rate, 3 * Q);
        apply33(out, 3 * i, frame, o, local, 0);
        apply33(local, 0, frame, o, point.p, 0);
        out[3 * i] += u[0] + w[1] * local[2] - w[2] * local[1];
        out[3 * i + 1] += u[1] + w[2] * local[0] - w[0] * local[2];
        out[3 * i + 2] += u[2] + w[0] * local[1] - w[1] * local[0];
      }
      const d0 = start[3 * Q + 3] - start[3 * Q];
      const d1 = start[3 * Q + 4] - start[3 * Q + 1];
      const d2 = start[3 * Q + 5] - start[3 * Q + 2];
      apply33(local, 0, shift, o, rate, 3 * Q);
      u[0] += w[1] * d2 - w[2] * d1 + local[0];
      u[1] += w[2] * d0 - w[0] * d2 + local[1];
      u[2] += w[0] * d1 - w[1] * d0 + local[2];
      apply33(local, 0, turn, o, rate, 3 * Q);
      for (let k = 0; k < 3; k++) w[k] += local[k];
    }
  }

  private readonly shiftRate = new Float64Array(3);
  private readonly turnRate = new Float64Array(3);

  energy(gravity: Vec3): BodyEnergy {
    let elastic = 0;
    for (let i = 0; i < this.K.length; i++) {
      const strain = this.chain.kappa[i] - this.natural[i];
      elastic += 0.5 * this.K[i] * strain * strain;
    }
    const sums = this.integrals();
    const weight = -(gravity[0] * sums[0] + gravity[1] * sums[1] + gravity[2] * sums[2]);
    return { kinetic: sums[3], elastic, gravity: weight };
  }

  /** Momentum of the matter: after a step with theta = 1 that of the recorded velocities, which the scheme passes on. */
  momentum(out: Float64Array): void {
    this.refreshField();
    const { chain, inertia, rod } = this;
    const x = new Float64Array(3);
    const recorded = inertia.savedField();
    if (this.centred) this.recordField(chain.kappa);
    const u = inertia.savedField();
    out.fill(0, 0, 6);
    for (let Q = 0, at = chain.N; Q < chain.N; Q++) {
      const { nodes, weights } = inertia.fieldRule(Q);
      for (let i = 0; i < nodes.length; i++, at += 6) {
        chain.position(x, 0, Q, (Q + nodes[i]) * chain.l);
        const m = rod.section.mass * weights[i] * chain.l;
        const j = rod.section.inertia * weights[i] * chain.l;
        for (let k = 0; k < 3; k++) {
          const k1 = (k + 1) % 3;
          const k2 = (k + 2) % 3;
          out[k] += m * u[at + k];
          out[3 + k] += m * (x[k1] * u[at + k2] - x[k2] * u[at + k1]) + j * u[at + 3 + k];
        }
      }
    }
    inertia.loadField(recorded);
  }

  /** ∫ρS r, kinetic energy. */
  private integrals(): Float64Array {
    const { chain, v, rod } = this;
    const sums = new Float64Array(4);
    const J = new Float64Array(3 * this.dofs);
    const span: JacobianSpan = { col: 0, len: 0 };
    const u = new Float64Array(3);
    const x = new Float64Array(3);
    const spin = new Float64Array(3);
    for (let Q = 0; Q < chain.N; Q++) {
      const { nodes, weights } = elementRule(chain.kappa, chain.l, Q);
      for (let i = 0; i < nodes.length; i++) {
        const s = (Q + nodes[i]) * chain.l;
        const m = rod.section.mass * weights[i] * chain.l;
        const point: BodyPoint = { index: 0, s, offset: zero };
        this.position(x, point);
        this.jacobian(J, span, u, point);
        for (let k = 0; k < 3; k++) for (let c = 0; c < span.len; c++) u[k] += J[k * span.len + c] * v[c];
        this.spinAt(spin, Q, s);
        const j = rod.section.inertia * weights[i] * chain.l;
        for (let k = 0; k < 3; k++) {
          sums[k] += m * x[k];
          sums[3] += 0.5 * (m * u[k] * u[k] + j * spin[k] * spin[k]);
        }
      }
    }
    return sums;
  }

  /** out = angular velocity of the section at arc length s of element Q. */
  private spinAt(out: Float64Array, Q: number, s: number): void {
    const { chain, rate, rootDofs } = this;
    const { A } = chain.point;
    for (let k = 0; k < 3; k++) out[k] = rootDofs > 0 ? this.v[rootDofs - 3 + k] : this.rootMotion[9 + k];
    for (let d = 0; d < 3 * Q; d++) for (let k = 0; k < 3; k++) out[k] += chain.W[3 * d + k] * rate[d];
    chain.point.place(chain.kappa, 3 * Q, s - Q * chain.l);
    chain.point.gradient();
    for (let i = 0; i < 3; i++) {
      let local = 0;
      for (let k = 0; k < 3; k++) local += A[3 * i + k] * rate[3 * Q + k];
      for (let k = 0; k < 3; k++) out[k] += chain.frame[9 * Q + 3 * k + i] * local;
    }
  }

  saveState(): Float64Array {
    const field = this.inertia.savedField();
    const state = new Float64Array(20 + this.dofs + field.length);
    state.set(this.known, 20);
    state.set(field, 20 + this.dofs);
    state.set(this.root.pose, 0);
    state.set(this.rootMotion, 7);
    state[19] = (this.started ? 1 : 0) + (this.centred ? 2 : 0);
    return state;
  }

  loadState(state: Float64Array): void {
    this.root.pose.set(state.subarray(0, 7));
    this.rootMotion.set(state.subarray(7, 19));
    this.started = state[19] % 2 === 1;
    this.centred = state[19] >= 2;
    this.known.set(state.subarray(20, 20 + this.dofs));
    this.inertia.loadField(state.subarray(20 + this.dofs));
    this.update();
  }
}

function checkEnds(rod: ResolvedRod): void {
  if (rod.end.kind === 'free') return;
  throw new InputError(`rod ${rod.name} cannot be built`, [
    { path: 'end.kind', expected: 'free', found: rod.end.kind, hint: 'a super-helix is held at its start only' },
  ]);
}

/** Curvatures of N elements, each taken at its middle. */
function elementCurvatures(rod: ResolvedRod, curvature: ResolvedRod['restCurvature']): Float64Array {
  const out = new Float64Array(3 * rod.n);
  for (let Q = 0; Q < rod.n; Q++) out.set(curvatureAt(curvature, ((Q + 0.5) * rod.length) / rod.n), 3 * Q);
  return out;
}

function initialCurvatures(rod: ResolvedRod): Float64Array {
  const initial = rod.spec.initial ?? {};
  if (!initial.points) return elementCurvatures(rod, initial.curvature ?? rod.restCurvature);
  return fitCurvatures(rod.initial.frames, rod.n, rod.length / rod.n);
}

/** Curvatures that carry the frame from one element's start to the next, from frames at the segments' middles. */
function fitCurvatures(frames: Float64Array, n: number, l: number): Float64Array {
  const out = new Float64Array(3 * n);
  const borders = new Float64Array(4 * (n + 1));
  borders.set(frames.subarray(0, 4), 0);
  borders.set(frames.subarray(4 * (n + 1), 4 * (n + 2)), 4 * n);
  for (let b = 1; b < n; b++) {
    relativeTurn(frames, 4 * b, frames, 4 * (b + 1));
    for (let k = 0; k < 3; k++) turnVector[k] *= 0.5;
    quaternionFromRotationVector(turnQuaternion, 0, turnVector, 0);
    multiplyQuaternions(borders, 4 * b, frames, 4 * b, turnQuaternion, 0);
  }
  for (let Q = 0; Q < n; Q++) {
    relativeTurn(borders, 4 * Q, borders, 4 * (Q + 1));
    for (let k = 0; k < 3; k++) out[3 * Q + k] = turnVector[k] / l;
  }
  return out;
}

/** turnVector = rotation vector of a* b, in the frame of a. */
function relativeTurn(a: Float64Array, i: number, b: Float64Array, j: number): void {
  conjugateQuaternion(turnQuaternion, 0, a, i);
  multiplyQuaternions(turnQuaternion, 0, turnQuaternion, 0, b, j);
  rotationVectorFromQuaternion(turnVector, 0, turnQuaternion, 0);
}
