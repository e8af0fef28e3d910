import type { AddBlock, AddEntry, Energy } from './energy.js';
import { type Elements, Hold, scaleTo } from './hold.js';

/** How cloth resists bending. */
export interface BendingOptions {
  /** weight ω: bending stiffness B per width (N m) */
  readonly weight: number;
  /** whether the rest shape's own curvature costs nothing; else the cloth is flat at rest. Default: false */
  readonly curved?: boolean;
}

/** Linear stencils K_e of four vertices each; a coefficient of 0 leaves a vertex out. */
export interface Stencils {
  readonly node: Int32Array;
  readonly coefficient: Float64Array;
  /** of each stencil */
  readonly weight: Float64Array;
}

/** Stencils as flat arrays: four vertices each, ‖K x‖ at rest; `curved`: 1 where that costs nothing. */
export type FlatStencils = {
  readonly kind: 'stencils';
  readonly nodes: Int32Array;
  readonly coefficient: Float64Array;
  readonly weight: Float64Array;
  readonly rest: Float64Array;
  readonly curved: number;
};

/**
 * Bending as a sum over stencils, w_e/2 ‖K_e x - p_e‖²: p = 0 for cloth flat at rest; else p has the length it has in the
 * rest shape, in the direction of the present K x. What K x means is the business of those who make the stencils.
 */
export class StencilBending implements Energy {
  readonly name = 'bending';
  /** flat at rest, bending is convex */
  readonly hold?: Hold;
  readonly flat: FlatStencils;
  readonly #node: Int32Array;
  readonly #coefficient: Float64Array;
  readonly #weight: Float64Array;
  /** ‖K x‖ at rest, of each stencil */
  readonly #rest: Float64Array;
  readonly #curved: boolean;

  /** `rest`: positions of the rest shape where its curvature costs nothing */
  constructor({ node, coefficient, weight }: Stencils, rest: Float64Array | undefined) {
    this.#node = node;
    this.#coefficient = coefficient;
    this.#weight = weight;
    this.#rest = new Float64Array(weight.length);
    this.#curved = rest !== undefined;
    if (rest) for (let e = 0; e < weight.length; e++) this.#rest[e] = this.#bend(e, rest);
    const curved = rest ? 1 : 0;
    this.flat = { kind: 'stencils', nodes: node, coefficient, weight, rest: this.#rest, curved };
    if (rest) this.hold = new Hold(this.#elements());
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
    addStencilForces(F, x, this.flat, 0, this.#weight.length);
    this.hold?.addForces(F, x);
  }

  /** w Kᵀ K where flat; with a length l at rest, ŷ ŷᵀ of it and 1 - l/‖y‖ of what is across */
  addHessian(add: AddBlock, x: Float64Array, convex: boolean): void {
    const own = new Float64Array(9);
    const y = new Float64Array(3);
    for (let e = 0; e < this.#weight.length; e++) {
      y.fill(0);
      for (let p = 4 * e; p < 4 * e + 4; p++) {
        for (let c = 0; c < 3; c++) y[c] += this.#coefficient[p] * x[3 * this.#node[p] + c];
      }
      const beyond = this.#curved ? excess(this.#rest[e], y[0], y[1], y[2]) : 1;
      const held = this.hold?.share[e] ?? 0;
      const bent = convex ? Math.max(beyond, 0) : beyond;
      const across = bent + held * (1 - bent);
      const square = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
      const along = square > 0 ? (1 - across) / square : 0;
      for (let a = 4 * e; a < 4 * e + 4; a++) {
        for (let b = 4 * e; b < 4 * e + 4; b++) {
          const value = this.#weight[e] * this.#coefficient[a] * this.#coefficient[b];
          if (value === 0) continue;
          for (let i = 0; i < 3; i++) {
            for (let j = 0; j < 3; j++) own[3 * i + j] = value * (along * y[i] * y[j] + (i === j ? across : 0));
          }
          add(this.#node[a], this.#node[b], own);
        }
      }
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

  #elements(): Elements {
    const [node, coefficient] = [this.#node, this.#coefficient];
    return {
      count: this.#weight.length,
      size: 3,
      weightOf: (e) => this.#weight[e],
      gather(y, x, e) {
        y.fill(0);
        for (let p = 4 * e; p < 4 * e + 4; p++) for (let c = 0; c < 3; c++) y[c] += coefficient[p] * x[3 * node[p] + c];
      },
      project: (p, y, e) => scaleTo(p, y, this.#rest[e]),
      scatter(F, e, f) {
        for (let p = 4 * e; p < 4 * e + 4; p++) for (let c = 0; c < 3; c++) F[3 * node[p] + c] += coefficient[p] * f[c];
      },
    };
  }

  /** ‖K x‖ of stencil e */
  #bend(e: number, x: Float64Array): number {
    const [k, node] = [this.#coefficient, this.#node];
    const p = 4 * e;
    const a = 3 * node[p];
    const b = 3 * node[p + 1];
    const c = 3 * node[p + 2];
    const d = 3 * node[p + 3];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const sum = k[p] * x[a + axis] + k[p + 1] * x[b + axis] + k[p + 2] * x[c + axis] + k[p + 3] * x[d + axis];
      square += sum * sum;
    }
    return Math.sqrt(square);
  }
}

/** F += forces at x of the stencils from `from` to before `to` */
export function addStencilForces(
  F: Float64Array,
  x: Float64Array,
  { nodes, coefficient, weight, rest, curved }: FlatStencils,
  from: number,
  to: number,
): void {
  for (let e = from, p = 4 * from; e < to; e++, p += 4) {
    const a = 3 * nodes[p];
    const b = 3 * nodes[p + 1];
    const c = 3 * nodes[p + 2];
    const d = 3 * nodes[p + 3];
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
    if (curved === 1) w *= excess(rest[e], y0, y1, y2);
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

/** 1 - l/|y|: the share of y beyond the rest length l; at 0 y has no direction that p could take */
function excess(rest: number, y0: number, y1: number, y2: number): number {
  const length = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
  return length > 1e-12 * rest ? 1 - rest / length : 1;
}
