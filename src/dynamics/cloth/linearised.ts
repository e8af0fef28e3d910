import type { BilateralRows, PrimalProblem } from '../../friction/problem.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { contactFrame } from '../../math/frame.js';
import { type ClothContacts, stencil } from './contacts.js';
import type { StepState } from './step-state.js';

/** The one-step problem of a group with cloth, linearised at velocities vᵏ, and what of the group its numbers belong to. */
export interface LinearisedGroup {
  /** unknowns: by how much the velocities of free vertices differ from vᵏ, in the assembly's order; then those of bodies */
  readonly problem: PrimalProblem;
  /** contacts in the problem's order; and those that are held, three equations each */
  readonly contacts: readonly number[];
  readonly held: readonly number[];
}

/**
 * K (v - vᵏ) = M (y - vᵏ) + Hᵀ r, u = H v + w, Coulomb's law, with the tangent K of the free vertices as it is assembled and y the velocities that momentum
 * and elastic forces at vᵏ give without contacts: Newton's method, or with P in place of K the global step [Ly20 (7)]. In
 * increments, so that momentum is not lost in the rounding of positions. Pinned vertices move as told and are no unknowns.
 */
export function linearisedProblem(state: StepState, tangent: SparseMatrix): LinearisedGroup {
  const { cloth, contacts, v, y } = state;
  state.project();
  const { M, offsetOf } = masses(contacts, tangent);
  const f = new Float64Array(M.offset[M.offset.length - 1]);
  cloth.free.forEach((i, k) => {
    for (let c = 0; c < 3; c++) f[3 * k + c] = cloth.mass[i] * (y[3 * i + c] - v[3 * i + c]);
  });
  for (const b of contacts.solids.members) f.set(contacts.solids.systemOf(b).f, offsetOf.get(b));
  const taking: number[] = [];
  const held: number[] = [];
  for (let j = 0; j < contacts.n; j++) {
    if (contacts.compliance[j] + contacts.give[j] > 0) (contacts.mu[j] === Infinity ? held : taking).push(j);
  }
  const rows = new GroupRows(state, f.length, offsetOf);
  const { H, w } = rows.of(taking);
  const mu = Float64Array.from(taking, (j) => contacts.mu[j]);
  const problem: PrimalProblem = { kind: 'primal', d: 3, M, f, H, w, mu };
  const bilateral = held.length > 0 ? { bilateral: rows.equations(held) } : {};
  return { problem: { ...problem, ...bilateral }, contacts: taking, held };
}

/** The cloths' block, then one for each body; and where each body's velocities begin. */
function masses(
  { solids }: ClothContacts,
  K: SparseMatrix,
): { M: BlockDiagonalMatrix; offsetOf: ReadonlyMap<number, number> } {
  const systems = solids.members.map((b) => solids.systemOf(b));
  const offset = [0, K.cols];
  const start = [-1];
  const sparse = new Map([[0, K]]);
  const offsetOf = new Map<number, number>();
  const dense: Float64Array[] = [];
  let used = 0;
  systems.forEach(({ M, f }, k) => {
    offsetOf.set(solids.members[k], offset[k + 1]);
    offset.push(offset[k + 1] + f.length);
    if (M instanceof Float64Array) {
      start.push(used);
      used += M.length;
      dense.push(M);
    } else {
      start.push(-1);
      sparse.set(k + 1, M);
    }
  });
  const values = new Float64Array(used);
  dense.reduce((at, own) => {
    values.set(own, at);
    return at + own.length;
  }, 0);
  return { M: { offset: Int32Array.from(offset), start: Int32Array.from(start), values, sparse }, offsetOf };
}

const R = new Float64Array(9);
const block = new Float64Array(9);

/** Rows of contacts over the unknowns of a group. */
class GroupRows {
  readonly #state: StepState;
  readonly #size: number;
  readonly #offsetOf: ReadonlyMap<number, number>;

  constructor(state: StepState, size: number, offsetOf: ReadonlyMap<number, number>) {
    this.#state = state;
    this.#size = size;
    this.#offsetOf = offsetOf;
  }

  /** H and w of contacts, in their frames */
  of(list: readonly number[]): Pick<PrimalProblem, 'H' | 'w'> {
    const builder = new BlockRowBuilder(3, this.#size);
    const w = new Float64Array(3 * list.length);
    list.forEach((j, k) => {
      contactFrame(R, 0, this.#state.contacts.normal, 3 * j);
      this.#each(j, R, (col, len, values) => builder.segment(col, len, values));
      builder.endRow();
      this.#rest(w, 3 * k, j, R);
    });
    return { H: builder.finish(), w };
  }

  /** What is held, an equation for each axis of the world. */
  equations(list: readonly number[]): BilateralRows {
    const builder = new BlockRowBuilder(1, this.#size);
    const c = new Float64Array(3 * list.length);
    list.forEach((j, k) => {
      for (let axis = 0; axis < 3; axis++) {
        this.#each(j, identity, (col, len, values) => builder.segment(col, len, values, axis * len));
        builder.endRow();
      }
      this.#rest(c, 3 * k, j, identity);
    });
    return { B: builder.finish(), c };
  }

  /** Segments of contact j turned by `frame`: of vertices and of bodies. */
  #each(j: number, frame: Float64Array, visit: (col: number, len: number, values: Float64Array) => void): void {
    const { size, node, weight, side, sides, solids } = this.#state.contacts;
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      const at = this.#state.cloth.place[node[p]];
      if (at < 0) continue;
      for (let c = 0; c < 9; c++) block[c] = weight[p] * frame[c];
      visit(3 * at, 3, block);
    }
    for (let s = side[j]; s < side[j] + sides[j]; s++) {
      const len = solids.len[s];
      const turned = new Float64Array(3 * len);
      for (let i = 0; i < 3; i++) {
        for (let c = 0; c < 3; c++) {
          for (let q = 0; q < len; q++) {
            turned[i * len + q] += frame[3 * i + c] * solids.values[solids.start[s] + c * len + q];
          }
        }
      }
      visit(this.#offsetOf.get(solids.body[s])! + solids.col[s], len, turned);
    }
  }

  /** out[at ..] = u of contact j with the cloths at vᵏ and bodies at rest */
  #rest(out: Float64Array, at: number, j: number, frame: Float64Array): void {
    const { contacts, v } = this.#state;
    for (let c = 0; c < 3; c++) {
      let u = contacts.w[3 * j + c];
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        u += contacts.weight[p] * v[3 * contacts.node[p] + c];
      }
      for (let i = 0; i < 3; i++) out[at + i] += frame[3 * i + c] * u;
    }
  }
}

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
