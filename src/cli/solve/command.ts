import type { SolveOptions, SolveResult } from '../../friction/index.js';
import { solve } from '../../friction/index.js';
import { InputError } from '../../errors.js';
import { formatOfName, readProblem, readSolution } from '../../io/index.js';
import { loadProblem } from '../problem-input.js';
import type { AddCommand } from '../program.js';
import { SolveThreads } from '../solve-threads.js';
import type { SharedOptions } from '../solver-options.js';
import { addSharedOptions, libraryOptions } from '../solver-options.js';
import type { Terminal } from '../terminal.js';
import { readInput, writeOutput } from '../terminal.js';
import { integerFrom, oneOf } from '../values.js';
import { solveFolder } from './batch.js';
import { solveJson, solveSummary } from './report.js';
import { frictionSensitivity, sensitivityText } from './sensitivity.js';
import { solutionBytes } from './solution.js';
import { converse } from './stdio.js';

interface Options extends SharedOptions {
  readonly solver: string;
  readonly local?: string;
  readonly facets?: number;
  readonly cone?: 'inner' | 'outer';
  readonly out?: string;
  readonly warmStart?: string;
  readonly trace?: string;
  readonly sensitivity?: 'mu';
  readonly json?: boolean;
  readonly batch?: string;
  readonly stdio?: boolean;
}

const examples = `
Examples:
  stickslip solve problem.hdf5
  stickslip solve problem.bin --solver gauss-seidel --local mfb+enumerative --measure fbMean --tolerance 1e-6
  stickslip solve problem.json --solver newton-ac-damped --trace trace.csv
  stickslip solve problem.hdf5 --out solution.json && stickslip solve problem.hdf5 --warm-start solution.json
  stickslip solve problem.hdf5 --out solution.npz       W, b, mu, r, u for NumPy and SciPy
  stickslip solve problem.hdf5 --json | jq .error
  cat problem.json | stickslip solve - --out -          from and to other programs: r, u, v as one line of JSON
  stickslip solve --batch problems --out solutions      every problem file of a folder, a line each
  stickslip solve --stdio                               for other programs: problems in, solutions out, JSON a line each
  stickslip solve problem.hdf5 --tolerance 1e-10 --sensitivity mu    how the solution answers to friction

With --stdio every line sent is {"id": ..., "problem": {...}} (docs/formats.md has the fields of a problem in JSON) or {"id": ..., "file":
"problem.npz"}, with "options": {"solver", "tolerance", ...} where wanted; every line answered has the id, status, r, u, v: docs/python.md.
The exit code is 0 if the tolerance was reached, 1 if not, 2 if the file or an option is wrong.`;

/** `stickslip solve FILE`. */
export const addSolve: AddCommand = (program, { terminal, finish }) => {
  const command = program
    .command('solve')
    .description('solve a one-step frictional contact problem')
    .argument(
      '[FILE]',
      'FCLib .hdf5 (local or global), native .bin, .json or .npz; - reads what is sent to the program',
    )
    .option('--solver <NAME>', 'solver; see stickslip solvers', 'auto')
    .option('--local <NAME>', 'one-contact solver of gauss-seidel and nsgs')
    .option('--facets <N>', 'facets of a linearised cone (lemke, nsgs): 4, 6, 8, 12 or 16', integerFrom(1))
    .option(
      '--cone <SIDE>',
      'linearised cone inside the true one or around it: inner, outer',
      oneOf(['inner', 'outer']),
    );
  addSharedOptions(command)
    .option('--warm-start <FILE>', 'start from the r of a solution file')
    .option(
      '--out <FILE>',
      'write {"r": [...], "u": [...], "v": [...]}; .hdf5 or .npz: the problem with its solution; - prints it',
    )
    .option('--trace <FILE>', 'write the error at every check as CSV: iteration, error, seconds')
    .option('--sensitivity <PARAMETER>', 'derivatives of the solution with respect to mu: mu', oneOf(['mu']))
    .option('--batch <DIR>', 'solve every problem file of a folder; --out is a folder for their solutions')
    .option('--stdio', 'solve what is sent, a problem a line, until the input ends')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: Options) => {
      checkTask(file, options);
      const threads = new SolveThreads(options.threads);
      try {
        if (options.stdio) return await converse(terminal, await solveOptions(terminal, options), threads);
        if (options.batch !== undefined) {
          const request = {
            folder: options.batch,
            json: options.json === true,
            ...(options.out && { out: options.out }),
          };
          return finish(await solveFolder(terminal, request, await solveOptions(terminal, options), threads));
        }
        finish(await solveOne(terminal, file!, options, threads));
      } finally {
        await threads.close();
      }
    });
};

