import type { Supernodes } from '../supernodes.js';
import { solveWasm } from './solve-wasm.js';
import { Layout, kernelMemory } from './layout.js';
import { compileKernel } from './wasm-module.js';

/** Largest memory the kernel asks for (bytes); larger factors are solved with in TypeScript. */
export const largestMemory = 1 << 30;

/** What kernels/solve.ts exports. */
interface SolveExports {
  solve3(
    count: number,
    first: number,
    rowPtr: number,
    rows: number,
    panelAt: number,
    l: number,
    ab: number,
    c: number,
  ): void;
}

/** Where things stand in its memory (bytes). */
interface Places {
  /** the lists of indices */
  readonly at: readonly number[];
  readonly l: number;
  readonly ab: number;
  readonly c: number;
}

const indicesOf = (sn: Supernodes): Int32Array[] => [sn.first, sn.rowPtr, sn.rows, sn.panelAt];

let compiled: WebAssembly.Module | null | undefined;

/**
 * Solves with a supernodal factor and three right-hand sides in WebAssembly (kernels/solve.ts), bit for bit as
 * `solveSupernodes3`. It has a copy of the factor in a memory of its own.
 */
export class SolveKernel {
  readonly #exports: SolveExports;
  readonly #arguments: [number, number, number, number, number, number, number, number];
  readonly #order: Int32Array;
  readonly #l: Float64Array;
  /** right-hand sides in elimination order: two of each column, and the third */
  readonly #ab: Float64Array;
  readonly #c: Float64Array;

  private constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, sn: Supernodes, places: Places) {
    const { at, l, ab, c } = places;
    const indices = indicesOf(sn);
    const { buffer } = memory;
    indices.forEach((array, k) => new Int32Array(buffer, at[k], array.length).set(array));
    this.#l = new Float64Array(buffer, l, sn.panelSize);
    this.#ab = new Float64Array(buffer, ab, 2 * sn.n);
    this.#c = new Float64Array(buffer, c, sn.n);
    this.#order = sn.order;
    this.#arguments = [sn.count, at[0], at[1], at[2], at[3], l, ab, c];
    const imports = { env: { memory, abort: () => undefined } };
    this.#exports = new WebAssembly.Instance(module, imports).exports as unknown as SolveExports;
  }

  /** A kernel for factors of a pattern; undefined where they are too large, or the platform has no WebAssembly SIMD. */
  static create(sn: Supernodes): SolveKernel | undefined {
    const layout = new Layout();
    const at = indicesOf(sn).map((array) => layout.place(4 * array.length));
    const places = { at, l: layout.place(8 * sn.panelSize), ab: layout.place(16 * sn.n), c: layout.place(8 * sn.n) };
    if (layout.size > largestMemory) return undefined;
    compiled ??= compileKernel(solveWasm);
    const memory = compiled ? kernelMemory(layout.size) : undefined;
    return compiled && memory ? new SolveKernel(compiled, memory, sn, places) : undefined;
  }

  /** Takes over the panels of a factor. */
  load(l: Float64Array): void {
    this.#l.set(l);
  }

  /** x[3 i + k] <- Σ_j A⁻¹(i, j) b[3 j + k] */
  solve3(x: Float64Array, b: Float64Array): void {
    const order = this.#order;
    const ab = this.#ab;
    const c = this.#c;
    for (let k = 0; k < order.length; k++) {
      const i = 3 * order[k];
      ab[2 * k] = b[i];
      ab[2 * k + 1] = b[i + 1];
      c[k] = b[i + 2];
    }
    this.#exports.solve3(...this.#arguments);
    for (let k = 0; k < order.length; k++) {
      const i = 3 * order[k];
      x[i] = ab[2 * k];
      x[i + 1] = ab[2 * k + 1];
      x[i + 2] = c[k];
    }
  }
}
