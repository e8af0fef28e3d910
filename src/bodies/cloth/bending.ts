import type { AddEntry, Energy } from './energy.js';
import type { Cotangents } from './cotangents.js';
import type { Surface } from './surface.js';

/** How cloth resists bending. */
export interface BendingOptions {
  /** weight ω: bending stiffness B per width (N m) */
  readonly weight: number;
  /** whether the rest shape's own curvature costs nothing; else the cloth is flat at rest. Default: false */
  readonly curved?: boolean;
}

/**
 * Isometric bending by hinges (Bergou et al. 2006): for every inner edge ω/(2 (A₀ + A₁)) ‖K x - p‖², where K x, with cotangent
 * weights on the four vertices around the edge, is the length of the edge times the jump of slope across it. p = 0 for
 * cloth flat at rest; else p has the length it has in the rest shape, in the direction of the present K x.
 *
 * That gives ω/2 κ² per area to a sheet bent to curvature κ on meshes of equilateral triangles, in every direction; on others
 * the stiffness depends somewhat on the direction, as of all hinge models. Grids have `GridBending`.
 */
export class Bending implements Energy {
  readonly name = 'bending';
  /** hinge e: vertices of the edge, then the two facing it, and their weights; 4 each */
  readonly #node: Int32Array;
  readonly #coefficient: Float64Array;
  /** ω / (A₀ + A₁), and ‖K x‖ at rest, of each hinge */
  readonly #weight: Float64Array;
  readonly #rest: Float64Array;
  readonly #curved: boolean;

  constructor(surface: Surface, cotangents: Cotangents, options: BendingOptions) {
    const hinges = findHinges(surface, cotangents);
    this.#node = hinges.node;
    this.#coefficient = hinges.coefficient;
    this.#weight = hinges.weight.map((w) => options.weight * w);
    this.#rest = new Float64Array(hinges.weight.length);
    this.#curved = options.curved ?? false;
    if (!this.#curved) return;
    for (let e = 0; e < this.#rest.length; e++) {
      this.#bend(e, surface.positions);
      this.#rest[e] = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    }
  }

  addStiffness(add: AddEntry): void {
    for (let e = 0; e < this.#weight.length; e++) {
      for (let a = 4 * e; a < 4 * e + 4; a++) {
        for (let b = 4 * e; b < 4 * e + 4; b++) {
          add(this.#node[a], this.#node[b], this.#weight[e] * this.#coefficient[a] * this.#coefficient[b]);
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
      let y0 = ka * x[a] + kb * x[b] + kc * x[c] + kd * x[d];
      let y1 = ka * x[a + 1] + kb * x[b + 1] + kc * x[c + 1] + kd * x[d + 1];
      let y2 = ka * x[a + 2] + kb * x[b + 2] + kc * x[c + 2] + kd * x[d + 2];
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
      F[d] += kd * y0;
      F[d + 1] += kd * y1;
      F[d + 2] += kd * y2;
    }
  }

  value(x: Float64Array): number {
    let sum = 0;
    for (let e = 0; e < this.#weight.length; e++) {
      this.#bend(e, x);
      const beyond = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]) - this.#rest[e];
      sum += 0.5 * this.#weight[e] * beyond * beyond;
    }
    return sum;
  }

  /** y = K x of hinge e */
  #bend(e: number, x: Float64Array): void {
    y.fill(0);
    for (let p = 4 * e; p < 4 * e + 4; p++) {
      for (let c = 0; c < 3; c++) y[c] += this.#coefficient[p] * x[3 * this.#node[p] + c];
    }
  }
}

const y = new Float64Array(3);

/** 1 - l/|y|: the share of y beyond the rest length l; at 0 y has no direction that p could take */
function excess(rest: number, y0: number, y1: number, y2: number): number {
  const length = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
  return length > 1e-12 * rest ? 1 - rest / length : 1;
}

interface Hinges {
  readonly node: Int32Array;
  readonly coefficient: Float64Array;
  /** 1 / (A₀ + A₁) (1/m²) */
  readonly weight: Float64Array;
}

/** The inner edges, each with the two triangles that share it. */
function findHinges(surface: Surface, { half }: Cotangents): Hinges {
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
      weight.push(1 / (area(surface, t) + area(surface, u)));
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
