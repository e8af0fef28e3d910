import { blockSparseFromTriplets } from '../../linalg/block-sparse.js';
import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import type { ContactProblem, PrimalProblem } from '../../friction/problem.js';
import { checkFriction, checkLength, checkSpaceDimension } from '../checks.js';
import { Findings } from '../findings.js';
import {
  type ProblemFile,
  type ProblemInfo,
  type ReadProblem,
  type Solution,
  inProblemOrder,
} from '../problem-file.js';
import { cutRows, primalFromSparse } from '../sparse-primal.js';
import { checkMass, unfoldTriangle } from '../symmetric-storage.js';
import type { Triplets } from '../triplets.js';
import { tripletsToSparse, withoutZeros } from '../triplets.js';
import type { Json } from './fields.js';
import { describe, isObject, matrix, numbers, parseObject } from './fields.js';

/** Every key that means something; others are passed over with a note. */
const known = [
  ...['format', 'version', 'note', 'info', 'd', 'mu', 'W', 'b', 'M', 'M_diag', 'H', 'f', 'w', 'B', 'c', 'V', 'R'],
  ...['solution', 'guesses', 'dofOrder'],
];

/** Reads a problem from JSON (docs/formats.md): W, b, mu, or M (or M_diag), H, f, w, mu; equations B, c or V, R, c. Throws `InputError`. */
export function readJson(bytes: Uint8Array, name: string): ReadProblem {
  const findings = new Findings(`${name} is not a usable problem file`);
  const json = parseObject(bytes, findings);
  const notes: string[] = [];
  const primal = 'M' in json || 'M_diag' in json || ('H' in json && !('W' in json));
  if (!primal && !('W' in json)) {
    const keys = Object.keys(json).slice(0, 8).join(', ') || 'no keys';
    findings.fail('file', 'a problem: W, b, mu, or M, H, f, w, mu', `an object with ${keys}`);
  }
  const other = Object.keys(json).filter((key) => !known.includes(key));
  if (other.length > 0) notes.push(`passed over: ${other.join(', ')}`);
  if (primal && 'W' in json) notes.push('W passed over: M and H are there');
  const mu = numbers(findings, json, 'mu');
  if (mu) checkFriction(findings, 'mu', mu);
  const d = spaceDimension(findings, json, mu, primal ? 'w' : 'b');
  const read = primal ? readPrimal(findings, json, d, mu, notes) : readDual(findings, json, d, mu, notes);
  const variant = primal ? 'primal' : 'dual';
  return { ...read, ...readExtras(json, read, notes), format: 'json', variant, notes };
}

/** d as given, or as the lengths say it. */
function spaceDimension(findings: Findings, json: Json, mu: Float64Array | undefined, vector: string): 2 | 3 {
  const x = json[vector];
  const implied = mu && Array.isArray(x) && mu.length > 0 ? x.length / mu.length : 3;
  const d = json.d ?? (implied === 2 ? 2 : 3);
  if (typeof d !== 'number') findings.add('d', '2 or 3', describe(d));
  else if (checkSpaceDimension(findings, 'd', d)) return d;
  return 3;
}

function readDual(
  findings: Findings,
  json: Json,
  d: 2 | 3,
  mu: Float64Array | undefined,
  notes: string[],
): ProblemFile {
  const b = numbers(findings, json, 'b');
  const W = matrix(findings, json, 'W');
  const n = mu?.length ?? 0;
  if (mu && b) checkLength(findings, 'b', b.length, d * n, `${d} for each of ${n} contacts`);
  if (mu) checkShape(findings, 'W', W, d * n, d * n);
  const equations = dualEquations(findings, json, d * n);
  findings.settle();
  const { row, col, value } = unfoldTriangle(withoutZeros(W!), 'W', notes, 0.01);
  const blocks = blockSparseFromTriplets(row, col, value, n, d);
  const bilateral = equations && {
    V: tripletsToSparse(equations.V),
    R: tripletsToSparse(unfoldTriangle(equations.R, 'R', notes, 0.01)),
    c: equations.c,
  };
  return { problem: { kind: 'dual', d, W: blocks, b: b!, mu: mu!, ...(bilateral && { bilateral }) } };
}

