import type { FiberBody } from '../../bodies/body.js';
import type { Motion } from '../../bodies/motion.js';
import { ArcOfStep, meanVelocity, pointVelocity } from '../../bodies/motion.js';
import { PlacedShape } from '../../collision/placed-shape.js';
import { signedDistance } from '../../collision/narrow/distance.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { apply33, applyTransposed33 } from '../../math/mat3.js';
import { dot3, norm3, normalise3, set3 } from '../../math/vec3.js';
import type { Obstacle } from '../members/obstacle.js';
import type { ContactSurface } from '../members/surface.js';

/**
 * Tells where the frame of a shape is (position and quaternion) and how it will move in the coming step as far as is
 * known (velocity of its origin, spin).
 */
export type Carrier = (pose: Float64Array, velocity: Float64Array, t: number, h: number) => void;

/** A surface of the world that cloth touches. */
export interface ClothObstacleOptions {
  readonly surface: ContactSurface;
  /** friction and restitution of each cloth on it */
  readonly friction: readonly number[];
  readonly restitution: readonly number[];
  /** which cloths touch it */
  readonly admits: readonly boolean[];
  /** how a body moves; obstacles move as told */
  readonly carrier?: Carrier;
  /** which segment, of a rod */
  readonly segment?: number;
}

const pose = new Float64Array(7);
const unused = new Float64Array(6);
const n = new Float64Array(3);
const local = new Float64Array(3);

/** A surface as cloth meets it in a step: where it is at its start and its end, with its mean motion. */
export class ClothObstacle {
  readonly surface: ContactSurface;
  /** segment, where the body is a rod */
  readonly segment: number;
  readonly shape: PlacedShape;
  /** of each cloth, as in the options */
  readonly friction: readonly number[];
  readonly restitution: readonly number[];
  readonly admits: readonly boolean[];
  /** results of `distance`: unit normal, and mean velocity over the step of the surface there */
  readonly normal = new Float64Array(3);
  readonly velocity = new Float64Array(3);
  /** bound on the speed of its surface over the coming step (m/s) */
  speed = 0;
  /** origin of the frame that moves (m) */
  readonly origin = new Float64Array(3);
  /** deepest overlap with cloth at the start of the step, in half thicknesses */
  overlap = 0;
  /** whether a contact with it was left out in this step, as somebody asked: how deep it is in cloth is then nobody's harm */
  isLeftOut = false;
  readonly #carrier: Carrier;
  readonly #mesh: TriangleMesh | undefined;
  readonly #vertices: Obstacle['vertices'];
  /** mean over the step: of the frame's origin, and angular */
  readonly #motionVelocity = new Float64Array(6);
  readonly #arc = new ArcOfStep();
  #h = 0;
  /** the frame at the start and at the end of the step */
  readonly #start = new Float64Array(7);
  readonly #end = new Float64Array(7);
  #triangle = -1;
  /** nearest point of a mesh, normal there, height above it: see `TriangleMesh.nearest` */
  readonly #nearest = new Float64Array(7);

  constructor(options: ClothObstacleOptions) {
    const { surface, segment = 0 } = options;
    const { obstacle, fiber, collider } = surface;
    this.surface = surface;
    this.segment = segment;
    this.shape = fiber ? capsuleOf(fiber, segment) : copyOf(collider.shape!);
    this.friction = options.friction;
    this.restitution = options.restitution;
    this.admits = options.admits;
    this.#carrier = options.carrier ?? carriedBy(obstacle!.motion);
    this.#vertices = obstacle?.vertices;
    this.#mesh = this.shape.shape.type === 'mesh' ? this.shape.shape.mesh : undefined;
  }

  /** number of the body that it is, or -1: it moves as told */
  get body(): number {
    return this.surface.body;
  }

  /** whether it moves as told */
  get scripted(): boolean {
    return this.body < 0;
  }

  /** Moves to time t and learns where it will be h later. */
  place(t: number, h: number): void {
    this.isLeftOut = false;
    const v = this.#motionVelocity;
    this.#carrier(this.#start, v, t, h);
    this.#end.set(this.#start);
    this.#h = h;
    this.placeAt(0);
    const deformation = this.#vertices ? this.#mesh!.deform(this.#vertices, t, h) : 0;
    if (this.#vertices) this.shape.measure();
    this.speed = deformation / h + norm3(v);
    const turning = norm3(v, 3);
    if (turning > 0 && this.shape.extent < Infinity) this.speed += turning * this.shape.lever;
  }

  /** Learns where it is at the end of a step, time t, for `placeAt`; its mean motion over the step stays. */
  follow(t: number, h: number): void {
    this.#carrier(this.#end, unused, t, h);
    let along = 0;
    for (let i = 3; i < 7; i++) along += this.#start[i] * this.#end[i];
    // of the two quaternions of an orientation, the nearer one
    if (along < 0) for (let i = 3; i < 7; i++) this.#end[i] = -this.#end[i];
  }

  /** Moves to a share of the way from the start of the step, 0, to where `follow` found it, 1. */
  placeAt(share: number): void {
    let square = 0;
    for (let i = 0; i < 7; i++) {
      pose[i] = share === 1 ? this.#end[i] : this.#start[i] + share * (this.#end[i] - this.#start[i]);
      if (i >= 3) square += pose[i] * pose[i];
    }
    if (share > 0 && share < 1) for (let i = 3; i < 7; i++) pose[i] /= Math.sqrt(square);
    this.shape.place(pose);
    for (let i = 0; i < 3; i++) this.origin[i] = pose[i];
    if (this.scripted) this.#arc.set(this.#motionVelocity.subarray(3), this.#h, share);
  }

  /** How far it goes in the step against cloth that moves with velocities v, at most; less its turning (m). */
  wayAgainst(v: Float64Array, h: number): number {
    let largest = 0;
    for (let k = 0; k < v.length; k += 3) {
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const d = h * v[k + c] - this.#end[c] + this.#start[c];
        square += d * d;
      }
      largest = Math.max(largest, square);
    }
    return Math.sqrt(largest);
  }

