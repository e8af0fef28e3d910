/** What is unusual about a surface of triangles. */
export interface MeshFaults {
  /** triangles without an area */
  readonly flat: number;
  /** edges of only one triangle: the surface has a border */
  readonly open: number;
  /** edges of two triangles that go round it the same way: one of them is turned over */
  readonly turned: number;
  /** edges of three triangles and more */
  readonly crowded: number;
  /** closed, with its normals pointing inwards */
  readonly insideOut: boolean;
  /** pairs of triangles that cut through each other; undefined where there are too many triangles to look */
  readonly crossings: number | undefined;
}

/** Corners may lie so far beside the place that was meant, as a share of the largest coordinate: files keep numbers of 32 bits. */
const rounding = 1 / 0x800000;

/** Triangles beyond which crossings are not looked for: seconds, and gigabytes of cells. */
const mostInspected = 200_000;

/** Crossings beyond which counting ends. */
const mostCounted = 1000;

/**
 * Looks at a surface: 3 numbers a vertex, 3 vertices a triangle. Vertices at the same place count as one: files split them where
 * normals or texture coordinates differ.
 */
export function inspectMesh(vertices: ArrayLike<number>, triangles: ArrayLike<number>): MeshFaults {
  const vertex = weld(vertices);
  const corners = Int32Array.from(triangles, (v) => vertex[v]);
  const { flat, volume } = sizes(vertices, corners);
  const edges = edgeUse(corners);
  let [open, turned, crowded] = [0, 0, 0];
  for (const [forth, back] of edges) {
    if (forth + back === 1) open++;
    else if (forth + back > 2) crowded++;
    else if (forth !== back) turned++;
  }
  const closed = open + turned + crowded === 0;
  const count = corners.length / 3;
  const crossings = count > mostInspected ? undefined : countCrossings(vertices, corners);
  return { flat, open, turned, crowded, insideOut: closed && volume < 0, crossings };
}

