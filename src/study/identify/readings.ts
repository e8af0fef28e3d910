import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import type { FitSettings } from './fit.js';
import { type Observed, type YesNo, readObservation } from './observations.js';
import { eachObservation } from './read-problem.js';
import type { IdentifyProblem } from './schema.js';
import type { Evaluation } from './search.js';
import { startOf } from './unknowns.js';

/** An observation of an experiment; `entry` is its place in the problem. */
export type ReadNumber = Observed & { readonly experiment: number; readonly entry: string };
export type ReadYesNo = YesNo & { readonly experiment: number; readonly entry: string };

/** Everything that was observed, as numbers. */
export class Readings {
  readonly numbers: readonly ReadNumber[];
  readonly yesNo: readonly ReadYesNo[];
  readonly errorsGiven: boolean;

  /** Throws an `InputError` that lists what is wrong with the data. */
  constructor(problem: IdentifyProblem, what = 'the problem') {
    const problems: InputProblem[] = [];
    const numbers: ReadNumber[] = [];
    const yesNo: ReadYesNo[] = [];
    const kinds = new Set<string>();
    eachObservation(problem, (entry, path, experiment) => {
      const reading = readObservation(entry, path);
      problems.push(...reading.problems);
      numbers.push(...reading.numbers.map((own) => ({ ...own, experiment, entry: path })));
      yesNo.push(...reading.yesNo.map((own) => ({ ...own, experiment, entry: path })));
      if (reading.numbers.length > 0) kinds.add(entry.type === 'shape' ? 'trajectory' : entry.type);
    });
    const without = numbers.find(({ error }) => error === undefined);
    if (without && (kinds.size > 1 || numbers.some(({ error }) => error !== undefined))) {
      const expected = 'an error: observations of different kinds are weighed by their errors';
      problems.push({ path: without.entry, expected, found: 'none', hint: 'add "error": its standard deviation' });
    }
    if (problems.length > 0) throw new InputError(`${what} has data that cannot be used`, problems);
    this.numbers = numbers;
    this.yesNo = yesNo;
    this.errorsGiven = !without;
  }

  /** (computed - observed) / error of each number; how many yes-or-no observations are contradicted. */
  evaluate(computed: readonly number[], answers: readonly boolean[]): Evaluation {
    const residuals = Float64Array.from(this.numbers, ({ value, error }, k) => (computed[k] - value) / (error ?? 1));
    const wrong = this.yesNo.flatMap(({ observed }, k) => (answers[k] === observed ? [] : [k]));
    return { residuals, wrong };
  }

  settings(problem: IdentifyProblem): FitSettings {
    let [observed, square] = [0, 0];
    for (const { freedom, value, error = 1 } of this.numbers) {
      observed += freedom;
      square += (value / error) * (value / error);
    }
    const { starts, seed, iterations, confidence } = problem;
    const hasThresholds = this.yesNo.length > 0;
    const start = startOf(problem);
    const { errorsGiven } = this;
    return { start, starts, seed, iterations, confidence, errorsGiven, observed, square, hasThresholds };
  }
}
