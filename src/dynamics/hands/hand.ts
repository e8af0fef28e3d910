import type { Body, BodyPoint, JacobianSpan, Movable, StepContext } from '../../bodies/body.js';
import { solveSymmetric33 } from '../../math/mat3.js';
import { conjugateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import { norm3 } from '../../math/vec3.js';
import type { BlockFactor } from '../../friction/delassus/mass-factor.js';
import type { SurfaceTie } from '../groups/coupled-group.js';

type Triple = readonly [number, number, number];

/** What a hand takes hold of. */
export interface HandOptions {
  /** body number */
  readonly body: number;
  /** the place on the body now; on rigid bodies the hand turns with it */
  readonly point: BodyPoint;
  /** rigid bodies: whether the point's offset is in the axes of the body already. Default: false, in world axes */
  readonly inBodyAxes?: boolean;
  /** where the point is drawn to, at first (m) */
  readonly target: Triple;
  /** time in which most of the way is covered; 0: the point is held fast (s). Default: 0.05 */
  readonly time?: number;
  /** no faster than this (m/s). Default: any speed */
  readonly speed?: number;
}

const x = new Float64Array(3);
const drive = new Float64Array(3);
const turned = new Float64Array(3);
const conjugate = new Float64Array(4);
const span: JacobianSpan = { col: 0, len: 0 };

/**
 * Draws a point of a body towards a target, as hard as it takes if nothing is in the way: the force is the one that would
 * give the point the velocity (target - x) / (time + h) at the end of the step without contacts,
 *
 *     h F = A⁻¹ (v_wanted - J M⁻¹ f - drive),   A = J M⁻¹ Jᵀ,
 *
 * which is stable however light or stiff the body is. Contacts then resist it as they do any force.
 */
export class Hand {
  /** number of the body; another one where the body is taken over by another world */
  body: number;
  readonly target: Float64Array;
  readonly time: number;
  readonly speed: number;
  /** force in the last step (N) */
  readonly force = new Float64Array(3);
  /** the place it holds; on rigid bodies as it was at the beginning */
  readonly point: BodyPoint;
  /** rigid bodies: offset in the frame of the body */
  readonly #local: Float64Array | undefined;
  #J = new Float64Array(0);

  constructor(body: Movable, options: HandOptions) {
    this.body = options.body;
    this.target = Float64Array.from(options.target);
    this.time = options.time ?? 0.05;
    this.speed = options.speed ?? Infinity;
    this.point = options.point;
    if (body.kind !== 'rigid') return;
    this.#local = Float64Array.from(options.point.offset);
    if (options.inBodyAxes) return;
    conjugateQuaternion(conjugate, 0, body.q, 3);
    rotateByQuaternion(this.#local, 0, conjugate, 0, this.#local, 0);
  }

  /** the held place, rigid bodies: from the centre of mass in their own axes (m) */
  get held(): BodyPoint {
    const local = this.#local;
    return local ? { ...this.point, offset: [local[0], local[1], local[2]] } : this.point;
  }

  /** out = where the held point is now (m) */
  position(out: Float64Array, body: Movable): void {
    body.position(out, this.#place(body));
  }

  /** Adds h Jᵀ F to the body's f; without a factor of its M there is no force. */
  apply(body: Body, factor: BlockFactor | undefined, step: StepContext): void {
    this.force.fill(0);
    const place = this.#place(body);
    if (!factor) return;
    const { f } = body.system;
    if (this.#J.length < 3 * body.dofs) this.#J = new Float64Array(3 * body.dofs);
    body.jacobian(this.#J, span, drive, place);
    body.position(x, place);
    const free = f.slice();
    factor.solve(free);
    const A = new Float64Array(9);
    const missing = this.wanted(x, step.h);
    const column = new Float64Array(body.dofs);
    for (let i = 0; i < 3; i++) {
      column.fill(0);
      for (let j = 0; j < span.len; j++) column[span.col + j] = this.#J[i * span.len + j];
      factor.solve(column);
      for (let k = 0; k < 3; k++) A[3 * k + i] = this.#along(k, column);
      missing[i] -= this.#along(i, free) + drive[i];
    }
    // directions that are held (a guide, a clamp) have no compliance: the hand does not push there
    if (!solveSymmetric33(missing, A)) return;
    for (let i = 0; i < 3; i++) {
      this.force[i] = missing[i] / step.h;
      for (let j = 0; j < span.len; j++) f[span.col + j] += this.#J[i * span.len + j] * missing[i];
    }
  }

  /** The hand on a cloth in a step of h: a point of a triangle, drawn along whatever that takes. */
  tie(cloth: Movable, triangles: ArrayLike<number>, h: number): SurfaceTie {
    const { index, weights = [1, 0, 0] } = this.point;
    this.position(x, cloth);
    const nodes = [0, 1, 2].map((k) => triangles[3 * index + k]);
    const w = this.wanted(x, h).map((v) => -v);
    return { parts: [{ body: cloth, nodes, weights }], sides: [], w, r: new Float64Array(3) };
  }

  /** Work over a step that ended with velocities vNext: h F·(u + u⁻)/2 (J). Before the body has moved. */
  work(body: Body, vNext: Float64Array, h: number): number {
    body.jacobian(this.#J, span, drive, this.#place(body));
    let work = 0;
    for (let i = 0; i < 3; i++) {
      work += h * this.force[i] * (0.5 * (this.#along(i, vNext) + this.#along(i, body.v)) + drive[i]);
    }
    return work;
  }

  /** row i of J times v */
  #along(i: number, v: Float64Array): number {
    let sum = 0;
    for (let j = 0; j < span.len; j++) sum += this.#J[i * span.len + j] * v[span.col + j];
    return sum;
  }

  #place(body: Movable): BodyPoint {
    if (!this.#local) return this.point;
    rotateByQuaternion(turned, 0, body.q, 3, this.#local, 0);
    return { ...this.point, offset: [turned[0], turned[1], turned[2]] };
  }

  /** velocity that the held point is to have at the end of a step: (target - x) / (time + h), not faster than allowed */
  wanted(x: Float64Array, h: number): Float64Array {
    const v = this.target.map((goal, i) => (goal - x[i]) / (this.time + h));
    const fast = norm3(v) / this.speed;
    return fast > 1 ? v.map((part) => part / fast) : v;
  }
}
