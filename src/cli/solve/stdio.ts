import { InputError } from '../../errors.js';
import type { SolveOptions } from '../../friction/index.js';
import { solve } from '../../friction/index.js';
import type { ReadProblem } from '../../io/index.js';
import { readProblem } from '../../io/index.js';
import type { SolveThreads } from '../solve-threads.js';
import type { Terminal } from '../terminal.js';
import { readInput } from '../terminal.js';
import { solveJson } from './report.js';
import { solutionAsFile } from './solution.js';

/** Options that a request may carry, with the type that each must have. */
const optionTypes: Readonly<Record<string, 'string' | 'number' | 'list'>> = {
  ...{ solver: 'string', local: 'string', measure: 'string', form: 'string', cone: 'string' },
  ...{ tolerance: 'number', maxIterations: 'number', facets: 'number', relaxation: 'number', seed: 'number' },
  ...{ checkEvery: 'number', warmStart: 'list' },
};

type Json = Record<string, unknown>;

/**
 * `solve --stdio`: a request a line, an answer a line, in the same order, until the input ends. A request that cannot be
 * answered gets the status `refused` and its reasons; nothing but the end of the input ends the conversation.
 */
export async function converse(terminal: Terminal, defaults: SolveOptions, threads: SolveThreads): Promise<void> {
  for await (const line of linesOf(terminal.input())) {
    if (line.trim() === '') continue;
    terminal.out(`${JSON.stringify(await answer(terminal, line, defaults, threads))}\n`);
  }
}

async function answer(terminal: Terminal, line: string, defaults: SolveOptions, threads: SolveThreads): Promise<Json> {
  let id: unknown = null;
  try {
    const request = parse(line);
    id = request.id ?? null;
    const options = { ...defaults, ...requestOptions(request.options) };
    const read = await requested(terminal, request);
    const result = solve(read.problem, { ...options, ...threads.for(read.problem) });
    const lists = Object.entries(solutionAsFile(read, result)).map(([key, x]) => [key, [...(x as Float64Array)]]);
    const notes = [...read.notes, ...result.notes];
    return { id, ...solveJson(result), ...Object.fromEntries(lists), ...(notes.length > 0 && { notes }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { id, status: 'refused', message: error.message, problems: error.problems };
  }
}

const isObject = (x: unknown): x is Json => typeof x === 'object' && x !== null && !Array.isArray(x);

function refuse(path: string, expected: string, found: string, hint?: string): never {
  throw new InputError('not a request', [{ path, expected, found, ...(hint !== undefined && { hint }) }]);
}

function parse(line: string): Json {
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch (error) {
    refuse('line', 'JSON', error instanceof Error ? error.message : String(error), 'one object a line, no NaN');
  }
  if (!isObject(request)) refuse('line', 'an object with "problem" or "file"', JSON.stringify(request).slice(0, 40));
  return request;
}

/** The problem in the request, or in the file that it names. */
async function requested(terminal: Terminal, { problem, file }: Json): Promise<ReadProblem> {
  if (typeof file === 'string') return readProblem(await readInput(terminal, file), file);
  if (isObject(problem)) return readProblem(new TextEncoder().encode(JSON.stringify(problem)), 'problem');
  const hint = 'docs/formats.md has the fields of a problem in JSON';
  return refuse('problem', 'an object, or "file": the path of a problem file', JSON.stringify(problem ?? null), hint);
}

function requestOptions(given: unknown): SolveOptions {
  if (given === undefined) return {};
  if (!isObject(given)) return refuse('options', 'an object', JSON.stringify(given));
  const entries = Object.entries(given).map(([key, value]) => {
    const type = optionTypes[key];
    if (type === undefined) refuse(`options.${key}`, `one of ${Object.keys(optionTypes).join(', ')}`, 'another name');
    const fits = type === 'list' ? Array.isArray(value) && value.every(Number.isFinite) : typeof value === type;
    if (!fits) refuse(`options.${key}`, type === 'list' ? 'a list of numbers' : `a ${type}`, JSON.stringify(value));
    return [key, type === 'list' ? Float64Array.from(value as number[]) : value];
  });
  return Object.fromEntries(entries) as SolveOptions;
}

/** The lines of what comes in, each as soon as it is complete; the last one may lack its end. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // pieces of a line that is not complete yet: joined once, however many there are
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first, ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    for (const next of others) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  yield pieces.join('');
}
