import type { FiberBody, Movable } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { NodalRod } from '../../bodies/rods/nodal-rod.js';
import { nodeVelocities } from '../../bodies/node-velocities.js';
import type { ContactView } from '../../dynamics/contacts/view.js';
import type { StepRecord } from '../../dynamics/report/step-record.js';
import type { World } from '../../dynamics/world.js';
import { asin } from '../../math/functions.js';
import type { Vector3 } from '../expression/compile.js';

/** Positions and velocities of the points of a body: its nodes, or the centre of mass of a rigid body. */
interface Points {
  readonly x: Float64Array;
  readonly v: Float64Array;
}

/** Greatest and summed numbers over the steps so far. */
export interface StepExtremes {
  penetration: number;
  penetrationRelative: number;
  error: number;
  iterations: number;
  unconverged: number;
  steps: number;
}

/** What quantities are read from: a world at rest between two steps, and what its last step said. */
export class Probe {
  readonly world: World;
  /** the last step; undefined at the start */
  step: StepRecord | undefined;
  readonly extremes: StepExtremes = {
    penetration: 0,
    penetrationRelative: 0,
    error: 0,
    iterations: 0,
    unconverged: 0,
    steps: 0,
  };
  readonly #start: readonly Points[];
  readonly #startTurn: readonly Float64Array[];
  #points: (Points | undefined)[] = [];
  #contacts: readonly ContactView[] | undefined;

  constructor(world: World) {
    this.world = world;
    this.#start = world.bodies.map(pointsOf);
    this.#startTurn = world.bodies.map((body) => body.q.slice(3, 7));
  }

  /** Takes note of a step; called after every one. */
  note(step: StepRecord): void {
    const most = this.extremes;
    this.step = step;
    most.steps++;
    most.penetration = Math.max(most.penetration, step.penetrationMax);
    most.penetrationRelative = Math.max(most.penetrationRelative, step.penetrationRelative);
    most.error = Math.max(most.error, step.error);
    most.iterations = Math.max(most.iterations, step.iterations);
    if (step.status !== 'converged') most.unconverged++;
    this.#points = [];
    this.#contacts = undefined;
  }

  /** Number of points of a body. */
  count(body: number): number {
    return this.#start[body].x.length / 3;
  }

  /** Position of a point; the mean of all where `node` is undefined. */
  position(body: number, node: number | undefined): Vector3 {
    return pick(this.#now(body).x, node);
  }

  startPosition(body: number, node: number | undefined): Vector3 {
    return pick(this.#start[body].x, node);
  }

  velocity(body: number, node: number | undefined): Vector3 {
    return pick(this.#now(body).v, node);
  }

  /** Greatest speed of a point of one body, or of all (m/s). */
  speed(body?: number): number {
    let most = 0;
    const from = body ?? 0;
    const to = body === undefined ? this.world.bodies.length : body + 1;
    for (let b = from; b < to; b++) {
      const { v } = this.#now(b);
      for (let k = 0; k < v.length; k += 3) {
        const square = v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
        if (square > most) most = square;
      }
    }
    return Math.sqrt(most);
  }

  /** Greatest distance of a point of one body, or of all, from where it began (m). */
  travel(body?: number): number {
    let most = 0;
    const from = body ?? 0;
    const to = body === undefined ? this.world.bodies.length : body + 1;
    for (let b = from; b < to; b++) {
      const { x } = this.#now(b);
      const x0 = this.#start[b].x;
      for (let k = 0; k < x.length; k += 3) {
        const d0 = x[k] - x0[k];
        const d1 = x[k + 1] - x0[k + 1];
        const d2 = x[k + 2] - x0[k + 2];
        most = Math.max(most, d0 * d0 + d1 * d1 + d2 * d2);
      }
    }
    return Math.sqrt(most);
  }

  /** Least or greatest height of a body's points (m). */
  height(body: number, pickOf: (a: number, b: number) => number): number {
    const { x } = this.#now(body);
    let z = x[2];
    for (let k = 5; k < x.length; k += 3) z = pickOf(z, x[k]);
    return z;
  }

  /** Force with which a rod pulls at what holds its first (0) or last (-1) node (N). */
  endForce(body: number, end: number): Vector3 {
    const { settings, t } = this.world;
    const out: [number, number, number] = [0, 0, 0];
    (this.world.bodies[body] as NodalRod).addEndForce(out, end === 0 ? 0 : 1, settings.gravity, t);
    return out;
  }

  /** From a place to the nearest point of a rod's centre line (m). */
  offset(body: number, place: Vector3): Vector3 {
    const { x } = this.#now(body);
    let least = Infinity;
    let best: Vector3 = [0, 0, 0];
    for (let k = 0; k + 5 < x.length; k += 3) {
      const e = [x[k + 3] - x[k], x[k + 4] - x[k + 1], x[k + 5] - x[k + 2]];
      const a = [place[0] - x[k], place[1] - x[k + 1], place[2] - x[k + 2]];
      const square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
      const along = Math.min(1, Math.max(0, (a[0] * e[0] + a[1] * e[1] + a[2] * e[2]) / square));
      const d: Vector3 = [along * e[0] - a[0], along * e[1] - a[1], along * e[2] - a[2]];
      const far = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      if (far >= least) continue;
      least = far;
      best = d;
    }
    return best;
  }

  /** Angle by which a rigid body has turned since the start (rad). */
  turn(body: number): number {
    const p = this.#startTurn[body];
    const q = this.world.bodies[body].q;
    // half the angle between two unit quaternions from the length of their difference, exact for small turns
    let minus = 0;
    let plus = 0;
    for (let k = 0; k < 4; k++) {
      minus += (q[3 + k] - p[k]) * (q[3 + k] - p[k]);
      plus += (q[3 + k] + p[k]) * (q[3 + k] + p[k]);
    }
    return 4 * asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2));
  }

  /** Angular velocity of a rigid body (rad/s). */
  spin(body: number): Vector3 {
    const own = this.world.bodies[body] as RigidBody;
    return own.rotates ? [own.v[3], own.v[4], own.v[5]] : [0, 0, 0];
  }

  contacts(): readonly ContactView[] {
    this.#contacts ??= this.step ? this.world.contacts() : [];
    return this.#contacts;
  }

  #now(body: number): Points {
    return (this.#points[body] ??= pointsOf(this.world.bodies[body]));
  }
}

function pointsOf(body: Movable): Points {
  if (body.kind === 'rod') {
    const rod = body as FiberBody;
    const x = new Float64Array(3 * rod.nodes);
    const v = new Float64Array(3 * rod.nodes);
    rod.centreLine(x);
    nodeVelocities(v, rod);
    return { x, v };
  }
  if (body.kind === 'rigid') {
    const { q, v, guide } = body as RigidBody;
    const velocity = guide ? guide.map((axis) => axis * v[0]) : v.slice(0, 3);
    return { x: q.slice(0, 3), v: velocity };
  }
  return { x: body.q.slice(), v: body.v.slice() };
}

function pick(x: Float64Array, node: number | undefined): Vector3 {
  if (node !== undefined) return [x[3 * node], x[3 * node + 1], x[3 * node + 2]];
  if (x.length === 3) return [x[0], x[1], x[2]];
  const sum = [0, 0, 0];
  for (let k = 0; k < x.length; k++) sum[k % 3] += x[k];
  const n = x.length / 3;
  return [sum[0] / n, sum[1] / n, sum[2] / n];
}
