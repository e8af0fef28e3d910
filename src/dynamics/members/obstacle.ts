import type { Motion } from '../../bodies/motion.js';
import { meanVelocity, still } from '../../bodies/motion.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { Collider } from '../../collision/detector.js';
import type { Orientation, Shape, Vector } from '../../geometry/shape.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { norm3 } from '../../math/vec3.js';

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
  readonly #moves: boolean;
  /** velocity of its surface besides its own motion (m/s) */
  readonly belt: Vector;
  readonly #mesh: TriangleMesh | undefined;
  /** writes the vertices of its mesh at a time, where it deforms */
  readonly vertices: ((out: Float64Array, t: number) => void) | undefined;
  readonly #next: Float64Array;
  #placed = false;

  constructor(options: ObstacleOptions, number: number) {
    this.name = options.name ?? `obstacle-${number}`;
    this.shape = options.shape;
    this.motion = options.motion ?? still(options.position, options.orientation);
    this.#moves = options.motion !== undefined;
    this.belt = options.surfaceVelocity ?? [0, 0, 0];
    this.#mesh = options.shape.type === 'mesh' ? options.shape.mesh : undefined;
    this.vertices = this.#mesh ? options.vertices : undefined;
    this.#next = new Float64Array(this.vertices ? this.#mesh!.vertices.length : 0);
  }

  /** Forgets its place in a detector: it is about to be added to another. */
  release(): void {
    this.colliders.length = 0;
    this.#placed = false;
  }

  /** Learns how it will move in the step of h from t on, and moves to the share s of that. */
  place(t: number, h: number, s = 0): void {
    if (this.#placed && !this.#moves && !this.vertices) return;
    if (this.#moves) meanVelocity(this.velocity, this.motion, t, h);
    this.motion(this.pose, s === 0 ? t : t + s * h);
    const deformation = this.vertices ? this.#deform(t, h, s) : 0;
    const turn = norm3(this.velocity, 3);
    for (const collider of this.colliders) {
      collider.shape!.place(this.pose);
      for (let i = 0; i < 3; i++) collider.move[i] = h * this.velocity[i];
      collider.turn = (turn > 0 ? h * turn * collider.shape!.reach : 0) + deformation;
    }
    this.#placed = true;
  }

  /** Vertices at the share s of the step, their mean velocities over it; returns the largest displacement. */
  #deform(t: number, h: number, s: number): number {
    const mesh = this.#mesh!;
    const next = this.#next;
    this.vertices!(next, t + h);
    this.vertices!(mesh.vertices, t);
    if (mesh.velocities.length === 0) mesh.velocities = new Float64Array(next.length);
    let largest = 0;
    for (let k = 0; k < next.length; k += 3) {
      let square = 0;
      for (let i = k; i < k + 3; i++) {
        const d = next[i] - mesh.vertices[i];
        mesh.velocities[i] = d / h;
        square += d * d;
      }
      largest = Math.max(largest, square);
    }
    if (s > 0) this.vertices!(mesh.vertices, t + s * h);
    mesh.refit();
    for (const { shape } of this.colliders) shape!.measure();
    return Math.sqrt(largest);
  }

  /** out = velocity of its surface at contact k, where it is B (m/s) */
  surfaceVelocity(out: Float64Array, contacts: ContactSet, k: number): void {
    const x = contacts.pointB[3 * k] - this.pose[0];
    const y = contacts.pointB[3 * k + 1] - this.pose[1];
    const z = contacts.pointB[3 * k + 2] - this.pose[2];
    const v = this.velocity;
    out[0] = v[0] + v[4] * z - v[5] * y + this.belt[0];
    out[1] = v[1] + v[5] * x - v[3] * z + this.belt[1];
    out[2] = v[2] + v[3] * y - v[4] * x + this.belt[2];
    if (this.vertices) this.#addDeformation(out, contacts, k);
  }

  #addDeformation(out: Float64Array, contacts: ContactSet, k: number): void {
    const mesh = this.#mesh!;
    const { rotation: R, position: o } = this.colliders[0].shape!;
    for (let i = 0; i < 3; i++) {
      local[i] = 0;
      for (let j = 0; j < 3; j++) local[i] += R[3 * j + i] * (contacts.pointB[3 * k + j] - o[j]);
    }
    barycentric(mesh, contacts.indexB[k]);
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * mesh.triangles[3 * contacts.indexB[k] + corner];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) out[i] += weights[corner] * R[3 * i + j] * mesh.velocities[v + j];
      }
    }
  }
}

const local = new Float64Array(3);
const weights = new Float64Array(3);

/** weights = barycentric coordinates of the point `local` in a triangle */
function barycentric(mesh: TriangleMesh, triangle: number): void {
  const a = 3 * mesh.triangles[3 * triangle];
  const b = 3 * mesh.triangles[3 * triangle + 1];
  const c = 3 * mesh.triangles[3 * triangle + 2];
  const x = mesh.vertices;
  let d00 = 0;
  let d01 = 0;
  let d11 = 0;
  let d20 = 0;
  let d21 = 0;
  for (let i = 0; i < 3; i++) {
    const u = x[b + i] - x[a + i];
    const v = x[c + i] - x[a + i];
    const w = local[i] - x[a + i];
    d00 += u * u;
    d01 += u * v;
    d11 += v * v;
    d20 += w * u;
    d21 += w * v;
  }
  // a triangle without an area has no inside: its first corner will do
  const det = d00 * d11 - d01 * d01 || Infinity;
  weights[1] = (d11 * d20 - d01 * d21) / det;
  weights[2] = (d00 * d21 - d01 * d20) / det;
  weights[0] = 1 - weights[1] - weights[2];
}
