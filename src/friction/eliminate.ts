import { blockOfRow } from '../linalg/block-diagonal.js';
import { multiplyBlockRows } from '../linalg/block-rows.js';
import { SparseBuilder } from '../linalg/sparse.js';
import { reducedEquations } from './delassus/bilateral.js';
import { delassusOfPrimal, velocityOf } from './delassus/build.js';
import { MassFactor } from './delassus/mass-factor.js';
import type { BilateralRows, DualBilateralRows, DualProblem, PrimalProblem } from './problem.js';

/** The problem with its velocities eliminated: W = H M⁻¹ Hᵀ, b = w + H M⁻¹ f [Daviet11 (4)]; its equations stay, as V, R, c. */
export function eliminateVelocities(problem: PrimalProblem): DualProblem {
  const { bilateral, ...contacts } = problem;
  const dual = eliminateContacts(contacts);
  return bilateral ? { ...dual, bilateral: eliminateEquations(problem, bilateral) } : dual;
}

function eliminateContacts(problem: PrimalProblem): DualProblem {
  const { W: operator, units } = delassusOfPrimal(problem, 'assembled');
  const { n, ptr, col, values } = operator.assembled();
  const d = problem.d;
  // the operator works in units that are powers of two and with three numbers a contact
  const W = new Float64Array(d * d * col.length);
  for (let e = 0; e < col.length; e++) {
    for (let k = 0; k < d; k++) {
      for (let l = 0; l < d; l++) W[d * d * e + d * k + l] = values[9 * e + 3 * k + l] * units.compliance;
    }
  }
  const b = new Float64Array(d * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) b[d * i + k] = operator.b[3 * i + k] * units.velocity;
  return { kind: 'dual', d, W: { d, n, ptr, col, values: W }, b, mu: problem.mu };
}

/** V = H M⁻¹ Bᵀ, R = B M⁻¹ Bᵀ, c + B M⁻¹ f */
function eliminateEquations(problem: PrimalProblem, { B, c }: BilateralRows): DualBilateralRows {
  const { M, H, d } = problem;
  const factor = new MassFactor(M);
  const owner = blockOfRow(M);
  const free = new Float64Array(c.length);
  multiplyBlockRows(free, B, velocityOf(problem, problem.f, factor), c);
  const V = new SparseBuilder(d * problem.mu.length, c.length);
  const touching: number[][] = Array.from(M.start, () => []);
  for (let i = 0; i < problem.mu.length; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) if (H.len[s] > 0) touching[owner[H.col[s]]].push(s);
  }
  const contactOf = new Int32Array(H.len.length);
  for (let i = 0; i < problem.mu.length; i++) contactOf.fill(i, H.ptr[i], H.ptr[i + 1]);
  const x = new Float64Array(problem.f.length);
  for (let k = 0; k < c.length; k++) {
    const blocks = new Set<number>();
    for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
      if (B.len[s] === 0) continue;
      blocks.add(owner[B.col[s]]);
      for (let j = 0; j < B.len[s]; j++) x[B.col[s] + j] += B.values[B.start[s] + j];
    }
    for (const block of blocks) {
      factor.solve(block, x, M.offset[block]);
      for (const s of touching[block]) {
        for (let row = 0; row < d; row++) {
          let sum = 0;
          for (let j = 0; j < H.len[s]; j++) sum += H.values[H.start[s] + row * H.len[s] + j] * x[H.col[s] + j];
          V.add(d * contactOf[s] + row, k, sum);
        }
      }
      x.fill(0, M.offset[block], M.offset[block + 1]);
    }
  }
  return { V: V.build(), R: reducedEquations(problem, B, factor), c: free };
}
