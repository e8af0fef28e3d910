import type { Frame } from '../../../record/frame.js';
import type { BodyGeometry, RodGeometry, SolidPart } from '../../../record/geometry.js';
import type { RecordingView } from '../../../record/recording.js';
import { type ClothCut, clothCut, clothMesh } from './cloth-mesh.js';
import { partsMesh, sidesFor } from './solids.js';
import { type Triangles, placed } from './triangles.js';
import { tubeMesh } from './tubes.js';

/** A body or an obstacle as a surface. */
export interface NamedMesh {
  readonly name: string;
  readonly kind: 'rod' | 'rigid' | 'cloth' | 'obstacle';
  /** number among the bodies, or among the obstacles */
  readonly number: number;
  readonly mesh: Triangles;
}

/** How thick rods are: as their sections are, or as contacts see them. */
export type RodRadius = 'section' | 'collision';

/** How things are drawn. */
export interface FrameMeshOptions {
  /** corners of a rod's section, and of circles. Default: as many as so many rods and balls can afford */
  readonly sides?: number;
  /** half the width of planes (m). Default: well beyond everything that moves */
  readonly planeSize?: number;
  /** Default: section */
  readonly radius?: RodRadius | undefined;
}

/** Half axes that a rod is drawn with (m). */
export function rodHalfAxes(rod: RodGeometry, radius: RodRadius = 'section'): readonly [number, number] {
  return radius === 'section' && rod.halfAxes ? rod.halfAxes : [rod.radius, rod.radius];
}

/** Whether the section of a rod is not round. */
export const isElliptic = (rod: RodGeometry, radius: RodRadius = 'section'): boolean => {
  const [a, b] = rodHalfAxes(rod, radius);
  return a !== b;
};

/** Corners of a rod's section that so many nodes can afford: fibers by the thousand are thin, a rope is looked at closely. */
export function rodSides(nodes: number): number {
  return nodes <= 2000 ? 16 : nodes <= 10000 ? 8 : nodes <= 50000 ? 6 : 4;
}

/** Makes the surfaces of a recording's frames; what does not change is cut once. */
export class FrameMeshes {
  readonly sides: number;
  readonly #recording: RecordingView;
  readonly #radius: RodRadius;
  readonly #rigid: (Triangles | undefined)[];
  readonly #cloth: (ClothCut | undefined)[];
  readonly #obstacles: Triangles[];

  constructor(recording: RecordingView, options: FrameMeshOptions = {}) {
    this.#recording = recording;
    this.#radius = options.radius ?? 'section';
    const { bodies, obstacles } = recording.layout;
    const rodNodes = bodies.reduce((sum, body) => sum + (body.kind === 'rod' ? body.nodes : 0), 0);
    this.sides = options.sides ?? rodSides(rodNodes);
    const solid = {
      sides: options.sides === undefined ? sidesFor(roundParts(recording)) : Math.max(12, options.sides),
      planeSize: options.planeSize ?? planeSizeOf(recording),
    };
    // equal solids are cut once
    const known = new Map<string, Triangles>();
    const cut = (parts: readonly SolidPart[]): Triangles => {
      const key = JSON.stringify(parts);
      const mesh = known.get(key) ?? partsMesh(parts, solid);
      known.set(key, mesh);
      return mesh;
    };
    this.#rigid = bodies.map((body) => (body.kind === 'rigid' ? cut(body.parts) : undefined));
    this.#cloth = bodies.map((body) => (body.kind === 'cloth' ? clothCut(body) : undefined));
    this.#obstacles = obstacles.map((obstacle) => cut(obstacle.parts));
  }

  /** The surface of a rigid body or an obstacle in its own frame; equal solids have the very same one. */
  solid(kind: 'rigid' | 'obstacle', number: number): Triangles {
    return kind === 'rigid' ? this.#rigid[number]! : this.#obstacles[number];
  }

