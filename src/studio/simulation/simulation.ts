import type { Body, BodyPoint } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { World, WorldState } from '../../dynamics/world.js';
import type { StepRecord } from '../../dynamics/step-record.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { encodeContacts } from '../../record/contacts.js';
import { type FrameLayout, encodeFrame, frameLayout } from '../../record/frame.js';
import { bodyGeometry, obstacleGeometry } from '../../record/geometry.js';
import { stateHash } from '../../record/state-hash.js';
import { stepRow } from '../../record/step-columns.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import type { Scene } from '../../scene/schema/scene.js';
import { History, type Moment } from './history.js';
import type { Opened } from './messages.js';

const noBytes = new Uint8Array(4);

/** A scene that runs, with its past. No clock and no messages: those are the worker's. */
export class Simulation {
  scene: Scene;
  world: World;
  readonly layout: FrameLayout;
  readonly history = new History();
  readonly snapshots: Moment[] = [];

  /** Throws an `InputError` that lists everything wrong with the scene. */
  constructor(input: unknown) {
    this.scene = readScene(input);
    this.world = buildWorld(this.scene);
    this.layout = frameLayout(bodyGeometry(this.world), obstacleGeometry(this.world));
    this.history.append({
      t: this.world.t,
      state: this.world.save(),
      contacts: noBytes,
      row: [],
      warning: undefined,
    });
  }

  /** What is drawn, before the first step. */
  describe(seconds: number): Opened {
    const { scene, world, layout } = this;
    return {
      type: 'opened',
      name: scene.name,
      description: scene.description ?? '',
      duration: scene.duration,
      step: scene.step.length,
      dofs: world.dofs,
      bodies: layout.bodies,
      obstacles: layout.obstacles,
      materials: layout.bodies.map(({ name }) => materialOf(scene, name)),
      seconds,
    };
  }

  get t(): number {
    return this.world.t;
  }

  /** One step forward: a recorded one where there is one, else a new one. Returns the new step's record. */
  forward(): StepRecord | undefined {
    if (!this.history.atEnd) {
      this.history.at++;
      this.#show();
      return undefined;
    }
    const record = this.world.step();
    this.history.append({
      t: this.world.t,
      state: this.world.save(),
      contacts: encodeContacts(this.world),
      row: stepRow(record),
      warning: warningOf(record, this.scene),
    });
    return record;
  }

  /** One recorded moment back; false at the beginning. */
  back(): boolean {
    if (this.history.at === 0) return false;
    this.history.at--;
    this.#show();
    return true;
  }

  seek(t: number): void {
    this.history.seek(t);
    this.#show();
  }

  /** To the beginning; the past is forgotten. */
  reset(): void {
    this.history.at = 0;
    this.history.forget();
    this.#show();
  }

  snapshot(): void {
    this.snapshots.push(this.history.present);
  }

  /** Goes on from a snapshot; what was recorded later is forgotten. */
  restore(number: number): void {
    const moment = this.snapshots[number];
    if (!moment) return;
    this.history.seek(moment.t);
    this.history.forget();
    if (this.history.present.t < moment.t) this.history.append(moment);
    this.#show();
  }

  /** Other values for the same scene: the present state goes on in a world built with them. */
  configure(input: unknown): void {
    const scene = readScene(input);
    const world = buildWorld(scene);
    const state = carriedOver(this.world.save(), this.scene.step.length, scene.step.length);
    demandSameState(world, state);
    world.restore(state);
    this.scene = scene;
    this.world = world;
    this.history.forget();
  }

  frame(): Uint8Array {
    return encodeFrame(this.world, this.layout, this.history.at);
  }

  hash(): string {
    return stateHash(this.world);
  }

  #show(): void {
    this.world.restore(this.history.present.state);
  }
}

/** out = place of a grip on a body now (m) */
export function gripPoint(body: Body, index: number, s: number, local: readonly number[]): BodyPoint {
  if (body.kind !== 'rigid') return { index, s, offset: [0, 0, 0] };
  const x = Float64Array.from(local);
  rotateByQuaternion(x, 0, (body as RigidBody).q, 3, x, 0);
  return { index, s, offset: [x[0], x[1], x[2]] };
}

/** The state with its clock in steps of another length. */
function carriedOver(state: WorldState, from: number, to: number): WorldState {
  if (from === to) return state;
  const [whole, tick] = state.clock;
  // parts of a whole step are dropped: the clock of the new step length stands on its own grid
  const t = from * (whole + (tick > 0 ? 1 : 0));
  return { ...state, clock: [Math.round(t / to), 0, 0, 0] };
}

function demandSameState(world: World, state: WorldState): void {
  const same =
    world.bodies.length === state.bodies.length &&
    world.bodies.every(
      (body, b) => body.q.length === state.bodies[b].q.length && body.dofs === state.bodies[b].v.length,
    );
  if (!same) throw new Error('the scene has other bodies than before: open it anew');
}

/** Material of a body, or of the generator that made it. */
function materialOf(scene: Scene, name: string): string {
  let best = '';
  let material = '';
  scene.bodies.forEach((json, k) => {
    const own = json.name ?? `${json.type}-${k}`;
    if (!name.startsWith(own) || own.length <= best.length) return;
    best = own;
    const holder = 'body' in json ? json.body : 'rod' in json ? json.rod : json;
    material = holder.material;
  });
  return scene.materials[material]?.preset ?? material;
}

/** What to tell people of a step whose problem was not solved to the tolerance. */
function warningOf(record: StepRecord, scene: Scene): string | undefined {
  if (record.status === 'converged') return undefined;
  const reached = `error ${record.error.toExponential(1)} after ${record.iterations} iterations`;
  const reasons: Record<string, string> = {
    'max-iterations': `the solver ran out of iterations (${reached}; asked for ${scene.solver.tolerance})`,
    stalled: `the solver made no more progress (${reached}; asked for ${scene.solver.tolerance})`,
    'no-solution': `the solver found no solution: contacts that contradict each other, or a linearised cone (${reached})`,
    diverged: `the solver's iterates grew without bound (${reached})`,
  };
  return `t = ${record.t.toFixed(3)} s: ${reasons[record.status]}`;
}
