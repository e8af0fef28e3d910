import type { BodyEnergy, BodyPoint, BodySystem, EnergySums, JacobianSpan, SolidBody, StepContext } from '../body.js';
import type { MassProperties } from '../../geometry/mass-properties.js';
import { apply33, applyTransposed33, multiply33, transpose33 } from '../../math/mat3.js';
import {
  integrateQuaternion,
  normaliseQuaternion,
  quaternionToMatrix,
  rotateByQuaternion,
} from '../../math/quaternion.js';
import { dot3, norm3, normalise3 } from '../../math/vec3.js';
import { freeSpin } from './gyroscope.js';

/** What a rigid body starts with. */
export interface RigidBodyOptions {
  readonly name?: string;
  /** mass, centre of mass and inertia in the frame of the shape */
  readonly mass: MassProperties;
  /** place of the shape's frame (m). Default: the origin */
  readonly position?: readonly [number, number, number];
  /** unit quaternion (w, x, y, z) of the shape's frame. Default: not turned */
  readonly orientation?: readonly [number, number, number, number];
  /** velocity of the centre of mass (m/s). Default: at rest */
  readonly velocity?: readonly [number, number, number];
  /** angular velocity in world axes (rad/s). Default: at rest */
  readonly spin?: readonly [number, number, number];
  /** false: the body never turns, whatever acts on it; three degrees of freedom. Default: true */
  readonly rotates?: boolean;
  /** the body runs in a guide along this axis (world) and cannot turn: one degree of freedom */
  readonly guide?: readonly [number, number, number];
}

const scratch = (count: number, size: number): Float64Array<ArrayBuffer>[] =>
  Array.from({ length: count }, () => new Float64Array(size));
const [Omega, OmegaNext, impulse, spin, L] = scratch(5, 3);
const [mean, before, row] = scratch(3, 6);
const [R, RT] = scratch(2, 9);
const turned = new Float64Array(4);
const none = new Float64Array(0);

/**
 * A rigid body. q = centre of mass (3), unit quaternion (4); v = velocity of the centre of mass, angular velocity in
 * world axes. The equation of motion is M v⁺ = M v* + h F + Hᵀ r with M = diag(m, R I Rᵀ) and v* the velocity after free
 * spinning (`freeSpin`). R are the axes at the start of the step for theta = 1. For theta < 1 they are those of its middle, `refine`
 * brings the impulses into Euler's equation, and the spin found turns with the body: its energy changes by that of the impulses.
 */
export class RigidBody implements SolidBody {
  readonly kind = 'rigid';
  readonly name: string;
  readonly dofs: number;
  readonly q = new Float64Array(7);
  readonly v: Float64Array;
  readonly mass: number;
  /** inertia about the centre of mass, in the body's axes (kg m²) */
  readonly inertia: Float64Array;
  /** centre of mass in the frame of the shape (m) */
  readonly centre: Float64Array;
  readonly rotates: boolean;
  /** unit axis of the guide the body runs in, if it does: then v is its one velocity along it */
  readonly guide: Float64Array | undefined;
  /** whether every axis through the centre of mass is alike: no gyroscopic torque */
  readonly #round: boolean;
  readonly #M: Float64Array;
  readonly #f: Float64Array;
  readonly system: BodySystem;
  readonly #worldInertia = new Float64Array(9);
  /** axes that the impulses of the step act in, and I Ω in them at its end without any */
  readonly #axes = new Float64Array(9);
  readonly #spun = new Float64Array(3);

