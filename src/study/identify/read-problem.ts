import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import { parseAll } from '../../scene/problems.js';
import { sobolDimensions } from '../design/sobol.js';
import { atTop, checkSettings, reservedNames } from '../read-study.js';
import { type IdentifyProblem, type ObservationJson, identifySchema } from './schema.js';

/** Everything that is wrong with an identification problem, and the problem with its defaults where nothing is. */
export function inspectIdentify(input: unknown): {
  readonly problem?: IdentifyProblem;
  readonly problems: readonly InputProblem[];
} {
  const { value, problems } = parseAll(identifySchema, input);
  if (!value) return { problems: problems.map((own) => atTop(own, '(the problem)')) };
  const all = [...checkParts(value), ...checkUnknowns(value), ...checkObservations(value), ...checkExpressions(value)];
  return all.length === 0 ? { problem: value, problems: [] } : { problems: all };
}

/** An identification problem from parsed JSON. Throws an `InputError` that lists all that is wrong. */
export function readIdentify(input: unknown, what = 'the problem'): IdentifyProblem {
  const { problem, problems } = inspectIdentify(input);
  if (!problem) throw new InputError(`${what} is not a usable identification problem`, problems);
  return problem;
}

/** Its experiments; where it has only `observe`, that is one. */
export function experimentsOf(problem: IdentifyProblem): NonNullable<IdentifyProblem['experiments']> {
  return problem.experiments ?? [{ set: {}, observe: problem.observe ?? [] }];
}

/** Calls back with every observation and its place in the file. */
export function eachObservation<T>(
  problem: IdentifyProblem,
  call: (entry: ObservationJson, path: string, experiment: number) => T,
): T[] {
  return experimentsOf(problem).flatMap(({ observe }, e) =>
    observe.map((entry, k) =>
      call(entry, problem.experiments ? `experiments[${e}].observe[${k}]` : `observe[${k}]`, e),
    ),
  );
}

function checkParts({ scene, problem, observe, experiments }: IdentifyProblem): InputProblem[] {
  const problems: InputProblem[] = [];
  const oneOf = (path: string, names: string, a: unknown, b: unknown): void => {
    if ((a === undefined) === (b === undefined))
      problems.push({ path, expected: `one of ${names}`, found: a === undefined ? 'neither' : 'both' });
  };
  oneOf('scene', 'scene and problem', scene, problem);
  oneOf('observe', 'observe and experiments', observe, experiments);
  if (problem !== undefined && experiments)
    problems.push({
      path: 'experiments',
      expected: 'observe: a one-step problem is one experiment',
      found: 'experiments',
    });
  return problems;
}

function checkUnknowns({ parameters, problem }: IdentifyProblem): InputProblem[] {
  const problems: InputProblem[] = [];
  const names = Object.keys(parameters);
  if (names.length === 0) problems.push({ path: 'parameters', expected: 'something to look for', found: 'nothing' });
  if (names.length > sobolDimensions)
    problems.push({ path: 'parameters', expected: `at most ${sobolDimensions}`, found: `${names.length}` });
  for (const name of names) {
    const path = `parameters.${name}`;
    const { between, start, scale, path: own } = parameters[name];
    const [low, high] = between;
    if (reservedNames.has(name))
      problems.push({ path, expected: 'a name that is free', found: 'a quantity or function of that name' });
    if (!(low < high))
      problems.push({ path: `${path}.between`, expected: 'the lesser value first', found: between.join(', ') });
    if (scale === 'log' && !(low > 0))
      problems.push({ path: `${path}.between`, expected: 'values > 0 for the scale log', found: between.join(', ') });
    if (start !== undefined && !(start >= low && start <= high))
      problems.push({ path: `${path}.start`, expected: `a value from ${low} to ${high}`, found: `${start}` });
    if (problem === undefined) continue;
    const paths = own === undefined ? [] : typeof own === 'string' ? [own] : own;
    if (paths.length === 0 || paths.some((text) => !/^mu(\[\d+\])?$/.test(text)))
      problems.push({
        path: `${path}.path`,
        expected: 'mu, or mu[3] of a contact',
        found: paths.join(', ') || 'nothing',
      });
  }
  return problems;
}

function checkObservations(problem: IdentifyProblem): InputProblem[] {
  const problems: InputProblem[] = [];
  eachObservation(problem, (entry, path) => {
    if ((entry.type === 'solution') !== (problem.problem !== undefined)) {
      const expected =
        problem.problem === undefined ? 'an observation of a scene' : 'the type solution for a one-step problem';
      problems.push({ path: `${path}.type`, expected, found: entry.type });
    }
    if (entry.type === 'threshold') return;
    const forms = [entry.file, entry.rows, entry.type === 'quantity' ? entry.is : undefined];
    const given = forms.filter((form) => form !== undefined).length;
    if (given !== 1) {
      const expected = entry.type === 'quantity' ? 'one of file, rows, is' : 'one of file, rows';
      problems.push({ path, expected, found: given === 0 ? 'none of them' : `${given} of them` });
    }
  });
  return problems;
}

function checkExpressions({ parameters, set, experiments }: IdentifyProblem): InputProblem[] {
  const names = Object.keys(parameters);
  return [
    ...checkSettings(set, 'set', names),
    ...(experiments ?? []).flatMap((own, k) => checkSettings(own.set, `experiments[${k}].set`, names)),
  ];
}
