import { baseName, count, duration } from '../../present/format.js';
import { loadProblem } from '../problem-input.js';
import { Progress } from '../progress.js';
import type { AddCommand } from '../program.js';
import type { SharedOptions } from '../solver-options.js';
import { SolveThreads } from '../solve-threads.js';
import { addSharedOptions, libraryOptions } from '../solver-options.js';
import { formatTable } from '../../present/table.js';
import { writeOutput } from '../terminal.js';
import type { Candidate } from './candidate.js';
import { parseCandidates, usualCandidates } from './candidate.js';
import { comparisonPage, secondsOfAll } from './page.js';
import { comparisonJson, comparisonTable, summaryTable } from './report.js';
import type { Run } from './run.js';
import { runCandidate, total } from './run.js';

interface Options extends SharedOptions {
  readonly solvers?: Candidate[];
  readonly html?: string;
  readonly json?: boolean;
}

const examples = `
A solver may carry its settings: gauss-seidel:pac (one-contact solver), nsgs:explicit,
lemke:8 (facets), lemke:8:outer.

Examples:
  stickslip compare problem.hdf5
  stickslip compare *.hdf5 --solvers auto,gauss-seidel,newton-mfb --html comparison.html
  stickslip compare hair.bin --solvers gauss-seidel:mfb+enumerative,gauss-seidel:duriez08 --measure fbMean --tolerance 1e-6
  stickslip compare problem.json --solvers lemke:4,lemke:16,auto --json

Solvers that do not converge are part of a comparison: the exit code is 0 unless something is wrong
with a file or an option.`;

/** How a run went, in a few words: what is left where a long comparison is broken off. */
function outcome({ result, refusal }: Run): string {
  if (!result) return `refused, ${refusal}`;
  return `${result.status}, ${count(result.iterations, 'iteration')}, ${duration(total(result))}`;
}

/** `stickslip compare FILE...`. */
export const addCompare: AddCommand = (program, { terminal }) => {
  const command = program
    .command('compare')
    .description('run several solvers on several problems: a row for each, performance profiles, convergence plots')
    .argument('<FILE...>', 'problem files')
    .option('--solvers <NAMES>', 'solvers with commas between them (default: the usual exact ones)', parseCandidates);
  addSharedOptions(command)
    .option('--json', 'print one JSON object and nothing else')
    .option('--html <FILE>', 'write one HTML page with tables, performance profiles and convergence plots')
    .addHelpText('after', examples)
    .action(async (files: string[], options: Options) => {
      const candidates = options.solvers ?? usualCandidates();
      const progress = new Progress(terminal);
      const runs: Run[] = [];
      const problems = [];
      // all files are read before anything runs: a wrong one is known at once
      for (const file of new Set(files)) problems.push({ file, read: await loadProblem(terminal, file) });
      const threads = new SolveThreads(options.threads);
      try {
        for (const { file, read } of problems) {
          for (const candidate of candidates) {
            const at = `${runs.length + 1}/${problems.length * candidates.length}`;
            progress.show(`${at} ${baseName(file)} ${candidate.name}`);
            const own = { ...libraryOptions(options), ...threads.for(read.problem) };
            runs.push(runCandidate(file, read.problem, candidate, own));
            progress.note(`${at} ${baseName(file)} ${candidate.name}: ${outcome(runs[runs.length - 1])}`);
          }
        }
      } finally {
        await threads.close();
      }
      progress.clear();
      if (options.html !== undefined) {
        await writeOutput(terminal, options.html, comparisonPage(runs, options));
        terminal.err(`${options.html}: ${runs.length} runs, ${duration(secondsOfAll(runs))} of solving\n`);
      }
      if (options.json) terminal.out(`${JSON.stringify(comparisonJson(runs, options))}\n`);
      else {
        terminal.out(formatTable(comparisonTable(runs, options)));
        terminal.out(`\n${formatTable(summaryTable(runs))}`);
      }
    });
};
