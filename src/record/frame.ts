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
  /** first directors at the nodes of the rods that have them, 3 numbers each */
  readonly directors: Float32Array;
  /**
   * In the places of `bodies`: 3 numbers a node; of a pose the velocity of its position, the angular velocity in world axes and 0.
   * Missing where they were not recorded
   */
  readonly velocities?: Float32Array | undefined;
}

/** Where things are in frames. */
export interface FrameLayout {
  readonly bodies: readonly BodyGeometry[];
  readonly obstacles: readonly ObstacleGeometry[];
  /** first number of each body, and their count at the end */
  readonly offsets: readonly number[];
  /** number of each obstacle among those that move, or -1 */
  readonly moving: readonly number[];
  /** first number of each body among the directors, and their count at the end */
  readonly directors: readonly number[];
  /** whether frames have velocities */
  readonly velocities: boolean;
}

/** @param velocities whether frames have velocities. Default: they have not */
export function frameLayout(
  bodies: readonly BodyGeometry[],
  obstacles: readonly ObstacleGeometry[],
  velocities = false,
): FrameLayout {
  const offsets = [0];
  const directors = [0];
  for (const body of bodies) {
    offsets.push(offsets[offsets.length - 1] + frameNumbers(body));
    const own = body.kind === 'rod' && body.directors ? 3 * body.nodes : 0;
    directors.push(directors[directors.length - 1] + own);
  }
  let n = 0;
  const moving = obstacles.map((obstacle) => (obstacle.moves ? n++ : -1));
  return { bodies, obstacles, offsets, moving, directors, velocities };
}

/** Bytes of the present frame of a world: t (f64), step (f64), bodies, obstacles that move, directors, velocities (f32). */
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
  return joinBytes([
    littleEndian(Float64Array.of(world.t, step)),
    littleEndian(bodies),
    littleEndian(obstacles),
    littleEndian(directorsOf(world, layout)),
    ...(layout.velocities ? [littleEndian(velocitiesOf(world, layout))] : []),
  ]);
}

function directorsOf(world: World, { bodies, directors }: FrameLayout): Float32Array {
  const out = new Float32Array(directors[bodies.length]);
  world.bodies.forEach((body, b) => {
    const n = directors[b + 1] - directors[b];
    if (n === 0) return;
    const own = new Float64Array(n);
    (body as FiberBody).nodeDirectors!(own);
    out.set(own, directors[b]);
  });
  return out;
}

function velocitiesOf(world: World, { bodies, offsets }: FrameLayout): Float32Array {
  const out = new Float32Array(offsets[bodies.length]);
  world.bodies.forEach((body, b) => {
    const own = new Float64Array(offsets[b + 1] - offsets[b]);
    if (body.kind === 'rod') (body as FiberBody).nodeVelocities?.(own);
    else if (body.kind === 'rigid') poseVelocity(own, body as RigidBody);
    else own.set(body.v.subarray(0, own.length));
    out.set(own, offsets[b]);
  });
  return out;
}

const pose = new Float64Array(7);

/** out = velocity of the place of a body's frame, angular velocity in world axes. */
function poseVelocity(out: Float64Array, body: RigidBody): void {
  body.linearVelocity(out);
  if (!body.rotates) return;
  out.set(body.v.subarray(3, 6), 3);
  body.pose(pose);
  for (let i = 0; i < 3; i++) {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    out[i] += out[3 + j] * (pose[k] - body.q[k]) - out[3 + k] * (pose[j] - body.q[j]);
  }
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
  const d = layout.directors[layout.bodies.length];
  if (bytes.length !== 16 + 4 * (n + m + d + (layout.velocities ? n : 0))) return undefined;
  const [t, step] = numbersFrom(Float64Array, bytes.subarray(0, 16));
  const numbers = numbersFrom(Float32Array, bytes.subarray(16));
  return {
    t,
    step,
    bodies: numbers.subarray(0, n),
    obstacles: numbers.subarray(n, n + m),
    directors: numbers.subarray(n + m, n + m + d),
    ...(layout.velocities && { velocities: numbers.subarray(n + m + d) }),
  };
}
