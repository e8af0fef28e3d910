/**
 * The machinery of accelerated Gauss-Seidel sweeps: it owns the iterate r and the running state of W that belongs to it.
 */
export interface SweepEngine {
  /** the iterate, 3 numbers a contact; after changing it from outside call `reload` */
  readonly r: Float64Array;
  /** Order in which contacts are swept from now on; undefined: 0 .. n - 1. */
  setOrder(order: Int32Array | undefined): void;
  /** One Gauss-Seidel sweep; the sum of squares of the changes of r. */
  sweep(): number;
  /** Keeps r and the state, to tell the change of what follows. */
  remember(): void;
  /** Where beta <= 1, r += beta p (contacts that the sweep has opened stay open); then p = r - remembered r. */
  accelerate(beta: number): void;
  /** Makes the state that of r, and wakes every contact. */
  reload(): void;
  /** Velocities that belong to r, from a state made anew; overwritten by the next call. */
  velocities(): Float64Array;
  /** Gives back what the engine holds; it must not be used any more. */
  release(): void;
}
