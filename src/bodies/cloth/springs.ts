import type { AddEntry, Energy } from './energy.js';
import { type Elements, Hold, scaleTo } from './hold.js';

/** Springs between vertices: ω/2 (‖x_i - x_j‖ - l)², such as seams (l = 0) and strings. */
export class Springs implements Energy {
  readonly name = 'springs';
  readonly hold: Hold;
  readonly #nodes: Int32Array;
  readonly #length: Float64Array;
  readonly #weight: Float64Array;

  /**
   * @param nodes 2 vertices a spring
   * @param length rest lengths (m)
   * @param weight stiffnesses (N/m)
   */
  constructor(nodes: ArrayLike<number>, length: ArrayLike<number>, weight: ArrayLike<number>) {
    this.#nodes = Int32Array.from(nodes);
    this.#length = Float64Array.from(length);
    this.#weight = Float64Array.from(weight);
    this.hold = new Hold(this.#elements());
  }

  addStiffness(add: AddEntry): void {
    for (let e = 0; e < this.#weight.length; e++) {
      const i = this.#nodes[2 * e];
      const j = this.#nodes[2 * e + 1];
      const w = this.#weight[e];
      add(i, i, w);
      add(j, j, w);
      add(i, j, -w);
      add(j, i, -w);
    }
  }

  addForces(F: Float64Array, x: Float64Array): void {
    for (let e = 0; e < this.#weight.length; e++) {
      const i = 3 * this.#nodes[2 * e];
      const j = 3 * this.#nodes[2 * e + 1];
      const dx = x[j] - x[i];
      const dy = x[j + 1] - x[i + 1];
      const dz = x[j + 2] - x[i + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const w = length > 0 ? this.#weight[e] * (1 - this.#length[e] / length) : 0;
      F[i] += w * dx;
      F[i + 1] += w * dy;
      F[i + 2] += w * dz;
      F[j] -= w * dx;
      F[j + 1] -= w * dy;
      F[j + 2] -= w * dz;
    }
    this.hold.addForces(F, x);
  }

  value(x: Float64Array): number {
    let sum = 0;
    for (let e = 0; e < this.#weight.length; e++) {
      const i = 3 * this.#nodes[2 * e];
      const j = 3 * this.#nodes[2 * e + 1];
      let square = 0;
      for (let c = 0; c < 3; c++) square += (x[j + c] - x[i + c]) * (x[j + c] - x[i + c]);
      const d = Math.sqrt(square) - this.#length[e];
      sum += 0.5 * this.#weight[e] * d * d;
    }
    return sum;
  }

  #elements(): Elements {
    const nodes = this.#nodes;
    return {
      count: this.#weight.length,
      size: 3,
      weightOf: (e) => this.#weight[e],
      gather(y, x, e) {
        for (let c = 0; c < 3; c++) y[c] = x[3 * nodes[2 * e + 1] + c] - x[3 * nodes[2 * e] + c];
      },
      project: (p, y, e) => scaleTo(p, y, this.#length[e]),
      scatter(F, e, f) {
        for (let c = 0; c < 3; c++) {
          F[3 * nodes[2 * e] + c] -= f[c];
          F[3 * nodes[2 * e + 1] + c] += f[c];
        }
      },
    };
  }
}
