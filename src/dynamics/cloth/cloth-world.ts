import { now } from '../../friction/clock.js';
import { norm3 } from '../../math/vec3.js';
import type { GroupPool } from '../groups/group-job.js';
import { ContactMemory } from '../contacts/memory.js';
import { policy } from '../policy/values.js';
import { Anderson } from '../../linalg/anderson.js';
import { WorkTeam } from '../../linalg/kernel/work-team.js';
import type { ClothAssembly } from '../../bodies/cloth/assembly.js';
import type { ClothStep } from './cloth-step.js';
import { type ContactError, contactError, largestRelativeVelocity } from './contact-error.js';
import { findCylinderContacts } from './cylinder-contacts.js';
import { drivenWork, repairWork } from './driven-work.js';
import { ExactMethod } from './exact.js';
import { FieldContacts } from './field-contacts.js';
import { findFeatureContacts } from './feature-contacts.js';
import { addImpulses } from './friction-update.js';
import { faceDepth } from './face-depth.js';
import { GlobalSystem } from '../../bodies/cloth/global-system.js';
import { recallImpulses, rememberImpulses } from './impulse-memory.js';
import { landVertices } from './landing.js';
import { LayerSorter } from './layers.js';
import { MeshContacts } from './mesh-contacts.js';
import type { IterationMethod } from './method.js';
import { NewtonMethod } from './newton.js';
import type { ClothObstacle } from './obstacle.js';
import { findVertexContacts } from './obstacle-contacts.js';
import { PenaltyMethod } from './penalty.js';
import { ProjectiveMethod } from './projective.js';
import { RoundContacts } from './round-contacts.js';
import { SelfContacts } from './self-contacts.js';
import { type ClothSettings, type ClothWorldOptions, clothSettings, looksAtEnds } from './settings.js';
import { isSlow, stoppingFor } from './stopping.js';
import { type ClothTie, addTie } from './ties.js';
import { StepState, largestSpeed } from './step-state.js';
import { beginSurroundings } from './surroundings.js';

/** Errors before an iteration. */
export interface IterationTrace extends ContactError {
  readonly iteration: number;
  readonly elastic: number;
}

/** The global matrix for one length of step, and the method that uses it. */
interface Stage {
  readonly system: GlobalSystem;
  readonly method: IterationMethod;
  readonly newton: NewtonMethod;
  /** who iterates with it, where threads can share that */
  team?: WorkTeam;
}

/** Contacts that Newton's method takes, at most: beyond, solving them exactly costs more than shorter steps. */
const mostExact = 600;

/** Iterations of Newton's method, at most: two to six are enough where it converges. */
const mostLinearised = 40;

/** Iterations of Newton's method that something at rest gets beyond the tolerance: each leaves a hundredth of the error or less. */
const mostPolished = 2;
/** Contacts up to which that is done, and a quarter of the vertices: there it takes no longer than what it saves the next steps. */
const smallGroup = 100;

/** Momentum that is left unbalanced as a whole, over mass and of the velocity scale: sums of rounding are a tenth of it. */
const balanced = 1e-11;
/** Steps towards that, at most: each leaves a hundredth to a tenth; of Newton's, whose cost a looser tolerance than this is not worth. */
const mostBalancing = 4;
const preciseTolerance = 1e-5;

/** Looks on the way to the end of a step, at most: beyond, bodies of the usual sizes are no longer taken for such. */
const mostLooks = 64;

/** How often a step is solved again with elements held, at most: once was enough in all 64 steps that took it of 7 pressed sheets and 50 worlds. */
const mostHolds = 3;

/**
 * Vertices from which on several threads iterate: an iteration then takes a millisecond (0.6 µs a vertex, square-3), opening its dozen
 * pieces of work some 6 µs.
 */
const fewestForTeam = 2000;

/** Lengths of step whose factors are kept: a world halves its step a few times at most. */
const mostStages = 8;

/**
 * The stages of a step for the cloths of a world, and the bodies that touch them, by Projective Dynamics with dry friction [Ly20]:
 * `prepare`, `solve`, `lookAhead`, `finish`.
 */
export class ClothWorld {
  readonly assembly: ClothAssembly;
  readonly settings: ClothSettings;
  readonly obstacles: ClothObstacle[] = [];
  readonly state: StepState;
  t = 0;
  /** what holds places of the cloths: hands, and joints with each other and with bodies */
  readonly ties: ClothTie[] = [];
  /** if set, called with the errors before every iteration, and once more after the last */
  trace: ((errors: IterationTrace) => void) | undefined;
  readonly memory = new ContactMemory();
  readonly #stages = new Map<number, Stage>();
  #stage: Stage;
  readonly #sorter: LayerSorter;
  readonly #self: SelfContacts | undefined;
  readonly #round = new RoundContacts();
  readonly #meshes = new MeshContacts();
  readonly #fields = new FieldContacts();
  readonly #anderson: Anderson | undefined;
  #beta = 0;
  /** error to reach in the present step */
  #tolerance = 0;

