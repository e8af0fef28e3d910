import type { AddEntry, Energy } from './energy.js';
import type { Cotangents } from './cotangents.js';
import type { Surface, Topology } from './surface.js';

/** How cloth resists bending. */
export interface BendingOptions {
  /** weight ω: bending stiffness B per width (N m) */
  readonly weight: number;
  /** whether the rest shape's own curvature costs nothing; else the cloth is flat at rest. Default: false */
  readonly curved?: boolean;
}

/**
 * Isometric bending: ω/2 ∫ ‖Δx - p‖² with Δx = (1/a_i) Σ_j k_ij (x_j - x_i), the mean curvature vector of each inner vertex
 * by cotangent weights (Bouaziz et al. 2014; Bergou et al. 2006). p = 0 for cloth flat at rest; else p keeps the curvature
 * that the rest shape has, in the direction of the present one. On the rim no moment acts, so rim vertices have no
 * term of their own; their area is shared out to the inner vertices beside them, so that a bent strip has its full width.
 */
export class Bending implements Energy {
  readonly name = 'bending';
  /** row e: Δx of one vertex, entries `start[e] .. start[e + 1] - 1` */
  readonly #start: Int32Array;
  readonly #node: Int32Array;
  readonly #coefficient: Float64Array;
  /** ω times area, and the curvature at rest, of each row */
  readonly #weight: Float64Array;
  readonly #curvature: Float64Array;
  readonly #curved: boolean;

  constructor(surface: Surface, topology: Topology, cotangents: Cotangents, options: BendingOptions) {
    const rows = laplacian(surface, topology, cotangents);
    this.#start = rows.start;
    this.#node = rows.node;
    this.#coefficient = rows.coefficient;
    this.#weight = Float64Array.from(rows.vertex, (i) => options.weight * rows.area[i]);
    this.#curvature = new Float64Array(rows.vertex.length);
    this.#curved = options.curved ?? false;
    if (this.#curved) {
      for (let e = 0; e < this.#curvature.length; e++) {
        this.#row(e, surface.positions);
        this.#curvature[e] = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
      }
    }
  }

  addStiffness(add: AddEntry): void {
    for (let e = 0; e < this.#weight.length; e++) {
      for (let a = this.#start[e]; a < this.#start[e + 1]; a++) {
        for (let b = this.#start[e]; b < this.#start[e + 1]; b++) {
          add(this.#node[a], this.#node[b], this.#weight[e] * this.#coefficient[a] * this.#coefficient[b]);
        }
      }
    }
  }

  addForces(F: Float64Array, x: Float64Array): void {
    const start = this.#start;
    const node = this.#node;
    const coefficient = this.#coefficient;
    const curved = this.#curved;
    const rows = this.#weight.length;
    for (let e = 0; e < rows; e++) {
      const from = start[e];
      const to = start[e + 1];
      let y0 = 0;
      let y1 = 0;
      let y2 = 0;
      for (let p = from; p < to; p++) {
        const k = coefficient[p];
        const i = 3 * node[p];
        y0 += k * x[i];
        y1 += k * x[i + 1];
        y2 += k * x[i + 2];
      }
      let w = -this.#weight[e];
      if (curved) w *= excess(this.#curvature[e], y0, y1, y2);
      y0 *= w;
      y1 *= w;
      y2 *= w;
      for (let p = from; p < to; p++) {
        const k = coefficient[p];
        const i = 3 * node[p];
        F[i] += k * y0;
        F[i + 1] += k * y1;
        F[i + 2] += k * y2;
      }
    }
  }

  value(x: Float64Array): number {
    let sum = 0;
    for (let e = 0; e < this.#weight.length; e++) {
      this.#row(e, x);
      const length = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
      sum += 0.5 * this.#weight[e] * (length - this.#curvature[e]) * (length - this.#curvature[e]);
    }
    return sum;
  }

  /** y = Δx of row e */
  #row(e: number, x: Float64Array): void {
    y.fill(0);
    for (let p = this.#start[e]; p < this.#start[e + 1]; p++) {
      for (let c = 0; c < 3; c++) y[c] += this.#coefficient[p] * x[3 * this.#node[p] + c];
    }
  }
}

const y = new Float64Array(3);

/** 1 - κ/|y|: the share of y beyond the rest curvature; y itself has no direction to take at 0 */
function excess(curvature: number, y0: number, y1: number, y2: number): number {
  const length = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
  return length > 1e-12 * curvature ? 1 - curvature / length : 1;
}

interface LaplacianRows {
  readonly vertex: Int32Array;
  readonly start: Int32Array;
  readonly node: Int32Array;
  readonly coefficient: Float64Array;
  /** area that each vertex' bending counts for (m²) */
  readonly area: Float64Array;
}

/** Rows of (1/a) K for the inner vertices. */
function laplacian(surface: Surface, topology: Topology, cotangents: Cotangents): LaplacianRows {
  const { start, neighbour, boundary } = topology;
  const k = edgeWeights(surface, topology, cotangents);
  const vertex: number[] = [];
  const at: number[] = [0];
  const node: number[] = [];
  const coefficient: number[] = [];
  for (let i = 0; i < boundary.length; i++) {
    if (boundary[i]) continue;
    const a = cotangents.area[i];
    let sum = 0;
    for (let p = start[i]; p < start[i + 1]; p++) {
      // right angles leave diagonals without weight
      if (Math.abs(k[p]) < 1e-12) continue;
      node.push(neighbour[p]);
      coefficient.push(k[p] / a);
      sum += k[p];
    }
    node.push(i);
    coefficient.push(-sum / a);
    vertex.push(i);
    at.push(node.length);
  }
  return {
    vertex: Int32Array.from(vertex),
    start: Int32Array.from(at),
    node: Int32Array.from(node),
    coefficient: Float64Array.from(coefficient),
    area: sharedAreas(topology, cotangents.area),
  };
}

/** k_ij for every entry of `topology.neighbour` */
function edgeWeights(surface: Surface, topology: Topology, cotangents: Cotangents): Float64Array {
  const { start, neighbour } = topology;
  const k = new Float64Array(neighbour.length);
  const place = (i: number, j: number): number => neighbour.subarray(start[i], start[i + 1]).indexOf(j) + start[i];
  const { triangles } = surface;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const i = triangles[t + ((c + 1) % 3)];
      const j = triangles[t + ((c + 2) % 3)];
      k[place(i, j)] += cotangents.half[t + c];
      k[place(j, i)] += cotangents.half[t + c];
    }
  }
  return k;
}

/** Areas with those of rim vertices handed to the inner vertices beside them. */
function sharedAreas(topology: Topology, area: Float64Array): Float64Array {
  const { start, neighbour, boundary } = topology;
  const out = area.slice();
  for (let i = 0; i < boundary.length; i++) {
    if (!boundary[i]) continue;
    const inner: number[] = [];
    for (let p = start[i]; p < start[i + 1]; p++) if (!boundary[neighbour[p]]) inner.push(neighbour[p]);
    for (const j of inner) out[j] += area[i] / inner.length;
  }
  return out;
}
