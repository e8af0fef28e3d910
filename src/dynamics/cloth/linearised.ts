import type { PrimalProblem } from '../../friction/problem.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { SparseBuilder, type SparseMatrix, sparseToDense } from '../../linalg/sparse.js';
import { contactFrame } from '../../math/frame.js';
import { stencil } from './contacts.js';
import type { GlobalSystem } from './global-system.js';
import type { StepState } from './step-state.js';

/** The one-step problem of a cloth with all projections frozen, and which vertex each of its velocities belongs to. */
export interface LinearisedCloth {
  readonly problem: PrimalProblem;
  /** vertices that are free, in the problem's order: 3 velocities each */
  readonly nodes: Int32Array;
}

/** Velocities up to which the matrix is handed over dense. */
const largestDense = 2000;

/**
 * The global step with contacts at the state's present velocities [Ly20 (7)]: P v = b̃(p) + Hᵀ r, u = H v + w, Coulomb's
 * law, with p projected at vᵏ. Pinned vertices move as told and are no unknowns.
 */
export function linearisedProblem(state: StepState, system: GlobalSystem): LinearisedCloth {
  const { cloth } = state;
  const nodes = Int32Array.from({ length: cloth.nodes }, (_, i) => i).filter((i) => !cloth.pinned[i]);
  const place = new Int32Array(cloth.nodes).fill(-1);
  nodes.forEach((i, k) => (place[i] = k));
  const size = 3 * nodes.length;
  state.project();
  const P = freeMatrix(system, place, size);
  const dense = size <= largestDense;
  const M: BlockDiagonalMatrix = {
    offset: Int32Array.of(0, size),
    start: Int32Array.of(dense ? 0 : -1),
    values: dense ? sparseToDense(P) : new Float64Array(0),
    ...(dense ? {} : { sparse: new Map([[0, P]]) }),
  };
  const f = rightHandSide(state, system, nodes, place);
  return { problem: { kind: 'primal', d: 3, M, f, ...contactRows(state, place, size) }, nodes };
}

/** P ⊗ I₃ over the free vertices */
function freeMatrix(system: GlobalSystem, place: Int32Array, size: number): SparseMatrix {
  const { P } = system;
  const builder = new SparseBuilder(size, size, 3 * P.values.length);
  for (let j = 0; j < P.cols; j++) {
    if (place[j] < 0) continue;
    for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) {
      const i = place[P.index[p]];
      if (i < 0) continue;
      for (let c = 0; c < 3; c++) builder.add(3 * i + c, 3 * place[j] + c, P.values[p]);
    }
  }
  return builder.build();
}

/** b̃(p) = P vᵏ + M (y - vᵏ), less what pinned vertices contribute to P v */
function rightHandSide(state: StepState, system: GlobalSystem, nodes: Int32Array, place: Int32Array): Float64Array {
  const { cloth, v, y } = state;
  const { P } = system;
  const f = new Float64Array(3 * nodes.length);
  nodes.forEach((j, k) => {
    for (let c = 0; c < 3; c++) {
      let sum = cloth.mass[j] * (y[3 * j + c] - v[3 * j + c]);
      for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) {
        if (place[P.index[p]] >= 0) sum += P.values[p] * v[3 * P.index[p] + c];
      }
      f[3 * k + c] = sum;
    }
  });
  return f;
}

/** H, w and mu, in contact frames */
function contactRows(state: StepState, place: Int32Array, size: number): Pick<PrimalProblem, 'H' | 'w' | 'mu'> {
  const { contacts, v } = state;
  const builder = new BlockRowBuilder(3, size);
  const w = new Float64Array(3 * contacts.n);
  const R = new Float64Array(9);
  const block = new Float64Array(9);
  const still = new Float64Array(3);
  for (let j = 0; j < contacts.n; j++) {
    contactFrame(R, 0, contacts.normal, 3 * j);
    for (let c = 0; c < 3; c++) still[c] = contacts.w[3 * j + c];
    for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
      const i = contacts.node[p];
      const a = contacts.weight[p];
      if (place[i] < 0) for (let c = 0; c < 3; c++) still[c] += a * v[3 * i + c];
      else {
        for (let c = 0; c < 9; c++) block[c] = a * R[c];
        builder.segment(3 * place[i], 3, block);
      }
    }
    builder.endRow();
    for (let k = 0; k < 3; k++) {
      w[3 * j + k] = R[3 * k] * still[0] + R[3 * k + 1] * still[1] + R[3 * k + 2] * still[2];
    }
  }
  return { H: builder.finish(), w, mu: contacts.mu.slice(0, contacts.n) };
}
