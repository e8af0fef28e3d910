/** One line of the validation suite: passes where got is within tolerance of expected. */
export interface ValidationRow {
  readonly name: string;
  readonly expected: number;
  readonly got: number;
  /** absolute */
  readonly tolerance: number;
  /** unit of the numbers; empty for pure numbers */
  readonly unit: string;
}

/** A row of the suite. */
export function row(name: string, expected: number, got: number, tolerance: number, unit = ''): ValidationRow {
  return { name, expected, got, tolerance, unit };
}

/** Whether a row holds; NaN never does. */
export function holds(line: ValidationRow): boolean {
  return Math.abs(line.got - line.expected) <= line.tolerance;
}
