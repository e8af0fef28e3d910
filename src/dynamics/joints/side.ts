import type { Body, BodyPoint, FiberBody, JacobianSpan, Movable } from '../../bodies/body.js';
import { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { tan } from '../../math/functions.js';
import { applyTransposed33, multiply33, transpose33 } from '../../math/mat3.js';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  normaliseQuaternion,
  quaternionToMatrix,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../../math/quaternion.js';
import { cross3, norm3 } from '../../math/vec3.js';
import { Obstacle } from '../members/obstacle.js';
import type { JointAnchor } from './spec.js';

const pose = new Float64Array(7);
const turned = new Float64Array(4);
const phi = new Float64Array(3);
const torque = new Float64Array(3);
const axesT = new Float64Array(9);
const span: JacobianSpan = { col: 0, len: 0 };

/** Where one end of a joint is at a moment. */
class Place {
  /** the anchor (m) */
  readonly x = new Float64Array(3);
  /** from the body's centre to it, in world axes (m) */
  readonly arm = new Float64Array(3);
  readonly q = Float64Array.of(1, 0, 0, 0);
  /** the joint's axes on this side, columns, in world axes */
  readonly axes = new Float64Array(9);

  copy(from: Place): void {
    this.x.set(from.x);
    this.arm.set(from.arm);
    this.q.set(from.q);
    this.axes.set(from.axes);
  }
}

/**
 * One end of a joint: a point of a body, rope or obstacle, and on rigid things axes that turn with it. It is looked at at the start
 * and at the end of a step; the rows between the two are such that they give the very change of the joint's equations,
 *
 *     R⁺a - Ra = h ω̄ × k (R⁺a + Ra) / 2,   k = tan(φ/2) / (φ/2),   φ = h |ω̄|,
 *
 * so that the impulses of joints do no work in a step that keeps the equations.
 */
export class JointSide {
  /** cloth: that of the world that takes the steps, which is another one where the joint is taken over (`World.takeJoint`) */
  body: Movable | undefined;
  readonly obstacle: Obstacle | undefined;
  /** number among the bodies of the one-step problem; -1 for what is moved by script or fixed */
  number = -1;
  readonly start = new Place();
  readonly end = new Place();
  /** between the two: lever of the anchor, the joint's axes, and what turning of them is multiplied with */
  readonly arm = new Float64Array(3);
  readonly axes = new Float64Array(9);
  k = 1;
  /** columns of the body's part of a row */
  col = 0;
  len = 0;
  /** on cloth: vertices and their weights */
  readonly cloth: { readonly nodes: readonly number[]; readonly weights: readonly number[] } | undefined;
  /** velocity of the anchor that its body's ends are driven with (m/s) */
  readonly drive = new Float64Array(3);
  readonly #rigid: RigidBody | undefined;
  /** anchor: rigid bodies from the centre of mass, obstacles in their frame, else in space */
  readonly #local = new Float64Array(3);
  readonly #point: BodyPoint | undefined;
  /** axes of the joint in the body's frame */
  readonly #frame = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  /** from the velocities of the one-step problem to the mean spin of the step (theta < 1) */
  readonly #turn = new Float64Array(9);
  #turns = false;
  /** `start` while the rows are those at the end alone */
  readonly #kept = new Place();
  #J = new Float64Array(0);

  constructor({ body, point }: JointAnchor) {
    this.obstacle = body instanceof Obstacle ? body : undefined;
    this.body = body instanceof Obstacle ? undefined : body;
    this.#rigid = this.body instanceof RigidBody ? this.body : undefined;
    if ('s' in point) this.#point = ropePoint(this.body as FiberBody, point.s);
    else if ('vertex' in point) this.cloth = { nodes: [point.vertex], weights: [1] };
    else if ('triangle' in point) this.cloth = clothPlace(this.body!, point.triangle, point.weights);
    else if (Array.isArray(point) || ArrayBuffer.isView(point)) this.#local.set(point as readonly number[]);
    if (this.#rigid) for (let i = 0; i < 3; i++) this.#local[i] -= this.#rigid.centre[i];
  }

  /** whether it is a rope or cloth, which have no axes */
  get isRope(): boolean {
    return this.#point !== undefined || this.cloth !== undefined;
  }

  /** arc length of the anchor of a rope (m) */
  get arcLength(): number {
    return this.#point?.s ?? 0;
  }

  /** Length that turning is compared with moving by: radius of gyration, or distance to the anchor where that is more (m). */
  get lever(): number {
    if (!this.#rigid?.rotates) return 0;
    const { inertia, mass } = this.#rigid;
    return Math.max(Math.sqrt((inertia[0] + inertia[4] + inertia[8]) / (3 * mass)), norm3(this.#local));
  }

  /** Takes the joint's axes, columns in world axes, as turning with the body from where it is now; after `read`. */
  hold(axes: Float64Array): void {
    quaternionToMatrix(axesT, 0, this.start.q, 0);
    transpose33(axesT, 0, axesT, 0);
    multiply33(this.#frame, 0, axesT, 0, axes, 0);
    this.start.axes.set(axes);
    this.end.axes.set(axes);
  }

  /** Looks where the end is now: bodies where they stand, obstacles at time t. */
  read(place: Place, t: number): void {
    if (this.cloth) {
      this.#readCloth(place.x, this.cloth);
      return;
    }
    if (this.#point) {
      this.body!.position(place.x, this.#point);
      return;
    }
    if (this.#rigid) pose.set(this.#rigid.q);
    else if (this.obstacle) this.obstacle.motion(pose, t);
    else pose.set(unmoved);
    for (let i = 0; i < 4; i++) place.q[i] = pose[3 + i];
    rotateByQuaternion(place.arm, 0, place.q, 0, this.#local, 0);
    for (let i = 0; i < 3; i++) place.x[i] = pose[i] + place.arm[i];
    quaternionToMatrix(place.axes, 0, place.q, 0);
    multiply33(place.axes, 0, place.axes, 0, this.#frame, 0);
  }

  #readCloth(x: Float64Array, { nodes, weights }: NonNullable<JointSide['cloth']>): void {
    const { q } = this.body!;
    for (let c = 0; c < 3; c++) {
      x[c] = 0;
      nodes.forEach((node, k) => (x[c] += weights[k] * q[3 * node + c]));
    }
  }

  /** Cloth: moves its vertices, as little as that takes, so that the anchor moves by d (m). */
  moveCloth(d: Float64Array): void {
    const { nodes, weights } = this.cloth!;
    const square = weights.reduce((sum, weight) => sum + weight * weight, 0);
    const { q } = this.body!;
    nodes.forEach((node, k) => {
      for (let c = 0; c < 3; c++) q[3 * node + c] += (weights[k] * d[c]) / square;
    });
  }

  /** What lies between start and end of the step; `centred`: for theta < 1. */
  average(centred: boolean): void {
    conjugateQuaternion(turned, 0, this.start.q, 0);
    multiplyQuaternions(turned, 0, this.end.q, 0, turned, 0);
    rotationVectorFromQuaternion(phi, 0, turned, 0);
    const half = 0.5 * norm3(phi);
    this.k = half > 1e-8 ? tan(half) / half : 1;
    for (let i = 0; i < 3; i++) this.arm[i] = 0.5 * this.k * (this.start.arm[i] + this.end.arm[i]);
    for (let i = 0; i < 9; i++) this.axes[i] = 0.5 * (this.start.axes[i] + this.end.axes[i]);
    this.#turns = centred && this.#rigid?.stepAxes !== undefined;
    if (this.#turns) this.#findTurn(this.#rigid!.stepAxes!);
    this.#look();
  }

  /** Rows are those at the end of the step, for velocities there, until `expand`. */
  collapse(): void {
    this.#kept.copy(this.start);
    this.start.copy(this.end);
    this.average(false);
  }

  /** Takes back the places of `collapse`; rows stay. */
  expand(): void {
    this.start.copy(this.#kept);
  }

  /** The spin found belongs to the axes that the step was linearised with, the mean spin to those half way: one into the other. */
  #findTurn(stepAxes: Float64Array): void {
    const { start, end } = this;
    let dot = 0;
    for (let i = 0; i < 4; i++) dot += start.q[i] * end.q[i];
    for (let i = 0; i < 4; i++) turned[i] = start.q[i] + (dot < 0 ? -end.q[i] : end.q[i]);
    normaliseQuaternion(turned, 0, turned, 0);
    quaternionToMatrix(this.#turn, 0, turned, 0);
    transpose33(axesT, 0, stepAxes, 0);
    multiply33(this.#turn, 0, this.#turn, 0, axesT, 0);
  }

  #look(): void {
    this.len = 0;
    if (this.#rigid) {
      this.col = 0;
      this.len = this.#rigid.dofs;
      return;
    }
    if (!this.#point) return;
    const body = this.body as Body;
    if (this.#J.length < 3 * body.dofs) this.#J = new Float64Array(3 * body.dofs);
    body.jacobian(this.#J, span, this.drive, this.#point);
    this.col = span.col;
    this.len = span.len;
  }

  /**
   * Adds what a force f at the anchor (N), that of the last step, does against turning during a step of h: its torque a × f at the end of
   * the step, implicitly, which without would be explicit and let light links under heavy loads shiver apart. a × f changes with a turn by
   * a (f·θ) - (a·f) θ; for f along a, the stiff case, -(a·f) (1 - a aᵀ / a²) θ. What pushes instead of pulling is left explicit.
   */
  stiffen(f: Float64Array, sign: number, h: number): void {
    if (!this.#rigid?.rotates) return;
    const M = this.#rigid.system.M as Float64Array;
    const a = this.start.arm;
    const square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    const pull = h * h * sign * (a[0] * f[0] + a[1] * f[1] + a[2] * f[2]);
    if (!(pull > 0)) return;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) M[6 * (3 + i) + 3 + j] += pull * ((i === j ? 1 : 0) - (a[i] * a[j]) / square);
    }
  }

  /** out[at ..] = the part of a row on this end: f·(velocity of the anchor) + m·(spin). */
  row(out: Float64Array, at: number, f: Float64Array, m: Float64Array): void {
    const { len } = this;
    if (this.#point) {
      for (let j = 0; j < len; j++) {
        out[at + j] = f[0] * this.#J[j] + f[1] * this.#J[len + j] + f[2] * this.#J[2 * len + j];
      }
      return;
    }
    if (!this.#rigid) return;
    const { guide } = this.#rigid;
    if (guide) {
      out[at] = guide[0] * f[0] + guide[1] * f[1] + guide[2] * f[2];
      return;
    }
    for (let i = 0; i < 3; i++) out[at + i] = f[i];
    if (len === 3) return;
    cross3(torque, 0, this.arm, 0, f, 0);
    for (let i = 0; i < 3; i++) torque[i] += m[i];
    if (this.#turns) applyTransposed33(out, at + 3, this.#turn, 0, torque, 0);
    else for (let i = 0; i < 3; i++) out[at + 3 + i] = torque[i];
  }

  /** What a row f, m gains by the motion of an obstacle from start to end of the step. */
  moved(f: Float64Array, m: Float64Array): number {
    if (!this.obstacle) return 0;
    conjugateQuaternion(turned, 0, this.start.q, 0);
    multiplyQuaternions(turned, 0, this.end.q, 0, turned, 0);
    rotationVectorFromQuaternion(phi, 0, turned, 0);
    let sum = 0;
    for (let i = 0; i < 3; i++) sum += f[i] * (this.end.x[i] - this.start.x[i]) + m[i] * phi[i];
    return sum;
  }

  /** out = column i of the joint's axes between start and end */
  axis(out: Float64Array, i: number): void {
    for (let k = 0; k < 3; k++) out[k] = this.axes[3 * k + i];
  }
}

const unmoved = Float64Array.of(0, 0, 0, 1, 0, 0, 0);

function clothPlace(body: Movable, triangle: number, weights: readonly number[]): JointSide['cloth'] {
  const { triangles } = (body as Movable & { surface: { triangles: ArrayLike<number> } }).surface;
  const nodes = [0, 1, 2].map((k) => triangles[3 * triangle + k]);
  const used = [0, 1, 2].filter((k) => weights[k] !== 0);
  return { nodes: used.map((k) => nodes[k]), weights: used.map((k) => weights[k]) };
}

/** The point of a rope's centre line at an arc length. */
function ropePoint(body: FiberBody, s: number): BodyPoint {
  const arc = body.nodeArcLength;
  let index = 0;
  while (index < body.nodes - 2 && arc[index + 1] <= s) index++;
  return { index, s, offset: [0, 0, 0] };
}
