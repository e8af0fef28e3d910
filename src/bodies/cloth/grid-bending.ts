import type { BendingOptions } from './bending.js';
import type { AddEntry, Energy } from './energy.js';
import type { Surface, SurfaceGrid } from './surface.js';

/**
 * Isometric bending on a grid of threads: ω/2 ∫ ‖x_uu‖² + 2 ‖x_uv‖² + ‖x_vv‖², a plate of Poisson ratio 0 whose free rims bear no
 * moment. Curvatures along threads stand at vertices, twists in cells. For isometric bending it equals the squared mean
 * curvature of cotangent weights, and unlike that it does not let the rims curl for free. Second order, and the same
 * stiffness in every direction. Curvatures of the rest shape may cost nothing, as in `Bending`.
 */
export class GridBending implements Energy {
  readonly name = 'bending';
  /** elements of 3 vertices first, then of 4; padded to 4 with a weight of 0 */
  readonly #node: Int32Array;
  readonly #coefficient: Float64Array;
  readonly #weight: Float64Array;
  readonly #rest: Float64Array;
  readonly #curved: boolean;

  constructor(surface: Surface, grid: SurfaceGrid, options: BendingOptions) {
    const lines = grid.lines.length / 3;
    const count = lines + grid.cells.length / 4;
    this.#node = new Int32Array(4 * count);
    this.#coefficient = new Float64Array(4 * count);
    this.#weight = new Float64Array(count);
    this.#rest = new Float64Array(count);
    this.#curved = options.curved ?? false;
    const area = cellAreas(surface, grid);
    for (let e = 0; e < lines; e++) this.#line(e, surface, grid.lines.subarray(3 * e, 3 * e + 3), area, options.weight);
    for (let e = lines, p = 0; e < count; e++, p += 4)
      this.#cell(e, surface, grid.cells.subarray(p, p + 4), options.weight);
    if (!this.#curved) return;
    for (let e = 0; e < count; e++) this.#rest[e] = this.#bend(e, surface.positions);
  }

  /** x_uu = 2/(l + r) ((x_a - x)/l + (x_b - x)/r) */
  #line(e: number, surface: Surface, [a, v, b]: Int32Array, area: Float64Array, weight: number): void {
    const l = distance(surface.positions, a, v);
    const r = distance(surface.positions, v, b);
    const k = 2 / (l + r);
    this.#node.set([a, v, b, v], 4 * e);
    this.#coefficient.set([k / l, -k / l - k / r, k / r, 0], 4 * e);
    this.#weight[e] = weight * area[v];
  }

  /** x_uv = (x_a - x_b + x_c - x_d) / area */
  #cell(e: number, surface: Surface, cell: Int32Array, weight: number): void {
    const area = cellArea(surface.positions, cell);
    this.#node.set(cell, 4 * e);
    this.#coefficient.set([1 / area, -1 / area, 1 / area, -1 / area], 4 * e);
    this.#weight[e] = 2 * weight * area;
  }

  addStiffness(add: AddEntry): void {
    for (let e = 0; e < this.#weight.length; e++) {
      for (let a = 4 * e; a < 4 * e + 4; a++) {
        for (let b = 4 * e; b < 4 * e + 4; b++) {
          const value = this.#weight[e] * this.#coefficient[a] * this.#coefficient[b];
          if (value !== 0) add(this.#node[a], this.#node[b], value);
        }
      }
    }
  }

  addForces(F: Float64Array, x: Float64Array): void {
    const node = this.#node;
    const coefficient = this.#coefficient;
    const weight = this.#weight;
    const curved = this.#curved;
    for (let e = 0, p = 0; e < weight.length; e++, p += 4) {
      const a = 3 * node[p];
      const b = 3 * node[p + 1];
      const c = 3 * node[p + 2];
      const d = 3 * node[p + 3];
      const ka = coefficient[p];
      const kb = coefficient[p + 1];
      const kc = coefficient[p + 2];
      const kd = coefficient[p + 3];
      let y0 = ka * x[a] + kb * x[b] + kc * x[c];
      let y1 = ka * x[a + 1] + kb * x[b + 1] + kc * x[c + 1];
      let y2 = ka * x[a + 2] + kb * x[b + 2] + kc * x[c + 2];
      if (kd !== 0) {
        y0 += kd * x[d];
        y1 += kd * x[d + 1];
        y2 += kd * x[d + 2];
      }
      let w = -weight[e];
      if (curved) w *= excess(this.#rest[e], y0, y1, y2);
      y0 *= w;
      y1 *= w;
      y2 *= w;
      F[a] += ka * y0;
      F[a + 1] += ka * y1;
      F[a + 2] += ka * y2;
      F[b] += kb * y0;
      F[b + 1] += kb * y1;
      F[b + 2] += kb * y2;
      F[c] += kc * y0;
      F[c + 1] += kc * y1;
      F[c + 2] += kc * y2;
      if (kd === 0) continue;
      F[d] += kd * y0;
      F[d + 1] += kd * y1;
      F[d + 2] += kd * y2;
    }
  }

  value(x: Float64Array): number {
    let sum = 0;
    for (let e = 0; e < this.#weight.length; e++) {
      const beyond = this.#bend(e, x) - this.#rest[e];
      sum += 0.5 * this.#weight[e] * beyond * beyond;
    }
    return sum;
  }

  /** length of the curvature or twist of element e */
  #bend(e: number, x: Float64Array): number {
    let square = 0;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let p = 4 * e; p < 4 * e + 4; p++) sum += this.#coefficient[p] * x[3 * this.#node[p] + c];
      square += sum * sum;
    }
    return Math.sqrt(square);
  }
}

/** 1 - l/|y|: the share of y beyond the rest length l; at 0 y has no direction that p could take */
function excess(rest: number, y0: number, y1: number, y2: number): number {
  const length = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
  return length > 1e-12 * rest ? 1 - rest / length : 1;
}

/** A quarter of every cell for each of its corners (m²). */
function cellAreas(surface: Surface, grid: SurfaceGrid): Float64Array {
  const out = new Float64Array(surface.positions.length / 3);
  for (let p = 0; p < grid.cells.length; p += 4) {
    const cell = grid.cells.subarray(p, p + 4);
    const quarter = 0.25 * cellArea(surface.positions, cell);
    for (const i of cell) out[i] += quarter;
  }
  return out;
}

/** Half the product of the diagonals' cross product. */
function cellArea(x: Float64Array, [a, b, c, d]: Int32Array): number {
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const cross =
      (x[3 * c + j] - x[3 * a + j]) * (x[3 * d + k] - x[3 * b + k]) -
      (x[3 * c + k] - x[3 * a + k]) * (x[3 * d + j] - x[3 * b + j]);
    square += cross * cross;
  }
  return 0.5 * Math.sqrt(square);
}

function distance(x: Float64Array, i: number, j: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++) square += (x[3 * i + c] - x[3 * j + c]) * (x[3 * i + c] - x[3 * j + c]);
  return Math.sqrt(square);
}
