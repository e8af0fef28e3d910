/** One line of a validation: what theory says, what the simulation gave, and how far apart they may be. */
export interface ValidationRow {
  readonly name: string;
  readonly expected: number;
  readonly got: number;
  /** largest |got - expected| */
  readonly tolerance: number;
  /** unit of the numbers; none for pure numbers */
  readonly unit?: string;
}

/** A row whose tolerance is absolute. */
export function row(name: string, expected: number, got: number, tolerance: number, unit = ''): ValidationRow {
  return { name, expected, got, tolerance, unit };
}

/** A row whose tolerance is a share of |expected|; where that is 0, it is absolute. */
export function relativeRow(name: string, expected: number, got: number, share: number, unit = ''): ValidationRow {
  return row(name, expected, got, expected === 0 ? share : share * Math.abs(expected), unit);
}

/** Whether a row holds; NaN never does. */
export function holds({ expected, got, tolerance }: ValidationRow): boolean {
  return Math.abs(got - expected) <= tolerance;
}

/** A part of the validation that runs by itself. */
export interface ValidationSuite {
  readonly summary: string;
  /** about how long it takes on one core, where that is minutes; long ones are begun first where several run side by side */
  readonly minutes?: number;
  /** its lines; those of long ones come one after another, so that an interrupted run has something to show */
  readonly run: () => Iterable<ValidationRow>;
  /** a shorter form that shows the same, in seconds (`validate --quick`, npm test); `true` where `run` itself is quick */
  readonly quick?: true | (() => ValidationRow[]);
}

/** Suites by their names. */
export type Suites = Readonly<Record<string, ValidationSuite>>;
