import type { Body, FiberBody, StepContext } from '../bodies/body.js';
import { RigidBody } from '../bodies/rigid/rigid-body.js';
import type { RigidBodyOptions } from '../bodies/rigid/rigid-body.js';
import type { Collider } from '../collision/detector.js';
import { Detector } from '../collision/detector.js';
import { massProperties } from '../geometry/mass-properties.js';
import type { Weight } from '../geometry/mass-properties.js';
import type { Orientation, Shape, SimpleShape, Vector } from '../geometry/shape.js';
import { now } from '../friction/clock.js';
import type { PrimalProblem } from '../friction/problem.js';
import type { SolveStatus } from '../friction/solver.js';
import { multiplyQuaternions, rotateByQuaternion } from '../math/quaternion.js';
import { norm3 } from '../math/vec3.js';
import { ContactLaw } from './contact-law.js';
import { ContactMemory } from './contact-memory.js';
import type { RememberedContacts } from './contact-memory.js';
import { type ContactReport, contactReport, ownDelassus } from './contact-report.js';
import { ContactRows } from './contact-rows.js';
import { GroupSolver } from './group-solver.js';
import { Hand } from './hand.js';
import type { HandOptions } from './hand.js';
import { guessImpacts } from './impact-guess.js';
import { MaterialTable } from './materials.js';
import { Obstacle } from './obstacle.js';
import type { ObstacleOptions } from './obstacle.js';
import { nodeVelocities } from './node-velocities.js';
import { predictGaps, repairGroup } from './repair.js';
import { StepClock } from './step-clock.js';
import type { ContactView, StepRecord, WorldEnergy } from './step-record.js';
import { worldSettings } from './world-options.js';
import type { WorldOptions, WorldSettings } from './world-options.js';
import type { Part } from './world-parts.js';

/** A generalised force on one body, a function of time alone: adds to out (length dofs; N, N m). */
export interface Load {
  readonly body: number;
  readonly force: (out: Float64Array, t: number) => void;
}

/** A rigid body to be added: shape and weight instead of ready mass properties. */
export type RigidOptions = Omit<RigidBodyOptions, 'mass'> & {
  readonly shape: Shape;
  /** name of its material */
  readonly material: string;
} & Weight;

/** How a fiber is added. */
export interface FiberOptions {
  readonly material: string;
  /** whether it can touch itself. Default: true */
  readonly self?: boolean;
  /** pieces closer than this along the fiber do not touch each other (m) */
  readonly selfDistance?: number;
  /** against solids: only its nodes touch, or its whole segments. Default: segments */
  readonly touch?: 'nodes' | 'segments';
}

/** Everything a world's future depends on, besides what it was built from. */
export interface WorldState {
  readonly clock: readonly number[];
  readonly bodies: readonly { readonly q: Float64Array; readonly v: Float64Array; readonly own: Float64Array }[];
  readonly contacts: RememberedContacts;
  /** first total, repair, driven (J) */
  readonly energies: readonly number[];
}

/** Contacts are looked for this far off, in radii or half thicknesses, besides the distance moved. */
const detectionMargin = 0.05;

/** Rounds of taking in contacts that the solution would close. */
const recruitingRounds = 3;

const pose = new Float64Array(7);

/**
 * Bodies and obstacles in contact, advanced step by step with Moreau's scheme.
 *
 * @example
 * ```ts
 * const world = new World({ materials: { wood: { friction: 0.4 } } });
 * world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
 * world.addRigid({ shape: { type: 'sphere', radius: 0.1 }, density: 700, position: [0, 0, 1], material: 'wood' });
 * while (world.t < 2) world.step();
 * ```
 */
export class World {
  readonly settings: WorldSettings;
  readonly materials: MaterialTable;
  readonly bodies: Body[] = [];
  readonly obstacles: Obstacle[] = [];
  readonly loads: Load[] = [];
  /** hands that hold points of bodies; not part of the state */
  readonly hands: Hand[] = [];
  readonly detector = new Detector();
  /** called with every one-step problem before it is solved (status undefined) and after */
  watch: ((problem: PrimalProblem, status: SolveStatus | undefined) => void) | undefined;
  readonly #clock: StepClock;
  readonly #parts: Part[] = [];
  /** colliders of each body */
  readonly #colliders: Collider[][] = [];
  readonly #rows = new ContactRows();
  readonly #law = new ContactLaw();
  readonly #memory = new ContactMemory();
  readonly #solver = new GroupSolver();
  #u = new Float64Array(0);
  #gap = new Float64Array(0);
  #known = new Uint8Array(0);
  #place = new Int32Array(0);
  #energyStart: number | undefined;
  #repair = 0;
  #driven = 0;
  #lastStep = 0;