/** For each vertex the first one at its place. */
export function weld(vertices: ArrayLike<number>): Int32Array {
  const first = new Map<string, number>();
  const out = new Int32Array(vertices.length / 3);
  for (let v = 0; v < out.length; v++) {
    const key = `${vertices[3 * v]},${vertices[3 * v + 1]},${vertices[3 * v + 2]}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, v);
    out[v] = known ?? v;
  }
  return out;
}

/** How often triangles go along each edge from its smaller vertex to its larger one, and back. */
function edgeUse(corners: Int32Array): Iterable<[number, number]> {
  const edges = new Map<string, [number, number]>();
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[t + k], corners[t + ((k + 1) % 3)]];
      if (a === b) continue;
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const use = edges.get(key) ?? [0, 0];
      use[a < b ? 0 : 1]++;
      edges.set(key, use);
    }
  }
  return edges.values();
}

/** Six times the signed volume of the tetrahedron a, b, c, d. */
function orient(x: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const [ax, ay, az] = [x[3 * a] - x[3 * d], x[3 * a + 1] - x[3 * d + 1], x[3 * a + 2] - x[3 * d + 2]];
  const [bx, by, bz] = [x[3 * b] - x[3 * d], x[3 * b + 1] - x[3 * d + 1], x[3 * b + 2] - x[3 * d + 2]];
  const [cx, cy, cz] = [x[3 * c] - x[3 * d], x[3 * c + 1] - x[3 * d + 1], x[3 * c + 2] - x[3 * d + 2]];
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** Twice the area of the triangle a, b, c. */
function doubleArea(x: ArrayLike<number>, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1], x[3 * b + 2] - x[3 * a + 2]];
  const [vx, vy, vz] = [x[3 * c] - x[3 * a], x[3 * c + 1] - x[3 * a + 1], x[3 * c + 2] - x[3 * a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(nx * nx + ny * ny + nz * nz);
}

/** Number of triangles without an area, and the signed volume of a closed surface times six. */
function sizes(x: ArrayLike<number>, corners: Int32Array): { flat: number; volume: number } {
  let flat = 0;
  let volume = 0;
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]];
    const u = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const v = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const longest = Math.max(u[0] * u[0] + u[1] * u[1] + u[2] * u[2], v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    // the height is lost in the rounding of the sides
    if (Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) <= 1e-14 * longest) flat++;
    volume += x[a] * n[0] + x[a + 1] * n[1] + x[a + 2] * n[2];
  }
  return { flat, volume };
}

/** Pairs of triangles without a common vertex of which one has an edge that goes through the other. */
function countCrossings(x: ArrayLike<number>, corners: Int32Array): number {
  const cells = fillCells(x, corners);
  let largest = 0;
  for (let k = 0; k < x.length; k++) largest = Math.max(largest, Math.abs(x[k]));
  const slack = rounding * largest;
  const seen = new Set<number>();
  const count = corners.length / 3;
  for (const own of cells.values()) {
    for (let i = 0; i < own.length; i++) {
      for (let j = 0; j < i; j++) {
        const pair = Math.max(own[i], own[j]) * count + Math.min(own[i], own[j]);
        if (seen.has(pair) || !crosses(x, corners, 3 * own[i], 3 * own[j], slack)) continue;
        seen.add(pair);
        if (seen.size >= mostCounted) return seen.size;
      }
    }
  }
  return seen.size;
}

function crosses(x: ArrayLike<number>, corners: Int32Array, s: number, t: number, slack: number): boolean {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) if (corners[s + i] === corners[t + j]) return false;
  return pierces(x, corners, s, t, slack) || pierces(x, corners, t, s, slack);
}

/** Whether an edge of triangle s goes through triangle t, by more than `slack` on either side. */
function pierces(x: ArrayLike<number>, corners: Int32Array, s: number, t: number, slack: number): boolean {
  const [a, b, c] = [corners[t], corners[t + 1], corners[t + 2]];
  const least = slack * doubleArea(x, a, b, c);
  for (let k = 0; k < 3; k++) {
    const [p, q] = [corners[s + k], corners[s + ((k + 1) % 3)]];
    const [above, below] = [orient(x, a, b, c, p), orient(x, a, b, c, q)];
    // neighbours in one plane lie on either side of it by the rounding of their corners
    if (above * below >= 0 || Math.min(Math.abs(above), Math.abs(below)) <= least) continue;
    const [u, v, w] = [orient(x, p, q, a, b), orient(x, p, q, b, c), orient(x, p, q, c, a)];
    // also through its border, as the diagonal of a box's face
    if (Math.min(u, v, w) >= 0 || Math.max(u, v, w) <= 0) return true;
  }
  return false;
}

/** Triangles by the cells of a grid that their boxes touch; a cell is about as large as a triangle. */
function fillCells(x: ArrayLike<number>, corners: Int32Array): Map<string, number[]> {
  const least = [Infinity, Infinity, Infinity];
  const boxes: number[][] = [];
  let width = 0;
  for (let t = 0; t < corners.length; t += 3) {
    const box: number[] = [];
    for (let i = 0; i < 3; i++) {
      const [a, b, c] = [x[3 * corners[t] + i], x[3 * corners[t + 1] + i], x[3 * corners[t + 2] + i]];
      box.push(Math.min(a, b, c), Math.max(a, b, c));
      least[i] = Math.min(least[i], box[2 * i]);
      width += (box[2 * i + 1] - box[2 * i]) / corners.length;
    }
    boxes.push(box);
  }
  // a triangle much larger than the others would touch too many cells
  const widest = boxes.reduce((most, box) => Math.max(most, box[1] - box[0], box[3] - box[2], box[5] - box[4]), 0);
  const cell = Math.max(2 * width, widest / 64, Number.MIN_VALUE);
  const cells = new Map<string, number[]>();
  boxes.forEach((box, t) => {
    const [i0, i1, j0, j1, k0, k1] = box.map((value, side) => Math.floor((value - least[side >> 1]) / cell));
    for (let i = i0; i <= i1; i++) {
      for (let j = j0; j <= j1; j++) {
        for (let k = k0; k <= k1; k++) {
          const key = `${i},${j},${k}`;
          const own = cells.get(key);
          if (own) own.push(t);
          else cells.set(key, [t]);
        }
      }
    }
  });
  return cells;
}
