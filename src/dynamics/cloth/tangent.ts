import type { AddBlock } from '../../bodies/cloth/energy.js';
import { BlockFactor } from '../../friction/delassus/mass-factor.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import type { GlobalSystem } from './global-system.js';
import type { StepState } from './step-state.js';

/**
 * What the momentum of all cloths' free vertices changes by with their velocities, K = M + h D + h² ∂²W: the matrix of Newton's
 * method. D is the air's damping, ∂²W the second derivatives of the elastic energies. Its pattern is that
 * of the constant P of the global step, a 3x3 block for each number of it; K <= P.
 */
export class Tangent {
  /** vertices that are free, 3 velocities each in this order; and the place of each vertex among them or -1 */
  readonly nodes: Int32Array;
  readonly place: Int32Array;
  readonly matrix: SparseMatrix;
  readonly #system: GlobalSystem;
  /** where the first number of the block of each entry of P stands, and how far apart its columns are */
  readonly #start: Int32Array;
  readonly #stride: Int32Array;
  #factor: BlockFactor | undefined;

  constructor({ cloth }: StepState, system: GlobalSystem) {
    this.#system = system;
    this.nodes = Int32Array.from({ length: cloth.nodes }, (_, i) => i).filter((i) => !cloth.pinned[i]);
    this.place = new Int32Array(cloth.nodes).fill(-1);
    this.nodes.forEach((i, k) => (this.place[i] = k));
    const { P } = system;
    const size = 3 * this.nodes.length;
    this.#start = new Int32Array(P.index.length).fill(-1);
    this.#stride = new Int32Array(P.cols);
    const ptr = new Int32Array(size + 1);
    const index: number[] = [];
    this.nodes.forEach((j, k) => {
      const rows: number[] = [];
      for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) {
        if (this.place[P.index[p]] < 0) continue;
        this.#start[p] = index.length + rows.length;
        for (let c = 0; c < 3; c++) rows.push(3 * this.place[P.index[p]] + c);
      }
      this.#stride[j] = rows.length;
      for (let c = 0; c < 3; c++) {
        for (const row of rows) index.push(row);
        ptr[3 * k + c + 1] = index.length;
      }
    });
    this.matrix = {
      rows: size,
      cols: size,
      ptr,
      index: Int32Array.from(index),
      values: new Float64Array(index.length),
    };
  }

  /** K at the state's positions qᵏ, mixed with a share of P; 1: P itself, whatever they are. `convex`: see `Energy.addHessian`. */
  assemble({ cloth, q, h, touching }: StepState, share = 0, convex = true): void {
    const { values } = this.matrix;
    values.fill(0);
    const block = new Float64Array(9);
    for (const i of this.nodes) {
      const drag = share === 1 || touching[i] ? 0 : h * cloth.airDamping[i];
      block[0] = block[4] = block[8] = cloth.mass[i] + drag;
      this.#add(i, i, block, 1);
    }
    cloth.cloths.forEach(({ energies }, c) => {
      const from = cloth.start[c];
      const add =
        (scale: number): AddBlock =>
        (i, j, own) =>
          this.#add(from + i, from + j, own, scale);
      for (const energy of energies) {
        const constant = energy.addHessian ? share : 1;
        if (constant < 1) energy.addHessian!(add((1 - constant) * h * h), cloth.part(q, c), convex);
        if (constant === 0) continue;
        block.fill(0);
        const addStiffness = add(constant * h * h);
        energy.addStiffness((i, j, value) => {
          block[0] = block[4] = block[8] = value;
          addStiffness(i, j, block);
        });
      }
    });
  }

  /** K⁻¹; undefined where rounding left it without one */
  factor(): BlockFactor | undefined {
    this.#factor ??= new BlockFactor(this.matrix.cols);
    return this.#factor.factor(this.matrix) ? this.#factor : undefined;
  }

  #add(i: number, j: number, block: Float64Array, scale: number): void {
    if (this.place[i] < 0 || this.place[j] < 0) return;
    const { ptr, index } = this.#system.P;
    let [low, high] = [ptr[j], ptr[j + 1] - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index[middle] < i) low = middle + 1;
      else high = middle;
    }
    const { values } = this.matrix;
    for (let d = 0, at = this.#start[low]; d < 3; d++, at += this.#stride[j]) {
      for (let c = 0; c < 3; c++) values[at + c] += scale * block[3 * c + d];
    }
  }
}
