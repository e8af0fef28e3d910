import type { BodyPoint, FiberBody, Movable } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { GroupPool } from '../../dynamics/groups/group-job.js';
import type { World } from '../../dynamics/world.js';
import type { PrimalProblem } from '../../friction/problem.js';
import type { StepRecord } from '../../dynamics/report/step-record.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { encodeContacts } from '../../record/contacts.js';
import { type FrameLayout, encodeFrame, frameLayout } from '../../record/frame.js';
import { bodyGeometry, obstacleGeometry } from '../../record/geometry.js';
import { looksOf } from '../../record/looks.js';
import { stateHash } from '../../record/state-hash.js';
import { stepRow } from '../../record/step-columns.js';
import { buildRanges, buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import type { Scene } from '../../scene/schema/scene.js';
import { History, type Moment } from './history.js';
import { recordingOf } from './recording.js';
import { type ContactReport, type Grip, type Opened, shownLayout } from './messages.js';
import { carriedOver, demandSameState } from './carry-over.js';
import { type StartFrame, takeUp } from './start-frame.js';
import { warningOf } from './warning.js';

const noBytes = new Uint8Array(4);

/** A hand on the scene: what it holds, where to, and whether it is a pin. */
interface Hold {
  readonly grip: Grip;
  target: readonly [number, number, number];
  readonly pin: boolean;
}

/** A scene that runs, with its past. No clock and no messages: those are the worker's. */
export class Simulation {
  /** the scene as it was handed over, settings included */
  input: unknown;
  scene: Scene;
  world: World;
  readonly layout: FrameLayout;
  readonly history = new History();
  readonly snapshots: Moment[] = [];
  /** pins, and the pulling hand last */
  readonly #holds: Hold[] = [];
  readonly #pool: GroupPool | undefined;
  readonly #shownLayout: FrameLayout;
  /** whether the world has just taken the step that led to the present moment */
  #fresh = false;

  /**
   * Throws an `InputError` that lists everything wrong with the scene; `pool` solves groups side by side; `from`: where
   * a recording is taken up.
   */
  constructor(input: unknown, pool?: GroupPool, from?: StartFrame) {
    this.#pool = pool;
    this.input = input;
    this.scene = readScene(input);
    const { world, ranges } = buildRanges(this.scene);
    this.world = world;
    this.world.pool = pool;
    this.layout = frameLayout(bodyGeometry(this.world, ranges), obstacleGeometry(this.world));
    this.#shownLayout = shownLayout(this.layout.bodies, this.layout.obstacles);
    if (from) takeUp(this.world, this.layout, from, this.scene.step.length);
    this.history.append({
      scene: this.scene,
      hands: [],
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
      gravity: scene.gravity,
      bodies: layout.bodies,
      obstacles: layout.obstacles,
      looks: looksOf({ scene, bodies: layout.bodies, obstacles: layout.obstacles }),
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
    this.#fresh = true;
    this.history.append({
      scene: this.scene,
      hands: this.#holds.map(({ grip, target, pin }) => ({ grip, target, pin })),
      t: this.world.t,
      state: this.world.save(),
      contacts: encodeContacts(this.world, true),
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
    this.input = input;
    this.scene = scene;
    this.world = world;
    this.world.pool = this.#pool;
    this.#fresh = false;
    this.#applyHolds(this.#holds);
    this.history.forget();
  }

  /** Draws a point to a target; the same grip may be drawn elsewhere as often as one likes. */
  pull(grip: Grip, target: readonly [number, number, number]): void {
    const hand = this.world.hands[this.#holds.length - 1];
    const hold = this.#holds[this.#holds.length - 1];
    this.history.forget();
    if (hold && !hold.pin && sameGrip(hold.grip, grip)) {
      hold.target = target;
      hand.target.set(target);
      return;
    }
    this.release();
    this.#holds.push({ grip, target, pin: false });
    this.#applyHolds(this.#holds);
  }

  /** Lets go of what is pulled; pins stay. */
  release(): void {
    if (this.#holds[this.#holds.length - 1]?.pin !== false) return;
    this.#holds.pop();
    this.#applyHolds(this.#holds);
  }

  /** Pins a point where it is now. */
  pin(grip: Grip): void {
    const x = new Float64Array(3);
    const body = this.world.bodies[grip.body];
    body.position(x, bodyPoint(body, grip));
    this.release();
    this.history.forget();
    this.#holds.push({ grip, target: [x[0], x[1], x[2]], pin: true });
    this.#applyHolds(this.#holds);
  }

  unpin(number: number): void {
    this.release();
    this.history.forget();
    this.#holds.splice(number, 1);
    this.#applyHolds(this.#holds);
  }

  /** Where the held points are, and where they are drawn to. */
  holds(): {
    readonly from: readonly [number, number, number];
    readonly to: readonly number[];
    readonly pin: boolean;
  }[] {
    const x = new Float64Array(3);
    return this.#holds.map(({ target, pin }, k) => {
      const hand = this.world.hands[k];
      hand.position(x, this.world.bodies[hand.body]);
      return { from: [x[0], x[1], x[2]], to: target, pin };
    });
  }

  /** A contact of the present moment in numbers: its step is taken again where the world has moved on. */
  inspect(number: number): ContactReport | undefined {
    if (!this.#fresh) this.#retake();
    const view = this.world.contacts()[number];
    const report = view && this.world.contactReport(number);
    if (!report) return undefined;
    const { a, b, state, mu, gap, point } = view;
    const { W, r, u, residual } = report;
    return {
      type: 'contact',
      contact: number,
      ...{ a, b, state, mu, gap, point },
      ...{ W: [...W], b0: [...report.b], r: [...r], u: [...u], residual },
    };
  }

  /** The recorded past as a file. */
  recording(): Uint8Array {
    const bytes = recordingOf(this, this.input);
    this.#show();
    return bytes;
  }

  /** The largest one-step problem of the step that led to the present moment. */
  problem(): PrimalProblem | undefined {
    let largest: PrimalProblem | undefined;
    this.world.watch = (problem, status) => {
      if (status === undefined && problem.mu.length >= (largest?.mu.length ?? 1)) largest = problem;
    };
    this.#retake();
    this.world.watch = undefined;
    return largest;
  }

  /** Takes the step to the present moment again, from the moment before; it ends in the same bits. */
  #retake(): void {
    const { present, moments, at } = this.history;
    const before = moments[at - 1];
    if (!before || present.scene !== this.scene) return;
    this.world.restore(before.state);
    this.#applyHolds(present.hands);
    // moments may have been thinned out in between
    while (this.world.t < present.t - 1e-12) this.world.step();
    this.world.restore(present.state);
    this.#applyHolds(this.#holds);
    this.#fresh = true;
  }

  #applyHolds(holds: readonly Hold[]): void {
    this.world.hands.length = 0;
    for (const { grip, target, pin } of holds) {
      const point = bodyPoint(this.world.bodies[grip.body], grip);
      this.world.addHand({ body: grip.body, point, target, ...(pin && { time: 0 }) });
    }
  }

  frame(): Uint8Array {
    return encodeFrame(this.world, this.#shownLayout, this.history.at);
  }

  hash(): string {
    return stateHash(this.world);
  }

  #show(): void {
    this.world.restore(this.history.present.state);
    this.#fresh = false;
  }
}

function sameGrip(a: Grip, b: Grip): boolean {
  return a.body === b.body && a.index === b.index && a.s === b.s && a.local.every((x, i) => x === b.local[i]);
}

/** The place on a body that a grip means. */
function bodyPoint(body: Movable, grip: Grip): BodyPoint {
  const { index } = grip;
  if (body.kind === 'rigid') {
    const { q, centre } = body as RigidBody;
    const x = Float64Array.from(grip.local, (value, i) => value - centre[i]);
    rotateByQuaternion(x, 0, q, 3, x, 0);
    return { index, s: 0, offset: [x[0], x[1], x[2]] };
  }
  if (body.kind === 'cloth') {
    return { index, s: 0, offset: [0, 0, 0], ...(grip.weights && { weights: grip.weights }) };
  }
  const arc = (body as FiberBody).nodeArcLength;
  const s = arc[index] + grip.s * (arc[index + 1] - arc[index]);
  return { index, s, offset: [0, 0, 0] };
}
