import type { Body, FiberBody, JacobianSpan } from '../../bodies/body.js';
import { policy } from '../policy/values.js';
import type { BodyFactors } from '../groups/body-factors.js';

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);

/** How far fibers that are held give way to impulses in the present step. */
export class Give {
  readonly #bodies: readonly Body[];
  readonly #factors: BodyFactors;
  readonly #softness: number[] = [];

  constructor(bodies: readonly Body[], factors: BodyFactors) {
    this.#bodies = bodies;
    this.#factors = factors;
  }

  /** Forgets everything: the bodies have moved or been linearised again. */
  reset(): void {
    this.#softness.length = this.#bodies.length;
    this.#softness.fill(-1);
  }

  /** Compliance that contacts of a fiber held at an end have at least (1/kg); 0 for other bodies. */
  softness(number: number): number {
    if (this.#softness[number] >= 0) return this.#softness[number];
    const body = this.#bodies[number] as FiberBody;
    const [start, end] = body.kind === 'rod' ? (body.endsHeld ?? [false, false]) : [false, false];
    let softness = 0;
    if (start || end) {
      const node = start && end ? body.nodes >> 1 : start ? body.nodes - 1 : 0;
      softness = policy.rootCompliance * this.#meanCompliance(body, number, node);
    }
    this.#softness[number] = softness;
    return softness;
  }

  /** A third of the trace of J M⁻¹ Jᵀ at a node (1/kg). */
  #meanCompliance(body: FiberBody, number: number, node: number): number {
    const factor = this.#factors.of(number);
    if (!factor) return 0;
    const J = new Float64Array(3 * body.dofs);
    const index = Math.min(node, body.nodes - 2);
    body.jacobian(J, span, drive, { index, s: body.nodeArcLength[node], offset: [0, 0, 0] });
    const y = new Float64Array(body.dofs);
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      y.fill(0);
      for (let j = 0; j < span.len; j++) y[span.col + j] = J[i * span.len + j];
      factor.solve(y);
      for (let j = 0; j < span.len; j++) sum += J[i * span.len + j] * y[span.col + j];
    }
    return sum / 3;
  }
}
