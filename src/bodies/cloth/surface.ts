/** A triangulated piece of cloth, or several: vertices and triangles. */
export interface Surface {
  /** 3 numbers a vertex (m) */
  readonly positions: Float64Array;
  /** 3 vertices a triangle, counter-clockwise seen from the front */
  readonly triangles: Int32Array;
  /** the grid that the triangles were cut from, if any */
  readonly grid?: SurfaceGrid;
  /** where its corners are in a picture laid over it, if that is known */
  readonly uv?: SurfaceUv;
}

/** Texture coordinates: of seams, where a vertex has several, those of the triangle's own side. */
export interface SurfaceUv {
  /** 2 numbers a point; a piece of cloth covers 0 to 1 */
  readonly points: Float64Array;
  /** 3 points a triangle, in the order of the surface's triangles */
  readonly triangles: Int32Array;
}

/** Threads of a grid: vertices one after another along it, and the cells between. */
export interface SurfaceGrid {
  /** 3 vertices: a vertex between its two neighbours on a thread */
  readonly lines: Int32Array;
  /** 4 vertices: a cell, around */
  readonly cells: Int32Array;
}

/** Number of vertices. */
export function vertexCount(surface: Surface): number {
  return surface.positions.length / 3;
}

/** Who touches whom on a surface. */
export interface Topology {
  /** neighbours of vertex i: `neighbour[start[i] .. start[i + 1] - 1]`, rising */
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
  /** 2 vertices an edge, first < second, sorted */
  readonly edges: Int32Array;
  /** 1 at vertices on the rim */
  readonly boundary: Uint8Array;
  /** connected piece of each vertex, numbered by its smallest vertex */
  readonly piece: Int32Array;
}

/** Edges, neighbours, rim and pieces of a surface. */
export function surfaceTopology(surface: Surface): Topology {
  const n = vertexCount(surface);
  const { triangles } = surface;
  const count = new Int32Array(n + 1);
  const each = (visit: (i: number, j: number) => void): void => {
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) visit(triangles[t + k], triangles[t + ((k + 1) % 3)]);
    }
  };
  each((i, j) => count[Math.min(i, j) + 1]++);
  for (let i = 0; i < n; i++) count[i + 1] += count[i];
  const upper = new Int32Array(triangles.length);
  const next = count.slice();
  each((i, j) => (upper[next[Math.min(i, j)]++] = Math.max(i, j)));
  const edges: number[] = [];
  const boundary = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const row = upper.subarray(count[i], count[i + 1]).sort();
    for (let p = 0; p < row.length; p++) {
      if (p > 0 && row[p] === row[p - 1]) continue;
      edges.push(i, row[p]);
      // an edge of one triangle only lies on the rim
      if (row[p + 1] !== row[p]) boundary[i] = boundary[row[p]] = 1;
    }
  }
  const all = Int32Array.from(edges);
  return { ...neighbours(n, all), edges: all, boundary, piece: pieces(n, all) };
}

function neighbours(n: number, edges: Int32Array): { start: Int32Array; neighbour: Int32Array } {
  const start = new Int32Array(n + 1);
  for (let e = 0; e < edges.length; e++) start[edges[e] + 1]++;
  for (let i = 0; i < n; i++) start[i + 1] += start[i];
  const neighbour = new Int32Array(edges.length);
  const next = start.slice();
  for (let e = 0; e < edges.length; e += 2) {
    neighbour[next[edges[e]]++] = edges[e + 1];
    neighbour[next[edges[e + 1]]++] = edges[e];
  }
  for (let i = 0; i < n; i++) neighbour.subarray(start[i], start[i + 1]).sort();
  return { start, neighbour };
}

function pieces(n: number, edges: Int32Array): Int32Array {
  const root = Int32Array.from({ length: n }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  for (let e = 0; e < edges.length; e += 2) {
    const a = find(edges[e]);
    const b = find(edges[e + 1]);
    if (a !== b) root[Math.max(a, b)] = Math.min(a, b);
  }
  return root.map((_, i) => find(i));
}

/**
 * Texture coordinates of several surfaces as one: each in a square of its own, side by side. Those that have none are all in the
 * corner of theirs.
 */
function joinUv(surfaces: readonly Surface[]): { uv: SurfaceUv } | undefined {
  if (!surfaces.some(({ uv }) => uv)) return undefined;
  const points: number[] = [];
  const triangles: number[] = [];
  surfaces.forEach(({ uv, triangles: own }, square) => {
    const first = points.length / 2;
    const from = uv ?? { points: [0, 0], triangles: new Int32Array(own.length) };
    from.points.forEach((x, k) => points.push(k % 2 === 0 ? square + x : x));
    from.triangles.forEach((k) => triangles.push(first + k));
  });
  return { uv: { points: Float64Array.from(points), triangles: Int32Array.from(triangles) } };
}

/** Several surfaces as one; it keeps the grid where all of them have one. */
export function joinSurfaces(surfaces: readonly Surface[]): Surface {
  const positions = new Float64Array(surfaces.reduce((sum, s) => sum + s.positions.length, 0));
  const first: number[] = [];
  let at = 0;
  for (const surface of surfaces) {
    first.push(at / 3);
    positions.set(surface.positions, at);
    at += surface.positions.length;
  }
  const shifted = (pick: (surface: Surface) => Int32Array): Int32Array =>
    Int32Array.from(surfaces.flatMap((surface, k) => Array.from(pick(surface), (i) => i + first[k])));
  const triangles = shifted((surface) => surface.triangles);
  const uv = joinUv(surfaces);
  if (!surfaces.every((surface) => surface.grid)) return { positions, triangles, ...uv };
  const grid = {
    lines: shifted((surface) => surface.grid!.lines),
    cells: shifted((surface) => surface.grid!.cells),
  };
  return { positions, triangles, grid, ...uv };
}

/** Mean length of the edges (m). */
export function meanEdge(positions: Float64Array, edges: Int32Array): number {
  let sum = 0;
  for (let e = 0; e < edges.length; e += 2) {
    const a = 3 * edges[e];
    const b = 3 * edges[e + 1];
    const x = positions[a] - positions[b];
    const y = positions[a + 1] - positions[b + 1];
    const z = positions[a + 2] - positions[b + 2];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return edges.length === 0 ? 0 : (2 * sum) / edges.length;
}
