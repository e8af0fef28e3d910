import { cross3, dot3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';
import type { Vec3 } from './loads.js';

/**
 * A segment e = x_b - x_a turns at t × ṫ, ṫ = (I - t tᵀ) ė/|e|, plus its spin. Points off the centre line and moments see
 * that turn.
 */

const T = new Float64Array(3);
const arm = new Float64Array(3);
const block = new Float64Array(9);

/** J += ∂(ω × offset)/∂(v_a, v_b) without spin, ω × o = ṫ (t·o) - t (o·ṫ). J is 3 x width, nodes at columns 0 and b. */
export function addTurnJacobian(
  J: Float64Array,
  width: number,
  b: number,
  t: Float64Array,
  at: number,
  length: number,
  offset: Vec3,
): void {
  const along = t[at] * offset[0] + t[at + 1] * offset[1] + t[at + 2] * offset[2];
  for (let p = 0; p < 3; p++)
    for (let r = 0; r < 3; r++) {
      const tp = t[at + p];
      const tr = t[at + r];
      const x = (along * ((p === r ? 1 : 0) - tp * tr) - tp * (offset[r] - along * tr)) / length;
      J[p * width + r] -= x;
      J[p * width + b + r] += x;
    }
}

/** F += force on the nodes at dofs a and b of the moment T on the segment between them: ± (T × t)/|e|. */
export function addMomentForce(
  F: Float64Array,
  a: number,
  b: number,
  t: Float64Array,
  at: number,
  length: number,
  moment: Vec3,
): void {
  T.set(moment);
  cross3(arm, 0, T, 0, t, at);
  for (let k = 0; k < 3; k++) {
    F[b + k] += arm[k] / length;
    F[a + k] -= arm[k] / length;
  }
}

/**
 * K -= dF/dq of that force: ([T]× - 2 (T × t) tᵀ)/|e|². `spinShare` adds -½ (T·t)[t]×: in models with a twist angle that
 * is carried along without spin, the angle itself turns with pairs of displacements.
 */
export function addMomentStiffness(
  K: BandMatrix,
  a: number,
  b: number,
  t: Float64Array,
  at: number,
  length: number,
  moment: Vec3,
  spinShare: boolean,
): void {
  T.set(moment);
  cross3(arm, 0, T, 0, t, at);
  const s = spinShare ? -0.5 * dot3(T, 0, t, at) : 0;
  for (let k = 0; k < 3; k++) T[k] += s * t[at + k];
  for (let p = 0; p < 3; p++) for (let r = 0; r < 3; r++) block[3 * p + r] = -2 * arm[p] * t[at + r];
  block[1] -= T[2];
  block[2] += T[1];
  block[3] += T[2];
  block[5] -= T[0];
  block[6] -= T[1];
  block[7] += T[0];
  const c = 1 / (length * length);
  K.addBlock(b, b, -c, block);
  K.addBlock(b, a, c, block);
  K.addBlock(a, b, c, block);
  K.addBlock(a, a, -c, block);
}
