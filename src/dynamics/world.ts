import type { Body, FiberBody, Movable, StepContext } from '../bodies/body.js';
import type { Cloth } from '../bodies/cloth/cloth.js';
import { RigidBody } from '../bodies/rigid/rigid-body.js';
import type { RigidBodyOptions } from '../bodies/rigid/rigid-body.js';
import type { Collider } from '../collision/detector.js';
import { Detector } from '../collision/detector.js';
import { massProperties } from '../geometry/mass-properties.js';
import type { Weight } from '../geometry/mass-properties.js';
import type { Shape } from '../geometry/shape.js';
import { InputError } from '../errors.js';
import type { PrimalProblem } from '../friction/problem.js';
import type { SolveStatus } from '../friction/solver.js';
import { ClothBody } from './cloth/cloth-body.js';
import { withCloth } from './cloth/record.js';
import type { ClothWorldOptions } from './cloth/settings.js';
import type { RememberedContacts } from './contact-memory.js';
import type { ContactReport } from './contact-report.js';
import { ContactStep } from './contact-step.js';
import { EnergyBook } from './energy-book.js';
import type { GroupPool } from './group-job.js';
import { Hand } from './hand.js';
import type { HandOptions } from './hand.js';
import { MaterialTable } from './materials.js';
import { Obstacle } from './obstacle.js';
import type { ObstacleOptions } from './obstacle.js';
import { eachPart } from './shape-parts.js';
import { StepClock } from './step-clock.js';
import type { ContactView, StepRecord, WorldEnergy } from './step-record.js';
import { Stopwatch } from './stopwatch.js';
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

/** How a cloth is added; the step and gravity are the world's. */
export type ClothBodyOptions = Omit<ClothWorldOptions, 'h' | 'gravity'> & { readonly material: string };

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

