import { type z } from 'zod';
import type { InputProblem } from '../errors.js';
import { nearest } from '../nearest.js';
import { expectations } from './schema/values.js';

type Issue = z.core.$ZodRawIssue;
type Path = readonly PropertyKey[];

/** bodies[2].shape.radius */
export function pathText(path: Path): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else
      text += /^[A-Za-z_$][\w$-]*$/.test(String(key))
        ? `${text === '' ? '' : '.'}${String(key)}`
        : `["${String(key)}"]`;
  }
  return text === '' ? '(the scene)' : text;
}

/** A value on one short line. */
export function shortValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Value at a path of the input. */
export function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/**
 * Checks a value against a schema: the parsed value, or everything that is wrong with it.
 */
export function parseAll<T>(
  schema: z.ZodType<T>,
  input: unknown,
): { readonly value?: T; readonly problems: readonly InputProblem[] } {
  // the instance that complains is known only inside the error callback
  const instances = new Map<string, unknown>();
  const result = schema.safeParse(input, {
    reportInput: true,
    error: (issue) => {
      const key = String(instances.size);
      instances.set(key, issue.inst);
      return key;
    },
  });
  if (result.success) return { value: result.data, problems: [] };
  const problems = result.error.issues.flatMap((issue) => describe(issue as Issue, [], input, instances));
  return { problems };
}

function describe(issue: Issue, above: Path, input: unknown, instances: Map<string, unknown>): InputProblem[] {
  const path = [...above, ...((issue.path as Path | undefined) ?? [])];
  const found = shortValue(valueAt(input, path));
  const inst = instances.get(String(issue.message)) as z.core.$ZodType | undefined;
  const expected = inst ? expectations.get(inst as never)?.expected : undefined;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key: string) => unknownKey([...path, key], key, inst, input));
    case 'invalid_union': {
      const branches = (issue.errors as Issue[][] | undefined) ?? [];
      if (branches.length === 0) return [discriminator(path, issue, input)];
      const deepest = likeliest(branches);
      if (deepest) return deepest.flatMap((inner) => describe(inner, path, input, instances));
      return [problem(path, expected ?? alternatives(branches), found)];
    }
    default:
      return [problem(path, expected ?? expectation(issue), found, hint(issue, valueAt(input, path)))];
  }
}

/** The branch of a union that was meant: the one that fails only deeper down, with the fewest complaints. */
function likeliest(branches: readonly Issue[][]): Issue[] | undefined {
  const inside = branches.filter((branch) =>
    branch.every((issue) => (issue.path?.length ?? 0) > 0 || issue.code === 'unrecognized_keys'),
  );
  inside.sort((a, b) => a.length - b.length);
  return inside[0];
}

/** What the branches of a union would take, where the value is of none of their kinds. */
function alternatives(branches: readonly Issue[][]): string {
  const kinds = branches.map((branch) => {
    const issue = branch.find(({ path }) => (path?.length ?? 0) === 0) ?? branch[0];
    return issue.code === 'invalid_union' ? alternatives(issue.errors as Issue[][]) : expectation(issue);
  });
  return [...new Set(kinds)].join(' or ');
}

function problem(path: Path, expected: string, found: string, hint?: string): InputProblem {
  return { path: pathText(path), expected, found, ...(hint !== undefined && { hint }) };
}

function unknownKey(path: Path, key: string, inst: unknown, input: unknown): InputProblem {
  const shape = (inst as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {};
  const known = Object.keys(shape).filter((other) => other !== '$schema');
  const present = valueAt(input, path.slice(0, -1)) as object;
  const similar = nearest(key, known);
  const free = known.filter((other) => !Object.hasOwn(present, other));
  const tip = similar ? `did you mean ${similar}?` : free.length > 0 ? `there are: ${free.join(', ')}` : undefined;
  return problem(path, 'no such key', shortValue(valueAt(input, path)), tip);
}

/** An object whose `type` is none of those there are. */
function discriminator(path: Path, issue: Issue, input: unknown): InputProblem {
  const { discriminator: key = 'type', options = [] } = issue as { discriminator?: string; options?: unknown[] };
  const holder = path.at(-1) === key ? path.slice(0, -1) : path;
  const value = valueAt(input, holder);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem(holder, `an object with a "${key}"`, shortValue(value));
  }
  const names = options.map(String);
  const own = (value as Record<string, unknown>)[key];
  const similar = typeof own === 'string' ? nearest(own, names) : undefined;
  const hint = similar && `did you mean ${similar}?`;
  return problem([...holder, key], `one of ${names.join(', ')}`, shortValue(own), hint);
}

const typeNames: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

const numberNames: Record<string, string> = { number: 'a number', int: 'a whole number' };

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected as string] ?? `a ${String(issue.expected)}`;
    case 'invalid_value':
      return (issue.values as unknown[]).length === 1
        ? shortValue((issue.values as unknown[])[0])
        : `one of ${(issue.values as unknown[]).join(', ')}`;
    case 'too_small':
      return limit(issue.origin as string, issue.inclusive ? 'at least' : 'more than', issue.minimum as number);
    case 'too_big':
      return limit(issue.origin as string, issue.inclusive ? 'at most' : 'less than', issue.maximum as number);
    default:
      return String((issue as { message?: unknown }).message ?? 'something else');
  }
}

function limit(origin: string, relation: string, bound: number): string {
  if (origin in numberNames) return `${numberNames[origin]}, ${relation} ${bound}`;
  if (origin === 'string') return `a text of ${relation} ${bound} letters`;
  return `a list of ${relation} ${bound}`;
}

function hint(issue: Issue, value: unknown): string | undefined {
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const similar = nearest(value, (issue.values as unknown[]).map(String));
    return similar && `did you mean ${similar}?`;
  }
  if (issue.code === 'invalid_type' && typeof value === 'string' && value !== '' && Number.isFinite(Number(value))) {
    return 'numbers stand without quotes';
  }
  return undefined;
}
