import type { BlockFronts, BlockPlace } from './block-fronts.js';
import { analyseBlocks } from './block-fronts.js';
import { subtractProduct } from './dense-kernel.js';
import type { Graph } from './graph.js';
import { LuKernel } from './kernel/lu-kernel.js';
import { luInPlace, solveLowerRows } from './lu-kernel.js';

/** Multiply-adds of a factorisation from which on copying the panels to the kernel and back takes no time to speak of. */
const fewestForKernel = 200_000;

/**
 * LU of a block matrix of symmetric pattern and arbitrary values, by the multifrontal method: each front sums its own
 * entries and the update matrices of its children, eliminates its columns with dense kernels and hands its update matrix
 * to its parent. Rows are exchanged within a front only, so that the fill is known beforehand: matrices far from
 * diagonal dominance by blocks may lose digits, which the caller sees in the residual.
 *
 * Entries are added to `values` at the places that `locate` names; `factor` turns them into L and U.
 *
 * @example
 * const lu = new BlockLu(graph, sizes);
 * lu.clear(); // then add entries through lu.locate(i, j)
 * if (lu.factor()) lu.solve(x);
 */
export class BlockLu {
  readonly n: number;
  readonly fronts: BlockFronts;
  readonly values: Float64Array;
  /** Smallest over largest pivot modulus; 0 after a failure. */
  pivotRatio = 0;
  readonly #pivot: Int32Array;
  /** memory of the factorisation in TypeScript, made when it is needed */
  #work: Work | undefined;
  readonly #x: Float64Array;
  #kernel: LuKernel | undefined;

  /**
   * @param sizes rows (and columns) of each node of the graph
   * @param useKernel whether large matrices are factored in WebAssembly: the bits are the same
   * @param order elimination order of the nodes; by minimum degree where left out
   */
  constructor(graph: Graph, sizes: Int32Array, useKernel = true, order?: Int32Array) {
    const fronts = analyseBlocks(graph, sizes, order);
    this.fronts = fronts;
    this.n = fronts.n;
    this.values = new Float64Array(fronts.panelSize);
    this.#pivot = new Int32Array(fronts.n);
    this.#x = new Float64Array(fronts.n);
    if (useKernel && fronts.operations >= fewestForKernel) {
      this.#kernel = LuKernel.create(fronts, this.values, this.#pivot);
    }
  }

  /** Place of block (i, j) in `values`; i = j, or an edge of the graph. */
  locate(i: number, j: number): BlockPlace {
    return this.fronts.locate(i, j);
  }

  /** All entries zero. */
  clear(): void {
    this.values.fill(0);
  }

  /** Factors what was added since `clear`; false where a front is singular or not finite. */
  factor(): boolean {
    this.pivotRatio = 0;
    const result = this.#kernel?.factor();
    if (!result) {
      this.#kernel = undefined;
      return this.#factorHere();
    }
    if (result.done) this.pivotRatio = this.n === 0 ? 1 : result.smallest / result.largest;
    return result.done;
  }

  #factorHere(): boolean {
    const { first, belowPtr, parent, panelAt, count } = this.fronts;
    this.#work ??= workOf(this.fronts);
    const { stack, waiting, stackAt } = this.#work;
    let depth = 0;
    let smallest = Infinity;
    let largest = 0;
    for (let s = 0; s < count; s++) {
      const below = belowPtr[s + 1] - belowPtr[s];
      const top = stackAt[depth];
      stack.fill(0, top, top + below * below);
      // the children of s are on top of the stack
      while (depth > 0 && parent[waiting[depth - 1]] === s) {
        depth--;
        this.#extendAdd(s, waiting[depth], stackAt[depth], top, stack);
      }
      if (!this.#eliminate(s, top, this.#work)) return false;
      const width = first[s + 1] - first[s];
      for (let k = 0; k < width; k++) {
        const d = Math.abs(this.values[panelAt[s] + k * width + k]);
        smallest = Math.min(smallest, d);
        largest = Math.max(largest, d);
      }
      if (below === 0) continue;
      // the children are used up: the new update matrix takes their place
      if (stackAt[depth] < top) stack.copyWithin(stackAt[depth], top, top + below * below);
      waiting[depth] = s;
      stackAt[depth + 1] = stackAt[depth] + below * below;
      depth++;
    }
    this.pivotRatio = this.n === 0 ? 1 : smallest / largest;
    return true;
  }