/** V, R and c of the equations of a dual problem, where it has them. */
function dualEquations(
  findings: Findings,
  json: Json,
  rows: number,
): { V: Triplets; R: Triplets; c: Float64Array } | undefined {
  if (!('V' in json) && !('R' in json)) return undefined;
  const V = matrix(findings, json, 'V');
  const R = matrix(findings, json, 'R');
  const c = numbers(findings, json, 'c');
  if (!V || !R || !c) return undefined;
  if (rows > 0 || V.rows > 0) checkShape(findings, 'V', V, rows, c.length);
  checkShape(findings, 'R', R, c.length, c.length);
  return { V: { ...V, cols: c.length }, R: withoutZeros(R), c };
}

function readPrimal(
  findings: Findings,
  json: Json,
  d: 2 | 3,
  mu: Float64Array | undefined,
  notes: string[],
): ProblemFile {
  const blocks = blockSizes(json.M);
  const M = blocks ? massBlocks(findings, json.M as Json, blocks) : mass(findings, json, notes);
  const H = matrix(findings, json, 'H');
  const f = numbers(findings, json, 'f');
  const w = numbers(findings, json, 'w');
  const n = mu?.length ?? 0;
  if (f && M) checkLength(findings, 'f', f.length, M.rows, 'the rows of M');
  if (mu && w) checkLength(findings, 'w', w.length, d * n, `${d} for each of ${n} contacts`);
  // without contacts a list of rows cannot say its number of columns
  if (mu && M && !(n === 0 && H?.rows === 0)) checkShape(findings, 'H', H, d * n, M.rows);
  const B = 'B' in json ? matrix(findings, json, 'B') : undefined;
  const c = 'B' in json || 'c' in json ? numbers(findings, json, 'c') : undefined;
  if (c && !('B' in json)) findings.add('B', 'the rows of the equations that "c" belongs to', 'nothing');
  if (B && c && M) checkShape(findings, 'B', B, c.length, c.length > 0 ? M.rows : B.cols);
  findings.settle();
  checkMass(findings, 'M', M!);
  findings.settle();
  const Ht = tripletsToSparse({ rows: M!.rows, cols: d * n, row: H!.col, col: H!.row, value: H!.value });
  const bilateral = B &&
    c && { Bt: tripletsToSparse({ rows: M!.rows, cols: c.length, row: B.col, col: B.row, value: B.value }), c };
  const sparse = { d, M: tripletsToSparse(M!), Ht, f: f!, w: w!, mu: mu!, ...(bilateral && { bilateral }) };
  if (!blocks) return primalFromSparse(sparse);
  const read = primalOfBlocks(sparse, blocks);
  const dofOrder = readOrder(findings, json, M!.rows);
  return dofOrder ? { problem: read, dofOrder } : { problem: read };
}

/** The sizes of a block-diagonal M given as { blocks }, or undefined where it is given otherwise. */
function blockSizes(M: unknown): number[] | undefined {
  if (!isObject(M) || !Array.isArray(M.blocks)) return undefined;
  return M.blocks.map((block) => (Array.isArray(block) ? block.length : 0));
}

function massBlocks(findings: Findings, M: Json, sizes: number[]): Triplets | undefined {
  const row: number[] = [];
  const col: number[] = [];
  const value: number[] = [];
  let first = 0;
  for (let k = 0; k < sizes.length; k++) {
    const block = matrix(findings, { [`M.blocks[${k}]`]: (M.blocks as unknown[])[k] }, `M.blocks[${k}]`);
    if (!block) return undefined;
    checkShape(findings, `M.blocks[${k}]`, block, sizes[k], sizes[k]);
    for (let e = 0; e < block.value.length; e++) {
      row.push(first + block.row[e]);
      col.push(first + block.col[e]);
      value.push(block.value[e]);
    }
    first += sizes[k];
  }
  const triplets = { row: Int32Array.from(row), col: Int32Array.from(col), value: Float64Array.from(value) };
  return { rows: first, cols: first, ...triplets };
}

function mass(findings: Findings, json: Json, notes: string[]): Triplets | undefined {
  if ('M_diag' in json && !('M' in json)) {
    const diagonal = numbers(findings, json, 'M_diag');
    if (!diagonal) return undefined;
    const place = Int32Array.from(diagonal, (_, k) => k);
    return { rows: diagonal.length, cols: diagonal.length, row: place, col: place, value: diagonal };
  }
  const M = matrix(findings, json, 'M');
  if (!M) return undefined;
  checkShape(findings, 'M', M, M.rows, M.rows);
  return M.rows === M.cols ? unfoldTriangle(withoutZeros(M), 'M', notes) : undefined;
}

