import type { BodyPoint, FiberBody, Movable } from '../../bodies/body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { AddedBody } from '../../dynamics/members/members.js';
import type { Shape } from '../../geometry/shape.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { finite, refuse, vector } from '../parts/check.js';
import type { VectorLike } from '../parts/check.js';
import type { Member } from '../parts/member.js';
import { Handle, type Host, type Point } from './handle.js';
import { type Turn, turnOf } from './obstacle-handle.js';

const none = [0, 0, 0] as const;
const offset = new Float64Array(3);

/** A part whose bodies are moved by forces. */
abstract class BodyHandle extends Handle {
  /**
   * A force that acts during the coming step (N): on a point of this part, or on all of it, shared out by mass. Call it before
   * every step for a force that lasts.
   */
  applyForce(force: VectorLike, at?: Point): void {
    this.demandAlive('applyForce');
    this.#share(vector('applyForce', 'force', force), at, 'applyForce');
  }

  /** An impulse within the coming step (N s). */
  applyImpulse(impulse: VectorLike, at?: Point): void {
    this.demandAlive('applyImpulse');
    const [x, y, z] = vector('applyImpulse', 'impulse', impulse);
    const { h } = this.host;
    this.#share([x / h, y / h, z / h], at, 'applyImpulse');
  }

  #share(force: readonly [number, number, number], at: Point | undefined, call: string): void {
    if (at !== undefined && at.handle !== this) refuse(call, 'at', 'a point of the same handle', 'one of another');
    const points = at ? [{ point: at, share: 1 }] : this.everywhere();
    for (const { point, share } of points) {
      const { index, s, offset, weights = [1, 0, 0] } = point.place;
      const own = [force[0] * share, force[1] * share, force[2] * share] as const;
      this.push({ body: point.body, index, s, offset, weights, force: own });
    }
  }

  /** Places that a force on the whole is shared among. */
  protected abstract everywhere(): readonly { readonly point: Point; readonly share: number }[];
}

/** A rigid body. */
export class RigidHandle extends BodyHandle {
  readonly kind = 'rigid';

  get #body(): RigidBody {
    return (this.member.part.bodies[0] as { readonly body: RigidBody }).body;
  }

  /**
   * centre of mass (3, m), unit quaternion w, x, y, z (4); a view of the state itself. The shape's frame lies at the centre of mass
   * less the turned `centre`.
   */
  get pose(): Float64Array {
    return this.#body.q;
  }

  /** velocity of the centre of mass (3, m/s), angular velocity in world axes (3, rad/s); a view, may be written to between steps */
  get velocity(): Float64Array {
    return this.#body.v;
  }

  /** centre of mass in the frame of the shape (m); boxes, spheres and the like: 0 */
  get centre(): Float64Array {
    return this.#body.centre;
  }

  /** (kg) */
  get mass(): number {
    return this.#body.mass;
  }

  /** what it looks like, in its own frame */
  get shape(): Shape {
    return (this.member.part.bodies[0] as Extract<AddedBody, { kind: 'rigid' }>).shape;
  }

  /** Puts the shape's frame somewhere else at once; orientation and velocity stay as they are. */
  setPose(position: VectorLike, orientation?: Turn): void {
    this.demandAlive('setPose');
    const x = vector('setPose', 'position', position);
    const { q, centre } = this.#body;
    const turn = orientation === undefined ? undefined : turnOf('setPose', orientation);
    this.host.disturbed(this.member);
    if (turn) q.set(turn, 3);
    rotateByQuaternion(offset, 0, q, 3, centre, 0);
    for (let i = 0; i < 3; i++) q[i] = x[i] + offset[i];
    this.host.disturbed(this.member);
  }

  /** Sets the velocity of the centre of mass and, where given, the angular velocity (m/s, rad/s). */
  setVelocity(velocity: VectorLike, spin?: VectorLike): void {
    this.demandAlive('setVelocity');
    const v = vector('setVelocity', 'velocity', velocity);
    const w = spin === undefined ? undefined : vector('setVelocity', 'spin', spin);
    this.host.wake(this.member);
    const { guide, rotates } = this.#body;
    if (guide) this.velocity[0] = guide[0] * v[0] + guide[1] * v[1] + guide[2] * v[2];
    else this.velocity.set(v);
    if (w && rotates) this.velocity.set(w, 3);
  }

  /** A point of it, in the frame of its shape (m). Default: the centre of mass. */
  point(local: VectorLike = this.centre): Point {
    this.demandAlive('point');
    const at = vector('point', 'local', local);
    for (let i = 0; i < 3; i++) offset[i] = at[i] - this.centre[i];
    rotateByQuaternion(offset, 0, this.pose, 3, offset, 0);
    return { handle: this, body: 0, place: place([offset[0], offset[1], offset[2]]), local: at };
  }

  /** The point of it that is at a place of the world now (m). */
  pointAt(position: VectorLike): Point {
    this.demandAlive('pointAt');
    const x = vector('pointAt', 'position', position);
    const { pose, centre } = this;
    for (let i = 0; i < 3; i++) offset[i] = x[i] - pose[i];
    const at = place([offset[0], offset[1], offset[2]]);
    rotateByQuaternion(offset, 0, Float64Array.of(pose[3], -pose[4], -pose[5], -pose[6]), 0, offset, 0);
    const local = [offset[0] + centre[0], offset[1] + centre[1], offset[2] + centre[2]] as const;
    return { handle: this, body: 0, place: at, local };
  }

  protected everywhere(): readonly { readonly point: Point; readonly share: number }[] {
    return [{ point: this.point(), share: 1 }];
  }
}

