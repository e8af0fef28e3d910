import type { Surface, SurfaceGrid } from './surface.js';

type Triple = readonly [number, number, number];

/** A rectangle of cloth cut into squares, each into two triangles. */
export interface SheetOptions {
  /** vertices along u and along v */
  readonly nu: number;
  readonly nv: number;
  /** first corner (m). Default: the origin */
  readonly origin?: Triple;
  /** the two sides of the rectangle (m) */
  readonly u: Triple;
  readonly v: Triple;
  /** vertices cut off at each corner: 0, 1 or 3. Default: 0 */
  readonly cut?: 0 | 1 | 3;
}

/** A rectangle; the diagonals of neighbouring squares cross, so that no direction is preferred. */
export function sheet(options: SheetOptions): Surface {
  const { nu, nv, origin = [0, 0, 0], u, v, cut = 0 } = options;
  const number = new Int32Array(nu * nv).fill(-1);
  const positions: number[] = [];
  const uv: number[] = [];
  for (let j = 0; j < nv; j++) {
    for (let i = 0; i < nu; i++) {
      const corner = Math.min(i, nu - 1 - i) + Math.min(j, nv - 1 - j);
      if ((cut >= 1 && corner === 0) || (cut === 3 && corner === 1)) continue;
      number[j * nu + i] = positions.length / 3;
      const a = i / (nu - 1);
      const b = j / (nv - 1);
      for (let k = 0; k < 3; k++) positions.push(origin[k] + a * u[k] + b * v[k]);
      uv.push(a, b);
    }
  }
  const triangles: number[] = [];
  for (let j = 0; j + 1 < nv; j++) {
    for (let i = 0; i + 1 < nu; i++) {
      const at = j * nu + i;
      pushSquare(triangles, number[at], number[at + 1], number[at + nu + 1], number[at + nu], (i + j) % 2 === 0);
    }
  }
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    grid: gridOf(number, nu, nv, false),
    uv: { points: Float64Array.from(uv), triangles: Int32Array.from(triangles) },
  };
}

/** Two triangles, or one where a corner is missing (-1), or none. */
function pushSquare(out: number[], a: number, b: number, c: number, d: number, diagonal: boolean): void {
  const present = [a, b, c, d].filter((k) => k >= 0);
  if (present.length === 3) out.push(...present);
  if (present.length < 4) return;
  if (diagonal) out.push(a, b, c, a, c, d);
  else out.push(a, b, d, b, c, d);
}

/** Threads and cells of a grid; `number` holds the vertices, -1 where one is missing. */
function gridOf(number: Int32Array, nu: number, nv: number, closed: boolean): SurfaceGrid {
  const lines: number[] = [];
  const cells: number[] = [];
  const at = (i: number, j: number): number => {
    if (closed) i = (i + nu) % nu;
    return i < 0 || j < 0 || i >= nu || j >= nv ? -1 : number[j * nu + i];
  };
  const push = (out: number[], ...nodes: number[]): void => {
    if (nodes.every((k) => k >= 0)) out.push(...nodes);
  };
  for (let j = 0; j < nv; j++) {
    for (let i = 0; i < nu; i++) {
      push(lines, at(i - 1, j), at(i, j), at(i + 1, j));
      push(lines, at(i, j - 1), at(i, j), at(i, j + 1));
      push(cells, at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { lines: Int32Array.from(lines), cells: Int32Array.from(cells) };
}

/** A tube of cloth: rings of vertices, one above the other. */
export interface TubeOptions {
  /** vertices around, and number of rings */
  readonly around: number;
  readonly rings: number;
  /** writes the place of the vertex at `angle` (rad) of ring `row` */
  readonly place: (out: Float64Array, row: number, angle: number) => void;
}

/** A closed tube, front outside where the rings rise against a right-handed turn. */
export function tube(options: TubeOptions): Surface {
  const { around, rings, place } = options;
  const positions = new Float64Array(3 * around * rings);
  const at = new Float64Array(3);
  for (let row = 0; row < rings; row++) {
    for (let k = 0; k < around; k++) {
      place(at, row, (2 * Math.PI * k) / around);
      positions.set(at, 3 * (row * around + k));
    }
  }
  const triangles: number[] = [];
  const corners: number[] = [];
  for (let row = 0; row + 1 < rings; row++) {
    for (let k = 0; k < around; k++) {
      const next = (k + 1) % around;
      const a = row * around;
      const diagonal = (row + k) % 2 === 0;
      pushSquare(triangles, a + k, a + next, a + around + next, a + around + k, diagonal);
      // the picture ends where it begins: rings of one more
      const b = row * (around + 1) + k;
      pushSquare(corners, b, b + 1, b + around + 2, b + around + 1, diagonal);
    }
  }
  const points = new Float64Array(2 * (around + 1) * rings);
  for (let k = 0; 2 * k < points.length; k++) {
    points[2 * k] = (k % (around + 1)) / around;
    points[2 * k + 1] = Math.floor(k / (around + 1)) / (rings - 1);
  }
  const uv = { points, triangles: Int32Array.from(corners) };
  const number = Int32Array.from({ length: around * rings }, (_, k) => k);
  return { positions, triangles: Int32Array.from(triangles), grid: gridOf(number, around, rings, true), uv };
}
