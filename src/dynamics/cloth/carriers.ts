import type { BodyPoint, FiberBody, JacobianSpan } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { quaternionFromAxis } from '../../math/quaternion.js';
import { add3, copy3, cross3, distance3, subtract3 } from '../../math/vec3.js';
import { SavedBodies } from '../members/saved-bodies.js';
import type { Carrier } from './obstacle.js';

type Triple = readonly [number, number, number];

const shift = new Float64Array(3);
const along = new Float64Array(3);
const turning = new Float64Array(3);

/** A rigid body's frame, moving on as it does now and as weight makes it. */
export function rigidCarrier(body: RigidBody, gravity: Triple): Carrier {
  return (pose, velocity, _t, h) => {
    body.pose(pose);
    velocity.fill(0);
    body.linearVelocity(velocity);
    if (!body.guide) for (let c = 0; c < 3; c++) velocity[c] += h * gravity[c];
    if (!body.rotates) return;
    copy3(velocity, 3, body.v, 3);
    // from the centre of mass to the origin of the shape's frame
    subtract3(shift, 0, pose, 0, body.q, 0);
    cross3(shift, 0, body.v, 3, shift, 0);
    add3(velocity, 0, velocity, 0, shift, 0);
  };
}

/** Nodes of a rod and their velocities, asked of the rod once a step. */
export class RodNodes {
  readonly rod: FiberBody;
  readonly x: Float64Array;
  readonly v: Float64Array;
  /** where they were when asked first after `forget`: at the start of the step */
  readonly start: Float64Array;
  #asked = NaN;
  #first = NaN;
  /** the rod as it was then; as it is at the end of the step, while that of the start is in it */
  readonly #before: SavedBodies;
  readonly #now: SavedBodies;

  constructor(rod: FiberBody) {
    this.rod = rod;
    this.x = new Float64Array(3 * rod.nodes);
    this.v = new Float64Array(3 * rod.nodes);
    this.start = new Float64Array(3 * rod.nodes);
    this.#before = new SavedBodies([rod]);
    this.#now = new SavedBodies([rod]);
  }

  update(t: number): void {
    if (t === this.#asked) return;
    this.rod.centreLine(this.x);
    if (Number.isNaN(this.#asked)) {
      this.#first = t;
      this.start.set(this.x);
      this.#before.save();
    }
    this.#asked = t;
    this.rod.nodeVelocities?.(this.v);
  }

  /**
   * Jacobian of a point of the rod as it was at the start of the step, wherever it is now: what an offset does turns with the segments, and
   * an impulse that acts on one side where things were and on the other where they will be has a moment.
   */
  startJacobian(J: Float64Array, span: JacobianSpan, drive: Float64Array, point: BodyPoint): void {
    const { rod } = this;
    if (this.#asked === this.#first) return rod.jacobian(J, span, drive, point);
    this.#now.save();
    this.#before.restore();
    rod.jacobian(J, span, drive, point);
    this.#now.restore();
  }

  /** The nodes are to be asked again. */
  forget(): void {
    this.#asked = NaN;
  }
}

/** A segment of a rod: its middle, and the turn that takes the z axis along it. */
export function segmentCarrier(nodes: RodNodes, segment: number, gravity: Triple): Carrier {
  const at = 3 * segment;
  return (pose, velocity, t, h) => {
    nodes.update(t);
    const { x, v } = nodes;
    const length = distance3(x, at + 3, x, at) || 1;
    for (let c = 0; c < 3; c++) {
      pose[c] = 0.5 * (x[at + c] + x[at + 3 + c]);
      velocity[c] = 0.5 * (v[at + c] + v[at + 3 + c]) + h * gravity[c];
      along[c] = (x[at + 3 + c] - x[at + c]) / length;
      turning[c] = (v[at + 3 + c] - v[at + c]) / length;
    }
    cross3(velocity, 3, along, 0, turning, 0);
    quaternionFromAxis(pose, 3, along, 0);
  };
}