  constructor(options: RigidBodyOptions) {
    this.name = options.name ?? 'body';
    this.guide = options.guide ? Float64Array.from(options.guide) : undefined;
    if (this.guide) normalise3(this.guide, 0, this.guide, 0);
    this.rotates = !this.guide && (options.rotates ?? true);
    this.dofs = this.guide ? 1 : this.rotates ? 6 : 3;
    this.mass = options.mass.mass;
    this.inertia = Float64Array.from(options.mass.inertia);
    this.centre = Float64Array.from(options.mass.centre);
    this.v = new Float64Array(this.dofs);
    const velocity = Float64Array.from(options.velocity ?? [0, 0, 0]);
    if (this.guide) this.v[0] = dot3(this.guide, 0, velocity, 0);
    else this.v.set(velocity);
    if (this.rotates) this.v.set(options.spin ?? [0, 0, 0], 3);
    this.q.set(options.orientation ?? [1, 0, 0, 0], 3);
    normaliseQuaternion(this.q, 3, this.q, 3);
    rotateByQuaternion(this.q, 0, this.q, 3, this.centre, 0);
    for (let i = 0; i < 3; i++) this.q[i] += options.position?.[i] ?? 0;
    const I = this.inertia;
    this.#round = I.every((x, i) => x === (i % 4 === 0 ? I[0] : 0));
    this.#M = new Float64Array(this.dofs * this.dofs);
    this.#f = new Float64Array(this.dofs);
    this.system = { M: this.#M, f: this.#f };
  }

  /** axes that the velocities of the present step's problem belong to (theta < 1); undefined where every axis is alike */
  get stepAxes(): Float64Array | undefined {
    return this.rotates && !this.#round ? this.#axes : undefined;
  }

  linearise(step: StepContext): void {
    const { h, gravity } = step;
    const M = this.#M;
    const f = this.#f;
    const n = this.dofs;
    if (this.guide) {
      M[0] = this.mass;
      const along = this.guide[0] * gravity[0] + this.guide[1] * gravity[1] + this.guide[2] * gravity[2];
      f[0] = this.mass * (this.v[0] + h * along);
      return;
    }
    for (let i = 0; i < 3; i++) {
      M[n * i + i] = this.mass;
      f[i] = this.mass * (this.v[i] + h * gravity[i]);
    }
    if (!this.rotates) return;
    if (this.#round) {
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) M[6 * (3 + i) + 3 + j] = this.inertia[3 * i + j];
        f[3 + i] = this.inertia[0] * this.v[3 + i];
      }
      return;
    }
    quaternionToMatrix(R, 0, this.q, 3);
    applyTransposed33(Omega, 0, R, 0, this.v, 3);
    // axes of the step: those at its start, or at its middle; turning about itself leaves the spin as it is
    if (step.theta < 1) {
      integrateQuaternion(turned, 0, this.q, 3, this.v, 3, 0.5 * h);
      quaternionToMatrix(this.#axes, 0, turned, 0);
    } else this.#axes.set(R);
    this.#turnInertia(this.#axes);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) M[6 * (3 + i) + 3 + j] = this.#worldInertia[3 * i + j];
    }
    // f = R I Ω*, Ω* the spin after turning freely
    freeSpin(OmegaNext, Omega, this.inertia, h);
    apply33(L, 0, this.inertia, 0, OmegaNext, 0);
    apply33(f, 3, this.#axes, 0, L, 0);
    for (let i = 0; i < 3; i++) this.#spun[i] = f[3 + i];
  }

