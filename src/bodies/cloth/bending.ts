import type { Cotangents } from './cotangents.js';
import type { BendingOptions, Stencils } from './stencil-bending.js';
import { StencilBending } from './stencil-bending.js';
import type { Surface } from './surface.js';

/**
 * Isometric bending by hinges (Bergou et al. 2006): for every inner edge ω/(2 (A₀ + A₁)) ‖K x - p‖², where K x, with cotangent
 * weights on the four vertices around the edge, is the length of the edge times the jump of slope across it.
 *
 * That gives ω/2 κ² per area to a sheet bent to curvature κ on meshes of equilateral triangles, in every direction; on others
 * the stiffness depends somewhat on the direction, as of all hinge models. Grids have `GridBending`.
 */
export class Bending extends StencilBending {
  constructor(surface: Surface, cotangents: Cotangents, { weight, curved = false }: BendingOptions) {
    super(hinges(surface, cotangents, weight), curved ? surface.positions : undefined);
  }
}

/** The inner edges, each with the two triangles that share it: vertices of the edge, then the two facing it. */
function hinges(surface: Surface, { half }: Cotangents, stiffness: number): Stencils {
  const { triangles } = surface;
  const n = surface.positions.length / 3;
  const node: number[] = [];
  const coefficient: number[] = [];
  const weight: number[] = [];
  // corner of the triangle seen first, by edge
  const open = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const i = triangles[t + ((k + 1) % 3)];
      const j = triangles[t + ((k + 2) % 3)];
      const key = Math.min(i, j) * n + Math.max(i, j);
      const other = open.get(key);
      if (other === undefined) {
        open.set(key, t + k);
        continue;
      }
      open.delete(key);
      // cotangents at both ends of the edge, in this triangle and in the other
      const iA = 2 * half[t + ((k + 1) % 3)];
      const jA = 2 * half[t + ((k + 2) % 3)];
      const u = other - (other % 3);
      const iB = 2 * half[triangles[u] === i ? u : triangles[u + 1] === i ? u + 1 : u + 2];
      const jB = 2 * half[triangles[u] === j ? u : triangles[u + 1] === j ? u + 1 : u + 2];
      node.push(i, j, triangles[t + k], triangles[other]);
      coefficient.push(-(jA + jB), -(iA + iB), iA + jA, iB + jB);
      weight.push(stiffness * (1 / (area(surface, t) + area(surface, u))));
    }
  }
  return {
    node: Int32Array.from(node),
    coefficient: Float64Array.from(coefficient),
    weight: Float64Array.from(weight),
  };
}

function area(surface: Surface, t: number): number {
  const { positions: x, triangles } = surface;
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const cross = (x[b + j] - x[a + j]) * (x[c + k] - x[a + k]) - (x[b + k] - x[a + k]) * (x[c + j] - x[a + j]);
    square += cross * cross;
  }
  return 0.5 * Math.sqrt(square);
}
