/** A triangulated surface, ready to be drawn: where normals or texture coordinates jump, vertices at one place are several. */
export interface Triangles {
  /** 3 numbers a vertex (m) */
  readonly vertices: Float64Array;
  /** 3 vertex numbers a triangle, counter-clockwise seen from outside */
  readonly triangles: Uint32Array;
  /** unit normals of the vertices; where missing, `vertexNormals` makes them of the triangles around */
  readonly normals?: Float64Array;
  /** texture coordinates of the vertices, 2 numbers each, where there are some */
  readonly uv?: Float64Array;
  /** point that a vertex is at, where vertices share points: numbers from 0 on, without gaps */
  readonly points?: Uint32Array;
}

/** Collects vertices, with normals and texture coordinates, and triangles. */
export class TriangleBuilder {
  readonly vertices: number[] = [];
  readonly normals: number[] = [];
  readonly uv: number[] = [];
  readonly points: number[] = [];
  readonly triangles: number[] = [];

  /** number of vertices so far */
  get n(): number {
    return this.vertices.length / 3;
  }

  /** A vertex at a point that others may be at, too. */
  vertex(place: ArrayLike<number>, normal: ArrayLike<number>, u: number, v: number, point: number): number {
    this.vertices.push(place[0], place[1], place[2]);
    this.normals.push(normal[0], normal[1], normal[2]);
    this.uv.push(u, v);
    this.points.push(point);
    return this.n - 1;
  }

  /** A triangle; none where two of its corners are one point. */
  triangle(a: number, b: number, c: number): void {
    const [p, q, r] = [this.points[a], this.points[b], this.points[c]];
    if (p !== q && q !== r && r !== p) this.triangles.push(a, b, c);
  }

  /** Triangles between two rows of n + 1 vertices, the second farther along the axis that they go round. */
  band(first: number, second: number, n: number): void {
    for (let k = 0; k < n; k++) {
      this.triangle(first + k, first + k + 1, second + k);
      this.triangle(first + k + 1, second + k + 1, second + k);
    }
  }

  /** A fan from a vertex to a ring of n + 1; `up` where the vertex lies farther along the axis. */
  fan(tip: number, ring: number, n: number, up: boolean): void {
    for (let k = 0; k < n; k++) {
      if (up) this.triangle(ring + k, ring + k + 1, tip);
      else this.triangle(ring + k + 1, ring + k, tip);
    }
  }

  finish(): Triangles {
    return {
      vertices: Float64Array.from(this.vertices),
      triangles: Uint32Array.from(this.triangles),
      normals: Float64Array.from(this.normals),
      uv: Float64Array.from(this.uv),
      points: Uint32Array.from(this.points),
    };
  }
}

/** Number of points that the vertices of a surface are at. */
export function pointCount({ vertices, points }: Triangles): number {
  return points ? points.reduce((most, point) => Math.max(most, point + 1), 0) : vertices.length / 3;
}

/** A vertex at each point. */
export function vertexAtPoints(surface: Triangles): Uint32Array {
  const at = new Uint32Array(pointCount(surface));
  for (let v = surface.vertices.length / 3 - 1; v >= 0; v--) at[surface.points ? surface.points[v] : v] = v;
  return at;
}

/** Several surfaces as one; those that have no texture coordinates get zeros where others have some. */
export function joinTriangles(parts: readonly Triangles[]): Triangles {
  if (parts.length === 1) return parts[0];
  const n = parts.reduce((sum, part) => sum + part.vertices.length / 3, 0);
  const out = {
    vertices: new Float64Array(3 * n),
    normals: new Float64Array(3 * n),
    points: new Uint32Array(n),
    triangles: new Uint32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0)),
  };
  const uv = parts.some((part) => part.uv) ? new Float64Array(2 * n) : undefined;
  let [v, t, p] = [0, 0, 0];
  for (const part of parts) {
    const own = part.vertices.length / 3;
    out.vertices.set(part.vertices, 3 * v);
    out.normals.set(vertexNormals(part), 3 * v);
    if (part.uv) uv!.set(part.uv, 2 * v);
    for (let k = 0; k < own; k++) out.points[v + k] = p + (part.points ? part.points[k] : k);
    for (let k = 0; k < part.triangles.length; k++) out.triangles[t + k] = part.triangles[k] + v;
    v += own;
    t += part.triangles.length;
    p += pointCount(part);
  }
  return { ...out, ...(uv && { uv }) };
}

/** The surface moved by a pose: position (3), quaternion (4). */
export function placed(surface: Triangles, pose: ArrayLike<number>): Triangles {
  const [w, a, b, c] = [pose[3], pose[4], pose[5], pose[6]];
  const R = [
    ...[1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
    ...[2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
    ...[2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
  ];
  const turned = (from: Float64Array, shift: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(from.length);
    for (let k = 0; k < from.length; k += 3) {
      for (let i = 0; i < 3; i++) {
        out[k + i] = shift[i] + R[3 * i] * from[k] + R[3 * i + 1] * from[k + 1] + R[3 * i + 2] * from[k + 2];
      }
    }
    return out;
  };
  const normals = surface.normals && turned(surface.normals, [0, 0, 0]);
  return { ...surface, vertices: turned(surface.vertices, pose), ...(normals && { normals }) };
}

/**
 * Unit normals at the vertices: those that the surface has, or means of those of the triangles around, weighted with their areas. Vertices
 * at one point have one normal.
 */
export function vertexNormals({ vertices: x, triangles, normals: known, points }: Triangles): Float64Array {
  if (known) return known;
  const sums = new Float64Array(x.length);
  const place = (vertex: number): number => 3 * (points ? points[vertex] : vertex);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let i = 0; i < 3; i++) {
      const at = place(triangles[t + i]);
      sums[at] += nx;
      sums[at + 1] += ny;
      sums[at + 2] += nz;
    }
  }
  const normals = new Float64Array(x.length);
  for (let v = 0; 3 * v < x.length; v++) {
    const at = place(v);
    const size = Math.hypot(sums[at], sums[at + 1], sums[at + 2]);
    if (size > 0) for (let i = 0; i < 3; i++) normals[3 * v + i] = sums[at + i] / size;
    else normals[3 * v + 2] = 1;
  }
  return normals;
}
