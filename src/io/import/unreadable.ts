import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import { reasonOf } from '../findings.js';

/** What to say about a file that could not be read: as the reader put it, or the error's own words. */
export function unreadable(cause: unknown): Omit<InputProblem, 'path'> {
  const said = cause instanceof InputError ? cause.problems[0] : undefined;
  if (!said) return { expected: 'a file that can be read', found: reasonOf(cause) };
  return { expected: said.expected, found: said.found, ...(said.hint !== undefined && { hint: said.hint }) };
}
