import { InvalidArgumentError } from 'commander';
import type { SolveOptions } from '../../friction/index.js';
import { solvers } from '../../friction/index.js';
import { nearest } from '../../nearest.js';
import { list } from '../values.js';

/** A solver with its own settings, as one contestant of a comparison. */
export interface Candidate {
  /** as given: NAME, NAME:LOCAL, NAME:FACETS or NAME:FACETS:inner */
  readonly name: string;
  readonly options: Pick<SolveOptions, 'solver' | 'local' | 'facets' | 'cone'>;
}

/** Whom to compare if nobody is named: the ways to the exact law that work on most problems. */
const usual = ['auto', 'gauss-seidel', 'newton-ac-damped', 'newton-mfb', 'cadoux'];

/** The candidates of a comparison without --solvers. */
export function usualCandidates(): Candidate[] {
  const known = solvers().map(({ name }) => name);
  return usual.filter((name) => known.includes(name)).map((name) => ({ name, options: { solver: name } }));
}

/** Candidates from `gauss-seidel,gauss-seidel:pac,lemke:8:outer`. */
export function parseCandidates(text: string): Candidate[] {
  const seen = new Set<string>();
  return list(text).flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [{ name, options: parseOptions(name) }];
  });
}

function parseOptions(text: string): Candidate['options'] {
  const [solver, ...settings] = text.split(':');
  const known = solvers().map(({ name }) => name);
  if (!known.includes(solver)) {
    const similar = nearest(solver, known);
    const hint = similar ? ` Did you mean ${similar}?` : '';
    throw new InvalidArgumentError(`There is no solver ${solver}.${hint} There are ${known.join(', ')}.`);
  }
  const options: Candidate['options'] = { solver };
  for (const setting of settings) {
    if (/^\d+$/.test(setting)) options.facets = Number(setting);
    else if (setting === 'inner' || setting === 'outer') options.cone = setting;
    else options.local = setting;
  }
  return options;
}
