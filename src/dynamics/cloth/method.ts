/** Wall time of the parts of an iteration (s). */
export interface IterationTimes {
  projection: number;
  /** contacts with obstacles; all contacts where a method does not tell them apart */
  contact: number;
  selfContact: number;
  solve: number;
}

/** A way to take one local/global iteration with contacts. */
export interface IterationMethod {
  /** Called once a step, when the contacts are known and sorted. */
  begin(): void;
  /** vᵏ -> vᵏ⁺¹ and rᵏ -> rᵏ⁺¹; the state's y has been projected at vᵏ and holds the impulses rᵏ, if any. */
  iterate(times: IterationTimes): void;
  /** Whether contact impulses stand in `contacts.r`. */
  readonly impulses: boolean;
  /** Called once a step, when vᵏ is final. */
  end?(times: IterationTimes): void;
}
