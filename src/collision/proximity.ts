import { closestOnTriangle, weights } from './narrow/triangle.js';
import { squareDistance3 } from '../math/vec3.js';

/** A surface of triangles, one or several pieces, as far as finding its near places takes. */
export interface ThickSurface {
  readonly nodes: number;
  /** three vertices a triangle */
  readonly triangles: Int32Array;
  /** connected piece of each vertex */
  readonly piece: Int32Array;
  /** rest shape, 3 numbers a vertex (m) */
  readonly rest: Float64Array;
  /** mean rest length of the edges, largest thickness (m) */
  readonly edgeLength: number;
  readonly thickest: number;
}

/** Nearest places kept per vertex, in different directions. */
export const places = 4;

/** Two places in directions closer than this cosine count as one: the nearer is kept. */
const sameDirection = 0.5;

/**
 * For every vertex, the nearest places on triangles that are not its own surroundings: at most one in each direction,
 * within reach. Vertices are binned in a hashed grid; triangles look into the cells that they and their reach cover.
 */
export class Proximity {
  /** number of places of each vertex */
  readonly count: Uint8Array;
  /** place s of vertex i stands at `places i + s`: triangle, distance (m), unit direction towards the vertex, barycentric weights */
  readonly triangle: Int32Array;
  readonly distance: Float64Array;
  readonly direction: Float64Array;
  readonly weights: Float64Array;
  readonly #surface: ThickSurface;
  /** cells that a vertex passes in a step: entries of vertices, by bucket; with the cell each entry stands for */
  #items = new Int32Array(0);
  #cell = new Int32Array(0);
  #start = new Int32Array(0);
  #mask = 0;
  /** squared rest distance within which vertices of one piece belong to each other's surroundings */
  readonly #near: number;

  constructor(surface: ThickSurface) {
    const n = surface.nodes;
    this.#surface = surface;
    this.count = new Uint8Array(n);
    this.triangle = new Int32Array(places * n);
    this.distance = new Float64Array(places * n);
    this.direction = new Float64Array(3 * places * n);
    this.weights = new Float64Array(3 * places * n);
    let buckets = 64;
    while (buckets < 2 * n) buckets *= 2;
    this.#mask = buckets - 1;
    this.#start = new Int32Array(buckets + 1);
    const near = Math.max(2.1 * surface.edgeLength, 2 * surface.thickest);
    this.#near = near * near;
  }

  /**
   * Finds the places that are, or come during the step, nearer than `reach`.
   *
   * @param x positions, 3 numbers a vertex
   * @param move displacements in the step (m)
   */
  find(x: Float64Array, move: Float64Array, reach: number): void {
    const size = this.#surface.edgeLength + 2 * reach;
    this.count.fill(0);
    this.#bin(x, move, size);
    const { triangles } = this.#surface;
    for (let t = 0; t < triangles.length; t += 3) this.#look(x, move, t, reach, 1 / size);
  }

  /** The vertex of place s has come through the triangle: the place is as far away to the other side. */
  turn(s: number): void {
    this.distance[s] = -this.distance[s];
    for (let c = 3 * s; c < 3 * s + 3; c++) this.direction[c] = -this.direction[c];
  }

