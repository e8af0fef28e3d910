/** One line of a validation: what theory says, what the code gives, how far apart they may be. */
export interface ValidationRow {
  readonly name: string;
  readonly expected: number;
  readonly got: number;
  /** largest |got - expected|, relative to |expected| (absolute where that is 0) */
  readonly tolerance: number;
}

/** |got - expected| over |expected| (or 1). */
export function rowError(row: ValidationRow): number {
  return Math.abs(row.got - row.expected) / (row.expected === 0 ? 1 : Math.abs(row.expected));
}

export function rowPasses(row: ValidationRow): boolean {
  return rowError(row) <= row.tolerance;
}
