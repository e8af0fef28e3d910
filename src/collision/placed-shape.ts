import type { Polyhedron } from '../geometry/polyhedron.js';
import { boxPolyhedron } from '../geometry/polyhedron.js';
import type { Orientation, ShapeType, SimpleShape, Vector } from '../geometry/shape.js';
import { apply33 } from '../math/mat3.js';
import { multiplyQuaternions, quaternionToMatrix, rotateByQuaternion } from '../math/quaternion.js';
import { norm3 } from '../math/vec3.js';

const q = new Float64Array(4);

/** A simple shape at its present place, with what the narrow phase needs of it in world axes. */
export class PlacedShape {
  readonly type: ShapeType;
  readonly shape: SimpleShape;
  /** place in the frame it is carried by */
  readonly offset: Float64Array;
  readonly turn: Float64Array;
  /** whether the shape's frame is the one that carries it */
  readonly #centred: boolean;
  /** origin of the shape's frame (m) */
  readonly position = new Float64Array(3);
  /** rotation of the shape's frame, row-major */
  readonly rotation = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  /** radius of spheres, capsules, cylinders, tubes; 0 otherwise (m) */
  readonly radius: number;
  /** largest distance of a point of the shape from the origin of its frame; infinite for planes (m) */
  readonly extent: number;
  /** largest distance of a point of the shape from the origin of the frame that carries it (m) */
  readonly reach: number;
  /** how far points of the shape move when the frame that carries it turns by a unit angle; a ball's centre only (m) */
  readonly lever: number;
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
    this.offset = Float64Array.from(offset);
    this.turn = Float64Array.from(turn);
    this.#centred = offset.every((x) => x === 0);
    this.radius = 'radius' in shape ? shape.radius : 0;
    this.polyhedron =
      shape.type === 'box' ? boxPolyhedron(shape.half) : shape.type === 'convex' ? shape.polyhedron : undefined;
    this.vertices = new Float64Array(this.polyhedron?.vertices.length ?? 0);
    this.normals = new Float64Array(this.polyhedron?.normals.length ?? 0);
    this.extent = extentOf(shape);
    const away = norm3(this.offset);
    this.reach = this.extent + away;
    this.lever = shape.type === 'sphere' ? away : this.reach;
    this.size = sizeOf(shape, this.polyhedron);
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
    const { shape, rotation: R, position: p } = this;
    if (shape.type === 'capsule' || shape.type === 'cylinder') {
      for (let i = 0; i < 3; i++) {
        const d = shape.halfLength * R[3 * i + 2];
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
    const { shape, rotation: R, position: p } = this;
    switch (shape.type) {
      case 'plane':
        for (let i = 0; i < 3; i++) {
          out[i] = -Infinity;
          out[3 + i] = Infinity;
        }
        return;
      case 'sphere':
        for (let i = 0; i < 3; i++) {
          out[i] = p[i] - shape.radius;
          out[3 + i] = p[i] + shape.radius;
        }
        return;
      case 'capsule':
      case 'cylinder':
        for (let i = 0; i < 3; i++) {
          const axis = R[3 * i + 2];
          // a disk's shadow on an axis is shorter than its radius
          const r = shape.type === 'capsule' ? shape.radius : shape.radius * Math.sqrt(Math.max(0, 1 - axis * axis));
          out[i] = Math.min(this.ends[i], this.ends[3 + i]) - r;
          out[3 + i] = Math.max(this.ends[i], this.ends[3 + i]) + r;
        }
        return;
      case 'box':
      case 'convex':
        boundsOfPoints(out, this.vertices);
        return;
      case 'mesh':
        shape.mesh.bounds(local);
        turnBox(out, local, R, p);
        return;
      case 'tube':
        boundsOfCurve(local, shape);
        turnBox(out, local, R, p);
        return;
      case 'distance':
        for (let i = 0; i < 3; i++) {
          local[i] = -(shape.half?.[i] ?? Infinity);
          local[3 + i] = shape.half?.[i] ?? Infinity;
        }
        if (shape.half) turnBox(out, local, R, p);
        else out.set(local);
    }
  }
}

const local = new Float64Array(6);
const point = new Float64Array(9);

function boundsOfPoints(out: Float64Array, x: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    let lo = Infinity;
    let hi = -Infinity;
    for (let k = i; k < x.length; k += 3) {
      if (x[k] < lo) lo = x[k];
      if (x[k] > hi) hi = x[k];
    }
    out[i] = lo;
    out[3 + i] = hi;
  }
}

