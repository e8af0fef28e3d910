import { eliminateVelocities } from '../friction/eliminate.js';
import type { ContactProblem, DualProblem } from '../friction/problem.js';
import { writeFclib } from './fclib/write.js';
import { writeJson } from './json/write.js';
import { writeNative } from './native/native.js';
import { writeNpz } from './npz/npz.js';
import type { ProblemFile, ProblemFormat, Solution } from './problem-file.js';

/** How to write a problem. */
export interface WriteOptions {
  /** `dual` eliminates the velocities first (u = W r + b), `primal` keeps them. Default: as the problem is */
  form?: 'primal' | 'dual';
  /** version of the native format. Default: 1 where the problem fits it, else 2; 3 with equations */
  version?: 1 | 2 | 3;
}

/**
 * The bytes of a problem file. Throws `InputError` where the format cannot hold the problem (a dual one in .bin).
 *
 * @example
 * ```ts
 * const bytes = await writeProblem({ problem, solution: { r: result.r, u: result.u } }, 'fclib');
 * ```
 */
export async function writeProblem(
  content: ProblemFile,
  format: ProblemFormat,
  options: WriteOptions = {},
): Promise<Uint8Array> {
  switch (format) {
    case 'npz':
      return writeNpz(toDual(content.problem), content.solution);
    case 'bin':
      return writeNative(options.form === 'dual' ? toDual(content.problem) : content.problem, options.version);
    case 'fclib':
      return writeFclib(options.form === 'dual' ? dualContent(content) : content);
    case 'json':
      return writeJson(options.form === 'dual' ? dualContent(content) : content);
  }
}

/** The problem as u = W r + b. */
export function toDual(problem: ContactProblem): DualProblem {
  return problem.kind === 'dual' ? problem : eliminateVelocities(problem);
}

function dualContent({ problem, info, solution, guesses }: ProblemFile): ProblemFile {
  const plain = ({ r, u, s }: Solution): Solution => ({ r, ...(u && { u }), ...(s && { s }) });
  return {
    problem: toDual(problem),
    ...(info && { info }),
    ...(solution && { solution: plain(solution) }),
    ...(guesses && { guesses: guesses.map(plain) }),
  };
}
