import { blockOfRow } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { addTransposedBlockRows, BlockRowBuilder, multiplyBlockRows, rowCount } from '../../linalg/block-rows.js';
import { SparseBuilder, type SparseMatrix } from '../../linalg/sparse.js';
import type { BilateralRows, PrimalProblem } from '../problem.js';
import { EquationFactor } from './equation-factor.js';
import type { MassSolver } from './mass-factor.js';
import type { Sides } from './sides.js';
import { gatherSides } from './sides.js';

/**
 * Share of H M⁻¹ Hᵀ of a row that is left to it where its freedom is the rounding of H alone, and one from which on that is looked at
 * closely: the difference of two numbers tells no more.
 */
const heldShare = 1e-24;
const nearlyHeld = 1e-9;

/**
 * The equations B v + c = 0 of a problem, eliminated: with R = B M⁻¹ Bᵀ, M⁻¹ becomes M⁻¹ - M⁻¹ Bᵀ R⁺ B M⁻¹, so that W and
 * b already hold them and solvers see contacts alone. A contact then moves all bodies that hang together with those it
 * touches; each momentum x of it is answered by the impulses s that keep B M⁻¹ (x + Bᵀ s) = 0.
 */
export class Bilateral {
  readonly rows: BilateralRows;
  /** f + Bᵀ s: the momentum without contacts that meets the equations */
  readonly free: Float64Array;
  /** group of bodies that hang together of each block, -1 for a body without equations */
  readonly groupOf: Int32Array;
  readonly factor: EquationFactor;
  readonly #problem: PrimalProblem;
  readonly #mass: MassSolver;
  readonly #blocksOf: Int32Array[];

