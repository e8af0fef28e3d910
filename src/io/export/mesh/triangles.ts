/** A triangulated surface. */
export interface Triangles {
  /** 3 numbers a vertex (m) */
  readonly vertices: Float64Array;
  /** 3 vertex numbers a triangle, counter-clockwise seen from outside */
  readonly triangles: Uint32Array;
}

/** Collects vertices and triangles. */
export class TriangleBuilder {
  readonly vertices: number[] = [];
  readonly triangles: number[] = [];

  /** number of vertices so far */
  get n(): number {
    return this.vertices.length / 3;
  }

  vertex(x: number, y: number, z: number): number {
    return this.vertices.push(x, y, z) / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.triangles.push(a, b, c);
  }

  /** Triangles between two rings of n vertices each, the second farther along the axis they go round. */
  band(first: number, second: number, n: number): void {
    for (let k = 0; k < n; k++) {
      const next = (k + 1) % n;
      this.triangle(first + k, first + next, second + k);
      this.triangle(first + next, second + next, second + k);
    }
  }

  /** A fan from a vertex to a ring; `up` where the vertex lies farther along the axis. */
  fan(tip: number, ring: number, n: number, up: boolean): void {
    for (let k = 0; k < n; k++) {
      const next = (k + 1) % n;
      if (up) this.triangle(ring + k, ring + next, tip);
      else this.triangle(ring + next, ring + k, tip);
    }
  }

  finish(): Triangles {
    return { vertices: Float64Array.from(this.vertices), triangles: Uint32Array.from(this.triangles) };
  }
}

/** Several surfaces as one. */
export function joinTriangles(parts: readonly Triangles[]): Triangles {
  const vertices = new Float64Array(parts.reduce((sum, part) => sum + part.vertices.length, 0));
  const triangles = new Uint32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  let v = 0;
  let t = 0;
  for (const part of parts) {
    vertices.set(part.vertices, v);
    for (let k = 0; k < part.triangles.length; k++) triangles[t + k] = part.triangles[k] + v / 3;
    v += part.vertices.length;
    t += part.triangles.length;
  }
  return { vertices, triangles };
}

/** The surface moved by a pose: position (3), quaternion (4). */
export function placed(surface: Triangles, pose: ArrayLike<number>): Triangles {
  const [x, y, z, w, a, b, c] = [pose[0], pose[1], pose[2], pose[3], pose[4], pose[5], pose[6]];
  const R = [
    ...[1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
    ...[2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
    ...[2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
  ];
  const from = surface.vertices;
  const vertices = new Float64Array(from.length);
  for (let k = 0; k < from.length; k += 3) {
    vertices[k] = x + R[0] * from[k] + R[1] * from[k + 1] + R[2] * from[k + 2];
    vertices[k + 1] = y + R[3] * from[k] + R[4] * from[k + 1] + R[5] * from[k + 2];
    vertices[k + 2] = z + R[6] * from[k] + R[7] * from[k + 1] + R[8] * from[k + 2];
  }
  return { vertices, triangles: surface.triangles };
}

/** Unit normals at the vertices: means of those of the triangles around, weighted with their areas. */
export function vertexNormals({ vertices: x, triangles }: Triangles): Float64Array {
  const normals = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const v = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const corner of [a, b, c]) for (let i = 0; i < 3; i++) normals[corner + i] += n[i];
  }
  for (let k = 0; k < normals.length; k += 3) {
    const size = Math.hypot(normals[k], normals[k + 1], normals[k + 2]);
    if (size > 0) for (let i = 0; i < 3; i++) normals[k + i] /= size;
    else normals[k + 2] = 1;
  }
  return normals;
}
