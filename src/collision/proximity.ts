import {
  type SharedData,
  type WorkCrew,
  defineWork,
  performWork,
  sharedFloats,
  sharedInts,
} from '../linalg/kernel/shared-work.js';
import { closestOnTriangle, weights } from './narrow/triangle.js';
import { type Surroundings, surroundings } from './surroundings.js';

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
  /** how far apart the surface lies on itself at two vertices (m) */
  layerDistance(i: number, j: number): number;
}

/** Nearest places kept per vertex, in different directions. */
export const places = 4;

/** Two places in directions closer than this cosine count as one: the nearer is kept. */
const sameDirection = 0.5;

/** Triangles that a thread looks around in turn: some 0.5 ms in square-3. */
const trianglesInTask = 1024;

type NearData = SharedData & {
  readonly x: Float64Array;
  readonly move: Float64Array;
  /** box of each vertex's way in the step: least x, y, z, then most */
  readonly ways: Float64Array;
  readonly triangles: Int32Array;
  /** see `Surroundings` */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /** vertices by cell, see `Proximity` */
  readonly items: Int32Array;
  readonly cell: Int32Array;
  readonly start: Int32Array;
  readonly reach: number;
  readonly inverse: number;
  readonly haste: number;
  /** what is found: a vertex and a triangle each, `room` of them a task; how many there are, more than there is room for included */
  readonly pairs: Int32Array;
  readonly room: number;
  readonly count: Int32Array;
};

/** Vertices that some triangles may come near to, triangle by triangle. */
export const looking = defineWork<NearData>('vertices near triangles', (data, task) => {
  const { triangles, pairs, room, count } = data;
  const end = Math.min(triangles.length, 3 * trianglesInTask * (task + 1));
  let found = 0;
  for (let t = 3 * trianglesInTask * task; t < end; t += 3) found = look(data, t, pairs, room * task, room, found);
  count[task] = found;
});

