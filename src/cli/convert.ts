import { Option } from 'commander';
import { InputError } from '../errors.js';
import { formatOfName, writeProblem } from '../io/index.js';
import { count } from '../present/format.js';
import { describeFormat, loadProblem } from './problem-input.js';
import type { AddCommand } from './program.js';
import { writeOutput } from './terminal.js';

const examples = `
Examples:
  stickslip convert problem.hdf5 problem.json           to look at it
  stickslip convert problem.bin problem.hdf5            for Siconos and FCLib: /fclib_global
  stickslip convert problem.bin problem.hdf5 --dual     /fclib_local: the velocities eliminated, u = W r + b
  stickslip convert problem.hdf5 problem.npz            W, b, mu for NumPy and SciPy
  stickslip convert problem.bin problem.npz --primal    M, f, H, w, mu for NumPy

docs/formats.md describes the formats.`;

interface ConvertOptions {
  readonly dual?: boolean;
  readonly primal?: boolean;
  readonly binVersion?: '1' | '2' | '3';
  readonly json?: boolean;
}

/** `stickslip convert IN OUT`: from one problem format to another. */
export const addConvert: AddCommand = (program, { terminal }) => {
  program
    .command('convert')
    .description('translate a problem file: .hdf5 (FCLib), .bin, .json, .npz')
    .argument('<IN>', 'problem file')
    .argument('<OUT>', 'file to write; its ending says the format')
    .option('--dual', 'eliminate the velocities first (.npz does, but for --primal)')
    .option('--primal', 'keep the velocities in .npz: M, f, H, w, mu')
    .addOption(
      new Option('--bin-version <N>', 'version of the native format (default: 1 if it fits)').choices(['1', '2', '3']),
    )
    .option('--json', 'print the path, size and form of the file as JSON')
    .addHelpText('after', examples)
    .action(async (input: string, output: string, options: ConvertOptions) => {
      const format = formatOfName(output);
      if (!format) {
        const problem = {
          path: output,
          expected: 'a name that ends in .hdf5, .bin, .json or .npz',
          found: 'another ending',
        };
        throw new InputError('unknown format', [problem]);
      }
      const read = await loadProblem(terminal, input);
      if (options.primal && (options.dual || read.problem.kind === 'dual')) {
        const found = options.dual ? '--dual as well' : `${input}, which has none: u = W r + b`;
        throw new InputError('no velocities to keep', [
          { path: '--primal', expected: 'a problem with M and H', found },
        ]);
      }
      const bytes = await writeProblem(read, format, {
        ...(options.dual && { form: 'dual' }),
        ...(options.primal && { form: 'primal' }),
        ...(options.binVersion && { version: Number(options.binVersion) as 1 | 2 | 3 }),
      });
      await writeOutput(terminal, output, bytes);
      if (options.json) {
        const { problem, format: from } = read;
        terminal.out(
          `${JSON.stringify({ path: output, bytes: bytes.length, format, from, contacts: problem.mu.length })}\n`,
        );
      }
      const contacts = count(read.problem.mu.length, 'contact');
      terminal.err(`${output}: ${bytes.length} bytes, ${contacts}, from ${describeFormat(read)}\n`);
    });
};