function place(at: readonly [number, number, number]): BodyPoint {
  return { index: 0, s: 0, offset: at };
}

/** The point of a fiber at an arc length (m). */
function pointOn({ nodeArcLength: arc, nodes }: FiberBody, s: number): BodyPoint {
  let index = 0;
  while (index < nodes - 2 && arc[index + 1] <= s) index++;
  return { index, s, offset: none };
}

/** One rope or the strands of a head of hair: what has a centre line. */
abstract class FibersHandle extends BodyHandle {
  /** x, y, z of every node, strand after strand (m): the same array always, up to date after every step */
  readonly positions: Float64Array;
  /** first node of each strand, and one number behind the last */
  readonly starts: Int32Array;

  /** @internal */
  constructor(member: Member, host: Host) {
    super(member, host);
    const { fibers } = this;
    this.starts = new Int32Array(fibers.length + 1);
    fibers.forEach(({ nodes }, k) => (this.starts[k + 1] = this.starts[k] + nodes));
    this.positions = new Float64Array(3 * this.starts[fibers.length]);
    this.refresh();
  }

  /** @internal */
  get fibers(): readonly FiberBody[] {
    return this.member.part.bodies.map((added) => (added as { readonly body: FiberBody }).body);
  }

  /** thickness of the centre line, half of it (m) */
  get radius(): number {
    return this.fibers[0].radius;
  }

  /** @internal Reads the positions of the nodes from the models. */
  refresh(): void {
    this.member.part.bodies.forEach((added, k) => {
      const { body } = added as { readonly body: FiberBody };
      body.centreLine(this.positions.subarray(3 * this.starts[k], 3 * this.starts[k + 1]));
    });
  }

  protected pointOf(body: number, s: number): Point {
    this.demandAlive('point');
    const fiber = this.fibers[body];
    finite('point', 's', s);
    if (s < 0 || s > fiber.length * (1 + 1e-9)) refuse('point', 's', `an arc length from 0 to ${fiber.length}`, s);
    return { handle: this, body, place: pointOn(fiber, Math.min(s, fiber.length)) };
  }

