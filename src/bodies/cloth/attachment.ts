import type { AddEntry, Energy } from './energy.js';

/** A vertex held by a spring of rest length 0 at a place that may move. */
export interface Attachment {
  readonly node: number;
  /** weight ω (N/m) */
  readonly weight: number;
  /** writes the place at time t (s) */
  readonly target: (out: Float64Array, t: number) => void;
}

/** Soft pins: ω/2 ‖x_i - p_i(t)‖². */
export class Attachments implements Energy {
  readonly name = 'attachments';
  readonly #attachments: readonly Attachment[];
  readonly #place: Float64Array;

  constructor(attachments: readonly Attachment[], t = 0) {
    this.#attachments = attachments;
    this.#place = new Float64Array(3 * attachments.length);
    this.moveTo(t);
  }

  moveTo(t: number): void {
    for (let k = 0; k < this.#attachments.length; k++) {
      this.#attachments[k].target(place, t);
      this.#place.set(place, 3 * k);
    }
  }

  addStiffness(add: AddEntry): void {
    for (const { node, weight } of this.#attachments) add(node, node, weight);
  }

  addForces(F: Float64Array, x: Float64Array): void {
    for (let k = 0; k < this.#attachments.length; k++) {
      const { node, weight } = this.#attachments[k];
      for (let c = 0; c < 3; c++) F[3 * node + c] += weight * (this.#place[3 * k + c] - x[3 * node + c]);
    }
  }

  value(x: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.#attachments.length; k++) {
      const { node, weight } = this.#attachments[k];
      for (let c = 0; c < 3; c++) {
        const d = this.#place[3 * k + c] - x[3 * node + c];
        sum += 0.5 * weight * d * d;
      }
    }
    return sum;
  }
}

const place = new Float64Array(3);
