import type { BlockFactor } from '../friction/delassus/mass-factor.js';
import type { SparseMatrix } from '../linalg/sparse.js';
import type { ArcOfStep } from './motion.js';

/** What a body needs to know of the step it is linearised for. */
export interface StepContext {
  /** time at the start of the step (s) */
  readonly t: number;
  /** step length (s) */
  readonly h: number;
  /** theta of the scheme, 1/2 (energy kept) to 1 (implicit Euler) */
  readonly theta: number;
  /** gravity (m/s²) */
  readonly gravity: readonly [number, number, number];
}

/** The body's part of the one-step problem: M v⁺ = f + Hᵀ r, M with the implicit elastic and damping terms. */
export interface BodySystem {
  /** dense, row-major dofs x dofs, or sparse (large bodies); symmetric positive definite */
  readonly M: Float64Array | SparseMatrix;
  /** length dofs (N s) */
  readonly f: Float64Array;
  /** factor of M, where the body has made one to see whether it is positive definite */
  readonly factor?: BlockFactor | undefined;
}

/** Mechanical energy of a body (J). */
export interface BodyEnergy {
  readonly kinetic: number;
  readonly elastic: number;
  /** potential energy of weight, zero at the origin */
  readonly gravity: number;
}

/** Energies that are filled in. */
export type EnergySums = { -readonly [Kind in keyof BodyEnergy]: number };

/**
 * A place on a body where a contact, a load or a hand acts. Rods: `index` the centre-line segment and `s` the arc length
 * from the root (m); the contact sits `offset` off the centre line. Rigid bodies: `offset` from the centre of mass (world axes).
 * Meshes: `index` the triangle, `weights` its barycentric coordinates.
 */
export interface BodyPoint {
  readonly index: number;
  readonly s: number;
  readonly offset: readonly [number, number, number];
  readonly weights?: readonly [number, number, number];
}

/** Columns that a point's Jacobian covers: dofs `col .. col + len - 1` of the body. */
export interface JacobianSpan {
  col: number;
  len: number;
}

/**
 * A thing that moves: coordinates q and velocities v. Constant data (shape, material) and state (q, v and what `saveState`
 * writes) are kept apart, so that a step can be taken back or resumed.
 */
export interface Movable {
  /** what it is: 'rod', 'rigid', 'cloth' */
  readonly kind: string;
  readonly name: string;
  /** velocity degrees of freedom, the length of v */
  readonly dofs: number;
  /** coordinates; their number may differ from dofs (quaternions) */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** out[0..2] = present position of a point (m) */
  position(out: Float64Array, point: BodyPoint): void;
  /** Fills `out`, if there is one, which saves an object for each body and step. */
  energy(gravity: readonly [number, number, number], out?: EnergySums): BodyEnergy;
  /** Everything besides q and v that the next step depends on (reference frames, driven motion); empty where nothing. */
  saveState(): Float64Array;
  loadState(state: Float64Array): void;
}

