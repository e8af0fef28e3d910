import type { BlockFronts } from '../block-fronts.js';
import { Layout, kernelMemory } from './layout.js';
import { luWasm } from './lu-wasm.js';
import { compileKernel } from './wasm-module.js';

/** Largest memory the kernel asks for (bytes); larger matrices are factored in TypeScript. */
const largestMemory = 1 << 30;

/** What kernels/lu.ts exports. */
interface LuExports {
  factor(): number;
  solve(): void;
}

/** Bytes of the header, the two pivots at its end included, and where those stand. */
const headerSize = 80;
const pivotsAt = 64;
/** Numbers of a strip of a product that are packed at once, and the fewest columns it has room for. */
const strip = 4;
const fewestColumns = 24;

/** Where the arrays of a matrix stand in the memory (bytes), in the order of the header in kernels/lu.ts. */
interface Places {
  readonly indices: readonly number[];
  readonly pivot: number;
  readonly waiting: number;
  readonly stackAt: number;
  readonly values: number;
  readonly stack: number;
  readonly ut: number;
  readonly packed: number;
  readonly x: number;
  readonly size: number;
}

const indicesOf = (f: BlockFronts): Int32Array[] => [
  f.first,
  f.belowPtr,
  f.belowIndex,
  f.relative,
  f.parent,
  f.panelAt,
];

let compiled: WebAssembly.Module | null | undefined;
/** The memory that all matrices take turns in: making one takes as long as many factorisations. */
let shared: { readonly memory: WebAssembly.Memory; readonly exports: LuExports } | undefined;
/** places of the matrix whose factor stands in it */
let owner: Places | undefined;

/**
 * Factors and solves with fronts in WebAssembly (kernels/lu.ts), bit for bit as `BlockLu` does in TypeScript. All matrices of
 * a thread share one memory: what another has overwritten is copied in again.
 */
export class LuKernel {
  readonly #fronts: BlockFronts;
  readonly #places: Places;
  readonly #values: Float64Array;
  readonly #pivot: Int32Array;

  private constructor(fronts: BlockFronts, places: Places, values: Float64Array, pivot: Int32Array) {
    this.#fronts = fronts;
    this.#places = places;
    this.#values = values;
    this.#pivot = pivot;
  }

  /**
   * A kernel for the panels `values` and their pivots; undefined where they are too large, or the platform has no WebAssembly
   * SIMD.
   */
  static create(fronts: BlockFronts, values: Float64Array, pivot: Int32Array): LuKernel | undefined {
    const places = placesOf(fronts);
    if (places.size > largestMemory) return undefined;
    compiled ??= compileKernel(luWasm);
    return compiled ? new LuKernel(fronts, places, values, pivot) : undefined;
  }

  /** Factors the panels; their smallest and largest pivot, or undefined where that fails or there is no memory. */
  factor(): { readonly done: boolean; readonly smallest: number; readonly largest: number } | undefined {
    const instance = this.#own();
    if (!instance) return undefined;
    const { buffer } = instance.memory;
    const inside = new Float64Array(buffer, this.#places.values, this.#values.length);
    inside.set(this.#values);
    const done = instance.exports.factor() === 1;
    this.#values.set(inside);
    this.#pivot.set(new Int32Array(buffer, this.#places.pivot, this.#pivot.length));
    const [smallest, largest] = new Float64Array(buffer, pivotsAt, 2);
    return { done, smallest, largest };
  }

  /** y <- A⁻¹ y in elimination order; false where there is no memory. */
  solve(y: Float64Array): boolean {
    const kept = owner === this.#places;
    const instance = this.#own();
    if (!instance) return false;
    const { buffer } = instance.memory;
    if (!kept) {
      new Float64Array(buffer, this.#places.values, this.#values.length).set(this.#values);
      new Int32Array(buffer, this.#places.pivot, this.#pivot.length).set(this.#pivot);
    }
    const x = new Float64Array(buffer, this.#places.x, y.length);
    x.set(y);
    instance.exports.solve();
    y.set(x);
    return true;
  }

  /** The shared memory, laid out for this matrix. */
  #own(): typeof shared {
    if (owner === this.#places) return shared;
    owner = undefined;
    const { size } = this.#places;
    if (!shared || shared.memory.buffer.byteLength < size) {
      // never grown: that would detach a buffer, and engines then compile every access to any typed array with a check
      const memory = kernelMemory(Math.min(2 * size, largestMemory)) ?? kernelMemory(size);
      if (!memory || !compiled) return undefined;
      const imports = { env: { memory, abort: () => undefined } };
      shared = { memory, exports: new WebAssembly.Instance(compiled, imports).exports as unknown as LuExports };
    }
    this.#write(shared.memory.buffer);
    owner = this.#places;
    return shared;
  }

  #write(buffer: ArrayBuffer): void {
    const { indices, pivot, waiting, stackAt, values, stack, ut, packed, x } = this.#places;
    const header = [this.#fronts.count, ...indices, pivot, waiting, stackAt, values, stack, ut, packed, x];
    new Int32Array(buffer, 0, header.length).set(header);
    indicesOf(this.#fronts).forEach((array, k) => new Int32Array(buffer, indices[k], array.length).set(array));
  }
}

function placesOf(fronts: BlockFronts): Places {
  const layout = new Layout(headerSize);
  const indices = indicesOf(fronts).map((array) => layout.place(4 * array.length));
  return {
    indices,
    pivot: layout.place(4 * fronts.n),
    waiting: layout.place(4 * fronts.count),
    stackAt: layout.place(4 * (fronts.count + 1)),
    values: layout.place(8 * fronts.panelSize),
    stack: layout.place(8 * fronts.stackSize),
    ut: layout.place(8 * fronts.mostWidth * fronts.mostWidth),
    packed: layout.place(8 * strip * Math.max(fewestColumns, fronts.mostWidth)),
    x: layout.place(8 * fronts.n),
    size: layout.size,
  };
}
