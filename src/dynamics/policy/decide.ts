import { policy } from './values.js';

/** The stages of a step, in order. After each of them it is decided how to go on. */
export const stages = ['detect', 'linearise', 'solve', 'advance'] as const;

export type Stage = (typeof stages)[number];

/** What has been measured of a step so far. Overlaps are in units of the radius or half thickness. */
export interface StepFacts {
  /** the stage that has just been done */
  readonly stage: Stage;
  /** contacts that take part */
  readonly contacts: number;
  /** whether solids close, below theta 1, so fast that they would move on into each other with what is left of that when they are stopped */
  readonly impact: boolean;
  /** farthest that one of them travels in the step, over what the scene allows */
  readonly travel: number;
  /** whether the step can be halved: within the scene's shortest step, and at all where it fails */
  readonly canHalve: boolean;
  readonly canHalveFailed: boolean;
  /** whether every group of contacts met the tolerance */
  readonly solved: boolean;
  /** whether a rod's own equation for theta < 1 could not be solved, so that it would take an implicit step, and a shorter one can be tried */
  readonly fellBack: boolean;
  /** how often contacts found at the end were added and the step solved again */
  readonly round: number;
  /** whether this is the best of the solutions before, after the last was no better */
  readonly isFallback: boolean;
  /** whether there is room for more contacts */
  readonly hasRoom: boolean;
  /** whether the scene has its positions repaired */
  readonly canRepair: boolean;
  /** overlap that the scene allows */
  readonly allowed: number;
  /** deepest overlap at the end of the step of all contacts */
  readonly depth: number;
  /** deepest of those beyond what is tolerated that velocities can undo; 0: none */
  readonly overlap: number;
  /** least that the solutions before had of the same; Infinity for the first */
  readonly overlapBefore: number;
  /** whether cloth overlaps deepest */
  readonly isOfCloth: boolean;
  /** whether there is more energy at the end of the step than at its start, but for what was put in; of a fallback, whether what it was taken for had */
  readonly gains: boolean;
}

/** What is done next. */
export type StepDecision =
  | { readonly kind: 'proceed' }
  | { readonly kind: 'accept' | 'repair' | 'shorten' | 'solve-again' | 'fall-back'; readonly reason: Reason };

/** Why, in words that a user can look up (docs/steps.md). */
export type Reason =
  | 'within what is allowed'
  | 'overlap at the end'
  | 'overlap too deep'
  | 'overlap too deep, no shorter step'
  | 'too fast'
  | 'not solved'
  | 'not better'
  | 'energy from nowhere'
  | 'implicit step of a rod'
  | 'implicit step of an impact';

/** Overlaps by what is done about them, over the size. */
export interface OverlapLimits {
  /** deeper ones are reacted to */
  readonly tolerated: number;
  /** up to this those that would be reacted to are left to the repair */
  readonly repairable: number;
  /** contacts left out may close by this before they are taken in and the step is solved again */
  readonly recruited: number;
  /** a step that ends deeper fails */
  readonly failed: number;
}

/** Whether solving again with more contacts costs more than two steps half as long. */
function isCostly(contacts: number): boolean {
  return contacts >= policy.manyContacts;
}

/**
 * Overlaps of fibers come from bends that they go round within the step, which linearised contacts do not see. Few contacts are
 * solved again, which is exact; with many, that costs more than it is worth, and as much as can be is left to the repair.
 */
export function overlapLimits(allowed: number, contacts: number): OverlapLimits {
  const tolerated = Math.max(policy.tolerated, policy.toleratedShare * allowed);
  if (!isCostly(contacts)) return { tolerated, repairable: 0, recruited: 0, failed: policy.failed };
  return {
    tolerated,
    repairable: Math.max(tolerated, policy.repairableShare * allowed),
    recruited: policy.recruitShare * allowed,
    failed: Math.max(policy.failed, policy.failedShare * allowed),
  };
}

const proceed: StepDecision = { kind: 'proceed' };

/** How a step goes on after a stage: a pure function of what has been measured. */
export function decide(facts: StepFacts): StepDecision {
  switch (facts.stage) {
    case 'detect':
      return facts.impact ? { kind: 'fall-back', reason: 'implicit step of an impact' } : proceed;
    case 'linearise':
      return facts.travel > 1 && facts.canHalve ? { kind: 'shorten', reason: 'too fast' } : proceed;
    case 'solve':
      return afterSolve(facts);
    case 'advance':
      return afterAdvance(facts);
  }
}

function afterSolve({ solved, round, isFallback, canHalveFailed, fellBack }: StepFacts): StepDecision {
  if (fellBack) return { kind: 'shorten', reason: 'implicit step of a rod' };
  if (solved) return proceed;
  if (round > 0 && !isFallback) return { kind: 'fall-back', reason: 'not solved' };
  return canHalveFailed ? { kind: 'shorten', reason: 'not solved' } : proceed;
}

function afterAdvance(facts: StepFacts): StepDecision {
  const { allowed, contacts, overlap, depth, canHalveFailed, round, isFallback, hasRoom } = facts;
  const { repairable, failed } = overlapLimits(allowed, contacts);
  const mend = facts.canRepair ? 'repair' : 'accept';
  if (facts.gains && round > 0 && !isFallback) return { kind: 'fall-back', reason: 'energy from nowhere' };
  if (overlap <= repairable) {
    if (depth <= allowed) return { kind: 'accept', reason: 'within what is allowed' };
    return { kind: mend, reason: 'overlap at the end' };
  }
  if (isCostly(contacts) && canHalveFailed) return { kind: 'shorten', reason: 'overlap too deep' };
  const isBetter = isFallback || round === 0 || overlap < facts.overlapBefore;
  // places where cloth and fibers touch come and go before they stay: that one overlaps deeper once means nothing yet
  const rounds = facts.isOfCloth ? policy.clothRounds : policy.rounds;
  if (!isFallback && round < rounds && hasRoom) return { kind: 'solve-again', reason: 'overlap at the end' };
  if (!isBetter) return { kind: 'fall-back', reason: 'not better' };
  // what velocities cannot undo without a gain of energy the repair cannot either
  const isMendable = overlap <= failed && !(facts.gains && canHalveFailed);
  if (isMendable) return { kind: mend, reason: 'overlap at the end' };
  if (canHalveFailed) return { kind: 'shorten', reason: 'overlap too deep' };
  return { kind: mend, reason: 'overlap too deep, no shorter step' };
}

/** Whether a step twice as long would still leave overlaps that are repaired: they go with its square. */
export function mayLengthen({ allowed, contacts, overlap }: StepFacts): boolean {
  return 4 * overlap <= overlapLimits(allowed, contacts).repairable;
}

/** How much is put into the solve of a group: where the step can be halved instead, one attempt is enough. */
export function isOneAttempt({ contacts, canHalveFailed }: Pick<StepFacts, 'contacts' | 'canHalveFailed'>): boolean {
  return isCostly(contacts) && canHalveFailed;
}