  constructor(assembly: ClothAssembly, options: ClothWorldOptions) {
    this.assembly = assembly;
    this.settings = clothSettings(options);
    this.state = new StepState(this.assembly, this.settings);
    this.#sorter = new LayerSorter(this.assembly.nodes);
    this.#self = this.settings.selfContact === 'none' ? undefined : new SelfContacts(this.state);
    const { accelerate } = this.settings;
    this.#anderson = accelerate > 0 ? new Anderson(this.assembly.dofs, accelerate) : undefined;
    this.#stage = this.#stageFor(this.settings.h);
  }

  /** the global matrix of the last step's length */
  get system(): GlobalSystem {
    return this.#stage.system;
  }

  /** sweeps of the exact method in the last step; 0 with the others */
  get sweeps(): number {
    const { method } = this.#stage;
    return method instanceof ExactMethod ? method.sweeps : 0;
  }

  /** whether contact impulses are known, which the penalty method has none of */
  get hasImpulses(): boolean {
    return this.#stage.method.impulses;
  }

  #stageFor(h: number): Stage {
    let stage = this.#stages.get(h);
    if (stage) return stage;
    if (this.#stages.size === mostStages) this.#stages.clear();
    const system = new GlobalSystem(this.assembly, h);
    const { method } = this.settings;
    const Method = method === 'projective' ? ProjectiveMethod : method === 'exact' ? ExactMethod : PenaltyMethod;
    stage = {
      system,
      method: new Method(this.state, system),
      newton: new NewtonMethod(this.state, system),
    };
    this.#stages.set(h, stage);
    return stage;
  }

  /** Starts a step of length h at time t: free motion and contacts. */
  prepare(record: ClothStep, h: number): void {
    const { state, settings } = this;
    const { contacts } = state;
    const { seconds } = record;
    this.#stage = this.#stageFor(h);
    let clock = now();
    const lap = (): number => {
      const last = clock;
      clock = now();
      return clock - last;
    };
    state.begin(this.t, h);
    contacts.clear();
    for (const obstacle of this.obstacles) obstacle.place(this.t, h);
    beginSurroundings(state);
    for (let o = 0; o < this.obstacles.length; o++) this.#meet(o);
    record.contacts.obstacle = contacts.obstacles = contacts.n;
    seconds.obstacleDetection += lap();
    for (const tie of this.ties) addTie(state, tie);
    this.#self?.find(state, settings.selfContact);
    contacts.close();
    record.contacts.self = contacts.n - record.contacts.obstacle - this.ties.length;
    seconds.selfDetection += lap();
    if (settings.warmStart && this.hasImpulses) recallImpulses(this.memory, contacts);
    // joints remember their own
    for (const { r, number } of this.ties) if (norm3(r) > 0) contacts.r.set(r, 3 * number);
    this.#measureOverlaps(record);
    seconds.sorting += lap();
  }