/** Box of a tube: sampled four times a span, widened by the sag between samples. */
function boundsOfCurve(out: Float64Array, tube: SimpleShape & { type: 'tube' }): void {
  out.fill(Infinity, 0, 3);
  out.fill(-Infinity, 3, 6);
  const samples = 4 * tube.curve.spans;
  for (let k = 0; k <= samples; k++) {
    tube.curve.evaluate(point, k / 4);
    for (let i = 0; i < 3; i++) {
      const sag = Math.abs(point[6 + i]) / 64 + tube.radius;
      out[i] = Math.min(out[i], point[i] - sag);
      out[3 + i] = Math.max(out[3 + i], point[i] + sag);
    }
  }
}

/** out = the box that holds a turned box */
function turnBox(out: Float64Array, box: Float64Array, R: Float64Array, p: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    let centre = p[i];
    let half = 0;
    for (let j = 0; j < 3; j++) {
      centre += R[3 * i + j] * 0.5 * (box[j] + box[3 + j]);
      half += Math.abs(R[3 * i + j]) * 0.5 * (box[3 + j] - box[j]);
    }
    out[i] = centre - half;
    out[3 + i] = centre + half;
  }
}

function extentOf(shape: SimpleShape): number {
  switch (shape.type) {
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.radius + shape.halfLength;
    case 'cylinder':
      return Math.sqrt(shape.radius * shape.radius + shape.halfLength * shape.halfLength);
    case 'box':
      return Math.sqrt(shape.half.reduce((sum, x) => sum + x * x, 0));
    case 'convex':
      return shape.polyhedron.radius;
    case 'plane':
      return Infinity;
    case 'distance':
      return shape.half ? Math.sqrt(shape.half.reduce((sum, x) => sum + x * x, 0)) : Infinity;
    case 'mesh':
    case 'tube': {
      if (shape.type === 'mesh') shape.mesh.bounds(local);
      else boundsOfCurve(local, shape);
      let square = 0;
      for (let i = 0; i < 3; i++) {
        const far = Math.max(Math.abs(local[i]), Math.abs(local[3 + i]));
        square += far * far;
      }
      return Math.sqrt(square);
    }
  }
}

function sizeOf(shape: SimpleShape, solid: Polyhedron | undefined): number {
  switch (shape.type) {
    case 'sphere':
    case 'capsule':
    case 'tube':
      return shape.radius;
    case 'cylinder':
      return Math.min(shape.radius, shape.halfLength);
    case 'box':
      return Math.min(...shape.half);
    case 'convex':
      return 0.5 * narrowest(solid!);
    default:
      return Infinity;
  }
}

/** Smallest width of a polyhedron across its faces. */
function narrowest(shape: Polyhedron): number {
  let least = Infinity;
  for (let f = 0; f < shape.faces.length; f++) {
    let deepest = 0;
    const from = 3 * shape.faces[f][0];
    for (let k = 0; k < shape.vertices.length; k += 3) {
      let depth = 0;
      for (let i = 0; i < 3; i++)
        depth -= shape.normals[3 * f + i] * (shape.vertices[k + i] - shape.vertices[from + i]);
      deepest = Math.max(deepest, depth);
    }
    least = Math.min(least, deepest);
  }
  return least;
}
