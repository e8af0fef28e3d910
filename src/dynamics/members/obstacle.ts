import type { Motion } from '../../bodies/motion.js';
import { ArcOfStep, meanVelocity, pointVelocity, still } from '../../bodies/motion.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { Collider } from '../../collision/detector.js';
import type { Orientation, Shape, Vector } from '../../geometry/shape.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { applyTransposed33 } from '../../math/mat3.js';
import { norm3, subtract3 } from '../../math/vec3.js';

/** A thing that moves as told, or stands still: nothing that happens to it changes its path. */
export interface ObstacleOptions {
  readonly name?: string;
  readonly shape: Shape;
  /** name of its material */
  readonly material: string;
  /** where it stands (m). Default: the origin */
  readonly position?: Vector;
  readonly orientation?: Orientation;
  /** how it moves, a function of time alone; instead of `position` and `orientation` */
  readonly motion?: Motion;
  /** velocity of its surface besides its own motion, as of a conveyor belt (m/s) */
  readonly surfaceVelocity?: Vector;
  /** vertices of its mesh at a time, for meshes that deform: writes 3 numbers a vertex */
  readonly vertices?: (out: Float64Array, t: number) => void;
}

const local = new Float64Array(3);
const coming = new Float64Array(6);

/** An obstacle in a world. */
export class Obstacle {
  readonly name: string;
  readonly shape: Shape;
  readonly motion: Motion;
  /** its shapes in the detector */
  readonly colliders: Collider[] = [];
  /** position and quaternion at the present time */
  readonly pose = new Float64Array(7);
  /** mean velocity over the coming step: linear at the origin of its frame, angular */
  readonly velocity = new Float64Array(6);
  readonly #arc = new ArcOfStep();
  readonly #moves: boolean;
  /** velocity of its surface besides its own motion (m/s) */
  readonly belt: Vector;
  readonly #mesh: TriangleMesh | undefined;
  /** writes the vertices of its mesh at a time, where it deforms */
  readonly vertices: ((out: Float64Array, t: number) => void) | undefined;
  #placed = false;
  #isAtStart = true;

  constructor(options: ObstacleOptions, number: number) {
    this.name = options.name ?? `obstacle-${number}`;
    this.shape = options.shape;
    this.motion = options.motion ?? still(options.position, options.orientation);
    this.#moves = options.motion !== undefined;
    this.belt = options.surfaceVelocity ?? [0, 0, 0];
    this.#mesh = options.shape.type === 'mesh' ? options.shape.mesh : undefined;
    this.vertices = this.#mesh ? options.vertices : undefined;
  }

  /** Forgets its place in a detector: it is about to be added to another. */
  release(): void {
    this.colliders.length = 0;
    this.#placed = false;
  }

  /** Learns how it will move in the step of h from t on, and moves to the share s of that. */
  place(t: number, h: number, s = 0): void {
    if (this.#placed && !this.#moves && !this.vertices) return;
    if (this.#moves) {
      meanVelocity(this.velocity, this.motion, t, h);
      this.#arc.set(this.velocity.subarray(3), h);
      this.#isAtStart = s === 0;
    }
    this.motion(this.pose, s === 0 ? t : t + s * h);
    const deformation = this.vertices ? this.#mesh!.deform(this.vertices, t, h, s) : 0;
    if (this.vertices) for (const { shape } of this.colliders) shape!.measure();
    const turn = norm3(this.velocity, 3);
    for (const collider of this.colliders) {
      collider.shape!.place(this.pose);
      for (let i = 0; i < 3; i++) collider.move[i] = h * this.velocity[i];
      collider.turn = (turn > 0 ? h * turn * collider.shape!.reach : 0) + deformation;
    }
    this.#placed = true;
  }

  /** Whether a script moves or deforms it in the step of h from t on. */
  isMoving(t: number, h: number): boolean {
    if (this.vertices) return true;
    if (!this.#moves) return false;
    meanVelocity(coming, this.motion, t, h);
    return coming.some((x) => x !== 0);
  }

  /** whether points of it that bodies stick to leave their tangents in the step; for theta < 1, placed in its middle, bodies follow by themselves */
  get curves(): boolean {
    return this.#isAtStart && !this.#arc.isStraight;
  }

  /** out = what a place on it moves besides its velocity over the coming step (m/s): see `ArcOfStep` */
  curving(out: Float64Array, place: Float64Array): void {
    out[0] = out[1] = out[2] = 0;
    this.#arc.add(out, this.pose, place[0], place[1], place[2]);
  }

  /** out = velocity of its surface at contact k, where it is B (m/s) */
  surfaceVelocity(out: Float64Array, contacts: ContactSet, k: number): void {
    const { pointB: p } = contacts;
    pointVelocity(out, this.velocity, this.pose, p[3 * k], p[3 * k + 1], p[3 * k + 2]);
    for (let i = 0; i < 3; i++) out[i] += this.belt[i];
    if (!this.vertices) return;
    const { rotation: R, position: o } = this.colliders[0].shape!;
    subtract3(local, 0, p, 3 * k, o, 0);
    applyTransposed33(local, 0, R, 0, local, 0);
    this.#mesh!.addVelocity(out, R, contacts.indexB[k], local[0], local[1], local[2]);
  }
}
