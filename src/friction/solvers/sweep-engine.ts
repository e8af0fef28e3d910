/**
 * The machinery of accelerated Gauss-Seidel sweeps: it owns the iterate r and the running state of W that belongs to it.
 */
export interface SweepEngine {
  /** the iterate, 3 numbers a contact, as it was when `velocities` was called last; after changing it from outside call `reload` */
  readonly r: Float64Array;
  /** Order in which contacts are swept from now on, piece after piece where there are parts; undefined: that of the parts, or 0 .. n - 1. */
  setOrder(order: Int32Array | undefined): void;
  /**
   * Keeps r and the state, then one Gauss-Seidel sweep; the sum of squares of the changes of r.
   *
   * @param share how much of its way to the solution each contact goes, at most 1. Default: 1
   */
  sweep(share?: number): number;
  /** Where beta <= 1, r += beta p (contacts that the sweep has opened stay open); then p = r - kept r. */
  accelerate(beta: number): void;
  /** Takes r as it was changed from outside, makes the state that of it, and wakes every contact. */
  reload(): void;
  /** Makes the state anew from the r that sweeps have come to, and wakes every contact. */
  refresh(): void;
  /** Velocities that belong to r, from a state made anew; overwritten by the next call. */
  velocities(): Float64Array;
  /** Gives back what the engine holds; it must not be used any more. */
  release(): void;
}
