import { dot3, normalise3 } from '../math/vec3.js';
import { closestOnTriangle, weights } from './narrow/triangle.js';
import { type Proximity, type ThickSurface, places } from './proximity.js';

/** A place is not asked for; it is; one at the end of the way was found; or it is no place of the surface. */
const [idle, asked, found, none] = [0, 1, 2, 3];

/** A distance shorter than another by this factor is so not by rounding alone. */
const shorter = 1 - 1e-9;

/** where the vertex looked at ends; normal of the triangle, then from the place to the vertex */
const to = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * Where vertices will be beside a surface at the end of their ways. From before a rim or a fold a vertex sees an edge, at an angle;
 * where it will be, the face behind.
 */
export class PlacesAhead {
  readonly #surface: ThickSurface;
  readonly #near: Proximity;
  readonly #state: Uint8Array;
  /** whether any place of a vertex is asked for; of any vertex */
  readonly #asks: Uint8Array;
  #some = false;
  /** what was found: distance at the end of the way, and the rest as in `Proximity` */
  readonly #distance: Float64Array;
  readonly #triangle: Int32Array;
  readonly #direction: Float64Array;
  readonly #weights: Float64Array;

  constructor(surface: ThickSurface, near: Proximity) {
    const n = surface.nodes;
    this.#surface = surface;
    this.#near = near;
    this.#state = new Uint8Array(places * n);
    this.#asks = new Uint8Array(n);
    this.#distance = new Float64Array(places * n);
    this.#triangle = new Int32Array(places * n);
    this.#direction = new Float64Array(3 * places * n);
    this.#weights = new Float64Array(3 * places * n);
  }

  /** Forgets what was asked for. */
  clear(): void {
    if (!this.#some) return;
    this.#state.fill(idle);
    this.#asks.fill(0);
    this.#some = false;
  }

  /** Asks for place s of vertex i, which is on an edge or a corner. */
  ask(i: number, s: number): void {
    this.#state[s] = asked;
    this.#distance[s] = Infinity;
    this.#asks[i] = 1;
    this.#some = true;
  }

  /**
   * Finds, for every place asked for, the nearest one at the end of the way, on the same side of what is there.
   *
   * @param x positions at which the places were found
   * @param end positions at the end
   */
  find(x: Float64Array, end: Float64Array): void {
    if (!this.#some) return;
    this.#near.eachPair((v, t) => {
      if (this.#asks[v] === 0) return;
      this.#ruleOut(x, v, t);
      this.#consider(x, end, v, t);
    });
  }

  /** Whether place s is on an edge beside which the surface comes nearer: a place of one triangle, but not of the surface. */
  isNone(s: number): boolean {
    return this.#state[s] === none;
  }

  /** Puts what was found, if anything was, at place s: triangle, weights and direction; the distance stays that of now. */
  take(s: number): boolean {
    if (this.#state[s] !== found) return false;
    const { triangle, direction, weights: own } = this.#near;
    triangle[s] = this.#triangle[s];
    for (let c = 3 * s; c < 3 * s + 3; c++) {
      direction[c] = this.#direction[c];
      own[c] = this.#weights[c];
    }
    return true;
  }

  /** Rules out the places of a vertex on edges and corners of triangle t to which t is nearer elsewhere. */
  #ruleOut(x: Float64Array, v: number, t: number): void {
    const { triangles } = this.#surface;
    const { distance, count } = this.#near;
    const [i, j, k, p] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], 3 * v];
    const least = Math.sqrt(closestOnTriangle(x, i, j, k, x[p], x[p + 1], x[p + 2]));
    for (let s = places * v; s < places * v + count[v]; s++) {
      if (this.#state[s] !== idle && least < shorter * distance[s] && this.#holds(t, s)) this.#state[s] = none;
    }
  }

