import type { Movable, StepContext } from '../../bodies/body.js';
import { atan2 } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import type { JointEquation } from './equations.js';
import { Wrench, equationsOf, length, way, writeApart, writeEquation, writeTurn, writeWay } from './equations.js';
import type { JointSide } from './side.js';
import type { JointMotor, JointSpec, JointType } from './spec.js';

const twoPi = 6.283185307179586;

/** What a row of a joint asks for besides its equations: a drive without bound, or a law of its own. */
type FreeRow = 'drive' | 'motor' | 'friction' | Limit;

/** The ends of what a joint leaves free. */
type Limit = 'least' | 'greatest';

/** Where the velocities stand that a row is multiplied with, of each end's body. */
type VelocityOf = (side: JointSide) => readonly [Float64Array, number];

const present: VelocityOf = (side) => [side.body!.v, 0];

/** A row of a joint in the present step. */
export interface JointRow {
  readonly kind: 'equation' | FreeRow;
  readonly wrench: Wrench;
  /** the part of the row on each end, `len` numbers of that end */
  a: Float64Array;
  b: Float64Array;
  /** what the row gives at v = 0: motion of obstacles and driven ends (m/s) */
  drive: number;
  /** B v + c = 0 for equations and drives, w for others (m/s) */
  c: number;
  /** most that the row pushes with (N s); rows with a law of their own */
  bound: number;
  /** impulse in the last step: on b along fB, on a along fA (N s) */
  s: number;
}

/** A joint between two bodies, or between a body and what is moved by script or fixed. */
export class Joint {
  readonly id: number;
  /** what it was made from */
  readonly spec: JointSpec;
  readonly type: JointType;
  readonly name: string;
  readonly a: JointSide;
  readonly b: JointSide;
  readonly collide: boolean;
  /** the joint breaks where it is pulled harder (N) */
  breakForce: number;
  /** may be changed between steps */
  motor: JointMotor | undefined;
  limits: readonly [number, number] | undefined;
  /** torque or force that dry friction holds with (N m, N) */
  friction: number;
  /** whether it has given way; then it does nothing any more */
  broken = false;
  /** angle (rad), way or length (m): what the joint leaves free; 0 for ball, universal, fixed */
  coordinate = 0;
  /** force on a in the last step, in world axes (N), and torque about its anchor (N m) */
  readonly force = new Float64Array(3);
  readonly torque = new Float64Array(3);
  /** length that turns are compared with (m) */
  readonly lever: number;
  rows: JointRow[] = [];
  /** impulses of the last step of the rows with a law of their own, 3 numbers each, by kind: the first guess of the next */
  readonly memory = new Map<FreeRow, Float64Array>();
  /** impulses of the last step of the equations and the drive (N s): the first guess where cloth is solved with the joint */
  readonly equationImpulses = new Float64Array(6);
  readonly #equations: readonly JointEquation[];
  readonly #zero: number;
  /** by how much velocities at limits differ at the end of the step from those of the rows (theta < 1), by limit (m/s) */
  readonly #curving = { least: 0, greatest: 0 };
  /** limit that the end of the step lies beyond */
  #beyond: Limit | undefined;
  /** speed that the motor asks for in the present step */
  #speed = 0;

  /** The bodies stand where the joint is made. `axes`: columns, the first the axis of the joint. */
  constructor(spec: JointSpec, id: number, a: JointSide, b: JointSide, axes: Float64Array, t: number) {
    this.id = id;
    this.spec = spec;
    this.type = spec.type;
    this.name = spec.name ?? `joint-${id}`;
    this.a = a;
    this.b = b;
    this.collide = spec.collide ?? false;
    this.breakForce = spec.breakForce ?? Infinity;
    this.motor = spec.motor;
    this.limits = spec.limits;
    this.friction = spec.friction ?? 0;
    for (const side of [a, b]) {
      side.read(side.start, t);
      side.hold(axes);
      side.end.copy(side.start);
    }
    this.lever = Math.max(a.lever, b.lever) || 1;
    const kept = spec.length ?? (spec.limits || spec.motor ? undefined : length(a, b));
    this.#equations = equationsOf(spec.type, a, b, spec.type === 'distance' ? kept : undefined);
    this.#zero = spec.type === 'slider' ? way(a, b, 0) : 0;
    this.coordinate = this.#measure(0);
  }

  /** whether it holds cloth, which is solved by a method of its own */
  get holdsCloth(): boolean {
    return this.a.cloth !== undefined || this.b.cloth !== undefined;
  }

  get isAlive(): boolean {
    return !this.broken;
  }

