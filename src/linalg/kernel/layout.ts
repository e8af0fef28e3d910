/** Hands out places in the memory of a kernel, 16-byte aligned. */
export class Layout {
  /** bytes so far; a double, since more than 2^31 of them must be seen to be too many */
  size: number;

  /** @param start bytes that are taken already */
  constructor(start = 0) {
    this.size = start;
  }

  place(bytes: number): number {
    const at = this.size;
    this.size = 16 * Math.ceil((at + bytes) / 16);
    return at;
  }
}

const page = 65536;

/** Memory of at least so many bytes; undefined where the machine does not give it. */
export function kernelMemory(bytes: number): WebAssembly.Memory | undefined {
  return memoryOf({ initial: Math.ceil(bytes / page) });
}

/** The same, for several threads; undefined also where the platform has none to share (pages that are not cross-origin isolated). */
export function sharedKernelMemory(bytes: number): WebAssembly.Memory | undefined {
  const pages = Math.ceil(bytes / page);
  return memoryOf({ initial: pages, maximum: pages, shared: true });
}

function memoryOf(size: WebAssembly.MemoryDescriptor): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory(size);
  } catch (error) {
    // RangeError: could not allocate; TypeError: more pages than there can be
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
