import type { FiberBody } from '../bodies/body.js';
import { isStill } from '../bodies/motion.js';
import type { Surface } from '../bodies/cloth/surface.js';
import type { Collider } from '../collision/detector.js';
import type { BodyRange } from '../scene/build/rest.js';
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
export type BodyGeometry = RodGeometry | RigidGeometry | ClothGeometry;

/** What every body has. */
interface NamedBody {
  readonly name: string;
  /** number of the entry of the scene's `bodies` that it comes from; missing in older recordings */
  readonly entry?: number | undefined;
}

export interface RodGeometry extends NamedBody {
  readonly kind: 'rod';
  readonly nodes: number;
  /** as contacts see it (m) */
  readonly radius: number;
  /** half axes of its section, along the first director and across it (m); missing: those of `radius` */
  readonly halfAxes?: readonly [number, number] | undefined;
  /** whether frames have its first director at every node: sections that are not round show how they turn */
  readonly directors?: boolean | undefined;
}

export interface RigidGeometry extends NamedBody {
  readonly kind: 'rigid';
  readonly parts: readonly SolidPart[];
}

export interface ClothGeometry extends NamedBody {
  readonly kind: 'cloth';
  readonly nodes: number;
  readonly thickness: number;
  readonly triangles: readonly number[];
  /** texture coordinates, 2 numbers each; missing: none are known */
  readonly uv?: readonly number[] | undefined;
  /** which of them the corners of each triangle have; missing: those of its vertices */
  readonly uvTriangles?: readonly number[] | undefined;
  /** number of the obstacle whose mesh deforms, where it is no cloth but that */
  readonly obstacle?: number | undefined;
}

/** What is drawn of an obstacle; its pose is in the frames where it moves, else here. One that deforms is among the bodies. */
export interface ObstacleGeometry {
  readonly name: string;
  readonly parts: readonly SolidPart[];
  readonly moves: boolean;
  readonly pose: readonly number[];
}

/** A cloth body as far as recordings care: positions of its nodes, and triangles between them. */
interface ClothLike {
  readonly surface: Pick<Surface, 'triangles' | 'uv'>;
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
 *
 * @param ranges numbers of the bodies that each entry of its scene was made into, where that is known
 */
export function bodyGeometry(world: World, ranges?: readonly BodyRange[]): BodyGeometry[] {
  const colliders = collidersByOwner(world);
  const entries = ranges && entriesOf(ranges);
  const bodies = world.bodies.map((body, number): BodyGeometry => {
    const named = { name: body.name, ...(entries && { entry: entries[number] }) };
    if (body.kind === 'rod') return { kind: 'rod', ...named, ...rodGeometry(body as FiberBody) };
    if (body.kind === 'cloth') {
      const { surface, thickness } = body as unknown as ClothLike;
      const triangles = Array.from(surface.triangles);
      return { kind: 'cloth', ...named, nodes: body.q.length / 3, thickness, triangles, ...uvGeometry(surface) };
    }
    return { kind: 'rigid', ...named, parts: partsOf(colliders.get(number) ?? []) };
  });
  const deforming = world.obstacles.flatMap(({ name, shape, vertices }, obstacle): BodyGeometry[] => {
    if (!vertices || shape.type !== 'mesh') return [];
    const { mesh } = shape;
    const triangles = Array.from(mesh.triangles);
    return [{ kind: 'cloth', name, nodes: mesh.vertices.length / 3, thickness: 0, triangles, obstacle }];
  });
  return [...bodies, ...deforming];
}

/** Entry that each body comes from. */
function entriesOf(ranges: readonly BodyRange[]): number[] {
  const entries: number[] = [];
  ranges.forEach(([from, to], entry) => {
    for (let body = from; body < to; body++) entries[body] = entry;
  });
  return entries;
}

function rodGeometry(rod: FiberBody): Omit<RodGeometry, 'kind' | 'name'> {
  const { nodes, radius, halfAxes } = rod;
  if (!halfAxes) return { nodes, radius };
  const [a, b] = halfAxes;
  if (a === b) return a === radius ? { nodes, radius } : { nodes, radius, halfAxes };
  const directors = typeof rod.nodeDirectors === 'function';
  return { nodes, radius, halfAxes, ...(directors && { directors }) };
}

/** Texture coordinates in six digits: a millionth of the picture. */
function uvGeometry({ triangles, uv }: ClothLike['surface']): Pick<ClothGeometry, 'uv' | 'uvTriangles'> {
  if (!uv) return {};
  const points = Array.from(uv.points, (x) => Math.round(1e6 * x) / 1e6);
  const alike = uv.triangles.every((corner, k) => corner === triangles[k]);
  return { uv: points, ...(!alike && { uvTriangles: Array.from(uv.triangles) }) };
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
