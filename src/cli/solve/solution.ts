import type { SolveResult } from '../../friction/index.js';
import type { ReadProblem, Solution } from '../../io/index.js';
import { formatOfName, inFileOrder, writeProblem, writeSolution } from '../../io/index.js';

/** What was found, velocities included where the problem has them, in the order of the problem's dofs. */
function solutionOf({ r, u, v, s }: SolveResult): Solution {
  return { r, u, ...(v && { v }), ...(s && { s }) };
}

/** What was found, in the order in which the file has contacts and dofs. */
export function solutionAsFile(read: ReadProblem, result: SolveResult): Solution {
  return inFileOrder(solutionOf(result), read.dofOrder);
}

/** A file with the solution: .hdf5 and .npz hold the problem too, anything else is JSON with r, u, v. */
export async function solutionBytes(path: string, read: ReadProblem, result: SolveResult): Promise<Uint8Array> {
  const format = formatOfName(path);
  if (format !== 'fclib' && format !== 'npz') return writeSolution(solutionAsFile(read, result));
  // an archive that came with velocities keeps them
  const form = read.format === 'npz' && read.problem.kind === 'primal' ? { form: 'primal' as const } : {};
  return writeProblem({ ...read, solution: solutionOf(result) }, format, form);
}