  /** Signed distance of a point (m), negative inside; Infinity where it is certainly beyond `reach`. Sets `normal`. */
  distance(x: number, y: number, z: number, reach: number): number {
    const { shape } = this;
    if (shape.extent < Infinity) {
      const far = shape.extent + reach;
      const dx = x - shape.position[0];
      const dy = y - shape.position[1];
      const dz = z - shape.position[2];
      if (dx * dx + dy * dy + dz * dz > far * far) return Infinity;
    }
    if (this.#mesh) return this.#meshDistance(this.#mesh, x, y, z, reach);
    return signedDistance(this.normal, shape, x, y, z);
  }

  /** The nearest triangle within reach; its side decides the sign. */
  #meshDistance(mesh: TriangleMesh, x: number, y: number, z: number, reach: number): number {
    const { rotation: R, position: p } = this.shape;
    set3(local, 0, x - p[0], y - p[1], z - p[2]);
    applyTransposed33(local, 0, R, 0, local, 0);
    this.#triangle = mesh.nearest(this.#nearest, local[0], local[1], local[2], reach);
    if (this.#triangle < 0) return Infinity;
    const [a, b, c] = this.#nearest;
    const sign = this.#nearest[6] < 0 ? -1 : 1;
    const [dx, dy, dz] = [local[0] - a, local[1] - b, local[2] - c];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // on the surface the triangle's own
    if (distance > 1e-12) n.set([(sign * dx) / distance, (sign * dy) / distance, (sign * dz) / distance]);
    else n.set(this.#nearest.subarray(3, 6));
    apply33(this.normal, 0, R, 0, n, 0);
    return sign * distance;
  }

  /** Sets `velocity` for a point that moves along with the shape; what its surface does besides, as a conveyor belt, does not move it. */
  carriedVelocity(x: number, y: number, z: number): void {
    pointVelocity(this.velocity, this.#motionVelocity, this.origin, x, y, z);
  }

  /** Turns `normal` as the shape turns in a time, to first order. */
  turnNormal(h: number): void {
    const { normal } = this;
    const v = this.#motionVelocity;
    const [n0, n1, n2] = normal;
    normal[0] += h * (v[4] * n2 - v[5] * n1);
    normal[1] += h * (v[5] * n0 - v[3] * n2);
    normal[2] += h * (v[3] * n1 - v[4] * n0);
    normalise3(normal, 0, normal, 0);
  }

  /** Sets `velocity` for a point of the surface; after `distance`, which knows the triangle of a mesh. */
  surfaceVelocity(x: number, y: number, z: number): void {
    this.carriedVelocity(x, y, z);
    const belt = this.surface.obstacle?.belt;
    if (belt) for (let c = 0; c < 3; c++) this.velocity[c] += belt[c];
    if (!this.#vertices || this.#triangle < 0) return;
    const [a, b, c] = this.#nearest;
    this.#mesh!.addVelocity(this.velocity, this.shape.rotation, this.#triangle, a, b, c);
  }

  /** Adds to `velocity` what vertices that stick there, at `at`, go by besides it to keep their place: see `ArcOfStep`; across the surface only. */
  goRound(at: Float64Array, normal: Float64Array): void {
    if (this.#arc.isStraight) return;
    local.fill(0);
    this.#arc.add(local, this.origin, at[0], at[1], at[2]);
    const along = dot3(local, 0, normal, 0);
    for (let c = 0; c < 3; c++) this.velocity[c] += local[c] - along * normal[c];
  }
}

/** A segment of a rod, to be carried by its middle. */
function capsuleOf({ radius, nodeArcLength: arc }: FiberBody, segment: number): PlacedShape {
  return new PlacedShape({ type: 'capsule', radius, halfLength: 0.5 * (arc[segment + 1] - arc[segment]) });
}

/** The same shape with the same place in its frame, which is moved by itself. */
function copyOf({ shape, offset: [x, y, z], turn: [a, b, c, d] }: PlacedShape): PlacedShape {
  return new PlacedShape(shape, [x, y, z], [a, b, c, d]);
}

/** A frame that moves as told, with its mean velocity over the step. */
function carriedBy(motion: Motion): Carrier {
  return (pose, velocity, t, h) => {
    motion(pose, t);
    meanVelocity(velocity, motion, t, h);
  };
}
