import type { ProblemFile, Solution } from '../problem-file.js';
import { sparseOfPrimal } from '../sparse-primal.js';
import { scalarRows, tripletsOfSparse } from '../triplets.js';
import { Hdf5Writer } from './hdf5.js';
import { writeRows, writeTriplets } from './matrix.js';

/** An FCLib file: `/fclib_global` for a primal problem, `/fclib_local` for a dual one; dofs in the order of `dofOrder`. */
export async function writeFclib(content: ProblemFile): Promise<Uint8Array> {
  const { problem, dofOrder, info, guesses, solution } = content;
  const file = await Hdf5Writer.create();
  const group = problem.kind === 'primal' ? '/fclib_global' : '/fclib_local';
  file.integers(`${group}/spacedim`, Int32Array.of(problem.d));
  if (problem.kind === 'primal') {
    const { M, Ht, f, w, bilateral } = sparseOfPrimal(problem, dofOrder);
    writeTriplets(file, `${group}/M`, tripletsOfSparse(M));
    writeTriplets(file, `${group}/H`, tripletsOfSparse(Ht));
    file.numbers(`${group}/vectors/f`, f);
    file.numbers(`${group}/vectors/w`, w);
    if (bilateral) {
      writeTriplets(file, `${group}/G`, tripletsOfSparse(bilateral.Bt));
      file.numbers(`${group}/vectors/b`, bilateral.c);
    }
  } else {
    writeRows(file, `${group}/W`, scalarRows(problem.W));
    file.numbers(`${group}/vectors/q`, problem.b);
    if (problem.bilateral) {
      writeTriplets(file, `${group}/V`, tripletsOfSparse(problem.bilateral.V));
      writeTriplets(file, `${group}/R`, tripletsOfSparse(problem.bilateral.R));
      file.numbers(`${group}/vectors/s`, problem.bilateral.c);
    }
  }
  file.numbers(`${group}/vectors/mu`, problem.mu);
  file.text(`${group}/info/title`, info?.title ?? '');
  file.text(`${group}/info/description`, info?.description ?? '');
  file.text(`${group}/info/math_info`, info?.mathInfo ?? '');
  if (guesses && guesses.length > 0) {
    file.integers('/guesses/number_of_guesses', Int32Array.of(guesses.length));
    guesses.forEach((guess, k) => writeSolution(file, `/guesses/${k + 1}`, guess, dofOrder));
  }
  if (solution) writeSolution(file, '/solution', solution, dofOrder);
  return file.finish();
}

function writeSolution(file: Hdf5Writer, path: string, solution: Solution, dofOrder: Int32Array | undefined): void {
  file.numbers(`${path}/r`, solution.r);
  if (solution.u) file.numbers(`${path}/u`, solution.u);
  if (solution.s) file.numbers(`${path}/l`, solution.s);
  if (!solution.v) return;
  const v = Float64Array.from(solution.v);
  if (dofOrder) for (let k = 0; k < v.length; k++) v[dofOrder[k]] = solution.v[k];
  file.numbers(`${path}/v`, v);
}
