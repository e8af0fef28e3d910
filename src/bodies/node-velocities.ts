import type { BodyPoint, FiberBody, JacobianSpan } from './body.js';

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);
let J = new Float64Array(3 * 64);

/** out[3 i ..] = velocity of every node of a fiber (m/s), from the body itself or through its Jacobian */
export function nodeVelocities(out: Float64Array, body: FiberBody): void {
  if (body.nodeVelocities) {
    body.nodeVelocities(out);
    return;
  }
  if (J.length < 3 * body.dofs) J = new Float64Array(3 * body.dofs);
  for (let k = 0; k < body.nodes; k++) {
    const point: BodyPoint = {
      index: Math.min(k, body.nodes - 2),
      s: body.nodeArcLength[k],
      offset: [0, 0, 0],
    };
    body.jacobian(J, span, drive, point);
    for (let i = 0; i < 3; i++) {
      let sum = drive[i];
      for (let j = 0; j < span.len; j++) sum += J[i * span.len + j] * body.v[span.col + j];
      out[3 * k + i] = sum;
    }
  }
}