  constructor(options: WorldOptions) {
    this.settings = worldSettings(options);
    this.materials = new MaterialTable(options.materials, options.pairs);
    this.#clock = new StepClock(this.settings.h, this.settings.levels);
  }

  /** present time (s) */
  get t(): number {
    return this.#clock.t;
  }

  /** whether the present time is a multiple of the longest step, where recordings take their frames */
  get atWholeStep(): boolean {
    return this.#clock.whole;
  }

  /** total degrees of freedom */
  get dofs(): number {
    return this.bodies.reduce((sum, body) => sum + body.dofs, 0);
  }

  /** Adds a rigid body of the given shape; returns it. */
  addRigid(options: RigidOptions): RigidBody {
    const weight: Weight = 'density' in options ? { density: options.density } : { mass: options.mass };
    const body = new RigidBody({
      ...options,
      name: options.name ?? `body-${this.bodies.length}`,
      mass: massProperties(options.shape, weight),
    });
    const number = this.bodies.push(body) - 1;
    const material = this.materials.numberOf(options.material);
    const own: Collider[] = [];
    eachPart(options.shape, [0, 0, 0], [1, 0, 0, 0], (shape, position, orientation) => {
      const collider = this.detector.addShape(shape, number, 0, position, orientation);
      (collider as { margin: number }).margin = detectionMargin * collider.shape!.size;
      own.push(collider);
      this.#addPart(collider, number, undefined, undefined, material, collider.shape!.size);
    });
    this.#colliders.push(own);
    return body;
  }

  /** Adds a fiber; returns its number among the bodies. */
  addFiber(body: FiberBody, options: FiberOptions): number {
    const number = this.bodies.push(body) - 1;
    const collider = this.detector.addFiber(body.nodes, number, detectionMargin * body.radius, {
      radius: body.radius,
      arcLength: body.nodeArcLength,
      self: options.self,
      selfDistance: options.selfDistance,
      touch: options.touch,
    });
    this.#colliders.push([collider]);
    this.#addPart(collider, number, undefined, body, this.materials.numberOf(options.material), body.radius);
    return number;
  }

  /** Adds a body that touches nothing. */
  addGhost(body: Body): number {
    this.#colliders.push([]);
    return this.bodies.push(body) - 1;
  }

  /** Adds an obstacle, standing or moved by a script; returns it. */
  addObstacle(options: ObstacleOptions): Obstacle {
    const obstacle = new Obstacle(options, this.obstacles.length);
    this.obstacles.push(obstacle);
    const material = this.materials.numberOf(options.material);
    eachPart(options.shape, [0, 0, 0], [1, 0, 0, 0], (shape, position, orientation) => {
      const collider = this.detector.addShape(shape, -this.obstacles.length, 0, position, orientation);
      obstacle.colliders.push(collider);
      this.#addPart(collider, -1, obstacle, undefined, material, collider.shape!.size);
    });
    return obstacle;
  }

  /** Adds a force on a body, a function of time alone. */
  addLoad(body: Body, force: (out: Float64Array, t: number) => void): void {
    this.loads.push({ body: this.bodies.indexOf(body), force });
  }

  /** Takes hold of a point of a body; `hands` lets go of it again. */
  addHand(options: HandOptions): Hand {
    const hand = new Hand(this.bodies[options.body], options);
    this.hands.push(hand);
    return hand;
  }

