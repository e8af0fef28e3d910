import { kernelMemory, sharedKernelMemory } from '../../linalg/kernel/layout.js';
import { isKept, roomForAny } from '../../linalg/kernel/shared-work.js';
import { compileKernel } from '../../linalg/kernel/wasm-module.js';
import { sweepTeamWasm } from './sweep-team-wasm.js';
import { sweepWasm } from './sweep-wasm.js';

/** What kernels/sweep.ts exports. */
export interface SweepExports {
  performAll(work: number, beta: number): void;
  change(): number;
}

/** What kernels/sweep-team.ts exports. */
export interface TeamExports {
  open(problem: number): void;
  lead(work: number, beta: number): void;
  follow(problem: number): void;
  close(): void;
  change(): number;
}

/** An instance of a kernel and its memory. */
export interface KernelInstance<Exports> {
  readonly memory: WebAssembly.Memory;
  readonly exports: Exports;
}

/**
 * The instances of one kernel: making one takes longer than many a solve, so one that was given back is used again. A kernel that
 * the platform cannot compile (no WebAssembly SIMD, or no shared memory) has none.
 */
class Instances<Exports> {
  readonly #code: string;
  readonly #newMemory: (bytes: number) => WebAssembly.Memory | undefined;
  #compiled: WebAssembly.Module | null | undefined;
  #spare: KernelInstance<Exports> | undefined;

  constructor(code: string, newMemory: (bytes: number) => WebAssembly.Memory | undefined) {
    this.#code = code;
    this.#newMemory = newMemory;
  }

  /** An instance over a memory, its own. */
  over(memory: WebAssembly.Memory): KernelInstance<Exports> | undefined {
    this.#compiled ??= compileKernel(this.#code);
    if (!this.#compiled) return undefined;
    const imports = { env: { memory, abort: () => undefined } };
    return { memory, exports: new WebAssembly.Instance(this.#compiled, imports).exports as unknown as Exports };
  }

  /** An instance with at least `bytes` of memory, of unknown content: the one given back last, or a new one. */
  take(bytes: number): KernelInstance<Exports> | undefined {
    const found = this.#spare;
    this.#spare = undefined;
    // never grown: that would detach a buffer, and engines then compile every access to any typed array with a check
    if (found && found.memory.buffer.byteLength >= bytes) return found;
    const roomy = Math.min(2 * bytes, Math.max(bytes, roomForAny));
    const memory = this.#newMemory(roomy) ?? this.#newMemory(bytes);
    return memory && this.over(memory);
  }

  /** Gives an instance back of which so many bytes were used; its owner must not touch it any more. */
  giveBack(instance: KernelInstance<Exports>, used: number): void {
    if (isKept(instance.memory.buffer.byteLength, used)) this.#spare = instance;
  }
}

/** Instances for one thread. */
export const soloInstances = new Instances<SweepExports>(sweepWasm, kernelMemory);

/** Instances whose memory threads share. */
export const teamInstances = new Instances<TeamExports>(sweepTeamWasm, sharedKernelMemory);