  constructor(problem: PrimalProblem, rows: BilateralRows, mass: MassSolver) {
    this.rows = rows;
    this.#problem = problem;
    this.#mass = mass;
    this.factor = new EquationFactor(reducedEquations(problem, rows.B, mass));
    const owner = blockOfRow(problem.M);
    this.groupOf = new Int32Array(problem.M.start.length).fill(-1);
    this.#blocksOf = this.factor.components.map(() => new Int32Array(0));
    const { B } = rows;
    for (let k = 0; k < rowCount(B); k++) {
      for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
        if (B.len[s] > 0) this.groupOf[owner[B.col[s]]] = this.factor.of[k];
      }
    }
    const lists: number[][] = this.#blocksOf.map(() => []);
    this.groupOf.forEach((group, block) => group >= 0 && lists[group].push(block));
    this.#blocksOf = lists.map((list) => Int32Array.from(list));
    this.free = Float64Array.from(problem.f);
    this.answer(this.free);
  }

  /** momentum += Bᵀ s with the impulses s that make M⁻¹ momentum meet the equations; s. */
  answer(momentum: Float64Array): Float64Array {
    const { B, c } = this.rows;
    const v = this.velocity(momentum);
    const e = new Float64Array(c.length);
    multiplyBlockRows(e, B, v, c);
    const s = new Float64Array(c.length);
    for (let group = 0; group < this.factor.components.length; group++) this.factor.solve(s, e, group);
    for (let k = 0; k < s.length; k++) s[k] = -s[k];
    addTransposedBlockRows(momentum, B, s);
    return s;
  }

  /** M⁻¹ momentum */
  velocity(momentum: Float64Array): Float64Array {
    const { M } = this.#problem;
    const v = Float64Array.from(momentum);
    for (let k = 0; k < M.start.length; k++) this.#mass.solve(k, v, M.offset[k]);
    return v;
  }

  /** What the equations miss at a velocity: B v + c. */
  misfit(v: Float64Array): Float64Array {
    const { B, c } = this.rows;
    const e = new Float64Array(c.length);
    multiplyBlockRows(e, B, v, c);
    return e;
  }

  /** What each equation adds up at a velocity, in size: rounding is a share of it. */
  magnitude(v: Float64Array): Float64Array {
    const { B, c } = this.rows;
    return multiplied(B, v, c);
  }

  /**
   * The sides of the contacts with the equations' answer: H_i + t_iᵀ B over all bodies that move with those touched, which
   * M⁻¹ turns into the rows of the projected H M⁻¹. `whole` as in `gatherSides`.
   */
  sides(whole: boolean): Sides {
    const { M, H, d } = this.#problem;
    const { B } = this.rows;
    const owner = blockOfRow(M);
    const sides = gatherSides(this.#reachOf(H, owner), M, whole);
    const x = new Float64Array(M.offset[M.start.length]);
    const e = new Float64Array(rowCount(B));
    const t = new Float64Array(rowCount(B));
    for (let i = 0; i < sides.n; i++) {
      const groups = this.#groupsOf(sides, i);
      for (let row = 0; groups.length > 0 && row < d; row++) {
        this.#column(x, sides, i, row);
        for (const group of groups) {
          const before = this.#along(x, sides, i, row, group);
          let held = 0;
          for (const k of this.factor.components[group].rows) e[k] = -dotRow(B, k, x);
          this.factor.solve(t, e, group);
          for (const k of this.factor.components[group].rows) {
            addRow(sides, i, row, B, k, t[k], owner, M.offset);
            held -= e[k] * t[k];
          }
          if (before > 0 && held < -(1 - nearlyHeld) * before) this.#clearHeld(sides, i, row, group, before);
        }
        for (let s = sides.ptr[i]; s < sides.ptr[i + 1]; s++)
          x.fill(0, M.offset[sides.block[s]], M.offset[sides.block[s] + 1]);
      }
    }
    return sides;
  }

  /** H_i x of one row, on the blocks of a group. */
  #along(x: Float64Array, sides: Sides, i: number, row: number, group: number): number {
    const { M } = this.#problem;
    let sum = 0;
    for (let s = sides.ptr[i]; s < sides.ptr[i + 1]; s++) {
      const block = sides.block[s];
      if (this.groupOf[block] !== group) continue;
      const from = sides.start[s] + row * sides.len[s];
      const length = Math.min(sides.len[s], M.offset[block + 1] - M.offset[block]);
      for (let j = 0; j < length; j++) sum += sides.values[from + j] * x[M.offset[block] + j];
    }
    return sum;
  }

  /**
   * Clears a row that the equations hold, where what is left of it is rounding: the equations then leave it no freedom at all, and an
   * impulse along it, divided by that rounding, would have no bound.
   */
  #clearHeld(sides: Sides, i: number, row: number, group: number, before: number): void {
    const x = new Float64Array(this.#problem.f.length);
    this.#column(x, sides, i, row);
    if (this.#along(x, sides, i, row, group) > heldShare * before) return;
    for (let s = sides.ptr[i]; s < sides.ptr[i + 1]; s++) {
      if (this.groupOf[sides.block[s]] !== group) continue;
      const from = sides.start[s] + row * sides.len[s];
      sides.values.fill(0, from, from + sides.len[s]);
    }
  }

  /** x = M⁻¹ H_iᵀ of one row, on the blocks of the contact. */
  #column(x: Float64Array, sides: Sides, i: number, row: number): void {
    const { M } = this.#problem;
    for (let s = sides.ptr[i]; s < sides.ptr[i + 1]; s++) {
      const block = sides.block[s];
      if (this.groupOf[block] < 0) continue;
      const size = M.offset[block + 1] - M.offset[block];
      const from = sides.start[s] + row * sides.len[s];
      let any = false;
      for (let j = 0; j < size; j++) {
        x[M.offset[block] + j] = sides.values[from + j];
        any ||= sides.values[from + j] !== 0;
      }
      if (any) this.#mass.solve(block, x, M.offset[block]);
    }
  }

  #groupsOf(sides: Sides, i: number): number[] {
    const groups: number[] = [];
    for (let s = sides.ptr[i]; s < sides.ptr[i + 1]; s++) {
      const group = this.groupOf[sides.block[s]];
      if (group >= 0 && !groups.includes(group)) groups.push(group);
    }
    return groups;
  }

  /** H with room, zeros so far, for every body that moves with those it touches. */
  #reachOf(H: BlockRowMatrix, owner: Int32Array): BlockRowMatrix {
    const { M } = this.#problem;
    const rows = new BlockRowBuilder(H.d, H.cols, H.values.length + 16);
    for (let i = 0; i < rowCount(H); i++) {
      const groups: number[] = [];
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        if (H.len[s] === 0) continue;
        rows.segment(H.col[s], H.len[s], H.values, H.start[s]);
        const group = this.groupOf[owner[H.col[s]]];
        if (group >= 0 && !groups.includes(group)) groups.push(group);
      }
      for (const group of groups) {
        for (const block of this.#blocksOf[group]) {
          const size = M.offset[block + 1] - M.offset[block];
          rows.segment(M.offset[block], size, new Float64Array(H.d * size));
        }
      }
      rows.endRow();
    }
    return rows.finish();
  }
}

