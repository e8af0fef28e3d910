import type { AddBlock } from './energy.js';
import { BlockFactor } from '../../friction/delassus/mass-factor.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import type { GlobalSystem } from './global-system.js';
import type { ClothAssembly } from './assembly.js';

/**
 * What the momentum of all cloths' free vertices changes by with their velocities, K = M + h D + h² ∂²W: the matrix of Newton's
 * method. D is the air's damping, ∂²W the second derivatives of the elastic energies. Its pattern is that
 * of the constant P of the global step, a 3x3 block for each number of it; K <= P.
 */
export class Tangent {
  /** over the free vertices, 3 velocities each */
  readonly matrix: SparseMatrix;
  readonly #cloth: ClothAssembly;
  readonly #system: GlobalSystem;
  /** where the first number of the block of each entry of P stands, and how far apart its columns are */
  readonly #start: Int32Array;
  readonly #stride: Int32Array;
  #factor: BlockFactor | undefined;

  constructor(cloth: ClothAssembly, system: GlobalSystem) {
    this.#cloth = cloth;
    this.#system = system;
    const { free, place } = cloth;
    const { P } = system;
    const size = 3 * free.length;
    this.#start = new Int32Array(P.index.length).fill(-1);
    this.#stride = new Int32Array(P.cols);
    const ptr = new Int32Array(size + 1);
    const index: number[] = [];
    free.forEach((j, k) => {
      const rows: number[] = [];
      for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) {
        if (place[P.index[p]] < 0) continue;
        this.#start[p] = index.length + rows.length;
        for (let c = 0; c < 3; c++) rows.push(3 * place[P.index[p]] + c);
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

  /**
   * K at positions q, mixed with a share of P; 1: P itself, whatever they are.
   *
   * @param touching 1 at vertices that the air does not damp
   * @param convex see `Energy.addHessian`
   */
  assemble(q: Float64Array, touching: Uint8Array, share = 0, convex = true): void {
    const { values } = this.matrix;
    const cloth = this.#cloth;
    const { h } = this.#system;
    values.fill(0);
    const block = new Float64Array(9);
    for (const i of cloth.free) {
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
    const { place } = this.#cloth;
    if (place[i] < 0 || place[j] < 0) return;
    const start = this.#start[this.#system.entry(i, j)];
    const { values } = this.matrix;
    for (let d = 0, at = start; d < 3; d++, at += this.#stride[j]) {
      for (let c = 0; c < 3; c++) values[at + c] += scale * block[3 * c + d];
    }
  }
}
