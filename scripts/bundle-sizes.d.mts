export interface Bundle {
  readonly name: string;
  readonly code: string;
  readonly budget: { readonly min: number; readonly gz: number };
  readonly packages: readonly string[];
}
export const bundles: readonly Bundle[];
export function bundleSize(
  code: string,
  exported: Readonly<Record<string, string | { readonly default: string }>>,
): Promise<{ min: number; gz: number; packages: string[] }>;
