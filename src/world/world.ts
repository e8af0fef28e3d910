import type { GroupPool } from '../dynamics/groups/group-job.js';
import type { WorldEnergy } from '../dynamics/energy/energy-book.js';
import { worldSettings } from '../dynamics/members/settings.js';
import type { StepRecord } from '../dynamics/report/step-record.js';
import { solverOf } from '../friction/registry.js';
import type { Solver } from '../friction/solver.js';
import type { SolveOptions } from '../friction/solve.js';
import { normalise3 } from '../math/vec3.js';
import { readScene } from '../scene/read-scene.js';
import type { EngineSettings } from './assembly.js';
import { Core } from './core.js';
import type { ForceField, Wind } from './forces/fields.js';
import { type GrabOptions, Hold, holdOf } from './forces/hold.js';
import type { Point } from './handles/handle.js';
import type { AnyHandle } from './handles/index.js';
import { JointHandle, type JointOptions, makeJoint, plainJointHandle } from './joints.js';
import type { WorldOptions } from './options.js';
import { type VectorLike, knownKeys, nonNegative, refuse, vector } from './parts/check.js';
import { parseClothSolver } from './parts/parse.js';
import { WorldMaterials } from './parts/materials.js';
import { SceneSource } from './parts/scene-source.js';
import type { Contacts } from './queries/contacts.js';
import type { WorldEvents } from './queries/events.js';
import type { ContactCallback, ContactFilter } from './queries/filter.js';
import { Ray } from './queries/ray.js';
import { restoreCore, saveCore } from './state/restore.js';
import { WorldParts } from './world-parts.js';

/** What a ray has met first. */
export interface RayHit {
  readonly handle: AnyHandle;
  /** (m) */
  readonly distance: number;
  readonly position: readonly [number, number, number];
  /** outward, unit */
  readonly normal: readonly [number, number, number];
  /** the place that was met, to be grabbed or pushed; none on obstacles */
  readonly point: Point | undefined;
}

/**
 * A world of rigid bodies, ropes, hair and cloth in contact, with exact Coulomb friction. SI units, z points up. Parts come and go at
 * any time; each is a handle with views of its state. The same calls give the same bits everywhere.
 *
 * @example
 * ```ts
 * const world = new World();
 * world.addPlane();
 * const box = world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.1], material: 'wood' });
 * const rope = world.addRope({ from: [-0.5, 0, 0.6], to: [0.5, 0, 0.6], radius: 0.01 });
 * for (let k = 0; k < 100; k++) world.step();
 * console.log(box.pose, rope.positions, world.contacts.n);
 * ```
 */
export class World extends WorldParts {
  constructor(options: WorldOptions = {}) {
    knownKeys('new World', options, worldKeys);
    const { materials, cloth = {}, sleep } = options;
    const clothSolver = parseClothSolver('new World', cloth);
    super(new Core(engineSettings(options), new WorldMaterials(materials), sleep));
    this.core.clothSolver = clothSolver;
  }

  /**
   * The world of a scene (as read from JSON); its obstacles and bodies become handles, in their order, and so do its joints.
   *
   * @example
   * ```ts
   * const world = World.fromScene(gallerySceneNamed('knot'));
   * ```
   */
  static fromScene(scene: unknown, options: Pick<WorldOptions, 'sleep'> = {}): World {
    knownKeys('World.fromScene', options, ['sleep']);
    const source = new SceneSource(readScene(scene));
    const { solver, ...settings } = source.settings;
    const world = new World({ ...settings, ...options, ...(solver && { solver }), materials: source.scene.materials });
    const core = world.core;
    core.scene = source;
    const { obstacles, bodies, remembered } = source.engine;
    const take = (part: 'obstacle' | 'body', number: number, name: string): number =>
      core.add({ kind: 'scene', part, number }, name).id;
    const ids = {
      obstacle: obstacles.map(({ name }, number) => take('obstacle', number, name)),
      body: bodies.map(({ name }, number) => take('body', number, name)),
    };
    for (const joint of source.joints((part, number) => ids[part][number])) {
      core.join(plainJointHandle(core.nextId, joint, core.members, core));
    }
    // forces that the scene begins with: written down, or found with the shapes of its rods
    core.assemble();
    core.assembly.engine.holdWith(remembered);
    const first = source.engine.added.find((added) => added.kind === 'cloth');
    if (first) {
      const { material: _, ...clothSolver } = first.options;
      core.clothSolver = clothSolver;
    }
    return world;
  }

