import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { Random } from '../../math/random.js';
import type { PrimalProblem } from '../problem.js';

/** Balls of different sizes thrown together: a chain of contacts and random ones, every W_ii = diag(w_N, c, c). */
export function ballProblem(contacts: number, mu: number): PrimalProblem {
  const bodies = contacts >> 1;
  const random = new Random(11);
  const M = denseBlockDiagonal(new Array<number>(bodies).fill(6));
  const radius = Float64Array.from({ length: bodies }, () => random.range(0.8, 1.2));
  for (let k = 0; k < bodies; k++) {
    const mass = radius[k] * radius[k] * radius[k];
    for (let i = 0; i < 6; i++) M.values[M.start[k] + 7 * i] = i < 3 ? mass : 0.4 * mass * radius[k] * radius[k];
  }
  const rows = new BlockRowBuilder(3, 6 * bodies);
  for (let i = 0; i < contacts; i++) {
    const a = i % bodies;
    const b = (a + 1 + random.int(bodies - 1)) % bodies;
    const frame = randomFrame(random);
    rows.segment(6 * a, 6, ballRows(frame, 1, -radius[a]));
    if (i % 3 > 0) rows.segment(6 * b, 6, ballRows(frame, -1, -radius[b]));
    rows.endRow();
  }
  const f = Float64Array.from({ length: 6 * bodies }, () => random.range(-1, 1));
  return {
    kind: 'primal',
    d: 3,
    M,
    f,
    H: rows.finish(),
    w: new Float64Array(3 * contacts),
    mu: new Float64Array(contacts).fill(mu),
  };
}

/** Rows of a ball whose centre lies `arm` along the normal from the contact: e·v + e·(ω × arm n). */
function ballRows(F: Float64Array, sign: number, arm: number): Float64Array {
  const out = new Float64Array(18);
  for (let row = 0; row < 3; row++) {
    const e = F.subarray(3 * row, 3 * row + 3);
    const turn = [F[1] * e[2] - F[2] * e[1], F[2] * e[0] - F[0] * e[2], F[0] * e[1] - F[1] * e[0]];
    for (let j = 0; j < 3; j++) {
      out[6 * row + j] = sign * e[j];
      out[6 * row + 3 + j] = arm * turn[j];
    }
  }
  return out;
}

/** Three orthonormal rows, normal first. */
function randomFrame(random: Random): Float64Array {
  const F = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 3; i++) F[3 * row + i] = random.range(-1, 1);
    for (let pass = 0; pass < 2; pass++) {
      for (let other = 0; other < row; other++) {
        let along = 0;
        for (let i = 0; i < 3; i++) along += F[3 * row + i] * F[3 * other + i];
        for (let i = 0; i < 3; i++) F[3 * row + i] -= along * F[3 * other + i];
      }
    }
    let square = 0;
    for (let i = 0; i < 3; i++) square += F[3 * row + i] * F[3 * row + i];
    for (let i = 0; i < 3; i++) F[3 * row + i] /= Math.sqrt(square);
  }
  return F;
}
