import { symmetricOrder } from './column-ordering.js';
import { luPanels } from './lu-panels.js';
import { subtractProduct } from './dense-kernel.js';
import { invertPermutation } from './sparse-operations.js';
import { sparseFromTriplets, type SparseMatrix } from './sparse.js';
import { analyseSupernodes, panelPlace, type Supernodes } from './supernodes.js';

/**
 * P A Pᵀ = L U by the multifrontal method on the pattern of A + Aᵀ, for nonsymmetric matrices whose pivots are found near
 * the diagonal, as in Newton's method on contact problems. Rows are exchanged within a supernode only; where that is not
 * enough the factorisation fails and `SparseLu`, which pivots freely, is the one to call. Several times faster than
 * `SparseLu` on matrices with much fill. `factor` allocates nothing.
 *
 * Panels: `l` holds L by rows, `u` holds Uᵀ by rows, both in the layout of {@link Supernodes}; while a supernode is being
 * assembled its square block is in `l`.
 */
export class SupernodalLu {
  readonly n: number;
  readonly supernodes: Supernodes;
  factored = false;
  /** Smallest over largest pivot modulus: a cheap sign of near singularity; 0 after a failure. */
  pivotRatio = 0;
  private readonly l: Float64Array;
  private readonly u: Float64Array;
  /** Row exchanged with each row, both in elimination order. */
  private readonly exchange: Int32Array;
  private readonly stack: Float64Array;
  private readonly waiting: Int32Array;
  private readonly stackAt: Int32Array;
  private readonly x: Float64Array;
  /** Where each of A's values goes: place in `l`, or -1 - place in `u`. */
  private readonly target: Int32Array;

  /** Orders (by minimum degree unless an order is given) and analyses the pattern. */
  constructor(a: SparseMatrix, order: Int32Array = symmetricOrder(a)) {
    if (a.rows !== a.cols) throw new RangeError(`cannot factor a ${a.rows} x ${a.cols} matrix`);
    const sn = analyseSupernodes(mirroredLower(a), order);
    this.n = a.cols;
    this.supernodes = sn;
    this.l = new Float64Array(sn.panelSize);
    this.u = new Float64Array(sn.panelSize);
    this.exchange = new Int32Array(this.n);
    this.stack = new Float64Array(sn.stackSize);
    this.waiting = new Int32Array(sn.count);
    this.stackAt = new Int32Array(sn.count + 1);
    this.x = new Float64Array(this.n);
    this.target = entryTargets(a, sn);
  }

  /** Entries of L and U. */
  get nonzeros(): number {
    return 2 * this.supernodes.nonzeros;
  }

  /** Numeric factorisation; false where a pivot within the supernodes is too small, or A is singular or not finite. */
  factor(a: SparseMatrix): boolean {
    const { supernodes: sn, l, u, waiting, stackAt, target } = this;
    if (a.cols !== this.n || a.ptr[a.cols] !== target.length)
      throw new RangeError('the matrix has another pattern than the one analysed');
    this.factored = false;
    this.pivotRatio = 0;
    l.fill(0);
    u.fill(0);
    for (let p = 0; p < target.length; p++) {
      const t = target[p];
      if (t >= 0) l[t] += a.values[p];
      else u[-1 - t] += a.values[p];
    }
    let depth = 0;
    for (let s = 0; s < sn.count; s++) {
      const below = sn.rowPtr[s + 1] - sn.rowPtr[s];
      const top = stackAt[depth];
      this.stack.fill(0, top, top + below * below);
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
    this.measurePivots();
    this.factored = true;
    return true;
  }

  /** Adds the update matrix of child c, at `from`, to the panels of s and to its update matrix at `to`. */
  private extendAdd(s: number, c: number, from: number, to: number): void {
    const { supernodes: sn, l, u, stack } = this;
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
      for (let j = 0; j < split; j++) l[panelRow + relative[start + j]] += stack[row + j];
      if (i < split) {
        for (let j = split; j < size; j++) u[panel + relative[start + j] * width + place] += stack[row + j];
      } else {
        const updateRow = to + (place - width) * below - width;
        for (let j = split; j < size; j++) stack[updateRow + relative[start + j]] += stack[row + j];
      }
    }
  }