  /** Angle, way or length where the ends are (`end`), the angle the one nearest to `near`. */
  #measure(near: number): number {
    if (this.type === 'slider') return way(this.a, this.b, 0) - this.#zero;
    if (this.type === 'distance') return length(this.a, this.b);
    if (this.type !== 'hinge') return 0;
    const A = this.a.end.axes;
    const B = this.b.end.axes;
    let sine = 0;
    let cosine = 0;
    for (let k = 0; k < 9; k += 3) {
      sine += B[k + 1] * A[k + 2];
      cosine += B[k + 1] * A[k + 1];
    }
    const angle = atan2(sine, cosine);
    return angle + twoPi * Math.round((near - angle) / twoPi);
  }

  /** Reads both ends at the start of a step; bodies are there, obstacles are known ahead. */
  begin({ t, h }: StepContext): void {
    for (const side of [this.a, this.b]) {
      side.read(side.start, t);
      side.end.copy(side.start);
      if (side.obstacle) side.read(side.end, t + h);
    }
    this.#curving.least = this.#curving.greatest = 0;
    this.#beyond = undefined;
  }

  /** Takes the turning of the joint's force with the bodies into their linearised step: see `JointSide.stiffen`. */
  stiffen(h: number): void {
    if (this.type === 'slider' || this.type === 'distance') return;
    this.a.stiffen(this.force, 1, h);
    this.b.stiffen(this.force, -1, h);
  }

  /** Reads both ends where bodies are now, at the end of the step. */
  look({ t, h }: Pick<StepContext, 't' | 'h'>): void {
    for (const side of [this.a, this.b]) side.read(side.end, t + h);
  }

  /** out[at ..] = where its ends are now (m), 3 numbers each, and its axis, zeros where it has none; between steps. */
  place(out: Float64Array, at: number, t: number): void {
    this.look({ t, h: 0 });
    out.set(this.a.end.x, at);
    out.set(this.b.end.x, at + 3);
    const isTurned = this.type === 'hinge' || this.type === 'slider' || this.type === 'universal';
    for (let i = 0; i < 3; i++) out[at + 6 + i] = isTurned ? this.a.end.axes[3 * i] : 0;
  }

  /** The angle, way or length of the end of the step, once that stands. */
  commit(): void {
    this.coordinate = this.#measure(this.coordinate);
  }

  /** Largest amount by which an equation is missed where the ends are (m). */
  misfit(): number {
    let most = 0;
    for (const equation of this.#equations) {
      most = Math.max(most, Math.abs(writeEquation(scratch, equation, this.a, this.b, this.lever)));
    }
    return most;
  }

  /** Fills the equations between start and end, with c how far they are off at the end (m); for theta < 1 `centred`. */
  fillEquations(centred: boolean): void {
    this.a.average(centred);
    this.b.average(centred);
    this.#equations.forEach((equation, k) => {
      const row = this.#row(k, 'equation');
      row.c = writeEquation(row.wrench, equation, this.a, this.b, this.lever);
      this.#spread(row, 1);
    });
    this.rows.length = this.#equations.length;
  }

  /** Adds the rows of motor, friction and limits, whose laws hold for velocities at the end of the step. */
  fillFree({ t, h, theta }: StepContext): void {
    const { motor, friction, limits } = this;
    this.#speed = motor && t < (motor.until ?? Infinity) ? motor.speed : 0;
    const scale = this.#scale;
    if (motor?.force === undefined) {
      if (motor) this.#free('drive', h).c -= scale * this.#speed;
    } else {
      const row = this.#free('motor', h);
      row.bound = (h * motor.force) / scale;
      row.c -= scale * this.#speed;
    }
    if (friction > 0) this.#free('friction', h).bound = (h * friction) / scale;
    if (!limits) return;
    for (const kind of bothLimits) {
      const gap = this.#gap(kind, this.coordinate);
      if (!Number.isFinite(gap)) continue;
      const row = this.#free(kind, h);
      const before = this.velocity(row, present) + row.drive;
      // what is not within reach of the step takes no part
      if (gap > 4 * h * Math.abs(before) + 0.1 * this.lever) this.rows.pop();
      else if (theta === 1) row.c += gap / h;
      // what cannot be stopped in time stops all the same, without rebound: `project` moves it back onto the limit
      else row.c += Math.max(0, gap + h * (1 - theta) * Math.min(before, 0)) / (theta * h) + this.#curving[kind];
    }
  }

  /**
   * For theta < 1, bodies at the end of the step: the law of limits shall hold for velocities there. What is held by one while it goes
   * round, as on a tether, turns its velocity between the middle of the step, where impulses act, and its end. Returns the largest
   * change of a velocity asked for (m/s).
   *
   * @param next velocities that led there
   */
  followLimits(h: number, next: VelocityOf): number {
    let most = 0;
    for (const row of this.rows) {
      if (row.kind !== 'least' && row.kind !== 'greatest') continue;
      const change = this.#velocityAtEnd(row.kind, h) - this.velocity(row, next) - row.drive - this.#curving[row.kind];
      this.#curving[row.kind] += change;
      row.c += change;
      most = Math.max(most, Math.abs(change));
    }
    return most;
  }

  /** Velocity at which the bodies, at the end of the step, go away from a limit (m/s). */
  #velocityAtEnd(kind: Limit, h: number): number {
    const { a, b } = this;
    for (const side of [a, b]) side.collapse();
    this.#write(atEnd.wrench, kind);
    for (const side of [a, b]) side.expand();
    this.#spread(atEnd, h);
    return this.velocity(atEnd, present) + atEnd.drive;
  }

  /** How far the end of the step lies beyond a limit, or off one that it was moved back onto (m). */
  overshoot(): number {
    if (!this.limits) return 0;
    const coordinate = this.#measure(this.coordinate);
    this.#beyond ??= bothLimits.find((kind) => this.#gap(kind, coordinate) < 0);
    return this.#beyond ? Math.abs(this.#gap(this.#beyond, coordinate)) : 0;
  }

  /** Adds a limit that is overshot to the equations, with c how far it is off at the end (m). */
  fillOvershot(h: number): void {
    if (!this.#beyond) return;
    const row = this.#free(this.#beyond, h);
    row.c = this.#gap(this.#beyond, this.#measure(this.coordinate));
  }

  /** Way to a limit (m). */
  #gap(kind: Limit, coordinate: number): number {
    const [least, greatest] = this.limits!;
    return this.#scale * (kind === 'least' ? coordinate - least : greatest - coordinate);
  }

  /** from what the joint leaves free to a length */
  get #scale(): number {
    return this.type === 'hinge' ? this.lever : 1;
  }

  #free(kind: FreeRow, h: number): JointRow {
    const row = this.#row(this.rows.length, kind);
    this.#write(row.wrench, kind);
    this.#spread(row, h);
    row.c = row.drive;
    return row;
  }

  /** The row of what the joint leaves free, away from a limit. */
  #write(out: Wrench, kind: FreeRow): void {
    if (this.type === 'slider') writeWay(out, this.a, this.b, 0);
    else if (this.type === 'distance') writeApart(out, this.a, this.b, Math.max(length(this.a, this.b), 1e-12));
    else writeTurn(out, this.a, this.lever);
    if (kind === 'greatest') out.scale(-1);
  }

  #row(k: number, kind: JointRow['kind']): JointRow {
    const row = this.rows[k];
    return row?.kind === kind ? row : (this.rows[k] = emptyRow(kind));
  }

  /** The parts of a row on both ends, and its drive. */
  #spread(row: JointRow, h: number): void {
    const { fA, mA, fB, mB } = row.wrench;
    if (row.a.length !== this.a.len) row.a = new Float64Array(this.a.len);
    if (row.b.length !== this.b.len) row.b = new Float64Array(this.b.len);
    this.a.row(row.a, 0, fA, mA);
    this.b.row(row.b, 0, fB, mB);
    row.drive = (this.a.moved(fA, mA) + this.b.moved(fB, mB)) / h;
    for (let i = 0; i < 3; i++) row.drive += fA[i] * this.a.drive[i] + fB[i] * this.b.drive[i];
  }

  /** Row times velocities, of each end's body from a place on. */
  velocity(row: JointRow, of: VelocityOf): number {
    let sum = 0;
    for (const [side, values] of [
      [this.a, row.a],
      [this.b, row.b],
    ] as const) {
      if (side.len === 0) continue;
      const [v, at] = of(side);
      for (let j = 0; j < side.len; j++) sum += values[j] * v[at + side.col + j];
    }
    return sum;
  }

  /** Joints of cloth: force from the impulse r on a (N s); whether it is more than the joint bears. */
  tallyTie(r: Float64Array, h: number): boolean {
    for (let i = 0; i < 3; i++) this.force[i] = r[i] / h;
    return norm3(this.force) > this.breakForce;
  }

  /** Force and torque from the impulses of the rows of a step of h; whether they are more than the joint bears. */
  tally(h: number): boolean {
    this.force.fill(0);
    this.torque.fill(0);
    this.equationImpulses.fill(0);
    this.rows.forEach(({ kind, s }, k) => {
      if (kind === 'equation' || kind === 'drive') this.equationImpulses[k] = s;
    });
    for (const { wrench, s } of this.rows) {
      for (let i = 0; i < 3; i++) {
        this.force[i] += (s * wrench.fA[i]) / h;
        this.torque[i] += (s * wrench.mA[i]) / h;
      }
    }
    return norm3(this.force) > this.breakForce;
  }

  /** Work that motors and moving obstacles put in during the step (J). */
  work({ h }: StepContext): number {
    let work = 0;
    const scale = this.#scale;
    for (const row of this.rows) {
      const { fA, mA, fB, mB } = row.wrench;
      work -= (row.s * (this.a.moved(fA, mA) + this.b.moved(fB, mB))) / h;
      if (row.kind === 'drive' || row.kind === 'motor') work += row.s * scale * this.#speed;
    }
    return work;
  }

  /** Bodies that it holds. */
  has(body: Movable): boolean {
    return this.a.body === body || this.b.body === body;
  }
}

const bothLimits: readonly Limit[] = ['least', 'greatest'];

function emptyRow(kind: JointRow['kind']): JointRow {
  const none = new Float64Array(0);
  return { kind, wrench: new Wrench(), a: none, b: none, drive: 0, c: 0, bound: 0, s: 0 };
}

const scratch = new Wrench();
const atEnd = emptyRow('least');
