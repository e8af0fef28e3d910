import type { ClothWorldOptions } from '../dynamics/cloth/settings.js';
import type { MaterialPair } from '../dynamics/members/materials.js';
import type { WorldOptions as EngineOptions } from '../dynamics/members/settings.js';
import type { Solver } from '../friction/solver.js';
import type { SignedDistance } from '../geometry/shape.js';
import type { MaterialJson } from '../scene/schema/materials.js';
import type { ShapeJson } from '../scene/schema/shapes.js';
import type { BendJson } from '../scene/schema/rod.js';
import type { OrientationJson } from '../scene/schema/values.js';
import type { FixedHandle, KinematicHandle } from './handles/obstacle-handle.js';
import type { VectorLike } from './parts/check.js';

/** What a world is made with; everything has a default. SI units. */
export interface WorldOptions extends Omit<EngineOptions, 'materials' | 'pairs' | 'solver' | 'gravity'> {
  /** (m/s²). Default: (0, 0, -9.81) */
  readonly gravity?: VectorLike;
  /** name of a solver, a solver of your own, or options as `solve` takes them. Default: auto to 1e-3 */
  readonly solver?: string | Solver | NonNullable<EngineOptions['solver']>;
  /** materials by name, beside the presets (`materialPresets`); their values stand over those of a preset */
  readonly materials?: Readonly<Record<string, MaterialJson>>;
  /** what holds between two materials where it is not the geometric mean of theirs */
  readonly pairs?: readonly MaterialPair[];
  /** how cloths are iterated. Default: to the solver's tolerance */
  readonly cloth?: Omit<ClothWorldOptions, 'h' | 'gravity'>;
  /** whether bodies that rest are taken out of the steps until something comes near. Default: false */
  readonly sleep?: boolean | SleepOptions;
}

/** When bodies fall asleep. */
export interface SleepOptions {
  /** all points slower than this (m/s). Default: 0.01 */
  readonly speed?: number;
  /** for so long (s). Default: 0.5 */
  readonly time?: number;
}

/** What things belong to and what they touch, as bits: a and b touch if a.of & b.with and b.of & a.with. */
export interface Groups {
  /** groups that it belongs to. Default: 1 */
  readonly of?: number;
  /** groups that it touches. Default: all */
  readonly with?: number;
}

/** What all things may be given. */
export interface CommonOptions {
  readonly name?: string;
  /** name of a material or preset, or values of its own. Default: wood; ropes: rope; hair: hair */
  readonly material?: string | MaterialJson;
  /** Default: touches everything */
  readonly groups?: Groups;
}

/** Where a thing stands. */
export interface Placement {
  /** (m). Default: the origin */
  readonly position?: VectorLike;
  /** quaternion [w, x, y, z], or an axis with an angle. Default: not turned */
  readonly orientation?: OrientationJson;
}

/** A shape: as scene files write it, or a solid given by its signed distance. */
export type ShapeOption = ShapeJson | SignedDistance;

export interface FixedOptions extends CommonOptions, Placement {
  /** velocity of its surface, as of a conveyor belt (m/s) */
  readonly surfaceVelocity?: VectorLike;
  /** whether it only notes what is inside it (`on('begin')`, `on('end')`) and stops nothing. Default: false */
  readonly sensor?: boolean;
}

export interface RigidOptions extends CommonOptions, Placement {
  /** (kg/m³). Default: that of the material */
  readonly density?: number;
  /** instead of a density (kg) */
  readonly mass?: number;
  /** of the centre of mass (m/s) */
  readonly velocity?: VectorLike;
  /** angular velocity (rad/s) */
  readonly spin?: VectorLike;
  /** false: keeps its orientation whatever acts on it. Default: true */
  readonly rotates?: boolean;
  readonly sensor?: boolean;
}

/** How the end of a rope is held. */
export type RopeEnd = 'free' | 'pinned' | 'clamped';

export interface RopeOptions extends CommonOptions {
  /** ends of a straight rope (m) ... */
  readonly from?: VectorLike;
  readonly to?: VectorLike;
  /** ... or points that a smooth curve is laid through (m) */
  readonly points?: readonly VectorLike[];
  /** (m) */
  readonly radius: number;
  /** Default: as long as it is drawn (m) */
  readonly length?: number;
  /** segments. Default: about 6 radii long, 8 to 60 of them */
  readonly elements?: number;
  /** mass-spring, der, corde, super-helix, ... or one of your own. Default: der */
  readonly model?: string;
  /** stiffness in bending EI (N m²), in twist GJ (N m²), along the rope EA (N). Default: what radius and material give */
  readonly bend?: number;
  readonly twist?: number;
  readonly stretch?: number;
  /** mass per length (kg/m). Default: what radius and material give */
  readonly linearDensity?: number;
  /** natural curvature. Default: straight */
  readonly rest?: BendJson;
  /** Default: free */
  readonly start?: RopeEnd;
  readonly end?: RopeEnd;
  /** what the held ends move with. Default: they stay where they are */
  readonly on?: FixedHandle | KinematicHandle;
  /** of the whole rope (m/s) */
  readonly velocity?: VectorLike;
  /** whether it can touch itself. Default: true */
  readonly self?: boolean;
}

export interface HairOptions extends CommonOptions {
  /** what carries the roots */
  readonly on: FixedHandle | KinematicHandle;
  readonly count: number;
  readonly length: number;
  /** Default: 5e-5 m */
  readonly radius?: number;
  /** distance that strands keep, half of it: a strand stands for many hairs (m). Default: the radius */
  readonly collisionRadius?: number;
  /** Default: super-helix of 4 elements */
  readonly model?: string;
  readonly elements?: number;
  /** cap that the roots sit on, in the frame of `on`; without a radius: on its mesh */
  readonly scalp?: {
    readonly centre?: VectorLike;
    readonly radius?: number;
    readonly axis?: VectorLike;
    readonly angle?: number;
    readonly part?: number;
  };
  /** natural curvature. Default: straight */
  readonly rest?: BendJson;
  /** angle between hair and scalp (degrees) and direction that it leans in */
  readonly lift?: number;
  readonly comb?: VectorLike;
  readonly lengthVariation?: number;
  readonly bendVariation?: number;
  readonly seed?: number;
}

export interface ClothOptions extends CommonOptions {
  /** a rectangle: corner, two sides (m), vertices along each */
  readonly sheet?: {
    readonly corner?: VectorLike;
    readonly u: VectorLike;
    readonly v: VectorLike;
    readonly vertices: readonly [number, number];
  };
  /** or triangles: 3 numbers a vertex (m), 3 vertex numbers a triangle */
  readonly mesh?: { readonly vertices: ArrayLike<number>; readonly triangles: ArrayLike<number> };
  /** (m). Default: 5 mm */
  readonly thickness?: number;
  /** mass per area (kg/m²). Default: 0.3 */
  readonly density?: number;
  /** weight of stretching (N/m). Default: 400 */
  readonly stretch?: number;
  /** weight of bending (N m). Default: 1e-3 */
  readonly bend?: number;
  /** drag of a vertex that touches nothing (N s/m). Default: 0 */
  readonly airDamping?: number;
  /** vertices that are held, or boxes whose vertices are */
  readonly pins?: readonly (number | { readonly least: VectorLike; readonly most: VectorLike })[];
  readonly velocity?: VectorLike;
}
