import type { Body, Movable, StepContext } from '../../bodies/body.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { InputError } from '../../errors.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import type { HeldRows, SurfaceTie } from '../groups/coupled-group.js';
import type { GroupResult } from '../groups/group-job.js';
import type { Linkage, TiedProblem } from '../groups/linkage.js';
import { type BoundedRow, withBoundedRows } from './bounded-rows.js';
import type { Joint, JointRow } from './joint.js';
import { boundedOnCloth, heldRows } from './held-rows.js';
import { loadJoints, saveJoints } from './joint-state.js';
import { closeTie, surfaceTie } from './surface-ties.js';
import type { JointedPairs } from './touching.js';

/** A joint's row and where it stands. */
interface Placed {
  readonly joint: Joint;
  readonly row: JointRow;
}

const isEquation = ({ kind }: JointRow): boolean => kind === 'equation' || kind === 'drive';

/** The joints of a world through a step: rows of the one-step problem, at its start or about its end, and what came of them. */
export class JointSet implements Linkage {
  readonly joints: Joint[] = [];
  /** number of the next joint */
  next = 0;
  ties = new Int32Array(0);
  /** joints that broke in the last step */
  readonly broke: Joint[] = [];
  /** largest amount by which an equation is missed at the end of the last step (m) */
  misfit = 0;
  readonly #bodies: readonly Body[];
  /** joints that hold cloth: for the group that solves it */
  surfaceTies: readonly SurfaceTie[] = [];
  #onCloth: Joint[] = [];
  #held: { readonly rows: readonly JointRow[]; readonly block: HeldRows }[] = [];
  /** joints that take part in the step, and those of each body */
  #active: Joint[] = [];
  readonly #of = new Map<number, Joint[]>();
  readonly #apart: JointedPairs;
  #step: StepContext | undefined;

  /** @param bodies the bodies of the one-step problem */
  constructor(bodies: readonly Body[], apart: JointedPairs) {
    this.#bodies = bodies;
    this.#apart = apart;
  }

  get isEmpty(): boolean {
    return this.joints.length === 0;
  }

  /** joints that take part in the present step */
  get active(): readonly Joint[] {
    return this.#active;
  }

  remove(joint: Joint): void {
    const at = this.joints.indexOf(joint);
    if (at < 0) return;
    this.joints.splice(at, 1);
    // a world whose last joint goes begins its steps without asking for joints
    this.#enrol();
    this.surfaceTies = [];
  }

  /** Takes off the joints of a body that is taken out of the world; returns them. */
  release(body: Movable): Joint[] {
    const own = this.joints.filter((joint) => joint.has(body));
    for (const joint of own) this.remove(joint);
    return own;
  }

  /** Before contacts are looked for: joined bodies do not touch. */
  prepare(): void {
    this.#apart.update(this.joints);
  }