  /** The world that a snapshot was taken of, as it was then. */
  static fromSnapshot(bytes: Uint8Array): World {
    const world = new World();
    world.restore(bytes);
    return world;
  }

  /** present time (s) */
  get t(): number {
    return this.core.t;
  }

  /** length of a step (s) */
  get h(): number {
    return this.core.h;
  }

  /** (m/s²) */
  get gravity(): readonly [number, number, number] {
    return this.core.assembly.engine.settings.gravity;
  }

  /** All parts, in the order in which they were added. */
  get handles(): AnyHandle[] {
    return [...this.core.members.values()].map((member) => this.core.handle(member));
  }

  /** The part of an id, if it is there. */
  handle(id: number): AnyHandle | undefined {
    const member = this.core.members.get(id);
    return member && this.core.handle(member);
  }

  /** Takes a step of length h (in shorter ones where `shortestStep` allows it) and says how the last went. */
  step(): StepRecord {
    return this.core.step();
  }

  /** The contacts of the last step, as columns. */
  get contacts(): Contacts {
    return this.core.reader.contacts;
  }

  /** Energies now (J). */
  energy(): WorldEnergy {
    this.core.assemble();
    return this.core.assembly.engine.energy();
  }

  /**
   * Takes hold of a point; `moveTo` of the hand draws it along, `release` lets go.
   *
   * @example
   * ```ts
   * const hit = world.castRay(camera, direction);
   * const hand = hit?.point && world.grab(hit.point);
   * hand?.moveTo([0, 0, 1]);
   * ```
   */
  grab(point: Point, options: GrabOptions = {}): Hold {
    this.demandOwn('grab', (point as Point | undefined)?.handle);
    knownKeys('grab', options, ['target', 'time', 'speed']);
    const hold = holdOf('grab', this.core.nextId, point, options, this.core);
    this.core.take(hold);
    this.core.assembly.takeHolds(this.core.holds);
    return hold;
  }

  /** All hands that hold something. */
  get hands(): readonly Hold[] {
    return this.core.holds;
  }

  /** Lets go. */
  release(hold: Hold): void {
    if (!(hold instanceof Hold)) refuse('release', 'hand', 'what `grab` returned', hold);
    const { holds } = this.core;
    if (!holds.includes(hold))
      refuse('release', 'hand', 'a hand of this world that holds something', 'one that does not');
    holds.splice(holds.indexOf(hold), 1);
    hold.letGo();
    this.core.wake(hold.member);
    this.core.assembly.takeHolds(holds);
  }

  /**
   * Ties a point to another, or to a place in space: the two, which must be at the same place now, stay together. An equation of the
   * step, exact, no spring.
   *
   * @example
   * ```ts
   * world.attach(rope.point(0), box.point([0, 0, 0.1]));
   * ```
   */
  attach(a: Point, b: Point | VectorLike, options: Pick<JointOptions, 'breakForce' | 'collide'> = {}): JointHandle {
    return this.addJoint({ ...options, type: 'ball', a, b });
  }

  /** Adds a joint: ball, hinge, slider, fixed, universal or distance, with limits, a motor, dry friction, a break force. */
  addJoint(options: JointOptions): JointHandle {
    for (const end of [options.a, options.b]) if (end && 'handle' in end) this.demandOwn('addJoint', end.handle);
    const joint = makeJoint(this.core.nextId, options, this.t, this.core);
    this.core.join(joint);
    return joint;
  }

  /** Takes a joint off. */
  removeJoint(joint: JointHandle): void {
    if (!(joint instanceof JointHandle)) refuse('removeJoint', 'joint', 'what `addJoint` returned', joint);
    if (!this.core.joints.includes(joint)) refuse('removeJoint', 'joint', 'a joint of this world', 'one that is not');
    this.core.unjoin(joint);
  }

  /** All joints, broken ones among them. */
  get joints(): readonly JointHandle[] {
    return this.core.joints;
  }

  /** Adds a field of force on everything; returns what takes it away. Fields are functions: snapshots do not hold them. */
  addForceField(field: ForceField): () => void {
    if (typeof field !== 'function') refuse('addForceField', 'field', 'a function', field);
    const { fields } = this.core.acting.fields;
    fields.add(field);
    for (const member of this.core.members.values()) this.core.wake(member);
    return () => void fields.delete(field);
  }

  /** Velocity of the air (m/s), or a function that writes it; undefined: still. It pulls at everything. */
  get wind(): Wind | undefined {
    return this.core.acting.fields.wind;
  }

  set wind(wind: Wind | undefined) {
    const given = wind === undefined || typeof wind === 'function' ? wind : vector('wind', 'wind', wind);
    this.core.acting.fields.wind = given;
    for (const member of this.core.members.values()) this.core.wake(member);
  }

