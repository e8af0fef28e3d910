import type { ClothBody } from '../dynamics/cloth/cloth-body.js';
import { stateOf } from '../dynamics/cloth/contact-error.js';
import type { World } from '../dynamics/world.js';
import { now } from '../friction/clock.js';
import { buildWorld } from '../scene/build/world.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { readScene } from '../scene/read-scene.js';
import type { SceneInput } from '../scene/schema/scene.js';
import type { Surroundings } from './reproduction.js';

/** A cloth scene of the gallery with some of it replaced. */
export interface ClothPlan {
  readonly scene: string;
  /** friction that the paper varies: of the cloth, and of what it lies on where the scene has one coefficient for all */
  readonly friction?: number;
  /** vertices along each direction, times this. Default: 1 */
  readonly resolution?: number;
  /** choices of the cloth's solver, over the scene's */
  readonly solver?: Readonly<Record<string, unknown>>;
}

type ClothInput = Extract<SceneInput['bodies'][number], { type: 'cloth' }>;

/** The world of a plan, and its cloth. */
export function clothWorld({ scene, friction, resolution = 1, solver }: ClothPlan): { world: World; cloth: ClothBody } {
  const input = gallerySceneNamed(scene) as SceneInput & { materials: Record<string, { friction?: number }> };
  const json = input.bodies.find((body): body is ClothInput => body.type === 'cloth')!;
  // the ribbon's slope keeps its own friction, by a pair of materials
  if (friction !== undefined) for (const material of Object.values(input.materials)) material.friction = friction;
  const scaled = (n: number): number => Math.max(4, Math.round(n * resolution));
  for (const piece of json.pieces) {
    if (piece.type === 'sheet') piece.vertices = [scaled(piece.vertices[0]), scaled(piece.vertices[1])];
    if (piece.type === 'tube') Object.assign(piece, { around: scaled(piece.around), rings: scaled(piece.rings) });
  }
  json.solver = { ...json.solver, ...solver };
  const world = buildWorld(readScene(input, scene));
  return { world, cloth: world.cloths[0] };
}

/** Mean numbers of a run's steps; times in processor seconds. */
export interface ClothMeans {
  readonly steps: number;
  /** contacts that touch at the end of a step: with obstacles, and of the cloth with itself */
  readonly obstacle: number;
  readonly self: number;
  /** all that took part, open ones included */
  readonly near: { readonly obstacle: number; readonly self: number };
  readonly layers: number;
  readonly iterations: number;
  readonly acMean: number;
  /** of the parts of a step, as in `ClothStep` */
  readonly seconds: Readonly<Record<string, number>>;
  /** of a whole step */
  readonly step: number;
  /** largest acceleration of a vertex in the last fifth of the run (m/s²), and speed at the end (m/s) */
  readonly acceleration: number;
  readonly speed: number;
}

/**
 * Takes steps until time `until` (s) or Ctrl-C and measures them. Parts are timed by the wall clock and scaled to the processor
 * time of their step, so that other work on the machine does not count.
 */
export async function runCloth(
  around: Surroundings,
  { world, cloth }: { world: World; cloth: ClothBody },
  until: number,
  each?: (world: World, cloth: ClothBody) => void,
  share?: (done: number) => void,
): Promise<ClothMeans> {
  const sums: Record<string, number> = {};
  const add = (key: string, value: number): void => void (sums[key] = (sums[key] ?? 0) + value);
  const seconds: Record<string, number> = {};
  const last = cloth.v.slice();
  let acceleration = 0;
  let steps = 0;
  while (world.t < until - 1e-9 && !around.stopped()) {
    const cpu = process.cpuUsage();
    const begun = now();
    world.step();
    const wall = now() - begun;
    const used = process.cpuUsage(cpu);
    const scale = Math.min(1, (1e-6 * (used.user + used.system)) / wall);
    const step = cloth.last!;
    steps++;
    const touching = touchingContacts(cloth);
    add('obstacle', touching.obstacle);
    add('self', touching.self);
    add('nearObstacle', step.contacts.obstacle);
    add('nearSelf', step.contacts.self);
    add('layers', step.contacts.layers);
    add('iterations', step.iterations);
    add('acMean', Number.isFinite(step.error.acMean) ? step.error.acMean : 0);
    for (const [part, value] of Object.entries(step.seconds)) seconds[part] = (seconds[part] ?? 0) + scale * value;
    if (world.t > 0.8 * until) acceleration = Math.max(acceleration, largest(cloth.v, last) / world.settings.h);
    last.set(cloth.v);
    each?.(world, cloth);
    share?.(world.t / until);
    await around.breathe();
  }
  const mean = (key: string): number => (sums[key] ?? 0) / Math.max(1, steps);
  for (const part of Object.keys(seconds)) seconds[part] /= Math.max(1, steps);
  return {
    steps,
    obstacle: mean('obstacle'),
    self: mean('self'),
    near: { obstacle: mean('nearObstacle'), self: mean('nearSelf') },
    layers: mean('layers'),
    iterations: mean('iterations'),
    acMean: mean('acMean'),
    seconds,
    step: seconds.total ?? 0,
    acceleration,
    speed: largest(cloth.v, new Float64Array(cloth.dofs)),
  };
}

const u = new Float64Array(3);

/** Contacts of the last step that press, or whose gap is not above 0 at its end (to first order: open gaps are in w already). */
export function touchingContacts({ world }: ClothBody): { obstacle: number; self: number } {
  const { contacts, v, h, scale } = world.state;
  const { normal, gap } = contacts;
  const count = { obstacle: 0, self: 0 };
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.isSuperseded(j)) continue;
    contacts.relativeVelocity(u, v, j);
    const uN = u[0] * normal[3 * j] + u[1] * normal[3 * j + 1] + u[2] * normal[3 * j + 2];
    if (stateOf(contacts, v, j, scale) === 'takeOff' && h * uN + Math.min(0, gap[j]) > 0) continue;
    count[contacts.obstacleOf(j) < 0 ? 'self' : 'obstacle']++;
  }
  return count;
}

/** Largest |a - b| of three numbers each. */
export function largest(a: Float64Array, b: Float64Array): number {
  let square = 0;
  for (let k = 0; k < a.length; k += 3) {
    const [x, y, z] = [a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]];
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}

/** Root mean square distance of the vertices of two states (m). */
export function apart(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return Math.sqrt((3 * sum) / a.length);
}

/** Right-aligned columns after a first one. */
export function columnsOf(first: string, others: readonly string[]): { title: string; align?: 'right' }[] {
  return [{ title: first }, ...others.map((title) => ({ title, align: 'right' as const }))];
}