  #addPart(
    collider: Collider,
    body: number,
    obstacle: Obstacle | undefined,
    fiber: FiberBody | undefined,
    material: number,
    size: number,
  ): void {
    this.#parts.push({ collider, body, obstacle, fiber, material, size });
  }

  /** Takes one step and says what happened. Throws `StepError` where numbers are no longer finite. */
  step(): StepRecord {
    const seconds = { collision: 0, assembly: 0, solve: 0, bodies: 0 };
    let mark = now();
    const lap = (part: keyof typeof seconds): void => {
      const time = now();
      seconds[part] += time - mark;
      mark = time;
    };
    this.#energyStart ??= this.#mechanical().total;
    const contacts = this.detector.contacts;
    this.#placeColliders();
    this.detector.detect();
    lap('collision');
    const step = this.#prepare(lap);
    const { h } = step;
    const law = { ...this.settings, h };
    this.#law.decide(contacts, this.#rows, this.#parts, this.materials, law);
    const solver = this.#solver;
    solver.watch = this.watch;
    solver.begin(this.bodies, contacts.n);
    this.#reserve(contacts.n);
    this.#firstGuess(h);
    lap('assembly');
    solver.solve(this.bodies, this.#rows, this.#law, this.settings, h);
    this.#relativeVelocities();
    for (let round = 0; round < recruitingRounds; round++) {
      const before = this.#law.active.slice(0, contacts.n);
      if (this.#law.recruit(contacts, this.#rows, this.#u, law) === 0) break;
      const changed = before.map((was, k) => (was === 1 ? 0 : this.#law.active[k]));
      solver.solve(this.bodies, this.#rows, this.#law, this.settings, h, changed);
      this.#relativeVelocities();
    }
    lap('solve');
    this.#book(step);
    this.bodies.forEach((body, b) => body.advance(solver.v.subarray(solver.offset[b], solver.offset[b + 1]), step));
    lap('bodies');
    this.#repairPositions(h);
    lap('assembly');
    this.#memory.remember(contacts, this.#rows, this.#law, solver.r, h, h * length(this.settings.gravity));
    this.#lastStep = h;
    this.#clock.advance();
    const energy = this.energy();
    lap('bodies');
    return this.#record(h, energy, seconds);
  }

  /** Takes steps until the clock reads a multiple of the longest step again; the records of all of them. */
  macroStep(): StepRecord[] {
    const records = [this.step()];
    while (!this.atWholeStep) records.push(this.step());
    return records;
  }

  /** Shapes and fibers to their present places, with bounds on how far they will move. */
  #placeColliders(): void {
    const h = this.#clock.h;
    const { gravity } = this.settings;
    for (const obstacle of this.obstacles) obstacle.place(this.#clock.t, h);
    this.bodies.forEach((body, b) => {
      for (const collider of this.#colliders[b]) {
        if (collider.fiber) this.#placeFiber(collider, body as FiberBody, h);
        else this.#placeShape(collider, body as RigidBody, h, gravity);
      }
    });
  }

  #placeShape(collider: Collider, body: RigidBody, h: number, gravity: readonly number[]): void {
    body.pose(pose);
    collider.shape!.place(pose);
    body.linearVelocity(collider.move);
    for (let i = 0; i < 3; i++) collider.move[i] = h * (collider.move[i] + h * gravity[i]);
    collider.turn = body.rotates ? h * norm3(body.v, 3) * (collider.shape!.reach + norm3(body.centre)) : 0;
  }

  #placeFiber(collider: Collider, body: FiberBody, h: number): void {
    const fiber = collider.fiber!;
    body.centreLine(fiber.nodes);
    nodeVelocities(fiber.moves, body);
    for (let k = 0; k < fiber.moves.length; k++)
      fiber.moves[k] = h * (fiber.moves[k] + h * this.settings.gravity[k % 3]);
  }

  /** Linearises the bodies and computes contact rows; shortens the step while something moves too far in it. */
  #prepare(lap: (part: 'bodies' | 'assembly') => void): StepContext {
    const { theta, gravity } = this.settings;
    const contacts = this.detector.contacts;
    for (;;) {
      const h = this.#clock.h;
      const step: StepContext = { t: this.#clock.t, h, theta, gravity };
      for (const body of this.bodies) body.linearise(step);
      this.#applyLoads(step);
      for (const hand of this.hands) hand.apply(this.bodies[hand.body], step);
      lap('bodies');
      this.#rows.fill(contacts, this.bodies, this.#parts);
      lap('assembly');
      const travel = this.settings.levels > 0 ? this.#largestTravel(h) : 0;
      if (travel > this.settings.travel && this.#clock.shorten()) {
        for (const obstacle of this.obstacles) obstacle.place(this.#clock.t, this.#clock.h);
        continue;
      }
      this.#clock.lengthen(travel < 0.25 * this.settings.travel);
      return step;
    }
  }

  /** Farthest that a contact travels in the step, in radii or half thicknesses. */
  #largestTravel(h: number): number {
    const { contacts } = this.detector;
    const u = this.#rows.before;
    let largest = 0;
    for (let k = 0; k < contacts.n; k++) {
      const size = Math.min(this.#parts[contacts.a[k]].size, this.#parts[contacts.b[k]].size);
      largest = Math.max(largest, (h * norm3(u, 3 * k)) / size);
    }
    return largest;
  }

  #applyLoads(step: StepContext): void {
    for (const { body, force } of this.loads) {
      const out = new Float64Array(this.bodies[body].dofs);
      force(out, step.t + step.theta * step.h);
      const { f } = this.bodies[body].system;
      for (let i = 0; i < out.length; i++) f[i] += step.h * out[i];
    }
  }

  #firstGuess(h: number): void {
    const { contacts } = this.detector;
    const r = this.#solver.r;
    if (!this.settings.warmStart) {
      r.fill(0, 0, 3 * contacts.n);
      return;
    }
    this.#memory.recall(r, this.#known, contacts, this.#rows, this.#law, h);
    guessImpacts(r, this.#known, contacts, this.#rows, this.#law, this.bodies);
  }

  /** u = drive + H v at the end of the step, for all contacts found */
  #relativeVelocities(): void {
    const n = this.detector.contacts.n;
    for (let k = 0; k < 3 * n; k++) this.#u[k] = this.#rows.drive[k];
    for (let k = 0; k < n; k++) this.#rows.addVelocity(this.#u, k, this.#solver.v, this.#solver.offset);
  }

  /** Books the work of loads and of moving obstacles: r·(-drive) and h F·(v + v⁻)/2. */
  #book(step: StepContext): void {
    const n = this.detector.contacts.n;
    const r = this.#solver.r;
    for (let k = 0; k < 3 * n; k++) this.#driven -= r[k] * this.#rows.drive[k];
    for (const { body, force } of this.loads) {
      const out = new Float64Array(this.bodies[body].dofs);
      force(out, step.t + step.theta * step.h);
      const from = this.#solver.offset[body];
      const { v } = this.bodies[body];
      for (let i = 0; i < out.length; i++) this.#driven += 0.5 * step.h * out[i] * (v[i] + this.#solver.v[from + i]);
    }
    for (const hand of this.hands) {
      const { offset, v } = this.#solver;
      this.#driven += hand.work(this.bodies[hand.body], v.subarray(offset[hand.body], offset[hand.body + 1]), step.h);
    }
  }

  #repairPositions(h: number): void {
    const { repair, theta } = this.settings;
    if (!repair) return;
    const { contacts } = this.detector;
    predictGaps(this.#gap, contacts, this.#rows, this.#u, h, theta);
    const islands = this.#solver.islands;
    let before: number | undefined;
    let moved = false;
    for (let g = 0; g < islands.n; g++) {
      const own = islands.contacts.subarray(islands.contactStart[g], islands.contactStart[g + 1]);
      const members = islands.bodies.subarray(islands.bodyStart[g], islands.bodyStart[g + 1]);
      if (!own.some((k) => this.#gap[k] < -repair.slop * this.#law.size[k])) continue;
      before ??= this.#mechanical().total;
      repairGroup(this.bodies, members, this.#rows, this.#law, own, this.#place, this.#gap, repair);
      moved = true;
    }
    if (moved) this.#repair += this.#mechanical().total - before!;
  }

  #reserve(n: number): void {
    if (this.#gap.length < n) {
      this.#u = new Float64Array(6 * n);
      this.#gap = new Float64Array(2 * n);
      this.#known = new Uint8Array(2 * n);
    }
    if (this.#place.length !== this.bodies.length) this.#place = new Int32Array(this.bodies.length);
  }

  #mechanical(): { kinetic: number; elastic: number; gravity: number; total: number } {
    let kinetic = 0;
    let elastic = 0;
    let gravity = 0;
    for (const body of this.bodies) {
      const own = body.energy(this.settings.gravity);
      kinetic += own.kinetic;
      elastic += own.elastic;
      gravity += own.gravity;
    }
    return { kinetic, elastic, gravity, total: kinetic + elastic + gravity };
  }

  /** Energies now. */
  energy(): WorldEnergy {
    const own = this.#mechanical();
    const start = this.#energyStart ?? own.total;
    const [repair, driven] = [this.#repair, this.#driven];
    return { ...own, repair, driven, dissipated: start + repair + driven - own.total };
  }

  #record(h: number, energy: WorldEnergy, seconds: StepRecord['seconds']): StepRecord {
    const { contacts } = this.detector;
    const solver = this.#solver;
    const counts = { takeOff: 0, stick: 0, slide: 0 };
    let deepest = 0;
    let relative = 0;
    for (let k = 0; k < contacts.n; k++) {
      const depth = Math.max(0, -contacts.gap[k]);
      deepest = Math.max(deepest, depth);
      relative = Math.max(relative, depth / this.#law.size[k]);
      const state = solver.states[k];
      if (state) counts[state]++;
    }
    return {
      t: this.t,
      h,
      contacts: this.#law.n,
      nu: this.bodies.length > 0 ? (3 * this.#law.n) / this.dofs : 0,
      islands: solver.islands.n,
      iterations: solver.iterations,
      error: solver.error,
      status: solver.status,
      penetrationMax: deepest,
      penetrationRelative: relative,
      energy,
      seconds,
      ...counts,
    };
  }

  /** The contacts that took part in the last step. */
  contacts(): ContactView[] {
    const { contacts } = this.detector;
    const views: ContactView[] = [];
    for (let k = 0; k < contacts.n; k++) if (this.#law.active[k] === 1) views.push(this.#view(k));
    return views;
  }

  /** The one-contact problem of contact number `number` of `contacts()`; only right after a step. */
  contactReport(number: number): ContactReport | undefined {
    const { n } = this.detector.contacts;
    let k = -1;
    for (let left = number + 1; left > 0 && ++k < n;) left -= this.#law.active[k];
    if (k >= n) return undefined;
    const r = this.#solver.r.slice(3 * k, 3 * k + 3);
    const at = [3 * k, 3 * k + 1, 3 * k + 2];
    const u = Float64Array.from(at, (i) => this.#u[i] - this.#rows.drive[i] + this.#law.w[i]);
    return contactReport(ownDelassus(this.#rows, this.bodies, k), r, u, this.#law.mu[k]);
  }

  #view(k: number): ContactView {
    const { contacts } = this.detector;
    const A = this.#parts[contacts.a[k]];
    const B = this.#parts[contacts.b[k]];
    const nameOf = (part: Part): string => part.obstacle?.name ?? this.bodies[part.body].name;
    const triple = (x: Float64Array): [number, number, number] => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
    const F = this.#rows.frame.subarray(9 * k, 9 * k + 9);
    const r = this.#solver.r;
    const force = [0, 1, 2].map(
      (i) => (F[i] * r[3 * k] + F[3 + i] * r[3 * k + 1] + F[6 + i] * r[3 * k + 2]) / this.#lastStep,
    );
    return {
      a: nameOf(A),
      b: nameOf(B),
      bodyA: A.body,
      bodyB: B.body,
      point: triple(contacts.pointA),
      normal: triple(contacts.normal),
      gap: contacts.gap[k],
      force: [force[0], force[1], force[2]],
      velocity: triple(this.#u),
      state: this.#solver.states[k] ?? 'takeOff',
      mu: this.#law.mu[k],
    };
  }

  /** Everything the future depends on; `restore` in a world built alike continues with the same bits. */
  save(): WorldState {
    return {
      clock: this.#clock.save(),
      bodies: this.bodies.map((body) => ({ q: body.q.slice(), v: body.v.slice(), own: body.saveState().slice() })),
      contacts: this.#memory.save(),
      energies: [this.#energyStart ?? this.#mechanical().total, this.#repair, this.#driven],
    };
  }

  restore(state: WorldState): void {
    this.#clock.load(state.clock);
    state.bodies.forEach(({ q, v, own }, b) => {
      this.bodies[b].q.set(q);
      this.bodies[b].v.set(v);
      this.bodies[b].loadState(own);
    });
    this.#memory.load(state.contacts);
    [this.#energyStart, this.#repair, this.#driven] = state.energies;
  }

  /** t, then q and v of each body in order: what the state's hash is taken of. */
  stateVector(): Float64Array {
    const size = this.bodies.reduce((sum, body) => sum + body.q.length + body.v.length, 1);
    const out = new Float64Array(size);
    out[0] = this.t;
    let at = 1;
    for (const { q, v } of this.bodies) {
      out.set(q, at);
      out.set(v, at + q.length);
      at += q.length + v.length;
    }
    return out;
  }
}

function length(x: readonly [number, number, number]): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/** Visits the simple shapes of a shape with their places in its frame. */
function eachPart(
  shape: Shape,
  position: Vector,
  orientation: Orientation,
  visit: (shape: SimpleShape, position: Vector, orientation: Orientation) => void,
): void {
  if (shape.type !== 'compound') {
    visit(shape, position, orientation);
    return;
  }
  const q = Float64Array.from(orientation);
  for (const part of shape.parts) {
    const p = Float64Array.from(part.position ?? [0, 0, 0]);
    const turn = Float64Array.from(part.orientation ?? [1, 0, 0, 0]);
    rotateByQuaternion(p, 0, q, 0, p, 0);
    multiplyQuaternions(turn, 0, q, 0, turn, 0);
    eachPart(
      part.shape,
      [position[0] + p[0], position[1] + p[1], position[2] + p[2]],
      [turn[0], turn[1], turn[2], turn[3]],
      visit,
    );
  }
}
