import type { Body, JacobianSpan } from '../../bodies/body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { Push } from '../parts/member.js';

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);
const J = { values: new Float64Array(3 * 64) };

/** out += Jᵀ F of a force at a point of a body, in its degrees of freedom (N, N m). */
export function addForceAt(
  out: Float64Array,
  body: Body,
  at: Pick<Push, 'index' | 's' | 'offset'>,
  fx: number,
  fy: number,
  fz: number,
): void {
  if (J.values.length < 3 * body.dofs) J.values = new Float64Array(3 * body.dofs);
  body.jacobian(J.values, span, drive, at);
  const { col, len } = span;
  for (let j = 0; j < len; j++) {
    out[col + j] += J.values[j] * fx + J.values[len + j] * fy + J.values[2 * len + j] * fz;
  }
}

/** out += forces on places of a cloth, 3 numbers a vertex (N). */
export function addClothPushes(out: Float64Array, { surface }: Cloth, pushes: readonly Push[]): void {
  for (const { index, weights, force } of pushes) {
    for (let k = 0; k < 3; k++) {
      const vertex = 3 * surface.triangles[3 * index + k];
      for (let c = 0; c < 3; c++) out[vertex + c] += weights[k] * force[c];
    }
  }
}
