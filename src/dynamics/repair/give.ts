import type { Body, FiberBody, JacobianSpan } from '../../bodies/body.js';
import type { BlockFactor } from '../../friction/delassus/mass-factor.js';
import { policy } from '../policy/values.js';

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);
/** Jacobian of a node, and a row of it solved with: as long as the largest body so far. */
let J = new Float64Array(0);
let y = new Float64Array(0);

/** Compliance that contacts of a fiber held at an end have at least (1/kg); 0 for other bodies. */
export function softnessOf(body: Body, factor: BlockFactor): number {
  const [start, end] = body.kind === 'rod' ? ((body as FiberBody).endsHeld ?? [false, false]) : [false, false];
  if (!start && !end) return 0;
  const { nodes } = body as FiberBody;
  const node = start && end ? nodes >> 1 : start ? nodes - 1 : 0;
  return policy.rootCompliance * meanCompliance(body as FiberBody, factor, node);
}

/** A third of the trace of J M⁻¹ Jᵀ at a node (1/kg). */
function meanCompliance(body: FiberBody, factor: BlockFactor, node: number): number {
  const { dofs } = body;
  if (y.length < dofs) {
    J = new Float64Array(3 * dofs);
    y = new Float64Array(dofs);
  }
  const index = Math.min(node, body.nodes - 2);
  body.jacobian(J, span, drive, { index, s: body.nodeArcLength[node], offset: [0, 0, 0] });
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    y.fill(0, 0, dofs);
    for (let j = 0; j < span.len; j++) y[span.col + j] = J[i * span.len + j];
    factor.solve(y);
    for (let j = 0; j < span.len; j++) sum += J[i * span.len + j] * y[span.col + j];
  }
  return sum / 3;
}
