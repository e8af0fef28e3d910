import type { FiberBody } from '../bodies/body.js';
import { isStill } from '../bodies/motion.js';
import type { Collider } from '../collision/detector.js';
import type { World } from '../dynamics/world.js';
import type { RecordedShape } from '../geometry/shapes/recorded.js';
import { quaternionFromMatrix } from '../math/quaternion.js';

/** A solid as recordings keep it, in its own frame (m). */
export type SolidShape = RecordedShape;

/** A solid placed in the frame of a body or an obstacle: position (3), quaternion (4). */
export interface SolidPart {
  readonly shape: SolidShape;
  readonly pose: readonly number[];
}

/** What is drawn of a body. Frames hold 3 numbers a node, or 7 of a pose. */
export type BodyGeometry =
  | { readonly kind: 'rod'; readonly name: string; readonly nodes: number; readonly radius: number }
  | { readonly kind: 'rigid'; readonly name: string; readonly parts: readonly SolidPart[] }
  | {
      readonly kind: 'cloth';
      readonly name: string;
      readonly nodes: number;
      readonly thickness: number;
      readonly triangles: readonly number[];
      /** number of the obstacle whose mesh deforms, where it is no cloth but that */
      readonly obstacle?: number | undefined;
    };

/** What is drawn of an obstacle; its pose is in the frames where it moves, else here. One that deforms is among the bodies. */
export interface ObstacleGeometry {
  readonly name: string;
  readonly parts: readonly SolidPart[];
  readonly moves: boolean;
  readonly pose: readonly number[];
}

/** A cloth body as far as recordings care: positions of its nodes, and triangles between them. */
interface Surface {
  readonly surface: { readonly triangles: ArrayLike<number> };
  /** (m) */
  readonly thickness: number;
}

/** Numbers that a body takes in a frame. */
export function frameNumbers(body: BodyGeometry): number {
  return body.kind === 'rigid' ? 7 : 3 * body.nodes;
}

/**
 * Geometry of the bodies of a world that has not taken a step yet. After them come the obstacles whose meshes deform: for those
 * who draw them they are surfaces with vertices of their own, as cloths are.
 */
export function bodyGeometry(world: World): BodyGeometry[] {
  const colliders = collidersByOwner(world);
  const bodies = world.bodies.map((body, number): BodyGeometry => {
    const { name } = body;
    if (body.kind === 'rod') {
      const rod = body as FiberBody;
      return { kind: 'rod', name, nodes: rod.nodes, radius: rod.radius };
    }
    if (body.kind === 'cloth') {
      const { surface, thickness } = body as unknown as Surface;
      return { kind: 'cloth', name, nodes: body.q.length / 3, thickness, triangles: Array.from(surface.triangles) };
    }
    return { kind: 'rigid', name, parts: partsOf(colliders.get(number) ?? []) };
  });
  const deforming = world.obstacles.flatMap(({ name, shape, vertices }, obstacle): BodyGeometry[] => {
    if (!vertices || shape.type !== 'mesh') return [];
    const { mesh } = shape;
    const triangles = Array.from(mesh.triangles);
    return [{ kind: 'cloth', name, nodes: mesh.vertices.length / 3, thickness: 0, triangles, obstacle }];
  });
  return [...bodies, ...deforming];
}

/** Geometry of the obstacles of a world that has not taken a step yet. */
export function obstacleGeometry(world: World): ObstacleGeometry[] {
  const colliders = collidersByOwner(world);
  const now = new Float64Array(7);
  return world.obstacles.map((obstacle, number) => {
    obstacle.motion(now, 0);
    const moves = !isStill(obstacle.motion);
    const parts = obstacle.vertices ? [] : partsOf(colliders.get(-1 - number) ?? []);
    return { name: obstacle.name, parts, moves, pose: Array.from(now) };
  });
}

function collidersByOwner(world: World): Map<number, Collider[]> {
  const map = new Map<number, Collider[]>();
  for (const collider of world.detector.colliders) {
    const own = map.get(collider.owner);
    if (own) own.push(collider);
    else map.set(collider.owner, [collider]);
  }
  return map;
}

const identity = Float64Array.of(0, 0, 0, 1, 0, 0, 0);

/** The solids of an owner in its own frame. */
function partsOf(colliders: readonly Collider[]): SolidPart[] {
  return colliders.flatMap((collider) => {
    const shape = collider.shape?.kind.recorded(collider.shape.shape);
    if (!shape) return [];
    collider.shape!.place(identity);
    const q = new Float64Array(4);
    quaternionFromMatrix(q, 0, collider.shape!.rotation, 0);
    return [{ shape, pose: [...collider.shape!.position, ...q] }];
  });
}