  protected everywhere(): readonly { readonly point: Point; readonly share: number }[] {
    const { fibers } = this;
    const total = fibers.reduce((sum, { length }) => sum + length, 0);
    return fibers.flatMap((fiber, body) => {
      const arc = fiber.nodeArcLength;
      return Array.from({ length: fiber.nodes - 1 }, (_, k) => ({
        point: { handle: this, body, place: { index: k, s: 0.5 * (arc[k] + arc[k + 1]), offset: none } },
        share: (arc[k + 1] - arc[k]) / total,
      }));
    });
  }
}

/** A rope, wire, thread. */
export class RopeHandle extends FibersHandle {
  readonly kind = 'rope';

  /** rest length (m) */
  get length(): number {
    return this.fibers[0].length;
  }

  /** number of nodes */
  get nodes(): number {
    return this.fibers[0].nodes;
  }

  /** The point at an arc length from its start, 0 to `length` (m). */
  point(s: number): Point {
    return this.pointOf(0, s);
  }
}

/** A head of hair. */
export class HairHandle extends FibersHandle {
  readonly kind = 'hair';

  /** number of strands */
  get count(): number {
    return this.fibers.length;
  }

  /** The point of a strand at an arc length from its root (m). */
  point(strand: number, s: number): Point {
    if (!Number.isInteger(strand) || strand < 0 || strand >= this.count) {
      refuse('point', 'strand', `a number from 0 to ${this.count - 1}`, strand);
    }
    return this.pointOf(strand, s);
  }
}

/** A cloth. */
export class ClothHandle extends BodyHandle {
  readonly kind = 'cloth';

  /** @internal */
  get cloth(): Cloth {
    return (this.member.part.bodies[0] as { readonly cloth: Cloth }).cloth;
  }

  /** x, y, z of every vertex (m); a view of the state itself */
  get positions(): Float64Array {
    return this.cloth.q;
  }

  /** of every vertex (m/s); a view of the state itself */
  get velocities(): Float64Array {
    return this.cloth.v;
  }

  /** three vertices each */
  get triangles(): Int32Array {
    return this.cloth.surface.triangles;
  }

  /** (m) */
  get thickness(): number {
    return this.cloth.material.thickness;
  }

  /** A vertex, or the point of a triangle with the given weights of its corners. */
  point(vertex: number): Point;
  point(triangle: number, weights: VectorLike): Point;
  point(number: number, weights?: VectorLike): Point {
    this.demandAlive('point');
    const { triangles } = this;
    const count = weights ? triangles.length / 3 : this.cloth.nodes;
    if (!Number.isInteger(number) || number < 0 || number >= count) {
      refuse('point', weights ? 'triangle' : 'vertex', `a number from 0 to ${count - 1}`, number);
    }
    if (weights) {
      return {
        handle: this,
        body: 0,
        place: { index: number, s: 0, offset: none, weights: vector('point', 'weights', weights) },
      };
    }
    const corner = triangles.indexOf(number);
    if (corner < 0) refuse('point', 'vertex', 'a vertex of some triangle', number);
    const w = [0, 1, 2].map((k) => (k === corner % 3 ? 1 : 0)) as unknown as [number, number, number];
    return { handle: this, body: 0, place: { index: Math.floor(corner / 3), s: 0, offset: none, weights: w } };
  }

  protected everywhere(): readonly { readonly point: Point; readonly share: number }[] {
    const { mass, nodes } = this.cloth;
    let total = 0;
    for (let i = 0; i < nodes; i++) total += mass[i];
    return Array.from({ length: nodes }, (_, i) => i)
      .filter((i) => mass[i] > 0)
      .map((i) => ({ point: this.point(i), share: mass[i] / total }));
  }
}

/** A body of a model of your own. */
export class OwnHandle extends Handle {
  readonly kind = 'own';

  /** the body that was added */
  get body(): Movable {
    return (this.member.part.bodies[0] as { readonly body: Movable }).body;
  }

  /** A place of it, as its `position` and `jacobian` understand it. */
  point(at: BodyPoint): Point {
    this.demandAlive('point');
    return { handle: this, body: 0, place: at };
  }
}