/** One problem: a file, --batch or --stdio. */
function checkTask(file: string | undefined, { batch, stdio, trace, sensitivity, warmStart, out }: Options): void {
  const tasks = [file, batch, stdio].filter((task) => task !== undefined).length;
  if (tasks !== 1) {
    const found = tasks === 0 ? 'none of them' : 'several';
    const problem = { path: 'FILE', expected: 'a problem file, or --batch DIR, or --stdio', found };
    throw new InputError('one task at a time', [problem]);
  }
  if (file !== undefined) return;
  const single = {
    '--trace': trace,
    '--sensitivity': sensitivity,
    '--warm-start': warmStart,
    ...(stdio && { '--out': out }),
  };
  const wrong = Object.entries(single).filter(([, value]) => value !== undefined);
  if (wrong.length === 0) return;
  const task = stdio ? '--stdio' : '--batch';
  const problems = wrong.map(([path]) => ({
    path,
    expected: `nothing with ${task}`,
    found: 'it',
    hint: 'it is for one file',
  }));
  throw new InputError(`${task} does not take everything`, problems);
}

async function solveOne(terminal: Terminal, file: string, options: Options, threads: SolveThreads): Promise<number> {
  const read = await loadProblem(terminal, file);
  for (const warning of idleOptions(options)) terminal.err(`stickslip: ${warning}\n`);
  const own = { ...(await solveOptions(terminal, options)), ...threads.for(read.problem) };
  const result = solve(read.problem, own);
  const { sensitivity } = options;
  const found = sensitivity && frictionSensitivity(read.problem, result);
  // shown first: a file that cannot be written must not take the result with it
  if (options.out === '-') terminal.out(new TextDecoder().decode(await solutionBytes('-', read, result)));
  else if (options.json) {
    const json = { ...solveJson(result), ...(sensitivity && { sensitivity: found ?? null }) };
    terminal.out(`${JSON.stringify(json)}\n`);
  } else {
    terminal.out(solveSummary(file, read, result, options));
    if (sensitivity) terminal.out(sensitivityText(read.problem, result, found));
  }
  if (options.out !== undefined && options.out !== '-')
    await writeOutput(terminal, options.out, await solutionBytes(options.out, read, result));
  if (options.trace !== undefined) await writeOutput(terminal, options.trace, traceCsv(result));
  return result.status === 'converged' ? 0 : 1;
}

async function solveOptions(terminal: Terminal, options: Options): Promise<SolveOptions> {
  const { solver, local, facets, cone, warmStart, trace } = options;
  return {
    ...libraryOptions(options),
    solver,
    ...(local !== undefined && { local }),
    ...(facets !== undefined && { facets }),
    ...(cone !== undefined && { cone }),
    ...(trace !== undefined && { trace: true }),
    ...(warmStart !== undefined && { warmStart: await startingImpulses(terminal, warmStart) }),
  };
}

/** Options that the solver asked for does not look at. */
function idleOptions({ solver, local, facets, cone }: Options): string[] {
  const idle: string[] = [];
  if (local !== undefined && !['gauss-seidel', 'nsgs'].includes(solver))
    idle.push(`--local has no effect: ${solver} has no one-contact solver to choose`);
  if (facets !== undefined && !['lemke', 'nsgs'].includes(solver))
    idle.push(`--facets has no effect: ${solver} does not cut the cone into facets`);
  if (cone !== undefined && facets === undefined && solver !== 'lemke')
    idle.push('--cone has no effect without --facets');
  return idle;
}

/** The r of a solution file, or of a problem file that brings a solution. */
async function startingImpulses(terminal: Terminal, path: string): Promise<Float64Array> {
  const bytes = await readInput(terminal, path);
  const format = formatOfName(path);
  if (format === undefined || format === 'json') return readSolution(bytes, path).r;
  const { solution } = await readProblem(bytes, path);
  if (solution) return solution.r;
  throw new InputError('no first guess', [{ path, expected: 'a solution', found: 'a problem without one' }]);
}

function traceCsv({ trace }: SolveResult): string {
  const lines = trace.map(({ iteration, error, seconds }) => `${iteration},${error},${seconds}`);
  return `${['iteration,error,seconds', ...lines].join('\n')}\n`;
}
