import type { Cloth } from '../../bodies/cloth/cloth.js';
import { now } from '../../friction/clock.js';
import { Anderson } from './anderson.js';
import { drivenWork, repairWork } from './driven-work.js';
import { type ClothStep, emptyStep } from './cloth-step.js';
import { type ContactError, contactError, largestRelativeVelocity } from './contact-error.js';
import { ExactMethod } from './exact.js';
import { FeatureContacts } from './feature-contacts.js';
import { addImpulses } from './friction-update.js';
import { type Grasp, addGrasp, letGo } from './grasp.js';
import { GlobalSystem } from './global-system.js';
import { ImpulseMemory } from './impulse-memory.js';
import { LayerSorter } from './layers.js';
import type { IterationMethod } from './method.js';
import { ClothObstacle, type ClothObstacleOptions } from './obstacle.js';
import { findObstacleContacts } from './obstacle-contacts.js';
import { PenaltyMethod } from './penalty.js';
import { ProjectiveMethod } from './projective.js';
import { findPointContacts } from './point-contacts.js';
import { landVertices } from './landing.js';
import { reactOn } from './reaction.js';
import { squeezeBodies } from './squeeze.js';
import { SelfContacts } from './self-contacts.js';
import { type ClothSettings, type ClothWorldOptions, clothSettings } from './settings.js';
import { StepState } from './step-state.js';

/** Errors before an iteration. */
export interface IterationTrace extends ContactError {
  readonly iteration: number;
  readonly elastic: number;
}

/**
 * A cloth among moving obstacles, stepped by Projective Dynamics with dry friction [Ly20].
 *
 * @example
 * ```ts
 * const cloth = new Cloth({ surface: sheet({ nu: 30, nv: 30, u: [1, 0, 0], v: [0, 1, 0] }), material });
 * const world = new ClothWorld(cloth, { h: 5e-3, iterations: 20 });
 * world.addObstacle({ shape: { type: 'sphere', radius: 0.2 }, position: [0.5, 0.5, -0.3], friction: 0.3 });
 * while (world.t < 1) world.step();
 * ```
 */
export class ClothWorld {
  readonly cloth: Cloth;
  readonly settings: ClothSettings;
  readonly obstacles: ClothObstacle[] = [];
  readonly state: StepState;
  readonly system: GlobalSystem;
  t = 0;
  /** hands that hold places of the cloth */
  readonly grasps: Grasp[] = [];
  /** if set, called with the errors before every iteration, and once more after the last */
  trace: ((errors: IterationTrace) => void) | undefined;
  readonly #method: IterationMethod;
  readonly #sorter: LayerSorter;
  readonly #self: SelfContacts | undefined;
  readonly #features: FeatureContacts | undefined;
  readonly memory = new ImpulseMemory();
  readonly #anderson: Anderson | undefined;
  #beta = 0;

  constructor(cloth: Cloth, options: ClothWorldOptions) {
    this.cloth = cloth;
    this.settings = clothSettings(options);
    this.state = new StepState(cloth, this.settings);
    this.system = new GlobalSystem(cloth, this.settings.h);
    this.#sorter = new LayerSorter(cloth.nodes);
    this.#self = this.settings.selfContact === 'none' ? undefined : new SelfContacts(this.state);
    if (this.settings.selfContact === 'vertex-face-edge-edge') this.#features = new FeatureContacts();
    const { method, accelerate } = this.settings;
    if (method === 'projective') this.#method = new ProjectiveMethod(this.state, this.system);
    else if (method === 'exact') this.#method = new ExactMethod(this.state, this.system);
    else this.#method = new PenaltyMethod(this.state, this.system);
    this.#anderson = accelerate > 0 ? new Anderson(cloth.dofs, accelerate) : undefined;
  }

  /** sweeps of the exact method in the last step; 0 with the others */
  get sweeps(): number {
    return this.#method instanceof ExactMethod ? this.#method.sweeps : 0;
  }

  addObstacle(options: ClothObstacleOptions): ClothObstacle {
    const obstacle = new ClothObstacle(options);
    this.obstacles.push(obstacle);
    return obstacle;
  }

  /** Advances by one time step. */
  step(): ClothStep {
    const record = emptyStep();
    const begun = now();
    this.state.begin(this.t);
    this.#detect(record);
    this.#iterate(record);
    this.#finish(record);
    record.seconds.total = now() - begun;
    return record;
  }