function primalOfBlocks(
  { d, M, Ht, f, w, mu, bilateral }: Parameters<typeof primalFromSparse>[0],
  sizes: number[],
): PrimalProblem {
  const blocks = denseBlockDiagonal(sizes);
  sizes.forEach((size, k) => {
    for (let j = 0; j < size; j++) {
      const column = blocks.offset[k] + j;
      for (let p = M.ptr[column]; p < M.ptr[column + 1]; p++)
        blocks.values[blocks.start[k] + (M.index[p] - blocks.offset[k]) * size + j] = M.values[p];
    }
  });
  const place = Int32Array.from({ length: M.rows }, (_, k) => k);
  const equations = bilateral && { B: cutRows(bilateral.Bt, 1, place, blocks.offset), c: bilateral.c };
  const H = cutRows(Ht, d, place, blocks.offset);
  return { kind: 'primal', d, M: blocks, f, H, w, mu, ...(equations && { bilateral: equations }) };
}

/** The order in which an earlier file had the dofs, where it is kept. */
function readOrder(findings: Findings, json: Json, m: number): Int32Array | undefined {
  if (!('dofOrder' in json)) return undefined;
  const order = numbers(findings, json, 'dofOrder');
  const seen = new Set(order?.filter((k) => Number.isInteger(k) && k >= 0 && k < m));
  if (order && (seen.size !== m || order.length !== m))
    findings.add('dofOrder', `every number from 0 to ${m - 1} once`, 'other numbers');
  findings.settle();
  return Int32Array.from(order!);
}

function checkShape(findings: Findings, path: string, t: Triplets | undefined, rows: number, cols: number): void {
  if (!t || (t.rows === rows && t.cols === cols)) return;
  findings.add(path, `${rows} x ${cols}`, `${t.rows} x ${t.cols}`);
}

/** Title, solution, guesses; what does not fit is passed over with a note. */
function readExtras(json: Json, read: ProblemFile, notes: string[]): Partial<ProblemFile> {
  const info: ProblemInfo = isObject(json.info) ? pickInfo(json.info) : {};
  const { problem } = read;
  // blocks stand in the file as in the problem; its `dofOrder` is that of an earlier file
  const moved = blockSizes(json.M) ? undefined : read.dofOrder;
  const solution = 'solution' in json ? pickSolution(json.solution, 'solution', problem, moved, notes) : undefined;
  const guesses: Solution[] = [];
  if (Array.isArray(json.guesses)) {
    json.guesses.forEach((guess, k) => {
      const picked = pickSolution(guess, `guesses[${k}]`, problem, moved, notes);
      if (picked) guesses.push(picked);
    });
  }
  return {
    ...(Object.keys(info).length > 0 && { info }),
    ...(solution && { solution }),
    ...(guesses.length > 0 && { guesses }),
  };
}

function pickInfo(json: Json): ProblemInfo {
  const entries = ['title', 'description', 'mathInfo'].flatMap((key) =>
    typeof json[key] === 'string' ? [[key, json[key]]] : [],
  );
  return Object.fromEntries(entries) as ProblemInfo;
}

/** @param moved where dofs of the file stand in the problem, where they are not in the same order */
function pickSolution(
  json: unknown,
  path: string,
  problem: ContactProblem,
  moved: Int32Array | undefined,
  notes: string[],
): Solution | undefined {
  const size = problem.d * problem.mu.length;
  const take = (key: string, length: number): Float64Array | undefined => {
    const x = isObject(json) ? json[key] : undefined;
    if (x === undefined) return undefined;
    if (Array.isArray(x) && x.length === length && x.every(Number.isFinite)) return Float64Array.from(x);
    notes.push(`${path}.${key} is not a list of ${length} numbers: passed over`);
    return undefined;
  };
  const r = take('r', size);
  const u = take('u', size);
  const v = problem.kind === 'primal' ? take('v', problem.f.length) : undefined;
  const s = problem.bilateral && take('s', problem.bilateral.c.length);
  return r && inProblemOrder({ r, ...(u && { u }), ...(v && { v }), ...(s && { s }) }, moved);
}
