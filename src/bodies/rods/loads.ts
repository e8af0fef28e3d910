/** Vector of space. */
export type Vec3 = readonly [number, number, number];

/** A constant vector, or one that depends on time (s). */
export type Load = Vec3 | ((t: number) => Vec3);

/** What pulls on a rod besides its weight. The lists may be changed between steps. */
export interface RodLoads {
  /** force per unit length of the rest shape (N/m) */
  distributed?: Load;
  /** forces (N) at arc lengths s (m) */
  forces?: { readonly s: number; readonly force: Load }[];
  /** moments (N m) of fixed direction at arc lengths s (m); models without twist take their bending part */
  moments?: { readonly s: number; readonly moment: Load }[];
}

/** The load at time t. */
export function loadAt(load: Load, t: number): Vec3 {
  return typeof load === 'function' ? load(t) : load;
}
