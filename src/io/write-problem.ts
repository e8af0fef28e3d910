import { eliminateVelocities } from '../friction/eliminate.js';
import type { ContactProblem, DualProblem } from '../friction/problem.js';
import { writeFclib } from './fclib/write.js';
import { writeJson } from './json/write.js';
import { writeNative } from './native/native.js';
import { writeNpz, writePrimalNpz } from './npz/npz.js';
import type { ProblemFile, ProblemFormat, Solution } from './problem-file.js';

/** How to write a problem. */
export interface WriteOptions {
  /** `dual` eliminates the velocities first (u = W r + b), `primal` keeps them. Default: as the problem is; `dual` in .npz */
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
    case 'npz': {
      const solution = content.solution && inFileOrder(content.solution, content.dofOrder);
      return options.form === 'primal' && content.problem.kind === 'primal'
        ? writePrimalNpz(content.problem, content.dofOrder, solution)
        : writeNpz(toDual(content.problem), solution);
    }
    case 'bin':
      return writeNative(options.form === 'dual' ? toDual(content.problem) : content.problem, options.version);
    case 'fclib':
      return writeFclib(options.form === 'dual' ? dualContent(content) : content);
    case 'json':
      return writeJson(options.form === 'dual' ? dualContent(content) : content);
  }
}

/** The solution with its velocities in the order in which the file has the dofs. */
export function inFileOrder(solution: Solution, dofOrder: Int32Array | undefined): Solution {
  const { v } = solution;
  if (!v || !dofOrder) return solution;
  const home = new Float64Array(v.length);
  for (let k = 0; k < v.length; k++) home[dofOrder[k]] = v[k];
  return { ...solution, v: home };
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
