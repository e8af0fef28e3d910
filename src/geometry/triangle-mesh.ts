import { InputError } from '../errors.js';
import { closestOnTriangle, weights } from './closest-on-triangle.js';

/** Triangles in a leaf of the tree. */
const leafSize = 4;

/** Squared distances within this share of each other are one: triangles that meet in an edge or a corner. */
const tie = 1 + 1e-12;

const candidate = new Float64Array(7);

/**
 * A triangulated surface with a tree of boxes over its triangles. Vertices may move (`refit` after changing them);
 * triangles stay. Normals follow the order of the vertices (counter-clockwise seen from outside).
 */
export class TriangleMesh {
  /** 3 numbers a vertex (m) */
  readonly vertices: Float64Array;
  /** 3 vertices a triangle */
  readonly triangles: Int32Array;
  /** velocity of each vertex in the mesh's frame (m/s); empty where the mesh does not deform */
  velocities: Float64Array = new Float64Array(0);
  /** triangles in the order of the tree's leaves */
  readonly #order: Int32Array;
  /** box of each node, min then max */
  readonly #boxes: Float64Array;
  /** first child (inner nodes) or minus the first place in `order` minus one (leaves) */
  readonly #child: Int32Array;
  readonly #count: Int32Array;
  readonly #stack = new Int32Array(128);
  #nodes = 0;

  constructor(vertices: ArrayLike<number>, triangles: ArrayLike<number>) {
    this.vertices = Float64Array.from(vertices);
    this.triangles = Int32Array.from(triangles);
    const m = this.triangles.length / 3;
    if (!Number.isInteger(m) || m === 0) {
      throw new InputError('wrong mesh', [
        { path: 'triangles', expected: '3 vertices a triangle', found: `${triangles.length} numbers` },
      ]);
    }
    this.#order = Int32Array.from({ length: m }, (_, k) => k);
    this.#boxes = new Float64Array(6 * (2 * m));
    this.#child = new Int32Array(2 * m);
    this.#count = new Int32Array(2 * m);
    this.#nodes = 1;
    this.#split(0, 0, m);
    this.refit();
  }

  /** Number of triangles. */
  get size(): number {
    return this.triangles.length / 3;
  }

