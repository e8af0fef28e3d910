import { blockSparseFromTriplets } from '../../linalg/block-sparse.js';
import { checkFinite, checkFriction, checkLength, checkSpaceDimension } from '../checks.js';
import { Findings } from '../findings.js';
import {
  type ProblemFile,
  type ProblemInfo,
  type ReadProblem,
  type Solution,
  inProblemOrder,
} from '../problem-file.js';
import { primalFromSparse } from '../sparse-primal.js';
import { checkMass, unfoldTriangle } from '../symmetric-storage.js';
import type { Triplets } from '../triplets.js';
import { tripletsToSparse, withoutZeros } from '../triplets.js';
import { Hdf5Reader } from './hdf5.js';
import { readMatrix } from './matrix.js';

/** Entries of W off the diagonal below this share of the diagonal may be asymmetry, not a triangle. */
const asymmetry = 0.01;

/** Groups of other kinds of problem that FCLib knows. */
const otherKinds: readonly (readonly [string, string])[] = [
  ['fclib_global_rolling', 'rolling friction'],
  ['fclib_local_rolling', 'rolling friction'],
];

/**
 * Reads an FCLib file: `/fclib_local` (u = W r + q) or `/fclib_global` (M v = H r + f, u = Hᵀ v + w; its H is our Hᵀ), with
 * equality rows (V, R, s; or Gᵀ v + b = 0) where they are there.
 * Throws `InputError` naming the datasets that are wrong.
 */
export async function readFclib(bytes: Uint8Array, name: string): Promise<ReadProblem> {
  const findings = new Findings(`${name} is not a usable FCLib file`);
  const file = await Hdf5Reader.open(bytes, findings);
  try {
    const group = findProblem(file, findings);
    const notes: string[] = [];
    if (group === '/fclib_global' && file.has('/fclib_local')) notes.push('/fclib_local passed over for /fclib_global');
    const read = group === '/fclib_local' ? readLocal(file, findings, notes) : readGlobal(file, findings, notes);
    const info = readInfo(file, group);
    return {
      ...read,
      ...(info ? { info } : {}),
      ...readSolutions(file, read, notes),
      format: 'fclib',
      variant: group === '/fclib_local' ? 'local' : 'global',
      notes,
    };
  } finally {
    file.close();
  }
}

function findProblem(file: Hdf5Reader, findings: Findings): '/fclib_local' | '/fclib_global' {
  const names = file.names('/');
  if (names.includes('fclib_global')) return '/fclib_global';
  if (names.includes('fclib_local')) return '/fclib_local';
  for (const [group, kind] of otherKinds) {
    if (names.includes(group))
      findings.fail(`/${group}`, 'a problem with Coulomb friction only', kind, `${kind} is not supported`);
  }
  const found = names.length === 0 ? 'an empty file' : `the groups ${names.map((name) => `/${name}`).join(', ')}`;
  return findings.fail('/', 'a group /fclib_local or /fclib_global', found);
}

/** d and the friction coefficients, which fix the number of contacts; throws where either is missing. */
function readFrame(file: Hdf5Reader, findings: Findings, group: string): { d: 2 | 3; mu: Float64Array } {
  const d = file.integer(`${group}/spacedim`);
  const known = d !== undefined && checkSpaceDimension(findings, `${group}/spacedim`, d);
  if (file.has(`${group}/vectors/mu_r`))
    findings.add(`${group}/vectors/mu_r`, 'no such dataset', 'one', 'rolling friction is not supported');
  const mu = file.numbers(`${group}/vectors/mu`);
  findings.settle();
  checkFriction(findings, `${group}/vectors/mu`, mu!);
  if (!known) findings.settle();
  return { d: d as 2 | 3, mu: mu! };
}

/** Whether a group holds equality rows: the matrices are there and not empty. */
function hasEquations(file: Hdf5Reader, group: string, matrices: string[], vector: string): boolean {
  for (const name of matrices) {
    const path = `${group}/${name}`;
    if (!file.has(path)) continue;
    const empty = [`${path}/m`, `${path}/n`].some((size) => file.has(size) && file.integer(size) === 0);
    if (!empty) return true;
  }
  const path = `${group}/vectors/${vector}`;
  return file.has(path) && (file.numbers(path)?.length ?? 0) > 0;
}

function vector(file: Hdf5Reader, findings: Findings, path: string, length: number, why: string): Float64Array {
  const x = file.numbers(path) ?? new Float64Array(0);
  if (file.has(path)) checkLength(findings, path, x.length, length, why);
  checkFinite(findings, path, x);
  return x;
}

function checkShape(findings: Findings, path: string, t: Triplets | undefined, rows: number, cols: number): void {
  if (!t || (t.rows === rows && t.cols === cols)) return;
  const hint = t.rows === cols && t.cols === rows ? 'the matrix looks transposed' : undefined;
  findings.add(path, `${rows} x ${cols}`, `${t.rows} x ${t.cols}`, hint);
}

