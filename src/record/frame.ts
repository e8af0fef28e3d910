import type { FiberBody } from '../bodies/body.js';
import type { RigidBody } from '../bodies/rigid/rigid-body.js';
import type { Obstacle } from '../dynamics/members/obstacle.js';
import type { World } from '../dynamics/world.js';
import { rotateByQuaternion } from '../math/quaternion.js';
import { joinBytes, littleEndian, numbersFrom } from './bytes.js';
import type { BodyGeometry, ObstacleGeometry } from './geometry.js';
import { frameNumbers } from './geometry.js';

/** Positions of everything at a time. */
export interface Frame {
  /** (s) */
  readonly t: number;
  /** whole steps taken */
  readonly step: number;
  /** bodies one after another: 3 numbers a node, or position and quaternion of a pose */
  readonly bodies: Float32Array;
  /** position and quaternion of each obstacle that moves */
  readonly obstacles: Float32Array;
}

/** Where things are in frames. */
export interface FrameLayout {
  readonly bodies: readonly BodyGeometry[];
  readonly obstacles: readonly ObstacleGeometry[];
  /** first number of each body, and their count at the end */
  readonly offsets: readonly number[];
  /** number of each obstacle among those that move, or -1 */
  readonly moving: readonly number[];
}

export function frameLayout(bodies: readonly BodyGeometry[], obstacles: readonly ObstacleGeometry[]): FrameLayout {
  const offsets = [0];
  for (const body of bodies) offsets.push(offsets[offsets.length - 1] + frameNumbers(body));
  let n = 0;
  return { bodies, obstacles, offsets, moving: obstacles.map((obstacle) => (obstacle.moves ? n++ : -1)) };
}

/** Bytes of the present frame of a world: t (f64), step (f64), bodies, obstacles that move (f32). */
export function encodeFrame(world: World, layout: FrameLayout, step: number): Uint8Array {
  const bodies = new Float32Array(layout.offsets[layout.bodies.length]);
  let scratch = new Float64Array(7);
  world.bodies.forEach((body, b) => {
    const n = layout.offsets[b + 1] - layout.offsets[b];
    if (scratch.length < n) scratch = new Float64Array(n);
    if (body.kind === 'rod') (body as FiberBody).centreLine(scratch);
    else if (body.kind === 'rigid') (body as RigidBody).pose(scratch);
    else scratch.set(body.q.subarray(0, n));
    for (let k = 0; k < n; k++) bodies[layout.offsets[b] + k] = scratch[k];
  });
  layout.bodies.forEach((body, b) => {
    if (body.kind === 'cloth' && body.obstacle !== undefined) {
      bodies.set(deformedVertices(world.obstacles[body.obstacle], body.nodes, world.t), layout.offsets[b]);
    }
  });
  const moving = world.obstacles.filter((_, k) => layout.moving[k] >= 0);
  const obstacles = new Float32Array(7 * moving.length);
  moving.forEach((obstacle, k) => {
    obstacle.motion(scratch, world.t);
    obstacles.set(scratch.subarray(0, 7), 7 * k);
  });
  return joinBytes([littleEndian(Float64Array.of(world.t, step)), littleEndian(bodies), littleEndian(obstacles)]);
}

/** Vertices of an obstacle's mesh at a time, in world axes. */
function deformedVertices({ vertices, motion }: Obstacle, count: number, t: number): Float64Array {
  const x = new Float64Array(3 * count);
  const pose = new Float64Array(7);
  vertices!(x, t);
  motion(pose, t);
  for (let k = 0; k < x.length; k += 3) {
    rotateByQuaternion(x, k, pose, 3, x, k);
    for (let i = 0; i < 3; i++) x[k + i] += pose[i];
  }
  return x;
}

/** The frame of bytes that `encodeFrame` made; undefined where they do not fit the layout. */
export function decodeFrame(bytes: Uint8Array, layout: FrameLayout): Frame | undefined {
  const n = layout.offsets[layout.bodies.length];
  const m = 7 * layout.moving.filter((k) => k >= 0).length;
  if (bytes.length !== 16 + 4 * (n + m)) return undefined;
  const [t, step] = numbersFrom(Float64Array, bytes.subarray(0, 16));
  const numbers = numbersFrom(Float32Array, bytes.subarray(16));
  return { t, step, bodies: numbers.subarray(0, n), obstacles: numbers.subarray(n) };
}
