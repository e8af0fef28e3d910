import type { InputProblem } from '../../errors.js';

/**
 * Whether contacts have impulses, which act on both sides. Penalties are not among them: they push vertices out of what these
 * overlap, so that nothing but pins holds the cloth, and it carries no bodies.
 */
export const hasReaction = (method: string | undefined): boolean => method !== 'penalty';

const expected = 'method projective or exact';

/** Why hands and joints do not hold a cloth, at a place in the input. */
export function notHeld(path: string): InputProblem {
  const hint = 'penalties only push cloth out of what it overlaps: hands and joints would not hold it, pins do';
  return { path, expected: `${expected} where hands or joints hold cloth`, found: 'penalty', hint };
}

/** Why a body that moves cannot touch a cloth. */
export function notCarried(path: string): InputProblem {
  const hint = 'penalties only push cloth out of what it overlaps: bodies would fall through; obstacles do not';
  return { path, expected: `${expected} where cloth touches bodies that move`, found: 'penalty', hint };
}
