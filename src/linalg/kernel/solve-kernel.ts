import type { Supernodes } from '../supernodes.js';
import { solveWasm } from './solve-wasm.js';
import { compileKernel } from './wasm-module.js';

const page = 65536;

/** Largest memory the kernel asks for (bytes); larger factors are solved with in TypeScript. */
const largestMemory = 1 << 30;

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

  private constructor(module: WebAssembly.Module, sn: Supernodes) {
    let size = 0;
    const place = (bytes: number): number => {
      const at = size;
      size = (at + bytes + 15) & ~15;
      return at;
    };
    const indices = [sn.first, sn.rowPtr, sn.rows, sn.panelAt];
    const at = indices.map((array) => place(4 * array.length));
    const l = place(8 * sn.panelSize);
    const ab = place(16 * sn.n);
    const c = place(8 * sn.n);
    const memory = new WebAssembly.Memory({ initial: Math.ceil(size / page) });
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
    const bytes = 8 * (sn.panelSize + 3 * sn.n) + 4 * (sn.rows.length + 3 * sn.count);
    if (bytes > largestMemory) return undefined;
    compiled ??= compileKernel(solveWasm);
    return compiled ? new SolveKernel(compiled, sn) : undefined;
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
