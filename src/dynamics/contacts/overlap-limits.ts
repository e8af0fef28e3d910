/**
 * What is done about fibers that overlap at the end of a step, by how deep, in units of their size. Worlds in which the
 * repair lets little stand are meant to be precise: there nothing is left to it that can be solved. Where it lets more
 * stand, as in hair, overlaps come from fibers that go round bends within the step, which the linearised contacts do
 * not see: solving again costs much and changes little.
 */
export interface OverlapLimits {
  /** whether overlaps are left to the repair as far as they can be */
  readonly isRough: boolean;
  /** overlaps that no step is solved again for */
  readonly tolerated: number;
  /** in rough worlds, overlaps that are left to the repair */
  readonly repairable: number;
  /** overlaps of contacts left out of the step that are left to the repair without a look */
  readonly bearable: number;
  /** overlaps that are let stand */
  readonly shallow: number;
  /** overlaps that a step of variable length fails with: it is taken again, half as long */
  readonly hopeless: number;
}

/** The least slop of rough worlds. */
const roughSlop = 0.01;

/** @param slop overlap that the repair lets stand, in the same units */
export function overlapLimits(slop: number): OverlapLimits {
  const tolerated = Math.max(0.01, 2.5 * slop);
  if (slop <= roughSlop) {
    return { isRough: false, tolerated, repairable: tolerated, bearable: 0, shallow: slop, hopeless: 0.07 };
  }
  return {
    isRough: true,
    tolerated,
    repairable: 25 * slop,
    bearable: 15 * slop,
    shallow: 2 * slop,
    hopeless: 30 * slop,
  };
}
