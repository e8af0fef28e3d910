import { InputError } from '../errors.js';
import type { Body, ContactBody, FiberBody, Movable } from '../bodies/body.js';
import type { Cloth } from '../bodies/cloth/cloth.js';
import { RigidBody } from '../bodies/rigid/rigid-body.js';
import type { ContactSet } from '../collision/contact-set.js';
import type { Collider } from '../collision/detector.js';
import { Detector } from '../collision/detector.js';
import { massProperties } from '../geometry/mass-properties.js';
import type { Weight } from '../geometry/mass-properties.js';
import type { Shape } from '../geometry/shape.js';
import { ClothBody } from './cloth/cloth-body.js';
import { ClothGroup } from './cloth/cloth-group.js';
import { notHeld } from './cloth/reaction.js';
import { clothColumns } from './cloth/contact-views.js';
import type { ClothWorldOptions } from './cloth/settings.js';
import type { SolvedCloth } from './cloth/solved.js';
import type { RememberedContacts } from './contacts/memory.js';
import type { ContactReport } from '../friction/contact-report.js';
import { ContactStep } from './step/contact-step.js';
import { EnergyBook } from './energy/energy-book.js';
import { Groom } from './groom/groom.js';
import type { GroomOptions, GroomReport, RodToGroom } from './groom/groom.js';
import type { Separation } from './groom/separate.js';
import type { GroupPool, ProblemWatch, StepStatus } from './groups/group-job.js';
import { Hand } from './hands/hand.js';
import type { HandOptions } from './hands/hand.js';
import type { Joint } from './joints/joint.js';
import { JointSet } from './joints/joint-set.js';
import { createJoint } from './joints/create.js';
import { JointedPairs } from './joints/touching.js';
import type { JointSpec } from './joints/spec.js';
import type { ContactParts } from './members/contact-parts.js';
import { MaterialTable } from './members/materials.js';
import { Obstacle } from './members/obstacle.js';
import type { ObstacleOptions } from './members/obstacle.js';
import { eachSimpleShape } from '../geometry/simple-shapes.js';
import { policy } from './policy/values.js';
import { StepClock } from './step/step-clock.js';
import { ContactColumns } from './contacts/columns.js';
import { type ContactView, contactViews } from './contacts/view.js';
import type { WorldEnergy } from './energy/energy-book.js';
import type { StepRecord } from './report/step-record.js';
import type { AddedBody, FiberOptions, Load, RigidOptions } from './members/members.js';
import { worldSettings } from './members/settings.js';
import type { WorldOptions, WorldSettings } from './members/settings.js';
import type { ContactSurface } from './members/surface.js';
import { WorldStepper } from './step/world-stepper.js';

/** Everything a world's future depends on, besides what it was built from. */
export interface WorldState {
  readonly clock: readonly number[];
  readonly bodies: readonly { readonly q: Float64Array; readonly v: Float64Array; readonly own: Float64Array }[];
  readonly contacts: RememberedContacts;
  /** first total, repair, driven (J) */
  readonly energies: readonly number[];
  /** of each joint what changes: `JointSet.save`; none: no joints */
  readonly joints?: Float64Array;
}