  #detect(record: ClothStep): void {
    const { state, settings } = this;
    const { contacts } = state;
    const { seconds } = record;
    contacts.clear();
    let clock = now();
    const lap = (): number => {
      const last = clock;
      clock = now();
      return clock - last;
    };
    for (const obstacle of this.obstacles) obstacle.place(this.t, settings.h);
    findObstacleContacts(state, this.obstacles);
    if (settings.selfContact.startsWith('vertex-face')) findPointContacts(state, this.obstacles);
    this.#features?.find(state, this.obstacles);
    record.contacts.obstacle = contacts.obstacles = contacts.n;
    seconds.obstacleDetection = lap();
    for (const grasp of this.grasps) addGrasp(state, grasp);
    this.#self?.find(state, settings.selfContact);
    record.contacts.self = contacts.n - record.contacts.obstacle;
    squeezeBodies(state, this.obstacles);
    seconds.selfDetection = lap();
    this.#sorter.sort(contacts);
    record.contacts.layers = contacts.layerStart.length - 1;
    state.markTouching();
    if (settings.warmStart && this.#method.impulses) this.memory.recall(contacts);
    seconds.sorting = lap();
  }

  /** Local and global steps [Ly20 algorithm 1]. */
  #iterate(record: ClothStep): void {
    const { state, settings } = this;
    const { stop } = settings;
    const limit = stop ? stop.maxIterations : settings.iterations;
    this.#beta = largestRelativeVelocity(state.contacts, state.free) || largestSpeed(state.free);
    this.#method.begin();
    this.#anderson?.reset();
    record.converged = !stop;
    for (let k = 0; k < limit; k++) {
      const begun = now();
      this.#project();
      record.seconds.projection += now() - begun;
      if (this.trace || stop) {
        this.#measure(record, k);
        record.converged = !stop || (record.error.acMean <= stop.contact && record.error.elastic <= stop.elastic);
        if (stop && record.converged) break;
      }
      this.#method.iterate(record.seconds);
      if (this.#anderson) this.#anderson.advance(state.v, state.delta, this.cloth.mass);
      else for (let c = 0; c < state.v.length; c++) state.v[c] += state.delta[c];
      record.iterations++;
    }
    this.#method.end?.(record.seconds);
    if (this.trace) {
      this.#project();
      this.#measure(record, record.iterations);
    } else if (!stop && this.#method.impulses) {
      contactError(record.error, state.contacts, state.v, this.#beta);
    }
  }

  /** M y = f(vᵏ) + ξ(rᵏ) */
  #project(): void {
    const { state } = this;
    state.project();
    if (this.#method.impulses) addImpulses(state.y, state.contacts, state.inverseMass);
  }

  /** Errors of vᵏ and rᵏ. */
  #measure(record: ClothStep, iteration: number): void {
    const { state } = this;
    contactError(record.error, state.contacts, state.v, this.#beta);
    record.error.elastic = this.#beta > 0 ? state.unbalanced() / this.#beta : 0;
    this.trace?.({ iteration, ...record.error });
  }

  #finish(record: ClothStep): void {
    const { state, cloth, settings } = this;
    const { h } = settings;
    for (let k = 0; k < cloth.dofs; k++) cloth.q[k] = state.q0[k] + h * state.v[k];
    record.work.driven = drivenWork(state, this.obstacles);
    record.work.repair = repairWork(state);
    record.depth = deepest(state);
    cloth.v.set(state.v);
    reactOn(this.obstacles, state, this.#method.impulses);
    letGo(this.grasps, state.contacts);
    if (this.#method.impulses) this.memory.keep(state.contacts);
    this.t += h;
    record.t = this.t;
    if (!settings.repair || settings.gap !== 'stop' || state.contacts.n === 0) return;
    for (const obstacle of this.obstacles) obstacle.place(this.t, h);
    landVertices(state, this.obstacles);
  }
}

function deepest({ contacts }: StepState): number {
  let depth = 0;
  for (let j = 0; j < contacts.n; j++) depth = Math.max(depth, -contacts.gap[j]);
  return depth;
}

function largestSpeed(v: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < v.length; k += 3) {
    largest = Math.max(largest, v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
  }
  return Math.sqrt(largest);
}
