import { choleskyPanel, subtractProduct } from './dense-kernel.js';
import { SolveKernel } from './kernel/solve-kernel.js';
import { invertPermutation } from './sparse-operations.js';
import type { SparseMatrix } from './sparse.js';
import { solveSupernodes, solveSupernodes3 } from './supernodal-solve.js';
import { analyseSupernodes, panelPlace, type Supernodes } from './supernodes.js';

/** Solves with one factor after which it is worth a copy in the kernel's memory. */
const kernelSolves = 4;

/**
 * P A Pᵀ = L Lᵀ by the multifrontal method: every supernode sums the entries of A and the update matrices of its
 * children, eliminates its columns with dense kernels, and hands its own update matrix to its parent. The pattern is
 * analysed once; `factor` may be called again with other values and allocates nothing.
 */
export class SupernodalCholesky {
  readonly n: number;
  readonly supernodes: Supernodes;
  /** Whether the last factorisation succeeded. */
  factored = false;
  private readonly l: Float64Array;
  private readonly stack: Float64Array;
  /** Children waiting on the stack: start of each update matrix. */
  private readonly waiting: Int32Array;
  private readonly stackAt: Int32Array;
  private readonly x: Float64Array;
  /** Where each of A's values goes in the panels; -1 above the diagonal. */
  private readonly target: Int32Array;
  /** Solves with three right-hand sides since the last factorisation; the kernel that takes over from there. */
  private solves = 0;
  private kernel: SolveKernel | undefined;

  /** Analyses the pattern of A (row >= column is read) under an elimination order. */
  constructor(a: SparseMatrix, order: Int32Array) {
    this.n = a.cols;
    this.supernodes = analyseSupernodes(a, order);
    this.l = new Float64Array(this.supernodes.panelSize);
    this.stack = new Float64Array(this.supernodes.stackSize);
    this.waiting = new Int32Array(this.supernodes.count);
    this.stackAt = new Int32Array(this.supernodes.count + 1);
    this.x = new Float64Array(3 * this.n);
    this.target = entryTargets(a, this.supernodes);
  }

  /** Entries of L. */
  get nonzeros(): number {
    return this.supernodes.nonzeros;
  }

  /** The panels of L, as `supernodes` lays them out. */
  get panels(): Float64Array {
    return this.l;
  }

  /** Numeric factorisation of a matrix with the pattern analysed; false where it is not positive definite. */
  factor(a: SparseMatrix): boolean {
    const { supernodes: sn, l, waiting, stackAt, target } = this;
    if (a.cols !== this.n || a.ptr[a.cols] !== this.target.length)
      throw new RangeError('the matrix has another pattern than the one analysed');
    this.factored = false;
    this.solves = 0;
    l.fill(0);
    for (let p = 0; p < target.length; p++) if (target[p] >= 0) l[target[p]] += a.values[p];
    let depth = 0;
    for (let s = 0; s < sn.count; s++) {
      const below = sn.rowPtr[s + 1] - sn.rowPtr[s];
      const top = stackAt[depth];
      this.stack.fill(0, top, top + below * below);
      // the children of s are on top of the stack
      while (depth > 0 && sn.parent[waiting[depth - 1]] === s) {
        depth--;
        this.extendAdd(s, waiting[depth], stackAt[depth], top);
      }
      if (!this.eliminate(s, top)) return false;
      if (below === 0) continue;
      // the children are used up: the new update matrix takes their place
      if (stackAt[depth] < top) this.stack.copyWithin(stackAt[depth], top, top + below * below);
      waiting[depth] = s;
      stackAt[depth + 1] = stackAt[depth] + below * below;
      depth++;
    }
    this.factored = true;
    return true;
  }

  /** Adds the update matrix of child c, at `from`, to the panel of s and to its update matrix at `to`. */
  private extendAdd(s: number, c: number, from: number, to: number): void {
    const { supernodes: sn, l, stack } = this;
    const { relative } = sn;
    const width = sn.first[s + 1] - sn.first[s];
    const below = sn.rowPtr[s + 1] - sn.rowPtr[s];
    const panel = sn.panelAt[s];
    const start = sn.rowPtr[c];
    const size = sn.rowPtr[c + 1] - start;
    let split = 0;
    while (split < size && relative[start + split] < width) split++;
    for (let i = 0; i < size; i++) {
      const place = relative[start + i];
      const row = from + i * size;
      const panelRow = panel + place * width;
      const end = i < split ? i + 1 : split;
      for (let j = 0; j < end; j++) l[panelRow + relative[start + j]] += stack[row + j];
      if (i < split) continue;
      const updateRow = to + (place - width) * below - width;
      for (let j = split; j <= i; j++) stack[updateRow + relative[start + j]] += stack[row + j];
    }
  }

  /** Dense elimination of the columns of s; its update matrix at `to` loses L₂₁ L₂₁ᵀ. */
  private eliminate(s: number, to: number): boolean {
    const { supernodes: sn, l, stack } = this;
    const width = sn.first[s + 1] - sn.first[s];
    const below = sn.rowPtr[s + 1] - sn.rowPtr[s];
    const panel = sn.panelAt[s];
    if (choleskyPanel(l, panel, width, width + below, width) >= 0) return false;
    const b = panel + width * width;
    subtractProduct(stack, to, below, l, b, width, below, l, b, width, below, width, true, 0);
    return true;
  }

  /** x ← A⁻¹ b; x and b may be the same array. */
  solve(x: Float64Array, b: Float64Array = x): void {
    const { n, x: y } = this;
    const { order } = this.supernodes;
    for (let k = 0; k < n; k++) y[k] = b[order[k]];
    solveSupernodes(y, this.supernodes, this.l);
    for (let k = 0; k < n; k++) x[order[k]] = y[k];
  }

  /** Three right-hand sides at once, interleaved by node: x[3 i + k] ← Σ_j A⁻¹(i, j) b[3 j + k]. */
  solve3(x: Float64Array, b: Float64Array = x): void {
    const { n, x: y } = this;
    const { order } = this.supernodes;
    if (this.solves++ >= kernelSolves && this.kernelSolve(x, b)) return;
    for (let k = 0; k < n; k++) {
      const i = 3 * order[k];
      y[3 * k] = b[i];
      y[3 * k + 1] = b[i + 1];
      y[3 * k + 2] = b[i + 2];
    }
    solveSupernodes3(y, this.supernodes, this.l);
    for (let k = 0; k < n; k++) {
      const i = 3 * order[k];
      x[i] = y[3 * k];
      x[i + 1] = y[3 * k + 1];
      x[i + 2] = y[3 * k + 2];
    }
  }

  /** The same by the kernel, with the same bits; false where there is none. */
  private kernelSolve(x: Float64Array, b: Float64Array): boolean {
    if (this.solves === kernelSolves + 1) {
      this.kernel ??= SolveKernel.create(this.supernodes);
      this.kernel?.load(this.l);
    }
    this.kernel?.solve3(x, b);
    return this.kernel !== undefined;
  }
}

function entryTargets(a: SparseMatrix, sn: Supernodes): Int32Array {
  const target = new Int32Array(a.ptr[a.cols]).fill(-1);
  const inverse = invertPermutation(sn.order);
  for (let j = 0; j < a.cols; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const k = inverse[a.index[p]];
      const l = inverse[j];
      if (a.index[p] >= j) target[p] = panelPlace(sn, Math.max(k, l), Math.min(k, l));
    }
  return target;
}