  /** Whether place s is on triangle t. */
  #holds(t: number, s: number): boolean {
    const { triangles } = this.#surface;
    const { triangle, weights: own } = this.#near;
    for (let c = 0; c < 3; c++) {
      if (own[3 * s + c] === 0) continue;
      const node = triangles[triangle[s] + c];
      if (node !== triangles[t] && node !== triangles[t + 1] && node !== triangles[t + 2]) return false;
    }
    return true;
  }

  /** Takes note of triangle t where it is the nearest one so far to where vertex v ends. */
  #consider(x: Float64Array, end: Float64Array, v: number, t: number): void {
    const { triangles } = this.#surface;
    const [i, j, k, p] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], 3 * v];
    const thickness = this.#surface.layerDistance(v, triangles[t]);
    const distance = Math.sqrt(nearestAtEnd(x, end, i, j, k, p, thickness));
    if (distance === 0) return;
    let beyond = 0;
    for (let c = 0; c < 3; c++) {
      normal[c] = (to[c] - weighted(end, i + c, j + c, k + c)) / distance;
      beyond += normal[c] * (x[p + c] - weighted(x, i + c, j + c, k + c));
    }
    // what comes at an edge itself, not over or under it by half the thickness, is held by that
    if (beyond < 0.5 * thickness) return;
    const { direction, count } = this.#near;
    for (let s = places * v; s < places * v + count[v]; s++) {
      const isOpen = this.#state[s] === asked || this.#state[s] === found;
      if (!isOpen || distance >= this.#distance[s] || dot3(normal, 0, direction, 3 * s) <= 0) continue;
      this.#state[s] = found;
      this.#distance[s] = distance;
      this.#triangle[s] = t;
      for (let c = 0; c < 3; c++) {
        this.#weights[3 * s + c] = weights[c];
        this.#direction[3 * s + c] = normal[c];
      }
    }
  }
}

/**
 * Sets `to`, where the vertex at p ends, and `weights`, the place of a triangle nearest to that; returns their squared distance. A vertex that would
 * end in the triangle, or behind it, goes along it instead: what bears it does not let it nearer to the plane than it was, or than layers lie.
 */
function nearestAtEnd(
  x: Float64Array,
  end: Float64Array,
  i: number,
  j: number,
  k: number,
  p: number,
  thickness: number,
): number {
  for (let c = 0; c < 3; c++) to[c] = end[p + c];
  const square = closestOnTriangle(end, i, j, k, to[0], to[1], to[2]);
  const before = height(x, i, j, k, x, p);
  const after = height(end, i, j, k, to, 0);
  const goesThrough = before * after < 0 && weights[0] * weights[1] * weights[2] > 0;
  if (!goesThrough && square >= thickness * thickness) return square;
  const least = before < 0 ? Math.max(before, -thickness) : Math.min(before, thickness);
  const sinks = before < 0 ? after > least : after < least;
  if (!sinks) return square;
  for (let c = 0; c < 3; c++) to[c] += (least - after) * normal[c];
  return closestOnTriangle(end, i, j, k, to[0], to[1], to[2]);
}

/** How far q is above the plane of a triangle, whose normal is set. */
function height(x: Float64Array, i: number, j: number, k: number, q: Float64Array, p: number): number {
  for (let c = 0; c < 3; c++) {
    const [d, e] = [(c + 1) % 3, (c + 2) % 3];
    normal[c] = (x[j + d] - x[i + d]) * (x[k + e] - x[i + e]) - (x[j + e] - x[i + e]) * (x[k + d] - x[i + d]);
  }
  normalise3(normal, 0, normal, 0);
  return normal[0] * (q[p] - x[i]) + normal[1] * (q[p + 1] - x[i + 1]) + normal[2] * (q[p + 2] - x[i + 2]);
}

/** A coordinate of the point of a triangle with the present weights. */
function weighted(x: Float64Array, i: number, j: number, k: number): number {
  return weights[0] * x[i] + weights[1] * x[j] + weights[2] * x[k];
}
