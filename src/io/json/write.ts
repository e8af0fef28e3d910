import type { ContactProblem, PrimalProblem } from '../../friction/problem.js';
import type { ProblemFile, Solution } from '../problem-file.js';
import { sparseOfPrimal } from '../sparse-primal.js';
import type { Triplets } from '../triplets.js';
import { scalarRows, transposed, tripletsOfSparse } from '../triplets.js';

/** Matrices of at most this many entries are written out as rows, for people to read. */
const readable = 48 * 48;

/** A problem as JSON, a line for each list of numbers; reads back as the same problem. */
export function writeJson(content: ProblemFile): Uint8Array {
  const { problem, info, solution, guesses, dofOrder } = content;
  const blocks = problem.kind === 'primal' && !problem.M.sparse?.size;
  const fields: string[] = ['"format": "stickslip-problem"', '"version": 1'];
  if (info) fields.push(`"info": ${JSON.stringify(info)}`);
  fields.push(`"d": ${problem.d}`, list('mu', problem.mu), ...matrices(problem));
  if (solution) fields.push(`"solution": ${solutionText(solution)}`);
  if (guesses) fields.push(`"guesses": [${guesses.map(solutionText).join(', ')}]`);
  if (blocks && dofOrder) fields.push(list('dofOrder', dofOrder));
  return new TextEncoder().encode(`{\n  ${fields.join(',\n  ')}\n}\n`);
}

/** A solution as JSON: {"r": [...], "u": [...]}. */
export function writeSolution(solution: Solution): Uint8Array {
  return new TextEncoder().encode(`${solutionText(solution)}\n`);
}

function matrices(problem: ContactProblem): string[] {
  if (problem.kind === 'primal') return primalFields(problem);
  const { size, ptr, col, value } = scalarRows(problem.W);
  const row = new Int32Array(col.length);
  for (let k = 0; k < size; k++) row.fill(k, ptr[k], ptr[k + 1]);
  const { bilateral } = problem;
  const equations = bilateral && [
    `"V": ${matrixText(tripletsOfSparse(bilateral.V))}`,
    `"R": ${matrixText(tripletsOfSparse(bilateral.R))}`,
    list('c', bilateral.c),
  ];
  return [
    `"W": ${matrixText({ rows: size, cols: size, row, col, value })}`,
    list('b', problem.b),
    ...(equations ?? []),
  ];
}

function primalFields(problem: PrimalProblem): string[] {
  const { M, Ht, f, w, bilateral } = sparseOfPrimal(problem);
  return [
    massField(problem, tripletsOfSparse(M)),
    list('f', f),
    `"H": ${matrixText(transposed(tripletsOfSparse(Ht)))}`,
    list('w', w),
    ...(bilateral ? [`"B": ${matrixText(transposed(tripletsOfSparse(bilateral.Bt)))}`, list('c', bilateral.c)] : []),
  ];
}

function massField(problem: PrimalProblem, M: Triplets): string {
  if (problem.M.sparse?.size) return `"M": ${matrixText(M)}`;
  const diagonal = problem.M.values.length === M.rows;
  return diagonal ? list('M_diag', problem.M.values) : `"M": ${blocksText(problem)}`;
}

function blocksText({ M }: PrimalProblem): string {
  const blocks = Array.from(M.start, (start, k) => {
    const size = M.offset[k + 1] - M.offset[k];
    const rows = Array.from({ length: size }, (_, i) =>
      numbersText(M.values.subarray(start + i * size, start + (i + 1) * size)),
    );
    return `[${rows.join(', ')}]`;
  });
  return `{ "blocks": [\n    ${blocks.join(',\n    ')}\n  ] }`;
}

function matrixText(t: Triplets): string {
  if (t.rows * t.cols <= readable) {
    const dense = Array.from({ length: t.rows }, () => new Float64Array(t.cols));
    for (let k = 0; k < t.value.length; k++) dense[t.row[k]][t.col[k]] += t.value[k];
    return `[\n    ${dense.map(numbersText).join(',\n    ')}\n  ]`;
  }
  const fields = [`"size": [${t.rows}, ${t.cols}]`, list('row', t.row), list('column', t.col), list('value', t.value)];
  return `{\n    ${fields.join(',\n    ')}\n  }`;
}

function list(key: string, x: Float64Array | Int32Array): string {
  return `"${key}": ${numbersText(x)}`;
}

/** The shortest text that reads back as the same numbers; the sign of a zero is kept. */
function numbersText(x: Float64Array | Int32Array): string {
  const signed = x instanceof Float64Array && x.some((value) => Object.is(value, -0));
  return `[${signed ? Array.from(x, (value) => (Object.is(value, -0) ? '-0' : value)).join(', ') : x.join(', ')}]`;
}

function solutionText({ r, u, v, s }: Solution): string {
  const more = Object.entries({ u, v, s }).flatMap(([key, x]) => (x ? [list(key, x)] : []));
  return `{ ${[list('r', r), ...more].join(', ')} }`;
}