function readLocal(file: Hdf5Reader, findings: Findings, notes: string[]): ProblemFile {
  const group = '/fclib_local';
  const { d, mu } = readFrame(file, findings, group);
  const n = mu.length;
  const b = vector(file, findings, `${group}/vectors/q`, d * n, `${d} for each of ${n} contacts`);
  const W = readMatrix(file, findings, `${group}/W`, notes);
  checkShape(findings, `${group}/W`, W, d * n, d * n);
  const equations = hasEquations(file, group, ['V', 'R'], 's')
    ? readLocalEquations(file, findings, group, d * n, notes)
    : undefined;
  findings.settle();
  const { row, col, value } = unfoldTriangle(withoutZeros(W!), 'W', notes, asymmetry);
  const blocks = blockSparseFromTriplets(row, col, value, n, d);
  const bilateral = equations && {
    V: tripletsToSparse(equations.V!),
    R: tripletsToSparse(unfoldTriangle(withoutZeros(equations.R!), 'R', notes, asymmetry)),
    c: equations.c,
  };
  return { problem: { kind: 'dual', d, W: blocks, b, mu, ...(bilateral && { bilateral }) } };
}

/** u = W r + V l + q, 0 = Vᵀ r + R l + s: our c is FCLib's s, our s its l. */
function readLocalEquations(
  file: Hdf5Reader,
  findings: Findings,
  group: string,
  rows: number,
  notes: string[],
): { V: Triplets | undefined; R: Triplets | undefined; c: Float64Array } {
  const V = readMatrix(file, findings, `${group}/V`, notes);
  const R = readMatrix(file, findings, `${group}/R`, notes);
  const count = V?.cols ?? R?.cols ?? 0;
  const c = vector(file, findings, `${group}/vectors/s`, count, 'the columns of V');
  checkShape(findings, `${group}/V`, V, rows, count);
  checkShape(findings, `${group}/R`, R, count, count);
  return { V, R, c };
}

function readGlobal(file: Hdf5Reader, findings: Findings, notes: string[]): ProblemFile {
  const group = '/fclib_global';
  const { d, mu } = readFrame(file, findings, group);
  const n = mu.length;
  const w = vector(file, findings, `${group}/vectors/w`, d * n, `${d} for each of ${n} contacts`);
  const M = readMatrix(file, findings, `${group}/M`, notes);
  const m = M?.rows ?? 0;
  checkShape(findings, `${group}/M`, M, m, m);
  const f = vector(
    file,
    findings,
    `${group}/vectors/f`,
    M ? m : (file.numbers(`${group}/vectors/f`)?.length ?? 0),
    'the rows of M',
  );
  const Ht = readMatrix(file, findings, `${group}/H`, notes);
  if (M) checkShape(findings, `${group}/H`, Ht, m, d * n);
  const equations = hasEquations(file, group, ['G'], 'b');
  const G = equations ? readMatrix(file, findings, `${group}/G`, notes) : undefined;
  const c = equations ? vector(file, findings, `${group}/vectors/b`, G?.cols ?? 0, 'the columns of G') : undefined;
  if (M) checkShape(findings, `${group}/G`, G, m, G?.cols ?? 0);
  findings.settle();
  const whole = unfoldTriangle(withoutZeros(M!), 'M', notes);
  checkMass(findings, `${group}/M`, whole);
  findings.settle();
  const bilateral = G && c && { Bt: tripletsToSparse(G), c };
  const Hs = tripletsToSparse(Ht!);
  return primalFromSparse({ d, M: tripletsToSparse(whole), Ht: Hs, f, w, mu, ...(bilateral && { bilateral }) });
}

function readInfo(file: Hdf5Reader, group: string): ProblemInfo | undefined {
  const text = (name: string): string | undefined => file.text(`${group}/info/${name}`) || undefined;
  const [title, description, mathInfo] = [text('title'), text('description'), text('math_info')];
  if (!title && !description && !mathInfo) return undefined;
  return { ...(title && { title }), ...(description && { description }), ...(mathInfo && { mathInfo }) };
}

/** Guesses and solution; those that do not fit the problem are passed over with a note, since nothing depends on them. */
function readSolutions(
  file: Hdf5Reader,
  read: ProblemFile,
  notes: string[],
): { guesses?: Solution[]; solution?: Solution } {
  const guesses: Solution[] = [];
  const numbered = file.names('/guesses').filter((name) => /^\d+$/.test(name));
  for (const name of numbered.sort((a, b) => Number(a) - Number(b))) {
    const guess = readSolution(file, `/guesses/${name}`, read, notes);
    if (guess) guesses.push(guess);
  }
  const solution = file.has('/solution') ? readSolution(file, '/solution', read, notes) : undefined;
  return { ...(guesses.length > 0 && { guesses }), ...(solution && { solution }) };
}

function readSolution(file: Hdf5Reader, path: string, read: ProblemFile, notes: string[]): Solution | undefined {
  const { problem, dofOrder } = read;
  const size = problem.d * problem.mu.length;
  const take = (name: string, length: number): Float64Array | undefined => {
    if (!file.has(`${path}/${name}`)) return undefined;
    const x = file.numbers(`${path}/${name}`);
    if (x?.length === length && x.every(Number.isFinite)) return x;
    notes.push(`${path}/${name} does not hold ${length} finite numbers: passed over`);
    return undefined;
  };
  const r = take('r', size);
  const u = take('u', size);
  if (!r) return undefined;
  const v = problem.kind === 'primal' ? take('v', problem.f.length) : undefined;
  const s = problem.bilateral && take('l', problem.bilateral.c.length);
  return inProblemOrder({ r, ...(u && { u }), ...(v && { v }), ...(s && { s }) }, dofOrder);
}
