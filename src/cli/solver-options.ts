import type { Command } from 'commander';
import type { DelassusForm, MeasureName } from '../friction/index.js';
import { delassusForms, measureNames } from '../friction/index.js';
import { integerFrom, nonNegative, oneOf } from './values.js';

/** Options that `solve` and `compare` share. */
export interface SharedOptions {
  readonly tolerance: number;
  readonly measure: MeasureName;
  readonly maxIterations: number;
  readonly threads?: number;
  readonly form?: DelassusForm;
  readonly relaxation?: number;
  readonly seed?: number;
}

/** Adds the options that say when to stop and how to compute. */
export function addSharedOptions(command: Command): Command {
  return command
    .option('--tolerance <T>', 'error to reach', nonNegative, 1e-8)
    .option('--measure <NAME>', `error measure: ${measureNames.join(', ')}`, oneOf(measureNames), 'relative')
    .option('--max-iterations <N>', 'sweeps or Newton steps allowed', integerFrom(0), 10000)
    .option(
      '--form <NAME>',
      `how to apply W: ${delassusForms.join(', ')} (default: the cheapest)`,
      oneOf(delassusForms),
    )
    .option('--relaxation <OMEGA>', 'relaxation of psor and nsgs, between 0 and 2 (default: 1)', nonNegative)
    .option('--seed <N>', 'seed of every pseudo-random choice (default: 1)', integerFrom(0))
    .option('--threads <K>', 'threads to sweep problems of 2,000 contacts or more with; same bits', integerFrom(1));
}

/** The part of these that the library takes. */
export function libraryOptions(options: SharedOptions): {
  tolerance: number;
  measure: MeasureName;
  maxIterations: number;
  form?: DelassusForm;
  relaxation?: number;
  seed?: number;
} {
  const { tolerance, measure, maxIterations, form, relaxation, seed } = options;
  return {
    tolerance,
    measure,
    maxIterations,
    ...(form !== undefined && { form }),
    ...(relaxation !== undefined && { relaxation }),
    ...(seed !== undefined && { seed }),
  };
}
