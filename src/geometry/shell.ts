import { InputError } from '../errors.js';
import { weld } from './mesh-faults.js';

/** An offset is at most so many times half of the thickness: at edges sharper than 120 degrees walls get thinner instead of spikes. */
const sharpest = 2;

/**
 * A surface of triangles as a solid wall, half of its thickness on either side: it holds from both sides, whichever way its triangles face. A
 * surface with a border becomes a plate with a rim, a closed one a vessel. Vertices at the same place count as one: files split them where
 * normals or texture coordinates differ.
 */
export class Shell {
  /** vertices of the surface */
  readonly size: number;
  /** 3 vertices a triangle: those of one side, then of the other (vertex numbers from `size` on), then of the rim */
  readonly triangles: Int32Array;
  readonly #thickness: number;
  /** the first vertex at the place of each */
  readonly #first: Int32Array;
  /** the surface's own triangles, all facing the same way */
  readonly #faces: Int32Array;
  readonly #normals: Float64Array;

  /** Throws an `InputError` where three triangles and more share an edge: there it has no two sides. */
  constructor(vertices: ArrayLike<number>, triangles: ArrayLike<number>, thickness: number, path = '') {
    this.size = vertices.length / 3;
    this.#thickness = thickness;
    this.#first = weld(vertices);
    this.#normals = new Float64Array(triangles.length);
    const corners = Int32Array.from(triangles, (v) => this.#first[v]);
    const edges = edgesOf(corners);
    for (const { faces } of edges.values()) {
      if (faces.length <= 2) continue;
      const problem = {
        path: `${path}thickness`,
        expected: 'a mesh whose edges have one or two triangles',
        found: `an edge of ${faces.length}`,
      };
      throw new InputError('wrong shape', [problem]);
    }
    this.#faces = alike(corners, edges);
    this.triangles = Int32Array.from(wallOf(this.#faces, edges, this.size));
  }

  /** The wall's vertices, 3 numbers each, for those of the surface. */
  place(vertices: ArrayLike<number>): Float64Array {
    const n = 3 * this.size;
    const out = new Float64Array(2 * n);
    const sums = new Float64Array(n);
    const normal = this.#normals;
    const faces = this.#faces;
    for (let t = 0; t < faces.length; t += 3) {
      faceNormal(normal, t, vertices, faces);
      const length = Math.sqrt(normal[t] * normal[t] + normal[t + 1] * normal[t + 1] + normal[t + 2] * normal[t + 2]);
      for (let i = 0; i < 3; i++) {
        // larger triangles count for more
        for (let k = 0; k < 3; k++) sums[3 * faces[t + k] + i] += normal[t + i];
        if (length > 0) normal[t + i] /= length;
      }
    }
    for (let v = 0; v < n; v += 3) {
      const length = Math.sqrt(sums[v] * sums[v] + sums[v + 1] * sums[v + 1] + sums[v + 2] * sums[v + 2]);
      for (let i = 0; i < 3; i++) sums[v + i] = length > 0 ? sums[v + i] / length : 0;
    }
    const least = this.#leastCosines(sums);
    for (let v = 0; v < this.size; v++) {
      const w = this.#first[v];
      const offset = (0.5 * this.#thickness) / Math.max(least[w], 1 / sharpest);
      for (let i = 0; i < 3; i++) {
        out[3 * v + i] = vertices[3 * w + i] + offset * sums[3 * w + i];
        out[n + 3 * v + i] = vertices[3 * w + i] - offset * sums[3 * w + i];
      }
    }
    return out;
  }

  /** Triangles of the surface that are turned over on a side of the wall that was placed last: it is too thick for them. */
  folded(placed: Float64Array): number {
    const count = this.#faces.length;
    const own = new Float64Array(2 * count);
    let folded = 0;
    for (let t = 0; t < 2 * count; t += 3) {
      faceNormal(own, t, placed, this.triangles);
      let along = 0;
      for (let i = 0; i < 3; i++) along += own[t + i] * this.#normals[(t % count) + i];
      if (t < count ? along < 0 : along > 0) folded++;
    }
    return folded;
  }

  /** For each vertex the least cosine between its normal and those of its triangles: so much less are they moved than it is. */
  #leastCosines(normals: Float64Array): Float64Array {
    const least = new Float64Array(this.size).fill(1);
    for (let t = 0; t < this.#faces.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const v = this.#faces[t + k];
        let cosine = 0;
        for (let i = 0; i < 3; i++) cosine += normals[3 * v + i] * this.#normals[t + i];
        least[v] = Math.min(least[v], cosine);
      }
    }
    return least;
  }
}

/** An edge with the triangles that hold it. */
interface Edge {
  readonly a: number;
  readonly b: number;
  readonly faces: number[];
}

const keyOf = (a: number, b: number): string => (a < b ? `${a},${b}` : `${b},${a}`);

function edgesOf(corners: Int32Array): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[t + k], corners[t + ((k + 1) % 3)]];
      if (a === b) continue;
      const key = keyOf(a, b);
      const edge = edges.get(key);
      if (edge) edge.faces.push(t);
      else edges.set(key, { a: Math.min(a, b), b: Math.max(a, b), faces: [t] });
    }
  }
  return edges;
}

/** +1 where the triangle goes from a to b, -1 where it goes from b to a. */
function direction(corners: Int32Array, t: number, a: number, b: number): number {
  for (let k = 0; k < 3; k++) if (corners[t + k] === a && corners[t + ((k + 1) % 3)] === b) return 1;
  return -1;
}

/** The triangles, turned so that neighbours face the same way; of each piece that hangs together the first stays as it is. */
function alike(corners: Int32Array, edges: ReadonlyMap<string, Edge>): Int32Array {
  const out = corners.slice();
  const done = new Uint8Array(corners.length / 3);
  for (let start = 0; start < out.length; start += 3) {
    if (done[start / 3]) continue;
    done[start / 3] = 1;
    const open = [start];
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [out[t + k], out[t + ((k + 1) % 3)]];
        const other = edges.get(keyOf(a, b))?.faces.find((face) => face !== t);
        if (other === undefined || done[other / 3]) continue;
        done[other / 3] = 1;
        if (direction(out, other, a, b) > 0) [out[other + 1], out[other + 2]] = [out[other + 2], out[other + 1]];
        open.push(other);
      }
    }
  }
  return out;
}

/** Both sides, the far one turned over, and two triangles for each edge of the border. */
function wallOf(faces: Int32Array, edges: ReadonlyMap<string, Edge>, size: number): number[] {
  const out = Array.from(faces);
  for (let t = 0; t < faces.length; t += 3) out.push(size + faces[t], size + faces[t + 2], size + faces[t + 1]);
  for (const { a, b, faces: own } of edges.values()) {
    if (own.length !== 1) continue;
    const [p, q] = direction(faces, own[0], a, b) > 0 ? [a, b] : [b, a];
    out.push(p, size + p, size + q, p, size + q, q);
  }
  return out;
}

/** out[t..t+2] = normal of triangle t, as long as twice its area */
function faceNormal(out: Float64Array, t: number, x: ArrayLike<number>, faces: Int32Array): void {
  const [a, b, c] = [3 * faces[t], 3 * faces[t + 1], 3 * faces[t + 2]];
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    out[t + i] = (x[b + j] - x[a + j]) * (x[c + k] - x[a + k]) - (x[b + k] - x[a + k]) * (x[c + j] - x[a + j]);
  }
}