/** How often a step is taken back because fibers would overlap. */
const secondLooks = 3;

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
  /** rigid bodies and rods, then cloths */
  readonly bodies: Movable[] = [];
  readonly cloths: ClothBody[] = [];
  readonly obstacles: Obstacle[] = [];
  readonly loads: Load[] = [];
  /** hands that hold points of bodies; not part of the state */
  readonly hands: Hand[] = [];
  readonly detector = new Detector();
  /** called with every one-step problem before it is solved (status undefined, with the first guess of r) and after */
  watch: ((problem: PrimalProblem, status: SolveStatus | undefined, start?: Float64Array) => void) | undefined;
  /** solves groups of bodies that touch side by side; undefined: one after the other */
  pool: GroupPool | undefined;
  readonly #clock: StepClock;
  readonly #parts: Part[] = [];
  /** the bodies of the one-step problem */
  readonly #solids: Body[] = [];
  /** colliders of each body */
  readonly #colliders: Collider[][] = [];
  readonly #energy: EnergyBook;
  readonly #contacts: ContactStep;

  constructor(options: WorldOptions) {
    this.settings = worldSettings(options);
    this.materials = new MaterialTable(options.materials, options.pairs);
    this.#clock = new StepClock(this.settings.h, this.settings.levels);
    this.#energy = new EnergyBook(this.bodies, this.settings.gravity);
    this.#contacts = new ContactStep(
      this.#solids,
      this.detector,
      this.#parts,
      this.#colliders,
      this.materials,
      this.settings,
    );
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
    const number = this.#push(body);
    const material = this.materials.numberOf(options.material);
    const own: Collider[] = [];
    eachPart(options.shape, (shape, position, orientation) => {
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
    const number = this.#push(body);
    const collider = this.detector.addFiber(body.nodes, number, detectionMargin * body.radius, {
      radius: body.radius,
      arcLength: body.nodeArcLength,
      endsHeld: body.endsHeld,
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
    return this.#push(body);
  }

  /** Adds a cloth, after all other bodies; it touches everything in the world but other cloths. */
  addCloth(cloth: Cloth, { material, ...options }: ClothBodyOptions): ClothBody {
    const { h, gravity, levels } = this.settings;
    if (levels > 0) {
      const expected = 'nothing: cloth takes steps of one length';
      throw new InputError('wrong step', [{ path: 'shortestStep', expected, found: String(this.settings.h) }]);
    }
    const around = { bodies: this.#solids, parts: this.#parts, materials: this.materials };
    const body = new ClothBody(
      cloth,
      this.bodies.length,
      { ...options, h, gravity },
      {
        ...around,
        material: this.materials.numberOf(material),
      },
    );
    this.bodies.push(body);
    this.cloths.push(body);
    return body;
  }

  #push(body: Body): number {
    if (this.cloths.length > 0) throw new RangeError('cloths are added after all other bodies');
    this.#solids.push(body);
    return this.bodies.push(body) - 1;
  }

  /** Adds an obstacle, standing or moved by a script; returns it. */
  addObstacle(options: ObstacleOptions): Obstacle {
    const obstacle = new Obstacle(options, this.obstacles.length);
    this.obstacles.push(obstacle);
    const material = this.materials.numberOf(options.material);
    eachPart(options.shape, (shape, position, orientation) => {
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
    const watch = new Stopwatch();
    const step = this.#prepare(watch);
    const { h } = step;
    const contacts = this.#contacts;
    contacts.watch = this.watch;
    contacts.solver.pool = this.pool;
    contacts.solve(h, watch);
    if (contacts.ahead.isUseful) this.#advanceWatchfully(step, watch);
    else this.#advance(step);
    watch.lap('bodies');
    contacts.finish(h, this.#energy);
    watch.lap('assembly');
    this.#stepCloths(step, watch);
    const calm = this.settings.levels === 0 || contacts.travel(h) < 0.25 * this.settings.travel;
    this.#clock.advance();
    this.#clock.lengthen(calm);
    const energy = this.energy();
    watch.lap('bodies');
    const statistics = this.cloths.reduce((all, cloth) => withCloth(all, cloth, this.dofs), contacts.statistics());
    return { t: this.t, h, energy, ...statistics, seconds: watch.seconds };
  }

  /** Cloths see where the other bodies have gone. */
  #stepCloths(step: StepContext, watch: Stopwatch): void {
    if (this.cloths.length > 0) for (const obstacle of this.obstacles) obstacle.place(step.t, step.h);
    for (const cloth of this.cloths) {
      const { seconds, work } = cloth.step(step.t, this.hands);
      this.#energy.driven += work.driven;
      this.#energy.repair += work.repair;
      watch.lap('bodies');
      const found = seconds.obstacleDetection + seconds.selfDetection + seconds.sorting;
      watch.shift('bodies', 'collision', found);
      watch.shift('bodies', 'solve', seconds.contact + seconds.selfContact + seconds.solve);
    }
  }

  /** Takes steps until the clock reads a multiple of the longest step again; the records of all of them. */
  macroStep(): StepRecord[] {
    const records = [this.step()];
    while (!this.atWholeStep) records.push(this.step());
    return records;
  }

  /** Finds contacts, linearises the bodies, and shortens the step while a contact moves too far in it. */
  #prepare(watch: Stopwatch): StepContext {
    const { theta, gravity, levels, travel } = this.settings;
    const contacts = this.#contacts;
    this.#energy.open();
    for (const obstacle of this.obstacles) obstacle.place(this.#clock.t, this.#clock.h);
    contacts.detect(this.#clock.h);
    watch.lap('collision');
    for (;;) {
      const h = this.#clock.h;
      const step: StepContext = { t: this.#clock.t, h, theta, gravity };
      for (const body of this.#solids) body.linearise(step);
      this.#applyLoads(step);
      for (const hand of this.hands) {
        if (this.#solids[hand.body]) hand.apply(this.#solids[hand.body], step);
      }
      for (const cloth of this.cloths) cloth.begin(h);
      watch.lap('bodies');
      contacts.decide(h);
      watch.lap('assembly');
      if (levels === 0 || contacts.travel(h) <= travel || !this.#clock.shorten()) return step;
      for (const obstacle of this.obstacles) obstacle.place(this.#clock.t, this.#clock.h);
    }
  }

  /** Moves the bodies to the end of the step and books the work done on the way. */
  #advance(step: StepContext): void {
    const { v, offset } = this.#contacts.solver;
    const driven = this.#work(step);
    this.#solids.forEach((body, b) => body.advance(v.subarray(offset[b], offset[b + 1]), step));
    this.#energy.driven += driven;
  }

  /** Moves the bodies and, where they come to overlap after all, takes the step back and solves again. */
  #advanceWatchfully(step: StepContext, watch: Stopwatch): void {
    const contacts = this.#contacts;
    const { h } = step;
    for (let round = 0; ; round++) {
      const { driven } = this.#energy;
      contacts.ahead.save();
      this.#advance(step);
      watch.lap('bodies');
      for (const obstacle of this.obstacles) obstacle.place(step.t + h, h);
      const overlaps = contacts.look(h);
      watch.lap('collision');
      if (overlaps.length === 0 || round === secondLooks) return;
      const adopted = contacts.adopt(overlaps, h, () => {
        contacts.ahead.restore(h);
        for (const obstacle of this.obstacles) obstacle.place(step.t, h);
        this.#energy.driven = driven;
      });
      watch.lap('solve');
      if (adopted) continue;
      this.#advance(step);
      // the repair takes the levers of the contacts found ahead from where the colliders are
      contacts.ahead.place(h);
      for (const obstacle of this.obstacles) obstacle.place(step.t + h, h);
      return;
    }
  }

  #applyLoads(step: StepContext): void {
    for (const { body, force } of this.loads) {
      const out = new Float64Array(this.bodies[body].dofs);
      force(out, step.t + step.theta * step.h);
      const { f } = this.#solids[body].system;
      for (let i = 0; i < out.length; i++) f[i] += step.h * out[i];
    }
  }

  /** Work of moving obstacles, loads h F·(v + v⁻)/2 and hands (J). */
  #work(step: StepContext): number {
    const { v: next, offset } = this.#contacts.solver;
    let driven = this.#contacts.driven();
    for (const { body, force } of this.loads) {
      const out = new Float64Array(this.bodies[body].dofs);
      force(out, step.t + step.theta * step.h);
      const { v } = this.bodies[body];
      for (let i = 0; i < out.length; i++) driven += 0.5 * step.h * out[i] * (v[i] + next[offset[body] + i]);
    }
    for (const hand of this.hands) {
      if (!this.#solids[hand.body]) continue;
      const own = next.subarray(offset[hand.body], offset[hand.body + 1]);
      driven += hand.work(this.#solids[hand.body], own, step.h);
    }
    return driven;
  }

  /** Energies now. */
  energy(): WorldEnergy {
    return this.#energy.balance();
  }

  /** The contacts that took part in the last step. */
  contacts(): ContactView[] {
    return [...this.#contacts.views(), ...this.cloths.flatMap((cloth) => cloth.views())];
  }

  /** The one-contact problem of contact number `number` of `contacts()`; only right after a step. */
  contactReport(number: number): ContactReport | undefined {
    return this.#contacts.report(number);
  }

  /** Everything the future depends on; `restore` in a world built alike continues with the same bits. */
  save(): WorldState {
    return {
      clock: this.#clock.save(),
      bodies: this.bodies.map((body) => ({ q: body.q.slice(), v: body.v.slice(), own: body.saveState().slice() })),
      contacts: this.#contacts.memory.save(),
      energies: this.#energy.save(),
    };
  }

  restore(state: WorldState): void {
    this.#clock.load(state.clock);
    state.bodies.forEach(({ q, v, own }, b) => {
      this.bodies[b].q.set(q);
      this.bodies[b].v.set(v);
      this.bodies[b].loadState(own);
    });
    this.#contacts.memory.load(state.contacts);
    this.#energy.load(state.energies);
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
