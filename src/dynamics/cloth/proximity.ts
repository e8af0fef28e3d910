import type { Cloth } from '../../bodies/cloth/cloth.js';
import { closestOnTriangle, weights } from '../../collision/narrow/triangle.js';

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
  readonly #cloth: Cloth;
  readonly #cell: Int32Array;
  readonly #bucket: Int32Array;
  readonly #start: Int32Array;
  readonly #items: Int32Array;
  readonly #mask: number;
  /** squared rest distance within which vertices of one piece belong to each other's surroundings */
  readonly #near: number;

  constructor(cloth: Cloth) {
    const n = cloth.nodes;
    this.#cloth = cloth;
    this.count = new Uint8Array(n);
    this.triangle = new Int32Array(places * n);
    this.distance = new Float64Array(places * n);
    this.direction = new Float64Array(3 * places * n);
    this.weights = new Float64Array(3 * places * n);
    this.#cell = new Int32Array(3 * n);
    this.#bucket = new Int32Array(n);
    this.#items = new Int32Array(n);
    let buckets = 64;
    while (buckets < 2 * n) buckets *= 2;
    this.#mask = buckets - 1;
    this.#start = new Int32Array(buckets + 1);
    const near = Math.max(2.1 * cloth.edgeLength, 2 * cloth.material.thickness);
    this.#near = near * near;
  }

  /**
   * Finds the places nearer than `reach`, plus what a triangle's own motion adds.
   *
   * @param x positions, 3 numbers a vertex
   * @param margin further reach of each vertex (m)
   * @param reach distance looked at for all (m)
   */
  find(x: Float64Array, margin: Float64Array, reach: number): void {
    let widest = 0;
    for (let i = 0; i < margin.length; i++) widest = Math.max(widest, margin[i]);
    const size = this.#cloth.edgeLength + 2 * (reach + widest);
    this.count.fill(0);
    this.#bin(x, size);
    const { triangles } = this.#cloth.surface;
    for (let t = 0; t < triangles.length; t += 3) {
      const a = triangles[t];
      const b = triangles[t + 1];
      const c = triangles[t + 2];
      this.#look(x, t, a, b, c, reach + widest + Math.max(margin[a], margin[b], margin[c]), size);
    }
  }

  #bin(x: Float64Array, size: number): void {
    const cell = this.#cell;
    const start = this.#start;
    const n = this.count.length;
    const inverse = 1 / size;
    start.fill(0);
    for (let i = 0, k = 0; i < n; i++, k += 3) {
      const cx = Math.floor(x[k] * inverse);
      const cy = Math.floor(x[k + 1] * inverse);
      const cz = Math.floor(x[k + 2] * inverse);
      cell[k] = cx;
      cell[k + 1] = cy;
      cell[k + 2] = cz;
      const bucket = hash(cx, cy, cz) & this.#mask;
      this.#bucket[i] = bucket;
      start[bucket + 1]++;
    }
    for (let b = 0; b <= this.#mask; b++) start[b + 1] += start[b];
    // filled from behind, so that `start` ends up right and items of a bucket stand in falling order
    for (let i = 0; i < n; i++) this.#items[--start[this.#bucket[i] + 1]] = i;
    for (let b = 0; b <= this.#mask; b++) start[b] = start[b + 1];
    start[this.#mask + 1] = n;
  }

  #look(x: Float64Array, t: number, a: number, b: number, c: number, reach: number, size: number): void {
    const i = 3 * a;
    const j = 3 * b;
    const k = 3 * c;
    const x0 = Math.min(x[i], x[j], x[k]) - reach;
    const x1 = Math.max(x[i], x[j], x[k]) + reach;
    const y0 = Math.min(x[i + 1], x[j + 1], x[k + 1]) - reach;
    const y1 = Math.max(x[i + 1], x[j + 1], x[k + 1]) + reach;
    const z0 = Math.min(x[i + 2], x[j + 2], x[k + 2]) - reach;
    const z1 = Math.max(x[i + 2], x[j + 2], x[k + 2]) + reach;
    const inverse = 1 / size;
    const cx1 = Math.floor(x1 * inverse);
    const cy1 = Math.floor(y1 * inverse);
    const cz1 = Math.floor(z1 * inverse);
    const cell = this.#cell;
    for (let cx = Math.floor(x0 * inverse); cx <= cx1; cx++) {
      for (let cy = Math.floor(y0 * inverse); cy <= cy1; cy++) {
        for (let cz = Math.floor(z0 * inverse); cz <= cz1; cz++) {
          const bucket = hash(cx, cy, cz) & this.#mask;
          const end = this.#start[bucket + 1];
          for (let e = this.#start[bucket]; e < end; e++) {
            const v = this.#items[e];
            const p = 3 * v;
            if (x[p] < x0 || x[p] > x1 || x[p + 1] < y0 || x[p + 1] > y1 || x[p + 2] < z0 || x[p + 2] > z1) continue;
            if (cell[p] !== cx || cell[p + 1] !== cy || cell[p + 2] !== cz) continue;
            if (this.#related(v, a, b, c)) continue;
            this.#consider(x, v, t, i, j, k, reach);
          }
        }
      }
    }
  }

  /** Whether a vertex lies in the surroundings of a triangle at rest. */
  #related(v: number, a: number, b: number, c: number): boolean {
    const { topology, surface } = this.#cloth;
    if (topology.piece[v] !== topology.piece[a]) return false;
    const X = surface.positions;
    const near = this.#near;
    return squareDistance(X, v, a) < near || squareDistance(X, v, b) < near || squareDistance(X, v, c) < near;
  }

  #consider(x: Float64Array, v: number, t: number, i: number, j: number, k: number, reach: number): void {
    const p = 3 * v;
    const square = closestOnTriangle(x, i, j, k, x[p], x[p + 1], x[p + 2]);
    if (square > reach * reach) return;
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
    if (s === first + places) return;
    if (s === end) this.count[v]++;
    this.triangle[s] = t;
    this.distance[s] = distance;
    for (let c = 0; c < 3; c++) this.weights[3 * s + c] = weights[c];
    direction[3 * s] = nx;
    direction[3 * s + 1] = ny;
    direction[3 * s + 2] = nz;
  }
}

function hash(x: number, y: number, z: number): number {
  const h = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return h ^ (h >>> 15);
}

function squareDistance(x: Float64Array, i: number, j: number): number {
  const dx = x[3 * i] - x[3 * j];
  const dy = x[3 * i + 1] - x[3 * j + 1];
  const dz = x[3 * i + 2] - x[3 * j + 2];
  return dx * dx + dy * dy + dz * dz;
}