  /** Adds the update matrix of child c, at `from`, to the panels of s and to its update matrix at `to`. */
  #extendAdd(s: number, c: number, from: number, to: number, stack: Float64Array): void {
    const { first, belowPtr, relative, panelAt } = this.fronts;
    const values = this.values;
    const width = first[s + 1] - first[s];
    const below = belowPtr[s + 1] - belowPtr[s];
    const lower = panelAt[s];
    const upper = lower + (width + below) * width;
    const start = belowPtr[c];
    const size = belowPtr[c + 1] - start;
    let split = 0;
    while (split < size && relative[start + split] < width) split++;
    for (let i = 0; i < size; i++) {
      const place = relative[start + i];
      const row = from + i * size;
      for (let j = 0; j < split; j++) values[lower + place * width + relative[start + j]] += stack[row + j];
      if (i < split) {
        for (let j = split; j < size; j++) {
          values[upper + (relative[start + j] - width) * width + place] += stack[row + j];
        }
      } else {
        const updateRow = to + (place - width) * below - width;
        for (let j = split; j < size; j++) stack[updateRow + relative[start + j]] += stack[row + j];
      }
    }
  }

  /** Dense elimination of the columns of s; its update matrix at `to` loses L₂₁ U₁₂. */
  #eliminate(s: number, to: number, { stack, ut }: Work): boolean {
    const { first, belowPtr, panelAt } = this.fronts;
    const { values } = this;
    const pivot = this.#pivot;
    const w = first[s + 1] - first[s];
    const b = belowPtr[s + 1] - belowPtr[s];
    const top = panelAt[s];
    const lower = top + w * w;
    const upper = lower + b * w;
    if (!luInPlace(values, top, w, w, pivot, first[s], ut)) return false;
    // L₂₁ = A₂₁ U₁₁⁻¹
    solveLowerRows(values, lower, w, b, ut, 0, w, w, false);
    // U₁₂ = L₁₁⁻¹ P A₁₂
    for (let i = 0; i < b; i++) {
      const row = upper + i * w;
      for (let k = 0; k < w; k++) {
        const q = pivot[first[s] + k];
        const t = values[row + k];
        values[row + k] = values[row + q];
        values[row + q] = t;
      }
    }
    solveLowerRows(values, upper, w, b, values, top, w, w, true);
    subtractProduct(stack, to, b, values, lower, w, b, values, upper, w, b, w, false, 0);
    return true;
  }

  /** Sign of the determinant of what was factored last: of the pivots and of the exchanges of rows. */
  get determinantSign(): 1 | -1 {
    const { first, panelAt, count } = this.fronts;
    let negative = false;
    for (let s = 0; s < count; s++) {
      const width = first[s + 1] - first[s];
      for (let k = 0; k < width; k++) {
        if (this.values[panelAt[s] + k * width + k] < 0) negative = !negative;
        if (this.#pivot[first[s] + k] !== k) negative = !negative;
      }
    }
    return negative ? -1 : 1;
  }

  /** x ← A⁻¹ x */
  solve(x: Float64Array): void {
    const { order, count } = this.fronts;
    const y = this.#x;
    for (let k = 0; k < this.n; k++) y[k] = x[order[k]];
    if (!this.#kernel?.solve(y)) {
      for (let s = 0; s < count; s++) this.#forward(s);
      for (let s = count - 1; s >= 0; s--) this.#backward(s);
    }
    for (let k = 0; k < this.n; k++) x[order[k]] = y[k];
  }

  /** x ← A⁻ᵀ x */
  solveTransposed(x: Float64Array): void {
    const { order, count } = this.fronts;
    const y = this.#x;
    for (let k = 0; k < this.n; k++) y[k] = x[order[k]];
    for (let s = 0; s < count; s++) this.#forwardTransposed(s);
    for (let s = count - 1; s >= 0; s--) this.#backwardTransposed(s);
    for (let k = 0; k < this.n; k++) x[order[k]] = y[k];
  }

  #forward(s: number): void {
    const { first, belowPtr, belowIndex, panelAt } = this.fronts;
    const { values } = this;
    const y = this.#x;
    const at = first[s];
    const w = first[s + 1] - at;
    for (let k = at; k < at + w; k++) {
      const q = at + this.#pivot[k];
      const t = y[k];
      y[k] = y[q];
      y[q] = t;
    }
    let row = panelAt[s];
    for (let i = 0; i < w; i++, row += w) {
      let sum = y[at + i];
      for (let k = 0; k < i; k++) sum -= values[row + k] * y[at + k];
      y[at + i] = sum;
    }
    for (let p = belowPtr[s]; p < belowPtr[s + 1]; p++, row += w) {
      let sum = 0;
      for (let k = 0; k < w; k++) sum += values[row + k] * y[at + k];
      y[belowIndex[p]] -= sum;
    }
  }

  #backward(s: number): void {
    const { first, belowPtr, belowIndex, panelAt } = this.fronts;
    const { values } = this;
    const y = this.#x;
    const at = first[s];
    const w = first[s + 1] - at;
    const b = belowPtr[s + 1] - belowPtr[s];
    let row = panelAt[s] + (w + b) * w;
    for (let p = belowPtr[s]; p < belowPtr[s + 1]; p++, row += w) {
      const yp = y[belowIndex[p]];
      if (yp !== 0) for (let k = 0; k < w; k++) y[at + k] -= values[row + k] * yp;
    }
    row = panelAt[s] + (w - 1) * w;
    for (let i = w - 1; i >= 0; i--, row -= w) {
      let sum = y[at + i];
      for (let k = i + 1; k < w; k++) sum -= values[row + k] * y[at + k];
      y[at + i] = sum / values[row + i];
    }
  }

  /** y₁ ← U₁₁⁻ᵀ y₁, y₂ -= U₁₂ᵀ y₁ */
  #forwardTransposed(s: number): void {
    const { first, belowPtr, belowIndex, panelAt } = this.fronts;
    const { values } = this;
    const y = this.#x;
    const at = first[s];
    const w = first[s + 1] - at;
    const b = belowPtr[s + 1] - belowPtr[s];
    let row = panelAt[s];
    for (let i = 0; i < w; i++, row += w) {
      const yi = y[at + i] / values[row + i];
      y[at + i] = yi;
      if (yi !== 0) for (let k = i + 1; k < w; k++) y[at + k] -= values[row + k] * yi;
    }
    row = panelAt[s] + (w + b) * w;
    for (let p = belowPtr[s]; p < belowPtr[s + 1]; p++, row += w) {
      let sum = 0;
      for (let k = 0; k < w; k++) sum += values[row + k] * y[at + k];
      y[belowIndex[p]] -= sum;
    }
  }

  /** y₁ ← Pᵀ L₁₁⁻ᵀ (y₁ - L₂₁ᵀ y₂) */
  #backwardTransposed(s: number): void {
    const { first, belowPtr, belowIndex, panelAt } = this.fronts;
    const { values } = this;
    const y = this.#x;
    const at = first[s];
    const w = first[s + 1] - at;
    let row = panelAt[s] + w * w;
    for (let p = belowPtr[s]; p < belowPtr[s + 1]; p++, row += w) {
      const yp = y[belowIndex[p]];
      if (yp !== 0) for (let k = 0; k < w; k++) y[at + k] -= values[row + k] * yp;
    }
    row = panelAt[s] + (w - 1) * w;
    for (let i = w - 1; i > 0; i--, row -= w) {
      const yi = y[at + i];
      if (yi !== 0) for (let k = 0; k < i; k++) y[at + k] -= values[row + k] * yi;
    }
    for (let k = at + w - 1; k >= at; k--) {
      const q = at + this.#pivot[k];
      const t = y[k];
      y[k] = y[q];
      y[q] = t;
    }
  }
}

interface Work {
  readonly ut: Float64Array;
  readonly stack: Float64Array;
  readonly waiting: Int32Array;
  readonly stackAt: Int32Array;
}

function workOf(fronts: BlockFronts): Work {
  return {
    ut: new Float64Array(fronts.mostWidth * fronts.mostWidth),
    stack: new Float64Array(fronts.stackSize),
    waiting: new Int32Array(fronts.count),
    stackAt: new Int32Array(fronts.count + 1),
  };
}