  /** Threads that solve large steps, `startThreads(count).pool` of `stickslip/node`: the same bits, sooner. */
  get pool(): GroupPool | undefined {
    return this.core.assembly.engine.pool;
  }

  set pool(pool: GroupPool | undefined) {
    this.core.assembly.engine.pool = pool;
  }

  /** Which parts may touch. After a change of what it answers set it again. */
  set filter(filter: ContactFilter | undefined) {
    if (filter !== undefined && typeof filter !== 'function') refuse('filter', 'filter', 'a function', filter);
    this.core.filters.pairs = filter;
    this.core.reshaped();
  }

  /**
   * Called with every contact near enough to take part in a step (not those of cloth): may set its friction and surface velocity, or
   * leave it out by returning false. It must answer alike for the same place, as it may be asked more than once.
   */
  set contactCallback(callback: ContactCallback | undefined) {
    if (callback !== undefined && typeof callback !== 'function')
      refuse('contactCallback', 'callback', 'a function', callback);
    this.core.filters.contacts = callback;
  }

  /** Calls a listener at the end of steps in which two parts begin or cease to press on each other, or a joint breaks; returns what stops that. */
  on<K extends keyof WorldEvents>(type: K, listener: (event: WorldEvents[K]) => void): () => void {
    return this.core.listeners.on(type, listener);
  }

  /** The first part that a ray meets, from outside; sensors and what is switched off let it pass. */
  castRay(
    origin: VectorLike,
    direction: VectorLike,
    options: { readonly longest?: number; readonly filter?: (handle: AnyHandle) => boolean } = {},
  ): RayHit | undefined {
    knownKeys('castRay', options, ['longest', 'filter']);
    const o = Float64Array.from(vector('castRay', 'origin', origin));
    const d = Float64Array.from(vector('castRay', 'direction', direction));
    if (!(normalise3(d, 0, d, 0) > 0)) refuse('castRay', 'direction', 'a direction', direction);
    const longest = options.longest === undefined ? Infinity : nonNegative('castRay', 'longest', options.longest);
    const ray = new Ray(o, d, longest);
    let met: AnyHandle | undefined;
    for (const member of this.core.members.values()) {
      if (!member.enabled || member.sensor) continue;
      const handle = this.core.handle(member);
      if (options.filter && !options.filter(handle)) continue;
      if (ray.meets(member)) met = handle;
    }
    if (!met) return undefined;
    const { distance, normal: n, body, place } = ray.best;
    const position = [0, 1, 2].map((i) => o[i] + distance * d[i]) as [number, number, number];
    const point = met.kind === 'rigid' ? met.pointAt(position) : place && { handle: met, body, place };
    return { handle: met, distance, position, normal: [n[0], n[1], n[2]], point };
  }

  /**
   * Everything that the future depends on, as bytes: parts, hands, forces to come, what touches. `restore` goes on with the same bits,
   * here or in another world (`World.fromSnapshot`). Functions (fields, filters, listeners, own models) are no bytes: those of the
   * world stay.
   */
  snapshot(): Uint8Array {
    return saveCore(this.core);
  }

  /** Goes back to a snapshot: parts added since are gone, those removed since are back, under the handles that you have. */
  restore(bytes: Uint8Array): void {
    restoreCore(this.core, bytes);
  }
}

const worldKeys = [
  ...['gravity', 'h', 'theta', 'shortestStep', 'travel', 'solver', 'repair', 'gapAware', 'slack', 'warmStart'],
  ...['materials', 'pairs', 'cloth', 'sleep'],
];

const isSolver = (solver: WorldOptions['solver']): solver is Solver =>
  typeof solver === 'object' && typeof (solver as Partial<Solver>).solve === 'function';

/** Settings of the engine; throws an `InputError` for what is wrong. */
function engineSettings(options: WorldOptions): EngineSettings {
  const { materials: _materials, cloth: _, sleep: _sleep, solver, gravity, ...rest } = options;
  const named: SolveOptions = typeof solver === 'string' || isSolver(solver) ? { solver } : (solver ?? {});
  if (typeof named !== 'object') refuse('new World', 'solver', 'the name of a solver, or options', solver);
  if (named.solver !== undefined) solverOf(named.solver);
  const settings = {
    ...rest,
    ...(gravity !== undefined && { gravity: vector('new World', 'gravity', gravity) }),
    solver: named,
  };
  worldSettings({ ...settings, materials: {} });
  return settings;
}
