import type { InputProblem } from '../errors.js';
import { InputError } from '../errors.js';
import { nearest } from '../nearest.js';
import { parseAll } from '../scene/problems.js';
import { designSize, lengthOf, mostPoints } from './design/points.js';
import { sobolDimensions } from './design/sobol.js';
import { arithmetic, constants } from './expression/arithmetic.js';
import { compileNumber, numbersScope } from './expression/compile.js';
import { overTime } from './measure/over-time.js';
import { quantities } from './measure/quantities.js';
import type { ParameterJson, Study } from './schema.js';
import { studySchema } from './schema.js';

/** Everything that is wrong with a study, and the study with its defaults where nothing is. */
export function inspectStudy(input: unknown): { readonly study?: Study; readonly problems: readonly InputProblem[] } {
  const { value, problems } = parseAll(studySchema, input);
  if (!value) return { problems: problems.map((own) => atTop(own, '(the study)')) };
  const all = [...checkNames(value), ...checkParameters(value), ...checkSearch(value), ...checkExpressions(value)];
  return all.length === 0 ? { study: value, problems: [] } : { problems: all };
}

/** A study from parsed JSON, with its defaults filled in. Throws an `InputError` that lists all that is wrong. */
export function readStudy(input: unknown, what = 'the study'): Study {
  const { study, problems } = inspectStudy(input);
  if (!study) throw new InputError(`${what} is not a usable study`, problems);
  return study;
}

/** A complaint about the whole, which the checker calls a scene. */
export const atTop = (problem: InputProblem, name: string): InputProblem =>
  problem.path === '(the scene)' ? { ...problem, path: name } : problem;

/** Names that expressions know already. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...Object.keys(quantities),
  ...Object.keys(overTime),
  ...Object.keys(arithmetic),
  ...Object.keys(constants),
]);

function checkNames({ parameters, measure }: Study): InputProblem[] {
  const problems: InputProblem[] = [];
  for (const name of Object.keys(parameters)) {
    const found = reservedNames.has(name) ? 'a quantity or function of that name' : undefined;
    if (found) problems.push({ path: `parameters.${name}`, expected: 'a name that is free', found });
  }
  for (const name of Object.keys(measure)) {
    if (Object.hasOwn(parameters, name))
      problems.push({ path: `measure.${name}`, expected: 'a name that is free', found: 'a parameter of that name' });
  }
  return problems;
}

const forms = ['values', 'range', 'log', 'between', 'seeds'] as const;

function checkParameters(study: Study): InputProblem[] {
  const problems: InputProblem[] = [];
  const { design, parameters, find } = study;
  const chosen = design.type === 'latin-hypercube' || design.type === 'sobol';
  const names = Object.keys(parameters).filter((name) => name !== find?.parameter);
  for (const name of names) {
    const parameter = parameters[name];
    const path = `parameters.${name}`;
    const given = forms.filter((form) => parameter[form] !== undefined);
    if (given.length !== 1) {
      const found = given.length === 0 ? 'none of them' : given.join(' and ');
      problems.push({ path, expected: `one of ${forms.join(', ')}`, found });
    } else if (given[0] === 'between' && !chosen) {
      const hint = 'values, range and log list values; latin-hypercube and sobol choose between bounds';
      problems.push({ path, expected: `values for the design ${design.type}`, found: 'bounds alone', hint });
    }
    problems.push(...checkBounds(parameter, path));
  }
  const lengths = names.map((name) => lengthOf(parameters[name]));
  if (design.type === 'list' && new Set(lengths).size > 1) {
    const found = names.map((name, k) => `${name} has ${lengths[k]}`).join(', ');
    problems.push({ path: 'design', expected: 'as many values of each parameter', found });
  }
  if (design.type === 'sobol' && names.length > sobolDimensions) {
    const found = `${names.length} parameters`;
    problems.push({ path: 'design', expected: `at most ${sobolDimensions} parameters`, found });
  }
  if (!(designSize(study) <= mostPoints)) {
    problems.push({ path: 'parameters', expected: `at most ${mostPoints} runs`, found: `${designSize(study)}` });
  }
  return problems;
}

function checkBounds({ range, log, between, scale }: ParameterJson, path: string): InputProblem[] {
  const problems: InputProblem[] = [];
  const pair = between ?? (range && [range.from, range.to]) ?? (log && [log.from, log.to]);
  if (pair && pair[0] === pair[1]) problems.push({ path, expected: 'two different ends', found: `${pair[0]} twice` });
  const factors = log !== undefined || scale === 'log';
  if (factors && pair && !(pair[0] > 0 && pair[1] > 0)) {
    problems.push({ path, expected: 'ends > 0 for equal factors', found: `${pair[0]} to ${pair[1]}` });
  }
  return problems;
}

function checkSearch({ find, refine, parameters, design }: Study): InputProblem[] {
  const problems: InputProblem[] = [];
  if (find && refine) problems.push({ path: 'refine', expected: 'find or refine', found: 'both' });
  if (find && !Object.hasOwn(parameters, find.parameter)) {
    const similar = nearest(find.parameter, Object.keys(parameters));
    const hint = similar ? `did you mean ${similar}?` : `there are: ${Object.keys(parameters).join(', ')}`;
    problems.push({ path: 'find.parameter', expected: 'one of the parameters', found: find.parameter, hint });
  } else if (find) {
    const own = parameters[find.parameter];
    const given = forms.filter((form) => own[form] !== undefined);
    const path = `parameters.${find.parameter}`;
    if (given.length > 0) problems.push({ path, expected: 'a path alone: find chooses its values', found: given[0] });
    if (find.between[0] === find.between[1])
      problems.push({ path: 'find.between', expected: 'two different ends', found: `${find.between[0]} twice` });
  }
  if (refine) {
    if (design.type !== 'grid') problems.push({ path: 'refine', expected: 'the design grid', found: design.type });
    for (const [name, { range, log }] of Object.entries(parameters)) {
      if (!range && !log)
        problems.push({ path: `parameters.${name}`, expected: 'range or log, which can be divided', found: 'neither' });
    }
  }
  return problems;
}

function checkExpressions({ parameters, measure, set, find, refine }: Study): InputProblem[] {
  const names = Object.keys(parameters);
  const results = [...names, ...Object.keys(measure)];
  return [
    ...checkSettings(set, 'set', names),
    ...(find ? checkExpression('find.holds', find.holds, results) : []),
    ...(refine ? checkExpression('refine.where', refine.where, results) : []),
  ];
}

/** What is wrong with the expressions among values for a scene. */
export function checkSettings(set: Study['set'], path: string, names: readonly string[]): InputProblem[] {
  return Object.entries(set).flatMap(([own, value]) => {
    const computed = typeof value === 'string' && value.startsWith('=');
    return computed ? checkExpression(`${path}["${own}"]`, value.slice(1), names) : [];
  });
}

function checkExpression(path: string, text: string, names: readonly string[]): InputProblem[] {
  try {
    compileNumber(
      text,
      numbersScope(names, () => 0),
    );
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.problems.map((problem) => ({ ...problem, path: `${path}: ${problem.path}` }));
  }
}
