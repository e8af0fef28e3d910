import type { BendingOptions, Stencils } from './stencil-bending.js';
import { StencilBending } from './stencil-bending.js';
import type { Surface, SurfaceGrid } from './surface.js';

/**
 * Isometric bending on a grid of threads: ω/2 ∫ ‖x_uu‖² + 2 ‖x_uv‖² + ‖x_vv‖², a plate of Poisson ratio 0 whose free rims bear no
 * moment. Curvatures along threads stand at vertices, twists in cells. For isometric bending it equals the squared mean
 * curvature of cotangent weights, and unlike that it does not let the rims curl for free. Second order, and the same
 * stiffness in every direction. Curvatures of the rest shape may cost nothing, as in `Bending`.
 */
export class GridBending extends StencilBending {
  constructor(surface: Surface, grid: SurfaceGrid, { weight, curved = false }: BendingOptions) {
    super(threads(surface.positions, grid, weight), curved ? surface.positions : undefined);
  }
}

/** Curvatures along threads first, then twists of cells. */
function threads(x: Float64Array, { lines, cells }: SurfaceGrid, weight: number): Stencils {
  const count = lines.length / 3 + cells.length / 4;
  const stencils = {
    node: new Int32Array(4 * count),
    coefficient: new Float64Array(4 * count),
    weight: new Float64Array(count),
  };
  const area = cellAreas(x, cells);
  let e = 0;
  for (let p = 0; p < lines.length; p += 3, e++) {
    // x_uu = 2/(l + r) ((x_a - x)/l + (x_b - x)/r)
    const [a, v, b] = lines.subarray(p, p + 3);
    const l = distance(x, a, v);
    const r = distance(x, v, b);
    const k = 2 / (l + r);
    stencils.node.set([a, v, b, v], 4 * e);
    stencils.coefficient.set([k / l, -k / l - k / r, k / r, 0], 4 * e);
    stencils.weight[e] = weight * area[v];
  }
  for (let p = 0; p < cells.length; p += 4, e++) {
    // x_uv = (x_a - x_b + x_c - x_d) / area
    const cell = cells.subarray(p, p + 4);
    const own = cellArea(x, cell);
    stencils.node.set(cell, 4 * e);
    stencils.coefficient.set([1 / own, -1 / own, 1 / own, -1 / own], 4 * e);
    stencils.weight[e] = 2 * weight * own;
  }
  return stencils;
}

/** A quarter of every cell for each of its corners (m²). */
function cellAreas(x: Float64Array, cells: Int32Array): Float64Array {
  const out = new Float64Array(x.length / 3);
  for (let p = 0; p < cells.length; p += 4) {
    const cell = cells.subarray(p, p + 4);
    const quarter = 0.25 * cellArea(x, cell);
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
