declare module 'gltf-validator' {
  /** What the validator of the Khronos Group finds in a file. */
  export function validateBytes(bytes: Uint8Array): Promise<{
    readonly issues: { readonly messages: readonly { readonly code: string; readonly severity: number }[] };
    readonly info: { readonly animationCount: number };
  }>;
}
