/** One line of a validation: what theory says, what the simulation gave, and how far apart they may be. */
export interface ValidationRow {
  readonly name: string;
  readonly expected: number;
  readonly got: number;
  /** largest |got - expected| */
  readonly tolerance: number;
}

/** Whether a row holds. */
export function holds(row: ValidationRow): boolean {
  return Math.abs(row.got - row.expected) <= row.tolerance;
}