  /** Dense elimination of the columns of s; its update matrix at `to` loses L₂₁ U₁₂. */
  private eliminate(s: number, to: number): boolean {
    const { supernodes: sn, l, u, stack, exchange } = this;
    const width = sn.first[s + 1] - sn.first[s];
    const below = sn.rowPtr[s + 1] - sn.rowPtr[s];
    const panel = sn.panelAt[s];
    if (!luPanels(l, u, panel, width, width + below, exchange, sn.first[s])) return false;
    const b = panel + width * width;
    subtractProduct(stack, to, below, l, b, width, below, u, b, width, below, width, false, 0);
    return true;
  }

  private measurePivots(): void {
    const { supernodes: sn, u } = this;
    let smallest = Infinity;
    let largest = 0;
    for (let s = 0; s < sn.count; s++) {
      const width = sn.first[s + 1] - sn.first[s];
      for (let k = 0; k < width; k++) {
        const d = Math.abs(u[sn.panelAt[s] + k * width + k]);
        smallest = Math.min(smallest, d);
        largest = Math.max(largest, d);
      }
    }
    this.pivotRatio = this.n === 0 ? 1 : smallest / largest;
  }

  /** x ← A⁻¹ b; x and b may be the same array. */
  solve(x: Float64Array, b: Float64Array = x): void {
    const { n, x: y, supernodes: sn } = this;
    for (let k = 0; k < n; k++) y[k] = b[sn.order[k]];
    for (let s = 0; s < sn.count; s++) this.forward(s);
    for (let s = sn.count - 1; s >= 0; s--) this.backward(s);
    for (let k = 0; k < n; k++) x[sn.order[k]] = y[k];
  }

  private forward(s: number): void {
    const { x, l, exchange, supernodes: sn } = this;
    const first = sn.first[s];
    const width = sn.first[s + 1] - first;
    for (let k = first; k < first + width; k++) {
      const other = exchange[k];
      const t = x[k];
      x[k] = x[other];
      x[other] = t;
    }
    let row = sn.panelAt[s];
    for (let i = 0; i < width; i++, row += width) {
      let sum = x[first + i];
      for (let k = 0; k < i; k++) sum -= l[row + k] * x[first + k];
      x[first + i] = sum;
    }
    for (let p = sn.rowPtr[s]; p < sn.rowPtr[s + 1]; p++, row += width) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += l[row + k] * x[first + k];
      x[sn.rows[p]] -= sum;
    }
  }

  private backward(s: number): void {
    const { x, u, supernodes: sn } = this;
    const first = sn.first[s];
    const width = sn.first[s + 1] - first;
    let row = sn.panelAt[s] + width * width;
    for (let p = sn.rowPtr[s]; p < sn.rowPtr[s + 1]; p++, row += width) {
      const v = x[sn.rows[p]];
      for (let k = 0; k < width; k++) x[first + k] -= u[row + k] * v;
    }
    row = sn.panelAt[s] + (width - 1) * width;
    for (let i = width - 1; i >= 0; i--, row -= width) {
      const v = x[first + i] / u[row + i];
      x[first + i] = v;
      for (let k = 0; k < i; k++) x[first + k] -= u[row + k] * v;
    }
  }
}

/** Pattern of the lower triangle of A + Aᵀ, diagonal included. */
function mirroredLower(a: SparseMatrix): SparseMatrix {
  const n = a.cols;
  const count = a.ptr[n];
  const i = new Int32Array(count + n);
  const j = new Int32Array(count + n);
  for (let c = 0; c < n; c++) {
    for (let p = a.ptr[c]; p < a.ptr[c + 1]; p++) {
      i[p] = Math.max(a.index[p], c);
      j[p] = Math.min(a.index[p], c);
    }
    i[count + c] = j[count + c] = c;
  }
  return sparseFromTriplets(n, n, i, j, new Float64Array(count + n));
}

function entryTargets(a: SparseMatrix, sn: Supernodes): Int32Array {
  const target = new Int32Array(a.ptr[a.cols]);
  const inverse = invertPermutation(sn.order);
  for (let c = 0; c < a.cols; c++)
    for (let p = a.ptr[c]; p < a.ptr[c + 1]; p++) {
      const i = inverse[a.index[p]];
      const j = inverse[c];
      if (i >= j || sn.superOf[i] === sn.superOf[j]) target[p] = panelPlace(sn, i, j);
      else target[p] = -1 - panelPlace(sn, j, i);
    }
  return target;
}