  /** Contacts of the cloths with obstacle number o, where state and obstacle are. */
  #meet(o: number): void {
    const { state, settings, obstacles } = this;
    const from = state.contacts.n;
    findVertexContacts(state, obstacles[o], o);
    if (settings.obstacleContact !== 'features') return;
    this.#round.find(state, obstacles[o], o, from);
    findCylinderContacts(state, obstacles[o], o, from);
    findFeatureContacts(state, obstacles[o], o);
    this.#meshes.find(state, obstacles[o], o);
    this.#fields.find(state, obstacles[o], o);
  }

  /** How deep everything overlaps at the start of the step. */
  #measureOverlaps(record: ClothStep): void {
    const { state, assembly, obstacles } = this;
    const { contacts } = state;
    const faces = faceDepth(assembly, state.q0, obstacles);
    record.depth = faces.depth;
    record.depthRelative = faces.relative;
    state.layersOverlap = 0;
    for (const obstacle of obstacles) obstacle.overlap = 0;
    for (let j = 0; j < contacts.own; j++) {
      const depth = -contacts.gap[j] / (0.5 * assembly.thickness[contacts.node[4 * j]]);
      record.depth = Math.max(record.depth, -contacts.gap[j]);
      record.depthRelative = Math.max(record.depthRelative, depth);
      const other = contacts.obstacleOf(j) < 0 ? undefined : obstacles[contacts.obstacleOf(j)];
      if (other) other.overlap = Math.max(other.overlap, depth);
      else state.layersOverlap = Math.max(state.layersOverlap, depth);
    }
  }

  /** whether ends of steps are looked at */
  get looksAhead(): boolean {
    return looksAtEnds(this.settings);
  }

  /**
   * Looks at the end of the step, where bodies are at the end of theirs, and on the way there for what is faster than it is
   * thick: returns the deepest overlap, in half thicknesses, and takes in the contacts that overlap unless it is only to
   * be measured.
   */
  lookAhead(measuring: boolean): number {
    const { state, obstacles, assembly } = this;
    const { h } = state;
    const { thickest } = assembly;
    state.overlap = 0;
    state.measuring = measuring;
    obstacles.forEach((obstacle, o) => {
      obstacle.follow(this.t + h, h);
      const { polyhedron, size } = obstacle.shape;
      // features of solids are told from those behind by a thickness, round things by which side their middle is on
      const pace = 0.5 * (polyhedron ? thickest : size);
      state.passing = 1 + (polyhedron ? 1 : size / thickest);
      const looks = Math.ceil(Math.min(obstacle.wayAgainst(state.v, h) / pace, mostLooks)) || 1;
      const before = state.overlap;
      for (let k = 1; k <= looks && state.overlap === before; k++) {
        state.look(k / looks);
        obstacle.placeAt(k / looks);
        beginSurroundings(state);
        this.#meet(o);
      }
      obstacle.placeAt(0);
    });
    state.look(1);
    this.#self?.find(state, this.settings.selfContact);
    state.look(0);
    return state.overlap;
  }

  /** Solves for all contacts known so far, those of cloth, and those behind of bodies; again where the cloths would gain energy. */
  solve(record: ClothStep): void {
    const { state } = this;
    const begun = now();
    this.#sorter.sort(state.contacts);
    record.contacts.layers = state.contacts.layerStart.length - 1;
    state.markTouching();
    record.seconds.sorting += now() - begun;
    this.#callTeam();
    try {
      this.#iterate(record);
      if (!this.looksAhead) return;
      for (let k = 0; k < mostHolds && state.holdBack(); k++) this.#iterate(record);
    } finally {
      state.team?.close();
      state.team = undefined;
    }
  }

  /** Has other threads help, where there are any and the cloths are large enough to be worth it. */
  callOn(pool: GroupPool | undefined): void {
    const isLarge = this.assembly.nodes >= fewestForTeam;
    if (isLarge) pool?.want?.();
    this.state.crew = isLarge ? pool?.crew : undefined;
  }

  /** Has them iterate with this one. */
  #callTeam(): void {
    const { state, assembly } = this;
    if (!state.crew) return;
    this.#stage.team ??= new WorkTeam([
      state.shared,
      ...(this.#anderson?.shared(state.v, state.delta, assembly.mass) ?? []),
      ...this.system.shared(state.delta),
    ]);
    this.#stage.team.open(state.crew);
    if (this.#stage.team.isOpen) state.team = this.#stage.team;
  }

  /** Local and global steps [Ly20 algorithm 1]. */
  #iterate(record: ClothStep): void {
    const { state, settings } = this;
    const { stop } = settings;
    const fixed = !stop && settings.iterations !== undefined;
    const { method, newton } = this.#stage;
    const limit = stop?.maxIterations ?? settings.iterations ?? settings.maxIterations;
    // no less than weight makes in a step: what hangs in cloth falls with it, and has no relative velocity without contacts
    const weight = state.h * norm3(Float64Array.from(settings.gravity));
    const { contacts } = state;
    const moving = largestRelativeVelocity(contacts, state.free, contacts.solids.free) || largestSpeed(state.free);
    this.#beta = record.scale = state.scale = Math.max(moving, weight);
    const { tolerance, aim } = stoppingFor(state, weight);
    this.#tolerance = tolerance;
    const mayLinearise = !fixed && !stop && this.hasImpulses && contacts.n <= mostExact;
    const isSmall = mayLinearise && contacts.n <= smallGroup && this.assembly.nodes <= 4 * smallGroup;
    const patience = isSmall ? mostPolished : policy.restIterations;
    let linearised = -1;
    let reached = -1;
    // on the way to the tolerance, not beyond it
    let tarries = true;
    let [first, previous] = [0, Infinity];
    method.begin();
    this.#anderson?.reset();
    for (let k = 0; ; k++) {
      this.#project(record);
      const last = k === limit || (linearised >= 0 && k - linearised === mostLinearised);
      if (this.trace || !fixed || last) this.#measure(record, k);
      if (last) break;
      const { total } = record.error;
      if (!fixed && this.#isDone(record)) {
        if (reached < 0) reached = k;
        const goesOn = total > aim && k - reached < patience;
        if (!goesOn && this.#balance(record, k)) break;
        if (goesOn && isSmall && linearised < 0) linearised = k;
        tarries = !goesOn;
      }
      // rounding, or a law that has no better solution: what the scene asks for is reached
      if (linearised >= 0 && total <= settings.tolerance && total > 0.5 * previous) {
        this.#balance(record, k);
        break;
      }
      previous = total;
      if (k === 0) first = total;
      if (mayLinearise && linearised < 0 && tarries && isSlow(k, state, first, total, tolerance)) linearised = k;
      if (linearised === k) newton.begin();
      if (linearised >= 0) newton.aim(record.error, tolerance);
      (linearised < 0 ? method : newton).iterate(record.seconds);
      if (this.#anderson && linearised < 0) {
        this.#anderson.advance(state.v, state.delta, this.assembly.mass, state.team);
      } else for (let c = 0; c < state.v.length; c++) state.v[c] += state.delta[c];
      record.iterations++;
    }
    method.end?.(record.seconds);
    record.status = this.#status(record, fixed || (stop !== undefined && this.#isDone(record)));
  }

  #isDone({ error }: ClothStep): boolean {
    const { stop } = this.settings;
    if (stop) return error.acMean <= stop.contact && error.elastic <= stop.elastic;
    return error.total <= this.#tolerance;
  }

  #status({ error }: ClothStep, asked: boolean): ClothStep['status'] {
    if (!Number.isFinite(error.total)) return 'diverged';
    if (error.total <= this.settings.tolerance) return 'converged';
    return asked ? 'stopped' : 'max-iterations';
  }

  /**
   * Takes global steps for the impulses as they are, P (v - vᵏ) = M (y - vᵏ), until momentum as a whole balances to rounding, and looks
   * whether the errors are small enough there. The rows of P - M add up to nothing: whatever the tolerance, one such step is enough but
   * for what pins hold and the air takes, which change with v; where more than rounding is left of that, Newton's matrix is used.
   */
  #balance(record: ClothStep, iteration: number): boolean {
    const { state } = this;
    const { newton } = this.#stage;
    if (!this.hasImpulses) return true;
    const precise = this.settings.tolerance <= preciseTolerance && state.contacts.n <= mostExact;
    for (let pass = 0; pass < 2 * mostBalancing; pass++) {
      const begun = now();
      state.momentumDefect();
      if (state.netDefect() <= balanced * state.scale || (pass === mostBalancing && !precise)) break;
      if (pass === mostBalancing) newton.linearise();
      if (pass < mostBalancing) this.system.solve(state.delta, state.team);
      else newton.solve(state.delta);
      for (let c = 0; c < state.v.length; c++) state.v[c] += state.delta[c];
      record.seconds.solve += now() - begun;
      this.#project(record);
    }
    this.#measure(record, iteration);
    return this.#isDone(record);
  }

  /** M y = f(vᵏ) + ξ(rᵏ) */
  #project({ seconds }: ClothStep): void {
    const { state } = this;
    const begun = now();
    state.project();
    if (this.hasImpulses) addImpulses(state.y, state.contacts, state.inverseMass);
    seconds.projection += now() - begun;
  }

  /** Errors of vᵏ and rᵏ. */
  #measure({ error }: ClothStep, iteration: number): void {
    const { state } = this;
    contactError(error, state.contacts, state.v, this.#beta);
    error.elastic = this.#beta > 0 ? state.unbalanced() / this.#beta : 0;
    error.total = this.hasImpulses ? Math.max(error.relative, error.elastic) : error.elastic;
    this.trace?.({ iteration, ...error });
  }

  /** Moves the cloths to the end of the step. */
  finish(record: ClothStep): void {
    const { state, assembly, settings } = this;
    const { h, q, q0, v } = state;
    record.work.driven = drivenWork(state);
    record.work.repair = repairWork(state);
    for (let k = 0; k < q.length; k++) q[k] = q0[k] + h * v[k];
    for (const { r, number } of this.ties) r.set(state.contacts.r.subarray(3 * number, 3 * number + 3));
    if (this.hasImpulses) rememberImpulses(this.memory, state.contacts);
    this.t += h;
    record.t = this.t;
    const { seconds } = record;
    const { obstacleDetection, selfDetection, sorting, projection, contact, selfContact, solve } = seconds;
    seconds.total = obstacleDetection + selfDetection + sorting + projection + contact + selfContact + solve;
    if (settings.repair && settings.gap === 'stop' && state.contacts.n > 0) {
      for (const obstacle of this.obstacles) obstacle.place(this.t, h);
      landVertices(state, this.obstacles);
    }
    assembly.cloths.forEach((cloth, c) => {
      cloth.q.set(assembly.part(q, c));
      cloth.v.set(assembly.part(v, c));
    });
  }
}