  /** Each cloth with what it is tied to, which it does not touch as long as the joint holds: a body or an obstacle. */
  get apartFromCloth(): readonly (readonly [cloth: Movable, other: object])[] {
    return this.#onCloth.flatMap(({ a, b, collide }) => {
      const [cloth, other] = a.cloth ? [a, b] : [b, a];
      const what = other.body ?? other.obstacle;
      return collide || other.cloth || !what ? [] : [[cloth.body!, what] as const];
    });
  }

  /** Joints and bodies at the start of a step: who is tied to whom, rows there. The bodies are linearised. */
  begin(step: StepContext): void {
    this.#step = step;
    this.broke.length = 0;
    this.#enrol();
    for (const joint of this.#active) {
      joint.begin(step);
      if (step.theta === 1) joint.stiffen(step.h);
    }
    this.surfaceTies = this.#onCloth.map((joint) => {
      joint.begin(step);
      // the last impulse for a first guess
      return surfaceTie(
        joint,
        step,
        joint.force.map((x) => x * step.h),
      );
    });
    this.#linearise(step);
  }

  #enrol(): void {
    const number = new Map<Movable, number>(this.#bodies.map((body, b) => [body, b]));
    const alive = this.joints.filter(({ isAlive }) => isAlive);
    this.#active = alive.filter(({ holdsCloth }) => !holdsCloth);
    this.#onCloth = alive.filter(({ holdsCloth }) => holdsCloth);
    for (const { a, b } of this.#onCloth) {
      for (const side of [a, b]) side.number = side.body ? (number.get(side.body) ?? -1) : -1;
    }
    this.#of.clear();
    this.ties = new Int32Array(2 * this.#active.length);
    this.#active.forEach((joint, k) => {
      [joint.a, joint.b].forEach((side, i) => {
        side.number = side.body ? (number.get(side.body) ?? -1) : -1;
        this.ties[2 * k + i] = side.number;
        if (side.number < 0 || (i === 1 && side.number === joint.a.number)) return;
        const list = this.#of.get(side.number);
        if (list) list.push(joint);
        else this.#of.set(side.number, [joint]);
      });
    });
  }

  /** Rows about the start: the equations shall hold at the end, g + h (theta B v + (1 - theta) B v⁻) = 0. */
  #linearise(step: StepContext): void {
    const { h, theta } = step;
    for (const joint of this.#active) {
      joint.fillEquations(false);
      for (const row of joint.rows) {
        const before = theta < 1 ? joint.velocity(row, (side) => [side.body!.v, 0]) : 0;
        row.c = row.c / (theta * h) + ((1 - theta) / theta) * before + driveOf(joint, row);
      }
      joint.fillFree(step);
    }
  }

  /**
   * Rows about the solution of a centred step, whose bodies have been moved to its end: with the rows between start and end the equations
   * hold there and impulses do no work. Returns how far the equations are off, or what velocities at limits are asked for less than before
   * would move in the step (m).
   *
   * @param v velocities that led there, bodies stacked from `offset`
   */
  follow(step: StepContext, v: Float64Array, offset: Int32Array): number {
    let most = 0;
    const { h, theta } = step;
    for (const joint of this.#active) {
      joint.look(step);
      joint.fillEquations(true);
      for (const row of joint.rows) {
        most = Math.max(most, Math.abs(row.c));
        row.c = row.c / (theta * h) - joint.velocity(row, (side) => [v, offset[side.number]]);
      }
      joint.fillFree(step);
      most = Math.max(most, h * joint.followLimits(h, (side) => [v, offset[side.number]]));
    }
    return most;
  }

  extend(
    problem: PrimalProblem,
    members: Int32Array,
    place: Int32Array,
    warmStart: Float64Array,
  ): TiedProblem | undefined {
    if (this.isEmpty) return undefined;
    const { equations, bounded } = this.#rowsOf(members);
    if (equations.length + bounded.length === 0) return undefined;
    const { offset } = problem.M;
    const segments = ({ joint, row }: Placed): BoundedRow['segments'] =>
      [[joint.a, row.a] as const, [joint.b, row.b] as const]
        .filter(([side]) => side.number >= 0)
        .map(([side, values]) => ({ col: offset[place[side.number]] + side.col, values }));
    const n = problem.mu.length;
    const laws = bounded.map(({ joint, row }): BoundedRow => ({
      segments: segments({ joint, row }),
      c: row.c,
      bound: row.bound > 0 ? row.bound : undefined,
    }));
    const guess = new Float64Array(3 * (n + bounded.length));
    guess.set(warmStart);
    bounded.forEach(({ joint, row }, k) => guess.set(firstGuess(joint, row), 3 * (n + k)));
    let tied = withBoundedRows(problem, laws, this.#speed());
    if (equations.length > 0) {
      const B = new BlockRowBuilder(1, tied.f.length, 12 * equations.length);
      for (const equation of equations) {
        for (const { col, values } of segments(equation)) B.segment(col, values.length, values);
        B.endRow();
      }
      tied = { ...tied, bilateral: { B: B.finish(), c: Float64Array.from(equations, ({ row }) => row.c) } };
    }
    return { problem: tied, warmStart: guess, close: (result) => take(result, equations, bounded, n) };
  }

  held(members: readonly number[]): readonly HeldRows[] {
    const { equations, bounded } = this.#rowsOf(Int32Array.from(members));
    if (bounded.length > 0)
      throw new InputError(
        'joints and cloth',
        bounded.map(({ joint }) => boundedOnCloth(joint)),
      );
    this.#held = [];
    for (const joint of new Set(equations.map((placed) => placed.joint))) {
      const rows = joint.rows.filter(isEquation);
      for (let k = 0; k < rows.length; k += 3) {
        const three = rows.slice(k, k + 3);
        this.#held.push({ rows: three, block: heldRows(joint, three, k) });
      }
    }
    return this.#held.map(({ block }) => block);
  }

  settle(): void {
    for (const { rows, block } of this.#held) rows.forEach((row, k) => (row.s = block.r[k]));
  }

  /** Joints of cloth at the end of the step: forces; vertices moved onto what holds them. */
  finishTies(step: StepContext): void {
    this.#onCloth.forEach((joint, k) => {
      if (joint.tallyTie(this.surfaceTies[k].r, step.h)) {
        joint.broken = true;
        this.broke.push(joint);
      }
      closeTie(joint, step);
      joint.look(step);
      this.misfit = Math.max(this.misfit, joint.misfit());
    });
  }

  /** Velocity that is typical of a step: what weight gives in it, or a millionth of that in a second without weight (m/s). */
  #speed(): number {
    const { gravity, h } = this.#step!;
    const weight = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    return h * (weight > 0 ? weight : 1);
  }

  #rowsOf(members: Int32Array): { equations: Placed[]; bounded: Placed[] } {
    const equations: Placed[] = [];
    const bounded: Placed[] = [];
    const seen = new Set<Joint>();
    for (const b of members) for (const joint of this.#of.get(b) ?? []) seen.add(joint);
    for (const joint of [...seen].sort((x, y) => x.id - y.id)) {
      for (const row of joint.rows) (isEquation(row) ? equations : bounded).push({ joint, row });
    }
    return { equations, bounded };
  }

  /** Work of motors and moving obstacles in the step as it is solved now (J). */
  work(step: StepContext): number {
    return this.#active.reduce((sum, joint) => sum + joint.work(step), 0);
  }

  /** Once the step stands: forces; joints that are overloaded break. Returns the work of motors and moving obstacles (J). */
  tally(step: StepContext): number {
    const work = this.work(step);
    for (const joint of this.#active) {
      if (joint.tally(step.h)) {
        joint.broken = true;
        this.broke.push(joint);
      }
      for (const row of joint.rows) {
        if (!isEquation(row)) joint.memory.set(row.kind as 'motor', firstGuessAfter(row));
      }
    }
    return work;
  }

  /** Coordinates at the end of the step, where the bodies are now. */
  commit(): void {
    for (const joint of this.#active) joint.commit();
  }

  /** What the future depends on. */
  save(): Float64Array {
    return saveJoints(this.joints);
  }

  load(state: Float64Array): void {
    loadJoints(this.joints, state);
  }
}

/** What driven ends of ropes give a row at v = 0; obstacles are in the equations' values already (m/s). */
function driveOf(joint: Joint, row: JointRow): number {
  let sum = 0;
  const { fA, fB } = row.wrench;
  for (let i = 0; i < 3; i++) sum += fA[i] * joint.a.drive[i] + fB[i] * joint.b.drive[i];
  return sum;
}

function firstGuess(joint: Joint, row: JointRow): Float64Array {
  const known = joint.memory.get(row.kind as 'motor') ?? new Float64Array(3);
  if (!(row.bound > 0)) return known;
  const held = Math.max(-row.bound, Math.min(row.bound, known[1]));
  return Float64Array.of(row.bound, held, 0);
}

function firstGuessAfter(row: JointRow): Float64Array {
  return row.bound > 0 ? Float64Array.of(row.bound, row.s, 0) : Float64Array.of(row.s, 0, 0);
}

/** Puts the impulses of a solution into the rows. */
function take({ r, s }: GroupResult, equations: readonly Placed[], bounded: readonly Placed[], n: number): void {
  equations.forEach(({ row }, k) => (row.s = s![k]));
  bounded.forEach(({ row }, k) => (row.s = r[3 * (n + k) + (row.bound > 0 ? 1 : 0)]));
}
