import type { Surface } from './surface.js';
import { vertexCount } from './surface.js';

/** Cotangent Laplacian of a surface: (K x)_i = Σ_j k_ij (x_j - x_i), and the area of each vertex. */
export interface Cotangents {
  /** 3 numbers a triangle: half the cotangent of the angle at each corner, the weight of the edge facing it */
  readonly half: Float64Array;
  /** area that belongs to each vertex: Voronoi cells, mended in obtuse triangles (Meyer et al. 2003) (m²) */
  readonly area: Float64Array;
}

/** Cotangents and vertex areas at the surface's own shape. */
export function cotangents(surface: Surface): Cotangents {
  const { positions: x, triangles } = surface;
  const half = new Float64Array(triangles.length);
  const area = new Float64Array(vertexCount(surface));
  const dot = new Float64Array(3);
  const square = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const i = 3 * triangles[t + k];
      const j = 3 * triangles[t + ((k + 1) % 3)];
      const l = 3 * triangles[t + ((k + 2) % 3)];
      dot[k] = square[k] = 0;
      for (let c = 0; c < 3; c++) {
        dot[k] += (x[j + c] - x[i + c]) * (x[l + c] - x[i + c]);
        // the edge facing corner k
        square[k] += (x[l + c] - x[j + c]) * (x[l + c] - x[j + c]);
      }
    }
    const double = Math.sqrt(Math.max(0, (dot[0] + dot[1]) * (dot[0] + dot[2]) - dot[0] * dot[0]));
    for (let k = 0; k < 3; k++) half[t + k] = (0.5 * dot[k]) / double;
    shareArea(area, triangles, t, half, dot, square, 0.5 * double);
  }
  return { half, area };
}

function shareArea(
  area: Float64Array,
  triangles: Int32Array,
  t: number,
  half: Float64Array,
  dot: Float64Array,
  square: Float64Array,
  whole: number,
): void {
  const obtuse = dot[0] < 0 ? 0 : dot[1] < 0 ? 1 : dot[2] < 0 ? 2 : -1;
  for (let k = 0; k < 3; k++) {
    const j = (k + 1) % 3;
    const l = (k + 2) % 3;
    if (obtuse >= 0) area[triangles[t + k]] += whole * (k === obtuse ? 0.5 : 0.25);
    else area[triangles[t + k]] += 0.25 * (square[j] * half[t + j] + square[l] * half[t + l]);
  }
}
