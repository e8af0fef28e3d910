import type { BodyPoint, ContactBody, JacobianSpan, SolidBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import { contactFrame } from '../../math/frame.js';
import type { Obstacle } from '../members/obstacle.js';
import type { ContactSurface } from '../members/surface.js';
import { Sides } from './sides.js';

const drive = new Float64Array(3);
const place = new Float64Array(3);
const centre = new Float64Array(3);
const centreOfMass: BodyPoint = { index: 0, s: 0, offset: [0, 0, 0] };
const speeds = new Float64Array(2);
const none = new Int32Array(0);
const point: { index: number; s: number; offset: [number, number, number] } = { index: 0, s: 0, offset: [0, 0, 0] };

/** Jacobian of the point of a fiber that touches, in world axes, and its velocity at v = 0. */
interface PointJacobian {
  values: Float64Array;
  readonly span: JacobianSpan;
  readonly drive: Float64Array;
}

/**
 * The rows of H for each contact of a set, in contact frames with the normal first, and the velocities there. Each
 * contact has one side per body, A's and then B's with a minus sign. Of most contacts of fibers only the normal row is ever asked
 * for: it tells that they stay open.
 */
export class ContactRows extends Sides {
  n = 0;
  /** the contacts, and the surfaces of which they are */
  contacts!: ContactSet;
  surfaces: readonly ContactSurface[] = [];
  /** rotation of each contact frame: rows e, t1, t2 (9 numbers) */
  frame = new Float64Array(0);
  /** relative velocity at v = 0: surfaces and roots that are driven (m/s) */
  drive = new Float64Array(0);
  /** relative velocity before the step, drive included (m/s) */
  before = new Float64Array(0);

  /** rows that are being computed: all three, or the normal one alone */
  #height: 1 | 3 = 3;
  /** rows that each contact has */
  #filled = new Uint8Array(0);
  #bodies: readonly ContactBody[] = [];
  /** the Jacobians computed last, of both sides of contact number #atHand */
  readonly #jacobians = [pointJacobian(), pointJacobian()] as const;
  #atHand = -1;

  /** Forgets all rows and looks at a new set of contacts, with room for some more; `fill` computes the rows of one. */
  begin(contacts: ContactSet, bodies: readonly ContactBody[], surfaces: readonly ContactSurface[], spare = 0): void {
    this.n = 0;
    this.#atHand = -1;
    this.release();
    this.contacts = contacts;
    this.#bodies = bodies;
    this.surfaces = surfaces;
    this.#reserve(contacts.n + spare);
    this.extend();
  }

  /** Takes in contacts that have been added to the set, at most as many as `begin` made room for. */
  extend(): void {
    const { a, b, n } = this.contacts;
    for (let k = this.n; k < n; k++) {
      this.#filled[k] = 0;
      this.body[2 * k] = this.surfaces[a[k]].body;
      this.body[2 * k + 1] = this.surfaces[b[k]].body;
    }
    this.n = n;
  }

  /** Computes the rows of contact k, or the normal one alone, with its drive and velocity before the step, if that has not been done yet. */
  fill(k: number, height: 1 | 3 = 3): void {
    if (this.#filled[k] >= height) return;
    this.#filled[k] = this.#height = height;
    const contacts = this.contacts;
    if (height === 3) contactFrame(this.frame, 9 * k, contacts.normal, 3 * k);
    else for (let i = 0; i < 3; i++) this.frame[9 * k + i] = contacts.normal[3 * k + i];
    for (let i = 0; i < 3; i++) this.drive[3 * k + i] = 0;
    const own = this.surfaces[contacts.a[k]];
    const other = this.surfaces[contacts.b[k]];
    placeImpulse(contacts, k, other.body < 0);
    this.#side(contacts, k, 0, own, other);
    this.#side(contacts, k, 1, other, own);
    this.#atHand = k;
    this.#addBelt(contacts, k);
    for (let i = 0; i < height; i++) this.before[3 * k + i] = this.drive[3 * k + i];
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      const b = this.body[side];
      if (b < 0) continue;
      if (height === 3) this.multiply(this.before, 3 * k, side, this.#bodies[b].v, 0);
      else this.before[3 * k] += this.#normalRow(0, side, this.#bodies[b].v, 0);
    }
  }

  /** sum + (normal row of a side) v, v of its body from `from` on */
  #normalRow(sum: number, side: number, v: Float64Array, from: number): number {
    const { values } = this;
    const first = from + this.col[side];
    const row = this.start[side];
    const len = this.len[side];
    for (let j = 0; j < len; j++) sum += values[row + j] * v[first + j];
    return sum;
  }

  /** Whether an impulse at contact k moves anything: at a held root it does not. */
  isMovable(k: number): boolean {
    this.fill(k);
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      if (this.body[side] < 0) continue;
      const from = this.start[side];
      for (let j = from; j < from + 3 * this.len[side]; j++) if (this.values[j] !== 0) return true;
    }
    return false;
  }

  /** Normal velocity of contact k before the step; between bodies that do not deform it takes no rows. */
  normalBefore(k: number): number {
    const { a, b } = this.contacts;
    if (this.surfaces[a[k]].fiber || this.surfaces[b[k]].fiber) {
      this.fill(k, 1);
      return this.before[3 * k];
    }
    this.#normalWithoutRows(k, undefined, none);
    return speeds[0];
  }

  /** Normal velocity of contact k for velocities stacked by body from offset[body]. */
  normalAfter(k: number, v: Float64Array, offset: Int32Array): number {
    if (this.#filled[k] === 0) {
      this.#normalWithoutRows(k, v, offset);
      return speeds[0];
    }
    let u = this.drive[3 * k];
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      const b = this.body[side];
      if (b >= 0) u = this.#normalRow(u, side, v, offset[b]);
    }
    return u;
  }

  /** speeds[0] = normal velocity between bodies that do not deform and obstacles; of their present velocities where v is left out */
  #normalWithoutRows(k: number, v: Float64Array | undefined, offset: Int32Array): void {
    const { a, b, normal } = this.contacts;
    const sideB = this.surfaces[b[k]];
    placeImpulse(this.contacts, k, sideB.body < 0);
    this.#speedOf(0, this.surfaces[a[k]].body, k, v, offset);
    if (sideB.body >= 0) {
      this.#speedOf(1, sideB.body, k, v, offset);
      speeds[0] -= speeds[1];
      return;
    }
    sideB.obstacle!.surfaceVelocity(drive, this.contacts, k);
    speeds[0] -= normal[3 * k] * drive[0] + normal[3 * k + 1] * drive[1] + normal[3 * k + 2] * drive[2];
  }

  /** speeds[side] = speed of a body along the normal of contact k */
  #speedOf(side: 0 | 1, number: number, k: number, v: Float64Array | undefined, offset: Int32Array): void {
    const body = this.#bodies[number];
    if (body.kind === 'rod') throw new TypeError('the velocity of a fiber takes rows');
    speeds[side] = body.speedAlong(this.contacts.normal, 3 * k, place, v ?? body.v, v ? offset[number] : 0);
  }

  /** u_k += H_k v for velocities stacked by body from offset[body] */
  addVelocity(u: Float64Array, k: number, v: Float64Array, offset: Int32Array): void {
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      const b = this.body[side];
      if (b >= 0) this.multiply(u, 3 * k, side, v, offset[b]);
    }
  }

  #side(contacts: ContactSet, k: number, side: 0 | 1, surface: ContactSurface, otherSurface: ContactSurface): void {
    const at = 2 * k + side;
    const sign = side === 0 ? 1 : -1;
    if (surface.body < 0) {
      surface.obstacle!.surfaceVelocity(drive, contacts, k);
      this.#takeOff(k, drive[0], drive[1], drive[2]);
      if (surface.obstacle!.curves && this.#height === 3) this.#addCurving(k, surface.obstacle!, otherSurface);
      return;
    }
    const body = this.#bodies[surface.body];
    if (body.kind === 'rigid') {
      this.#solidSide(k, at, body, sign);
      return;
    }
    const J = this.#jacobians[side];
    if (this.#atHand !== k) {
      fiberPoint(contacts, k, side, surface, !otherSurface.fiber);
      if (3 * body.dofs > J.values.length) J.values = new Float64Array(3 * body.dofs);
      body.jacobian(J.values, J.span, J.drive, point as BodyPoint);
    }
    this.#turnSide(k, at, sign, J);
  }

  #solidSide(k: number, at: number, body: SolidBody, sign: number): void {
    this.col[at] = 0;
    this.len[at] = body.dofs;
    this.start[at] = this.take(this.#height * body.dofs);
    for (let i = 0; i < this.#height; i++) {
      body.rowAlong(this.values, this.start[at] + i * body.dofs, this.frame, 9 * k + 3 * i, sign, place);
    }
  }

  /** Turns a Jacobian into the contact frame. */
  #turnSide(k: number, at: number, sign: number, { values: x, span, drive: given }: PointJacobian): void {
    const { col, len } = span;
    this.col[at] = col;
    this.len[at] = len;
    this.start[at] = this.take(this.#height * len);
    const { values } = this;
    for (let i = 0; i < this.#height; i++) {
      const ex = sign * this.frame[9 * k + 3 * i];
      const ey = sign * this.frame[9 * k + 3 * i + 1];
      const ez = sign * this.frame[9 * k + 3 * i + 2];
      const row = this.start[at] + i * len;
      for (let j = 0; j < len; j++) values[row + j] = ex * x[j] + ey * x[len + j] + ez * x[2 * len + j];
      this.drive[3 * k + i] += ex * given[0] + ey * given[1] + ez * given[2];
    }
  }

  /**
   * What sticks to an obstacle that turns goes round with it: nodes and centres of mass by the chords of their arcs. Across the surface only;
   * how far it comes nearer is a matter of its shape.
   */
  #addCurving(k: number, obstacle: Obstacle, { body, fiber }: ContactSurface): void {
    if (fiber) {
      obstacle.curving(drive, place);
      fiber.turnsWith?.arc.add(drive, fiber.turnsWith.pose, place[0], place[1], place[2], -1);
    } else {
      this.#bodies[body].position(centre, centreOfMass);
      obstacle.curving(drive, centre);
    }
    this.#takeOff(k, drive[0], drive[1], drive[2], 1);
  }

  /** A surface velocity asked for at this contact alone. */
  #addBelt({ belt }: ContactSet, k: number): void {
    const x = belt[3 * k];
    const y = belt[3 * k + 1];
    const z = belt[3 * k + 2];
    if (x === 0 && y === 0 && z === 0) return;
    this.#takeOff(k, x, y, z);
  }

  /** The velocity of what is B takes part with a minus sign: of the rows from `first` on. */
  #takeOff(k: number, x: number, y: number, z: number, first = 0): void {
    for (let i = first; i < this.#height; i++) {
      const e = 9 * k + 3 * i;
      this.drive[3 * k + i] -= this.frame[e] * x + this.frame[e + 1] * y + this.frame[e + 2] * z;
    }
  }

  #reserve(n: number): void {
    if (this.frame.length >= 9 * n) return;
    const size = 2 * n;
    this.#filled = new Uint8Array(size);
    this.frame = new Float64Array(9 * size);
    this.reserveSides(2 * size);
    this.drive = new Float64Array(3 * size);
    this.before = new Float64Array(3 * size);
  }
}

