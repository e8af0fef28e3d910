import type { Polyhedron } from './polyhedron.js';
import type { Orientation, ShapeType, SimpleShape, Vector } from './shape.js';
import type { ShapeKind } from './shapes/kind.js';
import { kindOf } from './shapes/registry.js';
import { apply33 } from '../math/mat3.js';
import { multiplyQuaternions, quaternionToMatrix, rotateByQuaternion } from '../math/quaternion.js';
import { norm3 } from '../math/vec3.js';

const q = new Float64Array(4);

/** A simple shape at its present place, with what the narrow phase needs of it in world axes. */
export class PlacedShape {
  readonly type: ShapeType;
  readonly shape: SimpleShape;
  readonly kind: ShapeKind<SimpleShape, object>;
  /** place in the frame it is carried by */
  readonly offset: Float64Array;
  readonly turn: Float64Array;
  /** half the length of its axis, -1 where it has none (m) */
  readonly #halfAxis: number;
  /** whether the shape's frame is the one that carries it */
  readonly #centred: boolean;
  /** origin of the shape's frame (m) */
  readonly position = new Float64Array(3);
  /** rotation of the shape's frame, row-major */
  readonly rotation = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  /** radius of spheres, capsules, cylinders, tubes; 0 otherwise (m) */
  readonly radius: number;
  /** largest distance of a point of the shape from the origin of its frame; infinite for planes (m) */
  extent = 0;
  /** largest distance of a point of the shape from the origin of the frame that carries it (m) */
  reach = 0;
  /** how far points of the shape move when the frame that carries it turns by a unit angle; a ball's centre only (m) */
  lever = 0;
  /** a typical length, to compare penetrations with: radius or half the smallest size (m) */
  readonly size: number;
  /** the two ends of the axis of a capsule or cylinder (m) */
  readonly ends = new Float64Array(6);
  /** boxes and polyhedra: geometry, vertices and face normals in world axes */
  readonly polyhedron: Polyhedron | undefined;
  readonly vertices: Float64Array;
  readonly normals: Float64Array;

  constructor(shape: SimpleShape, offset: Vector = [0, 0, 0], turn: Orientation = [1, 0, 0, 0]) {
    this.shape = shape;
    this.type = shape.type;
    this.kind = kindOf(shape);
    this.offset = Float64Array.from(offset);
    this.turn = Float64Array.from(turn);
    this.#centred = offset.every((x) => x === 0);
    this.radius = 'radius' in shape ? shape.radius : 0;
    const { kind } = this;
    this.polyhedron = kind.polyhedron?.(shape);
    this.#halfAxis = kind.halfAxis?.(shape) ?? -1;
    this.vertices = new Float64Array(this.polyhedron?.vertices.length ?? 0);
    this.normals = new Float64Array(this.polyhedron?.normals.length ?? 0);
    this.size = kind.size(shape);
    this.measure();
  }

  /** Finds out how large the shape is; again after the vertices of its mesh have moved. */
  measure(): void {
    this.extent = this.kind.extent(this.shape);
    const away = norm3(this.offset);
    this.reach = this.extent + away;
    this.lever = this.type === 'sphere' ? away : this.reach;
  }

  /** Moves the shape with the frame that carries it: position (3) and quaternion (4) in `pose`. */
  place(pose: Float64Array): void {
    if (this.type === 'sphere' && this.#centred) {
      // a ball looks the same however it is turned
      for (let i = 0; i < 3; i++) this.position[i] = pose[i];
      return;
    }
    rotateByQuaternion(this.position, 0, pose, 3, this.offset, 0);
    for (let i = 0; i < 3; i++) this.position[i] += pose[i];
    multiplyQuaternions(q, 0, pose, 3, this.turn, 0);
    quaternionToMatrix(this.rotation, 0, q, 0);
    const { rotation: R, position: p } = this;
    if (this.#halfAxis >= 0) {
      for (let i = 0; i < 3; i++) {
        const d = this.#halfAxis * R[3 * i + 2];
        this.ends[i] = p[i] - d;
        this.ends[3 + i] = p[i] + d;
      }
    }
    if (this.polyhedron) this.#placePolyhedron(this.polyhedron);
  }

  #placePolyhedron(shape: Polyhedron): void {
    const { rotation: R, position: p, vertices: x, normals } = this;
    for (let k = 0; k < x.length; k += 3) {
      apply33(x, k, R, 0, shape.vertices, k);
      x[k] += p[0];
      x[k + 1] += p[1];
      x[k + 2] += p[2];
    }
    for (let k = 0; k < normals.length; k += 3) apply33(normals, k, R, 0, shape.normals, k);
  }

  /** out[0..5] = box that holds the shape, min then max */
  bounds(out: Float64Array): void {
    this.kind.bounds(out, this.shape, this);
  }
}
