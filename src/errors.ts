/** One thing that is wrong with an input: where, what was expected, what was found, and how to mend it. */
export interface InputProblem {
  /** place in the input: a JSON path, a dataset name, an option */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

/** A bad input (file, scene, option). Lists everything that is wrong with it at once. */
export class InputError extends Error {
  readonly problems: readonly InputProblem[];

  constructor(what: string, problems: readonly InputProblem[], options?: ErrorOptions) {
    super([what, ...problems.map(describe)].join('\n  '), options);
    this.name = 'InputError';
    this.problems = problems;
  }
}

function describe(problem: InputProblem): string {
  const hint = problem.hint ? ` (${problem.hint})` : '';
  return `${problem.path}: expected ${problem.expected}, found ${problem.found}${hint}`;
}