  /** Puts every vertex into the cells of the box that holds its way. */
  #bin(x: Float64Array, move: Float64Array, size: number): void {
    const start = this.#start;
    const inverse = 1 / size;
    start.fill(0);
    let entries = 0;
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0, k = 0; k < x.length; i++, k += 3) {
        const ax = Math.floor(Math.min(x[k], x[k] + move[k]) * inverse);
        const bx = Math.floor(Math.max(x[k], x[k] + move[k]) * inverse);
        const ay = Math.floor(Math.min(x[k + 1], x[k + 1] + move[k + 1]) * inverse);
        const by = Math.floor(Math.max(x[k + 1], x[k + 1] + move[k + 1]) * inverse);
        const az = Math.floor(Math.min(x[k + 2], x[k + 2] + move[k + 2]) * inverse);
        const bz = Math.floor(Math.max(x[k + 2], x[k + 2] + move[k + 2]) * inverse);
        for (let cx = ax; cx <= bx; cx++) {
          for (let cy = ay; cy <= by; cy++) {
            for (let cz = az; cz <= bz; cz++) {
              const bucket = hash(cx, cy, cz) & this.#mask;
              if (pass === 0) {
                start[bucket + 1]++;
                entries++;
                continue;
              }
              // filled from behind: `start` ends up at the beginning of each bucket
              const e = --start[bucket + 1];
              this.#items[e] = i;
              this.#cell[e] = cellCode(cx, cy, cz);
            }
          }
        }
      }
      if (pass === 1) break;
      for (let b = 0; b <= this.#mask; b++) start[b + 1] += start[b];
      if (this.#items.length < entries) {
        this.#items = new Int32Array(2 * entries);
        this.#cell = new Int32Array(2 * entries);
      }
    }
    for (let b = 0; b <= this.#mask; b++) start[b] = start[b + 1];
    start[this.#mask + 1] = entries;
  }

  #look(x: Float64Array, move: Float64Array, t: number, reach: number, inverse: number): void {
    const { triangles } = this.#surface;
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    boxOf(x, move, 3 * a, 3 * b, 3 * c, reach);
    const x0 = box[0];
    const y0 = box[1];
    const z0 = box[2];
    const x1 = box[3];
    const y1 = box[4];
    const z1 = box[5];
    const cx1 = Math.floor(x1 * inverse);
    const cy1 = Math.floor(y1 * inverse);
    const cz1 = Math.floor(z1 * inverse);
    for (let cx = Math.floor(x0 * inverse); cx <= cx1; cx++) {
      for (let cy = Math.floor(y0 * inverse); cy <= cy1; cy++) {
        for (let cz = Math.floor(z0 * inverse); cz <= cz1; cz++) {
          const bucket = hash(cx, cy, cz) & this.#mask;
          const code = cellCode(cx, cy, cz);
          const end = this.#start[bucket + 1];
          for (let e = this.#start[bucket]; e < end; e++) {
            if (this.#cell[e] !== code) continue;
            const v = this.#items[e];
            const p = 3 * v;
            if (outside(x[p], move[p], x0, x1) || outside(x[p + 1], move[p + 1], y0, y1)) continue;
            if (outside(x[p + 2], move[p + 2], z0, z1) || this.#related(v, a, b, c)) continue;
            this.#consider(x, v, t, 3 * a, 3 * b, 3 * c);
          }
        }
      }
    }
  }

  /** Whether a vertex lies in the surroundings of a triangle at rest. */
  #related(v: number, a: number, b: number, c: number): boolean {
    const { piece, rest: X } = this.#surface;
    if (piece[v] !== piece[a]) return false;
    const near = this.#near;
    return (
      squareDistance3(X, 3 * v, X, 3 * a) < near ||
      squareDistance3(X, 3 * v, X, 3 * b) < near ||
      squareDistance3(X, 3 * v, X, 3 * c) < near
    );
  }

  #consider(x: Float64Array, v: number, t: number, i: number, j: number, k: number): void {
    const p = 3 * v;
    const square = closestOnTriangle(x, i, j, k, x[p], x[p + 1], x[p + 2]);
    const distance = Math.sqrt(square);
    let nx = x[p] - (weights[0] * x[i] + weights[1] * x[j] + weights[2] * x[k]);
    let ny = x[p + 1] - (weights[0] * x[i + 1] + weights[1] * x[j + 1] + weights[2] * x[k + 1]);
    let nz = x[p + 2] - (weights[0] * x[i + 2] + weights[1] * x[j + 2] + weights[2] * x[k + 2]);
    const scale = distance > 0 ? 1 / distance : 0;
    nx *= scale;
    ny *= scale;
    nz *= scale;
    const { direction } = this;
    const first = places * v;
    let s = first;
    const end = first + this.count[v];
    for (; s < end; s++) {
      const along = nx * direction[3 * s] + ny * direction[3 * s + 1] + nz * direction[3 * s + 2];
      if (along <= sameDirection) continue;
      if (distance >= this.distance[s]) return;
      break;
    }
    if (s === first + places) {
      // all directions taken: the farthest place gives way, which what is near must not wait for
      s = first;
      for (let k = first + 1; k < end; k++) if (this.distance[k] > this.distance[s]) s = k;
      if (distance >= this.distance[s]) return;
    } else if (s === end) this.count[v]++;
    this.triangle[s] = t;
    this.distance[s] = distance;
    for (let c = 0; c < 3; c++) this.weights[3 * s + c] = weights[c];
    direction[3 * s] = nx;
    direction[3 * s + 1] = ny;
    direction[3 * s + 2] = nz;
  }
}

const box = new Float64Array(6);

/** box = what the triangle covers on its way, widened by reach; min then max */
function boxOf(x: Float64Array, move: Float64Array, i: number, j: number, k: number, reach: number): void {
  for (let c = 0; c < 3; c++) {
    const a = x[i + c];
    const b = x[j + c];
    const d = x[k + c];
    const a1 = a + move[i + c];
    const b1 = b + move[j + c];
    const d1 = d + move[k + c];
    box[c] = Math.min(a, b, d, a1, b1, d1) - reach;
    box[3 + c] = Math.max(a, b, d, a1, b1, d1) + reach;
  }
}

/** Whether the way from x to x + move stays off [lo, hi]. */
function outside(x: number, move: number, lo: number, hi: number): boolean {
  return (x < lo && x + move < lo) || (x > hi && x + move > hi);
}

/** A cell's number; cells 1,024 apart may share one, which costs a test and nothing else. */
function cellCode(x: number, y: number, z: number): number {
  return (x & 1023) | ((y & 1023) << 10) | ((z & 1023) << 20);
}

function hash(x: number, y: number, z: number): number {
  const h = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return h ^ (h >>> 15);
}