/** How a cloth is added; the step and gravity are the world's. */
export type ClothBodyOptions = Omit<ClothWorldOptions, 'h' | 'gravity'> & { readonly material: string };

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
  /** what each body was added with, in the order of `bodies` */
  readonly added: AddedBody[] = [];
  readonly obstacles: Obstacle[] = [];
  readonly loads: Load[] = [];
  /** hands that hold points of bodies; not part of the state */
  readonly hands: Hand[] = [];
  readonly detector = new Detector();
  /** what grooming came to, where the world was groomed */
  groomed: GroomReport | undefined;
  /** called with every one-step problem before it is solved (status undefined, with the first guess of r) and after, with the solution */
  watch: ProblemWatch | undefined;
  /** called after every step of a world with cloth with what its errors can be recomputed from */
  watchCloth: ((solved: SolvedCloth, status: StepStatus) => void) | undefined;
  /** solves groups of bodies that touch side by side; undefined: one after the other */
  pool: GroupPool | undefined;
  readonly #clock: StepClock;
  readonly #surfaces: ContactSurface[] = [];
  /** the bodies of the one-step problem */
  readonly #solids: ContactBody[] = [];
  /** colliders of each body */
  readonly #colliders: Collider[][] = [];
  readonly #parts: ContactParts;
  readonly #energy: EnergyBook;
  readonly #contacts: ContactStep;
  readonly #cloth: ClothGroup;
  readonly #joints: JointSet;
  readonly #stepper: WorldStepper;

  constructor(options: WorldOptions) {
    this.settings = worldSettings(options);
    this.materials = new MaterialTable(options.materials, options.pairs);
    // a step that ends with deep overlaps is taken shorter, whatever its length
    this.#clock = new StepClock(this.settings.h, this.settings.levels, policy.spareHalvings);
    this.#energy = new EnergyBook(this.bodies, this.settings.gravity);
    const { detector, materials, settings } = this;
    const [solids, surfaces, colliders] = [this.#solids, this.#surfaces, this.#colliders];
    this.#parts = { bodies: solids, detector, surfaces, colliders, materials, settings };
    this.#contacts = new ContactStep(this.#parts);
    this.#cloth = new ClothGroup(this.#parts);
    const { bodies, obstacles, loads, hands } = this;
    const pairs = new JointedPairs({ detector, bodies, obstacles });
    const joints = (this.#joints = new JointSet(solids, pairs));
    const members = { bodies, solids, cloth: this.#cloth, obstacles, loads, hands, joints };
    this.#stepper = new WorldStepper(members, settings, this.#clock, this.#contacts, this.#energy);
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
    this.addRigidBody(body, options.shape, options.material);
    return body;
  }

  /** Adds a rigid body that is there already; returns its number among the bodies. */
  addRigidBody(body: RigidBody, shape: Shape, materialName: string): number {
    const material = this.materials.numberOf(materialName);
    const number = this.#push({ kind: 'rigid', body, shape, material: materialName }, body);
    const own: Collider[] = [];
    eachSimpleShape(shape, (shape, position, orientation) => {
      const collider = this.detector.addShape(shape, number, 0, position, orientation);
      (collider as { margin: number }).margin = policy.detectionMargin * collider.shape!.size;
      own.push(collider);
      this.#surfaces.push({ collider, body: number, material, size: collider.shape!.size });
    });
    this.#colliders.push(own);
    return number;
  }

  /** Adds a body of another kind, which touches nothing; returns its number among the bodies. */
  addBody(body: Body): number {
    this.#colliders.push([]);
    // contacts are asked of bodies that have colliders only
    return this.#push({ kind: 'own', body }, body as ContactBody);
  }

  /** The colliders of a body. */
  collidersOf(body: number): readonly Collider[] {
    return this.#colliders[body] ?? [];
  }

  /** Adds a fiber; returns its number among the bodies. */
  addFiber(body: FiberBody, options: FiberOptions): number {
    const { theta } = this.settings;
    if (theta < 1 && body.implicitOnly) {
      const expected = '1 with this rod model; mass-spring, der and corde keep their energy at less';
      throw new InputError('wrong step', [{ path: 'theta', expected, found: String(theta) }]);
    }
    const number = this.#push({ kind: 'rod', body, options }, body);
    const collider = this.detector.addFiber(body.nodes, number, policy.detectionMargin * body.radius, {
      radius: body.radius,
      arcLength: body.nodeArcLength,
      endsHeld: body.endsHeld,
      self: options.self,
      selfDistance: options.selfDistance,
      touch: options.touch,
    });
    this.#colliders.push([collider]);
    const material = this.materials.numberOf(options.material);
    this.#surfaces.push({ collider, body: number, fiber: body, material, size: body.radius });
    return number;
  }

  /** Adds a cloth, after all rigid bodies and rods; it touches everything in the world. */
  addCloth(cloth: Cloth, { material, ...options }: ClothBodyOptions): ClothBody {
    const { h, gravity, solver, theta } = this.settings;
    if (theta < 1) {
      const expected = '1: cloth takes implicit steps only';
      throw new InputError('wrong step', [{ path: 'theta', expected, found: String(theta) }]);
    }
    const body = new ClothBody(cloth, this.bodies.length, this.#cloth);
    const { tolerance = 1e-3, restTolerance } = solver;
    this.#cloth.add(body, this.materials.numberOf(material), { tolerance, restTolerance, ...options, h, gravity });
    this.bodies.push(body);
    this.added.push({ kind: 'cloth', cloth, options: { material, ...options } });
    this.cloths.push(body);
    return body;
  }

  #push(added: AddedBody, body: ContactBody): number {
    if (this.cloths.length > 0) throw new RangeError('cloths are added after all other bodies');
    this.#solids.push(body);
    this.added.push(added);
    return this.bodies.push(body) - 1;
  }

  /** Adds an obstacle, standing or moved by a script; returns it. */
  addObstacle(options: ObstacleOptions): Obstacle {
    this.materials.numberOf(options.material);
    return this.takeObstacle(new Obstacle(options, this.obstacles.length), options.material);
  }

  /** Adds an obstacle that is there already, and in no other world; returns it. */
  takeObstacle(obstacle: Obstacle, materialName: string): Obstacle {
    obstacle.release();
    this.obstacles.push(obstacle);
    const material = this.materials.numberOf(materialName);
    eachSimpleShape(obstacle.shape, (shape, position, orientation) => {
      const collider = this.detector.addShape(shape, -this.obstacles.length, 0, position, orientation);
      obstacle.colliders.push(collider);
      this.#surfaces.push({ collider, body: -1, obstacle, material, size: collider.shape!.size });
    });
    return obstacle;
  }

  /** Adds a force on a body, a function of time alone. */
  addLoad(body: Body, force: (out: Float64Array, t: number) => void): void {
    this.loads.push({ body: this.bodies.indexOf(body), force });
  }

  /** Joins two bodies, or a body and something fixed or moved by script; throws an `InputError` where that makes no sense. */
  addJoint(spec: JointSpec): Joint {
    const joint = createJoint(spec, {
      bodies: this.bodies,
      obstacles: this.obstacles,
      t: this.t,
      id: this.#joints.next++,
    });
    if (joint.holdsCloth && !this.#cloth.hasReaction) {
      throw new InputError('wrong joint', [notHeld(joint.a.cloth ? 'a.body' : 'b.body')]);
    }
    this.#joints.joints.push(joint);
    return joint;
  }

  /**
   * Takes in a joint that is there already, between bodies and obstacles of this world, and cloths that it steps, which are other bodies in
   * every world: the joint's are those of the same vertices here.
   */
  takeJoint(joint: Joint): void {
    for (const side of [joint.a, joint.b]) {
      if (!side.cloth) continue;
      const own = this.cloths.find(({ q }) => q === side.body!.q);
      if (!own) throw new RangeError(`the cloth of joint ${joint.name} is not in this world`);
      side.body = own;
    }
    this.#joints.joints.push(joint);
    this.#joints.next = Math.max(this.#joints.next, joint.id + 1);
  }

  /** Takes a joint off. */
  removeJoint(joint: Joint): void {
    this.#joints.remove(joint);
  }

  /** The joints of the world, broken ones among them. */
  get joints(): readonly Joint[] {
    return this.#joints.joints;
  }

  /** Joints that broke in the last step. */
  get brokenJoints(): readonly Joint[] {
    return this.#joints.broke;
  }

  /** Largest amount by which an equation of a joint is missed (m). */
  get jointMisfit(): number {
    return this.#joints.misfit;
  }

  /** Takes hold of a point of a body; `hands` lets go of it again. */
  addHand(options: HandOptions): Hand {
    const hand = new Hand(this.bodies[options.body], options);
    this.hands.push(hand);
    return hand;
  }

  /**
   * Gives rods natural shapes with which they stay where they are, under their weight and with contact forces within the friction
   * cones. To be called before the first step; rods that overlap are moved apart.
   */
  groom(options: GroomOptions = {}): GroomReport {
    return (this.groomed = this.#groom(options).run());
  }

  /** Moves rods that overlap apart, before the first step; rods that are to be as drawn take the shape that they have then. */
  separate(rods: readonly RodToGroom[]): Separation {
    return this.#groom({ rods }).separate();
  }

  #groom(options: GroomOptions): Groom {
    return new Groom({ ...this.#parts, memory: this.#contacts.memory, obstacles: this.obstacles }, options);
  }

  /** Contact forces that the first step begins with, as `save` gives them; to be called before it. */
  holdWith(contacts: RememberedContacts): void {
    this.#contacts.memory.load(contacts);
  }

  /** Contact forces that the next step begins with. */
  get remembered(): RememberedContacts {
    return this.#contacts.memory.save();
  }

  /** Takes one step and says what happened. Throws `StepError` where numbers are no longer finite. */
  step(): StepRecord {
    this.#contacts.solver.watch = this.watch;
    this.#contacts.solver.pool = this.pool;
    this.detector.crew = this.pool?.crew;
    this.#cloth.pool = this.pool;
    const record = this.#stepper.step();
    if (this.watchCloth && !this.#cloth.isEmpty) this.watchCloth(this.#cloth.solved(), record.status);
    return record;
  }

  /** Takes steps until the clock reads a multiple of the longest step again; the records of all of them. */
  macroStep(): StepRecord[] {
    const records = [this.step()];
    while (!this.atWholeStep) records.push(this.step());
    return records;
  }

  /** Energies now. */
  energy(): WorldEnergy {
    return this.#energy.balance();
  }

  /** The contacts that took part in the last step. */
  contacts(): ContactView[] {
    const columns = new ContactColumns();
    this.contactColumns(columns);
    return contactViews(columns, (owner) => (owner < 0 ? this.obstacles[-1 - owner] : this.bodies[owner]).name);
  }

  /** The same, as columns; those of cloth are last. */
  contactColumns(out: ContactColumns): void {
    this.#contacts.columns(out);
    if (!this.#cloth.isEmpty) clothColumns(out, this.#cloth);
  }

  /** Goes on with the cloths of another world, factors and remembered impulses included, where they are the same. */
  takeCloths(other: World): void {
    this.#cloth.takeOver(other.#cloth);
  }

  /** Which surfaces a cloth touches; default: all. To be set before the first step. */
  set clothAdmits(admits: (surface: ContactSurface, cloth: ClothBody) => boolean) {
    this.#cloth.admits = admits;
  }

  /** Is asked about every contact of cloth that is found, with the numbers of the two parts as contact columns have them. */
  set clothAsks(ask: ((set: ContactSet, k: number, a: number, b: number) => boolean) | undefined) {
    const cloth = this.#cloth;
    cloth.ask = ask && ((set, k) => ask(set, k, ...cloth.ownersOf(set, k)));
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
      ...(this.#joints.isEmpty ? {} : { joints: this.#joints.save() }),
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
    if (state.joints) this.#joints.load(state.joints);
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
