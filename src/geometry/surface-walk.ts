import { closestOnTriangle, weights } from './closest-on-triangle.js';

/** Most triangles that are crossed: what slides farther within a step is left where the walk has come to. */
const farthest = 64;

const [e1, e2, d] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];

/** Finds the place of a surface of triangles that lies under a point, by walking to it from triangle to triangle. */
export class SurfaceWalk {
  /** where the last walk ended: first entry of the triangle, weights of its vertices */
  triangle = 0;
  readonly weights = new Float64Array(3);
  readonly #triangles: Int32Array;
  /** a triangle of each vertex, or -1; the triangle across the edge that faces each corner, or -1: by first entries */
  readonly #of: Int32Array;
  readonly #across: Int32Array;

  constructor(nodes: number, triangles: Int32Array) {
    this.#triangles = triangles;
    this.#of = new Int32Array(nodes).fill(-1);
    this.#across = new Int32Array(triangles.length).fill(-1);
    const open = new Map<number, number>();
    for (let k = 0; k < triangles.length; k++) {
      const t = k - (k % 3);
      this.#of[triangles[k]] = t;
      const [i, j] = [triangles[t + ((k + 1) % 3)], triangles[t + ((k + 2) % 3)]];
      const edge = Math.min(i, j) * nodes + Math.max(i, j);
      const other = open.get(edge);
      if (other === undefined) open.set(edge, k);
      else {
        this.#across[k] = other - (other % 3);
        this.#across[other] = t;
      }
    }
  }

  /** Walks from a triangle of a vertex to the one under p, vertices at x; over the rim no farther than that. False: the vertex has none. */
  to(x: Float64Array, vertex: number, p: Float64Array): boolean {
    let t = this.#of[vertex];
    if (t < 0) return false;
    for (let step = 0; ; step++) {
      const least = this.#weigh(x, t, p);
      if (this.weights[least] >= 0) break;
      const next = this.#across[t + least];
      if (next < 0 || step === farthest) {
        const [a, b, c] = [3 * this.#triangles[t], 3 * this.#triangles[t + 1], 3 * this.#triangles[t + 2]];
        closestOnTriangle(x, a, b, c, p[0], p[1], p[2]);
        for (let k = 0; k < 3; k++) this.weights[k] = weights[k];
        break;
      }
      t = next;
    }
    this.triangle = t;
    return true;
  }

  /** Weights of the point of the plane of triangle t that is nearest to p; returns the corner with the least. */
  #weigh(x: Float64Array, t: number, p: Float64Array): number {
    const [a, b, c] = [3 * this.#triangles[t], 3 * this.#triangles[t + 1], 3 * this.#triangles[t + 2]];
    let [s11, s12, s22, s1, s2] = [0, 0, 0, 0, 0];
    for (let i = 0; i < 3; i++) {
      e1[i] = x[b + i] - x[a + i];
      e2[i] = x[c + i] - x[a + i];
      d[i] = p[i] - x[a + i];
      s11 += e1[i] * e1[i];
      s12 += e1[i] * e2[i];
      s22 += e2[i] * e2[i];
      s1 += e1[i] * d[i];
      s2 += e2[i] * d[i];
    }
    const area = s11 * s22 - s12 * s12;
    const w = this.weights;
    w[1] = area > 0 ? (s22 * s1 - s12 * s2) / area : 1 / 3;
    w[2] = area > 0 ? (s11 * s2 - s12 * s1) / area : 1 / 3;
    w[0] = 1 - w[1] - w[2];
    return w[0] <= w[1] && w[0] <= w[2] ? 0 : w[1] <= w[2] ? 1 : 2;
  }
}
