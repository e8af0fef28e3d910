import type { BodyPoint, FiberBody, JacobianSpan } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { Carrier } from './obstacle.js';

type Triple = readonly [number, number, number];

const shift = new Float64Array(3);

/** A rigid body's frame, moving on as it does now and as weight makes it. */
export function rigidCarrier(body: RigidBody, gravity: Triple): Carrier {
  return (pose, velocity, _t, h) => {
    body.pose(pose);
    velocity.fill(0);
    body.linearVelocity(velocity);
    if (!body.guide) for (let c = 0; c < 3; c++) velocity[c] += h * gravity[c];
    if (!body.rotates) return;
    for (let c = 0; c < 3; c++) velocity[3 + c] = body.v[3 + c];
    // from the centre of mass to the origin of the shape's frame
    for (let c = 0; c < 3; c++) shift[c] = pose[c] - body.q[c];
    const [x, y, z] = body.v.subarray(3, 6);
    velocity[0] += y * shift[2] - z * shift[1];
    velocity[1] += z * shift[0] - x * shift[2];
    velocity[2] += x * shift[1] - y * shift[0];
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
  /** coordinates and state of the rod then; of the end of the step, while those of the start are in it */
  readonly #q: readonly [Float64Array, Float64Array];
  #state: Float64Array = new Float64Array(0);

  constructor(rod: FiberBody) {
    this.rod = rod;
    this.x = new Float64Array(3 * rod.nodes);
    this.v = new Float64Array(3 * rod.nodes);
    this.start = new Float64Array(3 * rod.nodes);
    this.#q = [new Float64Array(rod.q.length), new Float64Array(rod.q.length)];
  }

  update(t: number): void {
    if (t === this.#asked) return;
    this.rod.centreLine(this.x);
    if (Number.isNaN(this.#asked)) {
      this.#first = t;
      this.start.set(this.x);
      this.#q[0].set(this.rod.q);
      this.#state = this.rod.saveState();
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
    const [start, end] = this.#q;
    const state = rod.saveState();
    end.set(rod.q);
    rod.q.set(start);
    rod.loadState(this.#state);
    rod.jacobian(J, span, drive, point);
    rod.q.set(end);
    rod.loadState(state);
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
    let square = 0;
    for (let c = 0; c < 3; c++) {
      pose[c] = 0.5 * (x[at + c] + x[at + 3 + c]);
      velocity[c] = 0.5 * (v[at + c] + v[at + 3 + c]) + h * gravity[c];
      const d = x[at + 3 + c] - x[at + c];
      square += d * d;
    }
    const length = Math.sqrt(square) || 1;
    const dx = (x[at + 3] - x[at]) / length;
    const dy = (x[at + 4] - x[at + 1]) / length;
    const dz = (x[at + 5] - x[at + 2]) / length;
    const ux = (v[at + 3] - v[at]) / length;
    const uy = (v[at + 4] - v[at + 1]) / length;
    const uz = (v[at + 5] - v[at + 2]) / length;
    velocity[3] = dy * uz - dz * uy;
    velocity[4] = dz * ux - dx * uz;
    velocity[5] = dx * uy - dy * ux;
    // half-way quaternion from z to d: (1 + z·d, z × d); a segment that points straight down turns about x
    const w = 1 + dz;
    const norm = Math.sqrt(w * w + dx * dx + dy * dy);
    if (norm < 1e-9) pose.set([0, 1, 0, 0], 3);
    else pose.set([w / norm, -dy / norm, dx / norm, 0], 3);
  };
}