  /** The surface of body b at a frame. */
  body(frame: Frame, b: number): Triangles {
    const { layout } = this.#recording;
    const body = layout.bodies[b];
    const own = frame.bodies.subarray(layout.offsets[b], layout.offsets[b + 1]);
    if (body.kind === 'rigid') return placed(this.#rigid[b]!, own);
    if (body.kind === 'cloth') return clothMesh(this.#cloth[b]!, own);
    const halfAxes = rodHalfAxes(body, this.#radius);
    return tubeMesh(own, { halfAxes, sides: this.sides, directors: directorsOf(this.#recording, frame, b) });
  }

  /** Surfaces of all bodies, then of all obstacles, at a frame. */
  at(frame: Frame): NamedMesh[] {
    const { layout } = this.#recording;
    const bodies = layout.bodies.map((body, b): NamedMesh => {
      return { ...labelOf(body, b), mesh: this.body(frame, b) };
    });
    const obstacles = layout.obstacles.flatMap((obstacle, k): NamedMesh[] => {
      // those that deform are among the bodies
      if (obstacle.parts.length === 0) return [];
      const pose = obstaclePose(this.#recording, frame, k);
      return [{ name: obstacle.name, kind: 'obstacle', number: k, mesh: placed(this.#obstacles[k], pose) }];
    });
    return [...bodies, ...obstacles];
  }
}

function labelOf(body: BodyGeometry, b: number): Omit<NamedMesh, 'mesh'> {
  const { name, kind } = body;
  if (body.kind === 'cloth' && body.obstacle !== undefined) return { name, kind: 'obstacle', number: body.obstacle };
  return { name, kind, number: b };
}

/** First directors at the nodes of body b, where the recording has them. */
export function directorsOf({ layout }: RecordingView, frame: Frame, b: number): Float32Array | undefined {
  const { directors } = layout;
  return directors[b + 1] > directors[b] ? frame.directors.subarray(directors[b], directors[b + 1]) : undefined;
}

/** Pose of an obstacle at a frame. */
export function obstaclePose({ layout }: RecordingView, frame: Frame, k: number): ArrayLike<number> {
  const moving = layout.moving[k];
  return moving < 0 ? layout.obstacles[k].pose : frame.obstacles.subarray(7 * moving, 7 * moving + 7);
}

/** A box that holds the bodies at some frames: min, then max. Obstacles of finite size count where nothing else is. */
export function boundsOf(recording: RecordingView, samples = 8): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const take = (x: number, y: number, z: number, r: number): void => {
    [x, y, z].forEach((c, i) => {
      if (!Number.isFinite(c)) return;
      box[i] = Math.min(box[i], c - r);
      box[3 + i] = Math.max(box[3 + i], c + r);
    });
  };
  const { layout } = recording;
  const reaches = layout.bodies.map((body) => {
    if (body.kind === 'rod') return Math.max(body.radius, ...rodHalfAxes(body));
    return body.kind === 'rigid' ? reachOf(body.parts) : 0;
  });
  const count = Math.min(samples, recording.frames);
  for (let s = 0; s < count; s++) {
    const frame = recording.frame(Math.round((s * (recording.frames - 1)) / Math.max(1, count - 1)));
    layout.bodies.forEach((body, b) => {
      const end = body.kind === 'rigid' ? layout.offsets[b] + 3 : layout.offsets[b + 1];
      const x = frame.bodies;
      for (let k = layout.offsets[b]; k < end; k += 3) take(x[k], x[k + 1], x[k + 2], reaches[b]);
    });
  }
  return Number.isFinite(box[0]) ? box : Float64Array.of(-1, -1, -1, 1, 1, 1);
}

function reachOf(parts: readonly SolidPart[]): number {
  const { vertices } = partsMesh(parts, { sides: 8, planeSize: 0 });
  let reach = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    reach = Math.max(reach, Math.hypot(vertices[k], vertices[k + 1], vertices[k + 2]));
  }
  return reach;
}

/** How many round solids there are. */
function roundParts({ layout }: RecordingView): number {
  const round = (parts: readonly SolidPart[]): number =>
    parts.filter(({ shape: { type } }) => type === 'sphere' || type === 'capsule' || type === 'cylinder').length;
  const bodies = layout.bodies.reduce((sum, body) => sum + (body.kind === 'rigid' ? round(body.parts) : 0), 0);
  return layout.obstacles.reduce((sum, { parts }) => sum + round(parts), bodies);
}

/** Half the width that planes are shown with: well beyond everything that moves. */
function planeSizeOf(recording: RecordingView): number {
  const box = boundsOf(recording);
  return 1.5 * Math.max(1e-3, ...Array.from(box, Math.abs));
}
