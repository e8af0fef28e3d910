declare module 'gltf-validator' {
  /** What the validator of the Khronos Group finds in a file. */
  export function validateBytes(bytes: Uint8Array): Promise<{
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly messages: readonly { readonly code: string; readonly severity: number }[];
    };
    readonly info: { readonly animationCount: number; readonly totalTriangleCount: number };
  }>;
}