  /** Recomputes the boxes after vertices have moved. */
  refit(): void {
    for (let node = this.#nodes - 1; node >= 0; node--) {
      const at = 6 * node;
      const box = this.#boxes;
      for (let i = 0; i < 3; i++) {
        box[at + i] = Infinity;
        box[at + 3 + i] = -Infinity;
      }
      if (this.#child[node] >= 0) {
        this.#grow(at, 6 * this.#child[node]);
        this.#grow(at, 6 * this.#child[node] + 6);
      } else {
        const from = -this.#child[node] - 1;
        for (let k = from; k < from + this.#count[node]; k++) this.#growTriangle(at, this.#order[k]);
      }
    }
  }

  /** out[0..5] = the box of the whole mesh, min then max */
  bounds(out: Float64Array): void {
    for (let i = 0; i < 6; i++) out[i] = this.#boxes[i];
  }

  /** Calls `visit` with every triangle whose box meets box (min then max), in a fixed order. */
  query(box: Float64Array, visit: (triangle: number) => void): void {
    const stack = this.#stack;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (!this.#meets(6 * node, box)) continue;
      if (this.#child[node] >= 0) {
        stack[top++] = this.#child[node] + 1;
        stack[top++] = this.#child[node];
        continue;
      }
      const from = -this.#child[node] - 1;
      for (let k = from; k < from + this.#count[node]; k++)
        if (this.#touches(this.#order[k], box)) visit(this.#order[k]);
    }
  }

  /**
   * Takes the vertices at the share s of a step of h from t on, with their mean velocities over it; returns the largest displacement.
   *
   * @param places writes the vertices at a time
   */
  deform(places: (out: Float64Array, t: number) => void, t: number, h: number, s = 0): number {
    const x = this.vertices;
    if (this.velocities.length === 0) this.velocities = new Float64Array(x.length);
    const v = this.velocities;
    places(v, t + h);
    places(x, t);
    let largest = 0;
    for (let k = 0; k < x.length; k += 3) {
      let square = 0;
      for (let i = k; i < k + 3; i++) {
        const d = v[i] - x[i];
        v[i] = d / h;
        square += d * d;
      }
      largest = Math.max(largest, square);
    }
    if (s > 0) places(x, t + s * h);
    this.refit();
    return Math.sqrt(largest);
  }

  /** out += R v, the velocity with which a mesh that deforms moves a place of a triangle, (x, y, z) in its frame */
  addVelocity(out: Float64Array, R: Float64Array, triangle: number, x: number, y: number, z: number): void {
    const t = this.triangles.subarray(3 * triangle, 3 * triangle + 3);
    barycentric(this.vertices, 3 * t[0], 3 * t[1], 3 * t[2], x, y, z);
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * t[corner];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) out[i] += coordinates[corner] * R[3 * i + j] * this.velocities[v + j];
      }
    }
  }

  /**
   * out[0..2] = the point of the surface nearest to (x, y, z), out[3..5] = the unit normal of its triangle, out[6] = how far the
   * point lies along it, positive outside. Where an edge or a corner is nearest, it is the triangle that looks most towards
   * or away from the point: of those that meet there, that one tells inside from outside. Returns the number of the triangle,
   * -1 where there is none `within` a distance.
   */
  nearest(out: Float64Array, x: number, y: number, z: number, within = Infinity): number {
    const stack = this.#stack;
    let top = 0;
    stack[top++] = 0;
    let best = within * within;
    let facing = -1;
    let found = -1;
    while (top > 0) {
      const node = stack[--top];
      if (this.#squareTo(6 * node, x, y, z) > best * tie) continue;
      const child = this.#child[node];
      if (child >= 0) {
        // the nearer one is looked at first
        const swap = this.#squareTo(6 * child + 6, x, y, z) < this.#squareTo(6 * child, x, y, z) ? 1 : 0;
        stack[top++] = child + 1 - swap;
        stack[top++] = child + swap;
        continue;
      }
      for (let k = -child - 1; k < -child - 1 + this.#count[node]; k++) {
        const triangle = this.#order[k];
        const t = this.triangles;
        const at = 3 * triangle;
        const square = closestOnTriangle(this.vertices, 3 * t[at], 3 * t[at + 1], 3 * t[at + 2], x, y, z);
        if (square > best * tie) continue;
        this.#faceTowards(candidate, triangle, x, y, z);
        const towards = Math.abs(candidate[6]);
        if (square * tie >= best && towards <= facing) continue;
        best = Math.min(best, square);
        facing = towards;
        found = triangle;
        out.set(candidate);
      }
    }
    return found;
  }

  /** out = nearest point by `weights`, normal of the triangle, how far (x, y, z) lies along it */
  #faceTowards(out: Float64Array, triangle: number, x: number, y: number, z: number): void {
    const v = this.vertices;
    const a = 3 * this.triangles[3 * triangle];
    const b = 3 * this.triangles[3 * triangle + 1];
    const c = 3 * this.triangles[3 * triangle + 2];
    for (let i = 0; i < 3; i++) out[i] = weights[0] * v[a + i] + weights[1] * v[b + i] + weights[2] * v[c + i];
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      out[3 + i] = (v[b + j] - v[a + j]) * (v[c + k] - v[a + k]) - (v[b + k] - v[a + k]) * (v[c + j] - v[a + j]);
    }
    const length = Math.sqrt(out[3] * out[3] + out[4] * out[4] + out[5] * out[5]);
    for (let i = 3; i < 6; i++) out[i] = length > 0 ? out[i] / length : 0;
    out[6] = (x - out[0]) * out[3] + (y - out[1]) * out[4] + (z - out[2]) * out[5];
  }

  /** Squared distance of a point from a node's box. */
  #squareTo(at: number, x: number, y: number, z: number): number {
    const box = this.#boxes;
    const dx = Math.max(box[at] - x, 0, x - box[at + 3]);
    const dy = Math.max(box[at + 1] - y, 0, y - box[at + 4]);
    const dz = Math.max(box[at + 2] - z, 0, z - box[at + 5]);
    return dx * dx + dy * dy + dz * dz;
  }

  #touches(triangle: number, box: Float64Array): boolean {
    const { vertices: x, triangles: t } = this;
    const a = 3 * t[3 * triangle];
    const b = 3 * t[3 * triangle + 1];
    const c = 3 * t[3 * triangle + 2];
    for (let i = 0; i < 3; i++) {
      if (Math.max(x[a + i], x[b + i], x[c + i]) < box[i]) return false;
      if (Math.min(x[a + i], x[b + i], x[c + i]) > box[3 + i]) return false;
    }
    return true;
  }

  #meets(at: number, box: Float64Array): boolean {
    const own = this.#boxes;
    return (
      own[at] <= box[3] &&
      own[at + 3] >= box[0] &&
      own[at + 1] <= box[4] &&
      own[at + 4] >= box[1] &&
      own[at + 2] <= box[5] &&
      own[at + 5] >= box[2]
    );
  }

  #grow(at: number, other: number): void {
    const box = this.#boxes;
    for (let i = 0; i < 3; i++) {
      box[at + i] = Math.min(box[at + i], box[other + i]);
      box[at + 3 + i] = Math.max(box[at + 3 + i], box[other + 3 + i]);
    }
  }

  #growTriangle(at: number, triangle: number): void {
    const box = this.#boxes;
    for (let k = 0; k < 3; k++) {
      const v = 3 * this.triangles[3 * triangle + k];
      for (let i = 0; i < 3; i++) {
        box[at + i] = Math.min(box[at + i], this.vertices[v + i]);
        box[at + 3 + i] = Math.max(box[at + 3 + i], this.vertices[v + i]);
      }
    }
  }

  /** Halves the triangles of a node by the middle of their centres along the longest axis. */
  #split(node: number, from: number, to: number): void {
    if (to - from <= leafSize) {
      this.#child[node] = -from - 1;
      this.#count[node] = to - from;
      return;
    }
    const axis = this.#longestAxis(from, to);
    const part = Array.from(this.#order.subarray(from, to));
    part.sort((a, b) => this.#centre(a, axis) - this.#centre(b, axis) || a - b);
    this.#order.set(part, from);
    const middle = (from + to) >> 1;
    const child = this.#nodes;
    this.#nodes += 2;
    this.#child[node] = child;
    this.#split(child, from, middle);
    this.#split(child + 1, middle, to);
  }

  #centre(triangle: number, axis: number): number {
    const { vertices: x, triangles: t } = this;
    return x[3 * t[3 * triangle] + axis] + x[3 * t[3 * triangle + 1] + axis] + x[3 * t[3 * triangle + 2] + axis];
  }

  #longestAxis(from: number, to: number): number {
    let best = 0;
    let longest = -1;
    for (let axis = 0; axis < 3; axis++) {
      let lo = Infinity;
      let hi = -Infinity;
      for (let k = from; k < to; k++) {
        const c = this.#centre(this.#order[k], axis);
        lo = Math.min(lo, c);
        hi = Math.max(hi, c);
      }
      if (hi - lo > longest) {
        longest = hi - lo;
        best = axis;
      }
    }
    return best;
  }
}

const coordinates = new Float64Array(3);

/** coordinates = barycentric coordinates in the triangle a b c of the place nearest to (px, py, pz) in its plane */
function barycentric(x: Float64Array, a: number, b: number, c: number, px: number, py: number, pz: number): void {
  const p = [px, py, pz];
  let d00 = 0;
  let d01 = 0;
  let d11 = 0;
  let d20 = 0;
  let d21 = 0;
  for (let i = 0; i < 3; i++) {
    const u = x[b + i] - x[a + i];
    const v = x[c + i] - x[a + i];
    const w = p[i] - x[a + i];
    d00 += u * u;
    d01 += u * v;
    d11 += v * v;
    d20 += w * u;
    d21 += w * v;
  }
  // a triangle without an area has no inside: its first corner will do
  const det = d00 * d11 - d01 * d01 || Infinity;
  coordinates[1] = (d11 * d20 - d01 * d21) / det;
  coordinates[2] = (d00 * d21 - d01 * d20) / det;
  coordinates[0] = 1 - coordinates[1] - coordinates[2];
}
