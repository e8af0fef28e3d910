import { kernelMemory } from '../../linalg/kernel/layout.js';
import { compileKernel } from '../../linalg/kernel/wasm-module.js';
import { sweepWasm } from './sweep-wasm.js';

/** What kernels/sweep.ts exports. */
export interface SweepExports {
  sweep(): number;
  remember(): void;
  accelerate(beta: number): void;
  reload(): void;
  wake(): void;
  velocities(): void;
}

/** An instance of the kernel and its memory. */
export interface KernelInstance {
  readonly memory: WebAssembly.Memory;
  readonly exports: SweepExports;
}

/** An instance that nobody uses is kept for the next problem unless its memory is larger than this (bytes). */
const largestKept = 1 << 26;

let compiled: WebAssembly.Module | null | undefined;
let spare: KernelInstance | undefined;

/** The compiled kernel; null where the platform has no WebAssembly SIMD (then the engine in TypeScript does the same). */
function kernelModule(): WebAssembly.Module | null {
  compiled ??= compileKernel(sweepWasm);
  return compiled;
}

/**
 * An instance with at least `bytes` of memory, of unknown content: the one given back last, or a new one. Making one takes
 * longer than many a solve. Undefined where the platform has no WebAssembly SIMD or not as much memory.
 */
export function takeInstance(bytes: number): KernelInstance | undefined {
  const module = kernelModule();
  if (!module) return undefined;
  const found = spare;
  spare = undefined;
  // never grown: that would detach a buffer, and engines then compile every access to any typed array with a check
  if (found && found.memory.buffer.byteLength >= bytes) return found;
  const roomy = Math.min(2 * bytes, Math.max(bytes, largestKept));
  const memory = kernelMemory(roomy) ?? kernelMemory(bytes);
  if (!memory) return undefined;
  const imports = { env: { memory, abort: () => undefined } };
  return { memory, exports: new WebAssembly.Instance(module, imports).exports as unknown as SweepExports };
}

/** Gives an instance back; its owner must not touch it any more. */
export function giveBack(instance: KernelInstance): void {
  if (instance.memory.buffer.byteLength <= largestKept) spare = instance;
}