/** A thing that moves and how it enters the one-step problem. */
export interface Body extends Movable {
  /** Fills `system` for the coming step from the present state. */
  linearise(step: StepContext): void;
  readonly system: BodySystem;
  /**
   * For theta < 1, bodies whose step is more than linear: given the velocity that `system`, with contacts and other impulses, has led
   * to, solves the whole step with the same impulses and fills `system` about the solution. Returns how far that is from vNext, a
   * share of the velocities; up to `tolerance` the system stays as it is. At the `last` round a body that is farther off takes an
   * implicit step instead. The state is that of the start of the step.
   */
  refine?(vNext: Float64Array, step: StepContext, tolerance: number, last: boolean): number;
  /**
   * For theta = 1: whether the linearised step would gain energy by ending with vNext. Then `system` has been filled anew so that it
   * cannot. The state is that of the start of the step.
   */
  dissipate?(vNext: Float64Array, step: StepContext): boolean;
  /** For theta < 1: whether the present step is an implicit one, since the body's own equation could not be solved; none: never */
  readonly fellBack?: boolean;
  /** For theta < 1: moves to where the middle of the linearised step is expected, velocities in the axes there; others stay at its start. */
  toMiddle?(step: StepContext): void;
  /** Takes the velocity at the end of the step and moves: q over the step, v <- vNext. */
  advance(vNext: Float64Array, step: StepContext): void;
  /** Work that whatever moves the body's ends put in during the last `advance`, but for what contacts took of it (J); none: 0 */
  readonly drivenWork?: number;
  /** what turns all of it along over the coming step, where it is held there and its points do not go in straight lines; none: nothing */
  readonly turnsWith?: { readonly arc: ArcOfStep; readonly pose: Float64Array } | undefined;
  /** Moves q by a small displacement given in velocity dofs (position repair): q <- q ⊕ dx; v stays. */
  displace(dx: Float64Array): void;
  /**
   * Velocity of a point = J v + drive. Writes J as 3 x span.len row-major into J, the prescribed part (a driven root, at
   * the end of the step) into drive[0..2].
   */
  jacobian(J: Float64Array, span: JacobianSpan, drive: Float64Array, point: BodyPoint): void;
}

/** A body that does not deform: all of it moves with its centre of mass and turns about that, as far as it is free to. */
export interface SolidBody extends Body {
  readonly kind: 'rigid';
  /** centre of mass in the frame of the shape (m) */
  readonly centre: Float64Array;
  /** speed of turning (rad/s) */
  readonly spinSpeed: number;
  /** out = place of the shape's frame: position (3), quaternion (4) */
  pose(out: Float64Array): void;
  /** out = velocity of the centre of mass (m/s) */
  linearVelocity(out: Float64Array): void;
  /** out[at ..] = the row of e·velocity at the world point x, of length dofs; e is `sign` times what stands at `k` of `axes` */
  rowAlong(out: Float64Array, at: number, axes: Float64Array, k: number, sign: number, x: Float64Array): void;
  /** e·velocity at the world point x, e at `n` of `normal`, for velocities that stand in v from `at` on */
  speedAlong(normal: Float64Array, n: number, x: Float64Array, v: Float64Array, at: number): number;
}

/** A body that is a chain: its centre line carries collision nodes joined by cylinders of one radius. */
export interface FiberBody extends Body {
  readonly kind: 'rod';
  /** radius of the collision cylinders (m) */
  readonly radius: number;
  /**
   * How far from the centre line contacts push: a strand that is kept at more than its own thickness from others, since it
   * stands for many, is not spun by that distance (m). None: the radius
   */
  readonly lever?: number;
  /** half axes of the section, along its first and its second director (m): what is drawn. None: round, of the radius */
  readonly halfAxes?: readonly [number, number];
  /** rest length (m) */
  readonly length: number;
  /** mass per length (kg/m) and drag of the air per length and speed (N s/m²), for fields of force and wind; none: they pass it by */
  readonly linearDensity?: number;
  readonly airDamping?: number;
  /** number of centre-line nodes; node i sits at arc length `nodeArcLength[i]` */
  readonly nodes: number;
  readonly nodeArcLength: Float64Array;
  /** whether it has no step for theta < 1, in which its energy would be kept; none: it has */
  readonly implicitOnly?: boolean;
  /** whether something holds or drives the first and the last node, where the fiber cannot give way; none: neither */
  readonly endsHeld?: readonly [boolean, boolean];
  /** out[3 i ..] = present position of every node */
  centreLine(out: Float64Array): void;
  /** out[3 i ..] = present velocity of every node (m/s): how far contacts must be looked for; none: the body's slow */
  nodeVelocities?(out: Float64Array): void;
  /** out[3 i ..] = first director at every node, a unit vector square to the fiber; none: it has no twist */
  nodeDirectors?(out: Float64Array): void;
}

/** A body that contacts of the one-step problem act on. */
export type ContactBody = SolidBody | FiberBody;