/**
 * For every vertex, the nearest places on triangles that it is not in the surroundings of: at most one in each direction,
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
  #items = sharedInts(0);
  #cell = sharedInts(0);
  readonly #start: Int32Array;
  #mask = 0;
  readonly #around: Surroundings;
  /** see `NearData` */
  #pairs = sharedInts(0);
  #room = 0;
  readonly #found: Int32Array;
  readonly #ways: Float64Array;

  constructor(surface: ThickSurface) {
    const n = surface.nodes;
    this.#surface = surface;
    this.count = new Uint8Array(n);
    this.triangle = new Int32Array(places * n);
    this.distance = new Float64Array(places * n);
    this.direction = new Float64Array(3 * places * n);
    this.weights = new Float64Array(3 * places * n);
    this.#ways = sharedFloats(6 * n);
    let buckets = 64;
    while (buckets < 2 * n) buckets *= 2;
    this.#mask = buckets - 1;
    this.#start = sharedInts(buckets + 1);
    this.#found = sharedInts(Math.ceil(surface.triangles.length / (3 * trianglesInTask)));
    this.#around = surroundings(surface);
  }

  /**
   * Finds the places that are, or come during the step, nearer than `reach`.
   *
   * @param x positions, 3 numbers a vertex
   * @param move displacements in the step (m)
   * @param haste share of its way against a triangle by which a vertex may come nearer still than it says
   * @param crew other threads that look, too, where x and move are arrays that they can share
   */
  find(x: Float64Array, move: Float64Array, reach: number, haste = 0, crew?: WorkCrew): void {
    const size = this.#surface.edgeLength + 2 * reach;
    this.count.fill(0);
    this.#bin(x, move, size);
    const { triangles } = this.#surface;
    const { start: aroundStart, list: around } = this.#around;
    const count = this.#found;
    const tasks = count.length;
    let room = this.#pairs.length / (2 * tasks) || 2 * trianglesInTask;
    let most = room;
    do {
      room = most;
      if (this.#pairs.length < 2 * room * tasks) this.#pairs = sharedInts(2 * room * tasks);
      const [items, cell, start, pairs] = [this.#items, this.#cell, this.#start, this.#pairs];
      const surface = { x, move, ways: this.#ways, triangles, aroundStart, around, reach, haste };
      const found = { items, cell, start, inverse: 1 / size, pairs, room, count };
      performWork(looking, { ...surface, ...found }, tasks, crew);
      for (let task = 0; task < tasks; task++) most = Math.max(most, count[task]);
    } while (most > room);
    this.#room = room;
    this.eachPair((v, t) => this.#consider(x, v, t, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]));
  }

  /** Visits all vertices and triangles (first entries) that may come near each other, as found last. */
  eachPair(visit: (vertex: number, triangle: number) => void): void {
    const pairs = this.#pairs;
    const room = this.#room;
    for (let task = 0; task < this.#found.length; task++) {
      const end = 2 * (room * task + this.#found[task]);
      for (let p = 2 * room * task; p < end; p += 2) visit(pairs[p], pairs[p + 1]);
    }
  }

  /** The vertex of place s has come through the triangle: the place is as far away to the other side. */
  turn(s: number): void {
    this.distance[s] = -this.distance[s];
    for (let c = 3 * s; c < 3 * s + 3; c++) this.direction[c] = -this.direction[c];
  }

  /** Puts every vertex into the cells of the box that holds its way. */
  #bin(x: Float64Array, move: Float64Array, size: number): void {
    const start = this.#start;
    const ways = this.#ways;
    const inverse = 1 / size;
    for (let k = 0, w = 0; k < x.length; k += 3, w += 6) {
      for (let c = 0; c < 3; c++) {
        const at = x[k + c];
        const to = at + move[k + c];
        ways[w + c] = Math.min(at, to);
        ways[w + 3 + c] = Math.max(at, to);
      }
    }
    start.fill(0);
    let entries = 0;
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0, k = 0; k < ways.length; i++, k += 6) {
        const ax = Math.floor(ways[k] * inverse);
        const ay = Math.floor(ways[k + 1] * inverse);
        const az = Math.floor(ways[k + 2] * inverse);
        const bx = Math.floor(ways[k + 3] * inverse);
        const by = Math.floor(ways[k + 4] * inverse);
        const bz = Math.floor(ways[k + 5] * inverse);
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
        this.#items = sharedInts(2 * entries);
        this.#cell = sharedInts(2 * entries);
      }
    }
    for (let b = 0; b <= this.#mask; b++) start[b] = start[b + 1];
    start[this.#mask + 1] = entries;
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

/** Notes the vertices that triangle t may come near to in the step, after the `found` that are known; returns how many there are then. */
function look(data: NearData, t: number, pairs: Int32Array, first: number, room: number, found: number): number {
  const { ways, triangles, items, cell, start, reach, inverse } = data;
  const mask = start.length - 2;
  const a = triangles[t];
  const b = triangles[t + 1];
  const c = triangles[t + 2];
  boxOf(ways, 6 * a, 6 * b, 6 * c, reach);
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
        const bucket = hash(cx, cy, cz) & mask;
        const code = cellCode(cx, cy, cz);
        const end = start[bucket + 1];
        for (let e = start[bucket]; e < end; e++) {
          if (cell[e] !== code) continue;
          const v = items[e];
          const p = 6 * v;
          if (ways[p] > x1 || ways[p + 3] < x0 || ways[p + 1] > y1 || ways[p + 4] < y0) continue;
          if (ways[p + 2] > z1 || ways[p + 5] < z0 || isAround(data, v, t) || !comesNear(data, v, a, b, c)) continue;
          if (found < room) {
            pairs[2 * (first + found)] = v;
            pairs[2 * (first + found) + 1] = t;
          }
          found++;
        }
      }
    }
  }
  return found;
}

/** Whether a vertex belongs to the surroundings of the triangle at t. */
function isAround({ aroundStart, around }: NearData, v: number, t: number): boolean {
  const end = aroundStart[t / 3 + 1];
  for (let k = aroundStart[t / 3]; k < end; k++) if (around[k] === v) return true;
  return false;
}

/** Whether a vertex is within reach of a triangle, or may be on its way against the place nearest to it. */
function comesNear({ x, move, reach, haste }: NearData, v: number, a: number, b: number, c: number): boolean {
  const p = 3 * v;
  const square = closestOnTriangle(x, 3 * a, 3 * b, 3 * c, x[p], x[p + 1], x[p + 2]);
  if (square <= reach * reach) return true;
  let way = 0;
  for (let k = 0; k < 3; k++) {
    const against =
      move[p + k] - weights[0] * move[3 * a + k] - weights[1] * move[3 * b + k] - weights[2] * move[3 * c + k];
    way += against * against;
  }
  return Math.sqrt(square) <= reach + (1 + haste) * Math.sqrt(way);
}

const box = new Float64Array(6);

/** box = what the triangle covers on its way, widened by reach; min then max */
function boxOf(ways: Float64Array, i: number, j: number, k: number, reach: number): void {
  for (let c = 0; c < 3; c++) {
    box[c] = Math.min(ways[i + c], ways[j + c], ways[k + c]) - reach;
    box[3 + c] = Math.max(ways[i + c + 3], ways[j + c + 3], ways[k + c + 3]) + reach;
  }
}

/** A cell's number; cells 1,024 apart may share one, which costs a test and nothing else. */
function cellCode(x: number, y: number, z: number): number {
  return (x & 1023) | ((y & 1023) << 10) | ((z & 1023) << 20);
}

function hash(x: number, y: number, z: number): number {
  const h = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return h ^ (h >>> 15);
}
