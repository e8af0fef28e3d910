import type { Frame } from '../../../record/frame.js';
import type { RecordingView } from '../../../record/recording.js';
import { partsMesh } from './solids.js';
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

/** Makes the surfaces of a recording's frames; what does not change is cut once. */
export class FrameMeshes {
  readonly #recording: RecordingView;
  readonly #sides: number;
  readonly #rigid: (Triangles | undefined)[];
  readonly #obstacles: Triangles[];

  constructor(recording: RecordingView, options: { readonly sides?: number; readonly planeSize?: number } = {}) {
    this.#recording = recording;
    this.#sides = options.sides ?? 8;
    const solid = { sides: Math.max(16, this.#sides), planeSize: options.planeSize ?? planeSizeOf(recording) };
    const { bodies, obstacles } = recording.layout;
    this.#rigid = bodies.map((body) => (body.kind === 'rigid' ? partsMesh(body.parts, solid) : undefined));
    this.#obstacles = obstacles.map((obstacle) => partsMesh(obstacle.parts, solid));
  }

  /** The surface of a rigid body or an obstacle in its own frame. */
  solid(kind: 'rigid' | 'obstacle', number: number): Triangles {
    return kind === 'rigid' ? this.#rigid[number]! : this.#obstacles[number];
  }

  /** Surfaces of all bodies, then of all obstacles, at a frame. */
  at(frame: Frame): NamedMesh[] {
    const { layout } = this.#recording;
    const bodies = layout.bodies.map((body, b): NamedMesh => {
      const own = frame.bodies.subarray(layout.offsets[b], layout.offsets[b + 1]);
      const { name, kind } = body;
      if (body.kind === 'rigid') return { name, kind, number: b, mesh: placed(this.#rigid[b]!, own) };
      if (body.kind === 'cloth') {
        const mesh = { vertices: Float64Array.from(own), triangles: Uint32Array.from(body.triangles) };
        if (body.obstacle !== undefined) return { name, kind: 'obstacle', number: body.obstacle, mesh };
        return { name, kind, number: b, mesh };
      }
      return { name, kind, number: b, mesh: tubeMesh(own, body.radius, this.#sides) };
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
  const count = Math.min(samples, recording.frames);
  for (let s = 0; s < count; s++) {
    const frame = recording.frame(Math.round((s * (recording.frames - 1)) / Math.max(1, count - 1)));
    layout.bodies.forEach((body, b) => {
      const reach = body.kind === 'rod' ? body.radius : body.kind === 'rigid' ? reachOf(body.parts) : 0;
      const end = body.kind === 'rigid' ? layout.offsets[b] + 3 : layout.offsets[b + 1];
      const x = frame.bodies;
      for (let k = layout.offsets[b]; k < end; k += 3) take(x[k], x[k + 1], x[k + 2], reach);
    });
  }
  return Number.isFinite(box[0]) ? box : Float64Array.of(-1, -1, -1, 1, 1, 1);
}

function reachOf(parts: Parameters<typeof partsMesh>[0]): number {
  const { vertices } = partsMesh(parts, { sides: 8, planeSize: 0 });
  let reach = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    reach = Math.max(reach, Math.hypot(vertices[k], vertices[k + 1], vertices[k + 2]));
  }
  return reach;
}

/** Half the width that planes are shown with: well beyond everything that moves. */
function planeSizeOf(recording: RecordingView): number {
  const box = boundsOf(recording);
  return 1.5 * Math.max(1e-3, ...Array.from(box, Math.abs));
}
