/** Compiles an embedded kernel (base64); null where the platform has no WebAssembly SIMD. */
export function compileKernel(base64: string): WebAssembly.Module | null {
  try {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    return new WebAssembly.Module(bytes);
  } catch {
    return null;
  }
}
