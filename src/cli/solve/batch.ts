import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../errors.js';
import type { SolveOptions } from '../../friction/index.js';
import { solve } from '../../friction/index.js';
import { formatOfName } from '../../io/index.js';
import { count, duration, short } from '../../present/format.js';
import { formatTable } from '../../present/table.js';
import { exitCodes } from '../exit-codes.js';
import { loadProblem } from '../problem-input.js';
import type { SolveThreads } from '../solve-threads.js';
import type { Terminal } from '../terminal.js';
import { reasonOf, writeOutput } from '../terminal.js';
import { solveJson } from './report.js';
import { solutionBytes } from './solution.js';

/** What became of one file. */
interface Solved {
  readonly file: string;
  readonly json: Record<string, unknown>;
  readonly row: readonly string[];
  readonly code: number;
}

/** What `--batch` is asked for. */
export interface BatchRequest {
  readonly folder: string;
  readonly out?: string;
  readonly json: boolean;
}

/**
 * `solve --batch DIR`: every problem file of a folder, in the order of their names, with a line each. A bad file is told
 * and does not hold up the others. The exit code is the worst of all.
 */
export async function solveFolder(
  terminal: Terminal,
  request: BatchRequest,
  options: SolveOptions,
  threads: SolveThreads,
): Promise<number> {
  const { folder, out, json } = request;
  const files = await problemFiles(folder);
  if (out !== undefined) await makeFolder(out);
  const results: Solved[] = [];
  for (const file of files) results.push(await solveFile(terminal, folder, file, out, options, threads));
  if (json) terminal.out(`${JSON.stringify({ problems: results.map(({ file, json: own }) => ({ file, ...own })) })}\n`);
  else {
    const columns = ['file', 'contacts', 'status', 'iterations', 'time', 'error'].map((title) => ({ title }));
    terminal.out(formatTable({ columns, rows: results.map(({ row }) => row) }));
    const done = results.filter(({ code }) => code === exitCodes.done).length;
    terminal.out(`${done} of ${count(results.length, 'problem')} solved\n`);
  }
  return Math.max(...results.map(({ code }) => code));
}

async function problemFiles(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const problem = { path: folder, expected: 'a folder with problem files', found: reasonOf(error) };
    throw new InputError('cannot read the folder', [problem], { cause: error });
  }
  const files = names.filter((name) => formatOfName(name) !== undefined).sort();
  if (files.length > 0) return files;
  const problem = { path: folder, expected: 'files that end in .hdf5, .bin, .json or .npz', found: 'none' };
  throw new InputError('nothing to solve', [problem]);
}

async function makeFolder(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
  } catch (error) {
    const problem = { path: '--out', expected: 'a folder that can be written', found: reasonOf(error) };
    throw new InputError('cannot write there', [problem], { cause: error });
  }
}

async function solveFile(
  terminal: Terminal,
  folder: string,
  file: string,
  out: string | undefined,
  options: SolveOptions,
  threads: SolveThreads,
): Promise<Solved> {
  try {
    const read = await loadProblem(terminal, path.join(folder, file));
    const result = solve(read.problem, { ...options, ...threads.for(read.problem) });
    // the whole name stays, so that a.json and a.npz do not write the same file
    if (out !== undefined) {
      const target = path.join(out, `${file}.solution.json`);
      await writeOutput(terminal, target, await solutionBytes(target, read, result));
    }
    const { status, iterations, seconds, error, problem } = result;
    const reached = short(error[options.measure ?? 'relative']);
    const time = duration(seconds.setup + seconds.solve);
    const row = [file, String(problem.contacts), status, String(iterations), time, reached];
    const code = status === 'converged' ? exitCodes.done : exitCodes.failed;
    return { file, json: solveJson(result) as Record<string, unknown>, row, code };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    terminal.err(`stickslip: ${error.message}\n`);
    const json = { status: 'refused', message: error.message, problems: error.problems };
    return { file, json, row: [file, '', 'refused', '', '', ''], code: exitCodes.usage };
  }
}