function pointJacobian(): PointJacobian {
  return { values: new Float64Array(3 * 64), span: { col: 0, len: 0 }, drive: new Float64Array(3) };
}

/** Where the impulse acts: on the body's own surface against an obstacle, midway between two bodies. */
function placeImpulse(contacts: ContactSet, k: number, againstObstacle: boolean): void {
  const { pointA: a, pointB: b } = contacts;
  for (let i = 0; i < 3; i++) place[i] = againstObstacle ? a[3 * k + i] : 0.5 * (a[3 * k + i] + b[3 * k + i]);
}

/** The point of a fiber that touches. Nodes that touch solids as balls do not turn: the impulse acts at their centres. */
function fiberPoint(contacts: ContactSet, k: number, side: 0 | 1, surface: ContactSurface, withSolid: boolean): void {
  const segment = side === 0 ? contacts.indexA[k] : contacts.indexB[k];
  const along = side === 0 ? contacts.alongA[k] : contacts.alongB[k];
  const arc = surface.fiber!.nodeArcLength;
  point.index = segment;
  point.s = arc[segment] + along * (arc[segment + 1] - arc[segment]);
  const { nodes: x, touch } = surface.collider.fiber!;
  if (withSolid && touch === 'nodes') {
    point.offset[0] = point.offset[1] = point.offset[2] = 0;
    return;
  }
  const { lever, radius } = surface.fiber!;
  const share = lever !== undefined && lever < radius ? lever / radius : 1;
  for (let i = 0; i < 3; i++) {
    const centre = x[3 * segment + i] + along * (x[3 * segment + 3 + i] - x[3 * segment + i]);
    point.offset[i] = share * (place[i] - centre);
  }
}