  refine(vNext: Float64Array, step: StepContext, tolerance: number): number {
    if (step.theta === 1 || !this.rotates || this.#round) return 0;
    // impulses about the centre, in the axes of the step, and with them the spin
    apply33(impulse, 0, this.#worldInertia, 0, vNext, 3);
    for (let i = 0; i < 3; i++) impulse[i] -= this.#spun[i];
    quaternionToMatrix(R, 0, this.q, 3);
    applyTransposed33(Omega, 0, R, 0, this.v, 3);
    applyTransposed33(L, 0, this.#axes, 0, impulse, 0);
    freeSpin(OmegaNext, Omega, this.inertia, step.h, L);
    apply33(spin, 0, this.#axes, 0, OmegaNext, 0);
    let off = 0;
    let size = 0;
    for (let i = 0; i < 3; i++) {
      off += Math.abs(spin[i] - vNext[3 + i]);
      size += Math.abs(spin[i]) + Math.abs(this.v[3 + i]);
    }
    if (off <= tolerance * size) return size > 0 ? off / size : 0;
    apply33(L, 0, this.#worldInertia, 0, spin, 0);
    for (let i = 0; i < 3; i++) {
      this.#f[3 + i] = this.#spun[i] = L[i] - impulse[i];
      this.#f[i] = this.mass * (this.v[i] + step.h * step.gravity[i]);
    }
    return off / size;
  }

  toMiddle({ h }: StepContext): void {
    this.#shift(0.5 * h, this.v);
    if (this.rotates) integrateQuaternion(this.q, 3, this.q, 3, this.v, 3, 0.5 * h);
  }

  advance(vNext: Float64Array, step: StepContext): void {
    const { h, theta } = step;
    for (let i = 0; i < this.dofs; i++) mean[i] = theta * vNext[i] + (1 - theta) * this.v[i];
    this.#shift(h, mean);
    for (let i = 0; i < this.dofs; i++) {
      before[i] = this.v[i];
      this.v[i] = vNext[i];
    }
    if (!this.rotates) return;
    // the spin found belongs to the axes of the step: it turns with the body (implicit Euler: about itself)
    const carried = !this.#round && theta < 1;
    if (carried) {
      quaternionToMatrix(R, 0, this.q, 3);
      applyTransposed33(Omega, 0, R, 0, before, 3);
      applyTransposed33(OmegaNext, 0, this.#axes, 0, vNext, 3);
      for (let i = 0; i < 3; i++) L[i] = theta * OmegaNext[i] + (1 - theta) * Omega[i];
      apply33(mean, 3, R, 0, L, 0);
    }
    integrateQuaternion(this.q, 3, this.q, 3, mean, 3, h);
    if (carried) rotateByQuaternion(this.v, 3, this.q, 3, OmegaNext, 0);
  }

  displace(dx: Float64Array): void {
    this.#shift(1, dx);
    if (this.rotates) integrateQuaternion(this.q, 3, this.q, 3, dx, 3, 1);
  }

  #shift(s: number, d: Float64Array): void {
    for (let i = 0; i < 3; i++) this.q[i] += s * (this.guide ? d[0] * this.guide[i] : d[i]);
  }

  get spinSpeed(): number {
    return this.rotates ? norm3(this.v, 3) : 0;
  }

  linearVelocity(out: Float64Array): void {
    for (let i = 0; i < 3; i++) out[i] = this.guide ? this.v[0] * this.guide[i] : this.v[i];
  }

  /** `point.offset` from the centre of mass, in world axes. */
  position(out: Float64Array, point: BodyPoint): void {
    for (let i = 0; i < 3; i++) out[i] = this.q[i] + point.offset[i];
  }

  /** v + ω × x: J = [1, -[x]×] */
  jacobian(J: Float64Array, span: JacobianSpan, drive: Float64Array, point: BodyPoint): void {
    span.col = 0;
    span.len = this.dofs;
    drive[0] = drive[1] = drive[2] = 0;
    if (this.guide) {
      J.set(this.guide);
      return;
    }
    J.fill(0, 0, 3 * this.dofs);
    J[0] = J[this.dofs + 1] = J[2 * this.dofs + 2] = 1;
    if (!this.rotates) return;
    const x = point.offset;
    J[4] = x[2];
    J[5] = -x[1];
    J[9] = -x[2];
    J[11] = x[0];
    J[15] = x[1];
    J[16] = -x[0];
  }

  /** [e, x × e], x from the centre: e·(v + ω × x) */
  rowAlong(out: Float64Array, at: number, axes: Float64Array, k: number, sign: number, point: Float64Array): void {
    const { guide, q } = this;
    const ex = sign * axes[k];
    const ey = sign * axes[k + 1];
    const ez = sign * axes[k + 2];
    if (guide) {
      out[at] = ex * guide[0] + ey * guide[1] + ez * guide[2];
      return;
    }
    out[at] = ex;
    out[at + 1] = ey;
    out[at + 2] = ez;
    if (!this.rotates) return;
    const x = point[0] - q[0];
    const y = point[1] - q[1];
    const z = point[2] - q[2];
    out[at + 3] = y * ez - z * ey;
    out[at + 4] = z * ex - x * ez;
    out[at + 5] = x * ey - y * ex;
  }

  speedAlong(normal: Float64Array, n: number, point: Float64Array, v: Float64Array, at: number): number {
    this.rowAlong(row, 0, normal, n, 1, point);
    let speed = row[0] * v[at];
    for (let j = 1; j < this.dofs; j++) speed += row[j] * v[at + j];
    return speed;
  }

  energy(
    gravity: readonly [number, number, number],
    out: EnergySums = { kinetic: 0, elastic: 0, gravity: 0 },
  ): BodyEnergy {
    const v = this.v;
    let square = 0;
    for (let i = 0; i < Math.min(this.dofs, 3); i++) square += v[i] * v[i];
    let kinetic = 0.5 * this.mass * square;
    if (this.rotates && this.#round) {
      kinetic += 0.5 * this.inertia[0] * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
    } else if (this.rotates) {
      quaternionToMatrix(R, 0, this.q, 3);
      applyTransposed33(Omega, 0, R, 0, v, 3);
      apply33(L, 0, this.inertia, 0, Omega, 0);
      kinetic += 0.5 * (L[0] * Omega[0] + L[1] * Omega[1] + L[2] * Omega[2]);
    }
    const height = gravity[0] * this.q[0] + gravity[1] * this.q[1] + gravity[2] * this.q[2];
    out.kinetic = kinetic;
    out.elastic = 0;
    out.gravity = -this.mass * height;
    return out;
  }

  saveState(): Float64Array {
    return none;
  }

  loadState(): void {
    // q and v are all there is
  }

  pose(out: Float64Array): void {
    for (let i = 0; i < 7; i++) out[i] = this.q[i];
    const c = this.centre;
    if (c[0] === 0 && c[1] === 0 && c[2] === 0) return;
    rotateByQuaternion(out, 0, this.q, 3, this.centre, 0);
    for (let i = 0; i < 3; i++) out[i] = this.q[i] - out[i];
  }

  /** R I Rᵀ */
  #turnInertia(axes: Float64Array): void {
    transpose33(RT, 0, axes, 0);
    multiply33(this.#worldInertia, 0, this.inertia, 0, RT, 0);
    multiply33(this.#worldInertia, 0, axes, 0, this.#worldInertia, 0);
  }
}