/** R = B M⁻¹ Bᵀ, body by body. */
export function reducedEquations(problem: PrimalProblem, B: BlockRowMatrix, mass: MassSolver): SparseMatrix {
  const { M } = problem;
  const owner = blockOfRow(M);
  const count = rowCount(B);
  const touching: number[][] = Array.from(M.start, () => []);
  for (let k = 0; k < count; k++) {
    for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
      const list = B.len[s] > 0 ? touching[owner[B.col[s]]] : undefined;
      if (list && list[list.length - 1] !== k) list.push(k);
    }
  }
  const R = new SparseBuilder(count, count, 8 * count + 16);
  for (let k = 0; k < count; k++) R.add(k, k, 0);
  const x = new Float64Array(M.offset[M.start.length]);
  for (let block = 0; block < M.start.length; block++) {
    for (const l of touching[block]) {
      spreadOn(x, B, l, owner, block);
      mass.solve(block, x, M.offset[block]);
      // one half is computed and mirrored: exactly symmetric
      for (const k of touching[block]) {
        if (k < l) continue;
        const value = dotRow(B, k, x, owner, block);
        R.add(k, l, value);
        if (k > l) R.add(l, k, value);
      }
      x.fill(0, M.offset[block], M.offset[block + 1]);
    }
  }
  return R.build();
}

function spreadOn(x: Float64Array, B: BlockRowMatrix, k: number, owner: Int32Array, block: number): void {
  for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
    if (B.len[s] === 0 || owner[B.col[s]] !== block) continue;
    for (let j = 0; j < B.len[s]; j++) x[B.col[s] + j] += B.values[B.start[s] + j];
  }
}

/** B_k x, over one block where it is given */
function dotRow(B: BlockRowMatrix, k: number, x: Float64Array, owner?: Int32Array, block?: number): number {
  let sum = 0;
  for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
    if (B.len[s] === 0 || (owner && owner[B.col[s]] !== block)) continue;
    for (let j = 0; j < B.len[s]; j++) sum += B.values[B.start[s] + j] * x[B.col[s] + j];
  }
  return sum;
}

/** Row `row` of the sides of contact i += t B_k */
function addRow(
  sides: Sides,
  i: number,
  row: number,
  B: BlockRowMatrix,
  k: number,
  t: number,
  owner: Int32Array,
  offset: Int32Array,
): void {
  if (t === 0) return;
  for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
    if (B.len[s] === 0) continue;
    const block = owner[B.col[s]];
    let side = sides.ptr[i];
    while (sides.block[side] !== block) side++;
    const to = sides.start[side] + row * sides.len[side] + B.col[s] - offset[block];
    for (let j = 0; j < B.len[s]; j++) sides.values[to + j] += t * B.values[B.start[s] + j];
  }
}

/** Σ_j |B_kj v_j| + |c_k| */
function multiplied(B: BlockRowMatrix, v: Float64Array, c: Float64Array): Float64Array {
  const out = c.map(Math.abs);
  for (let k = 0; k < out.length; k++) {
    for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
      for (let j = 0; j < B.len[s]; j++) out[k] += Math.abs(B.values[B.start[s] + j] * v[B.col[s] + j]);
    }
  }
  return out;
}
