import type { DualBilateralRows, DualProblem } from '../../friction/problem.js';
import { blockSparseFromTriplets } from '../../linalg/block-sparse.js';
import { checkFinite, checkFriction, checkLength, checkSpaceDimension } from '../checks.js';
import { Findings } from '../findings.js';
import { type ProblemFile, type ReadProblem, inProblemOrder } from '../problem-file.js';
import { primalFromSparse } from '../sparse-primal.js';
import { checkMass, unfoldTriangle } from '../symmetric-storage.js';
import type { Triplets } from '../triplets.js';
import { transposed, tripletsToSparse, withoutZeros } from '../triplets.js';
import { Archive } from './archive.js';
import { readZip } from './zip.js';

/**
 * Reads a NumPy archive with a problem: W, b, mu (W as SciPy writes sparse matrices, or dense), or M, f, H, w, mu
 * (matrices dense or as entries; M may be M_diag, or one-dimensional: its diagonal). Throws `InputError`.
 */
export async function readNpz(bytes: Uint8Array, name: string): Promise<ReadProblem> {
  const findings = new Findings(`${name} is not a usable problem archive`);
  const archive = new Archive(await readZip(bytes, findings), findings);
  const primal = archive.has('H') || archive.has('H_data');
  const vector = primal ? 'w' : 'b';
  const mu = archive.numbers('mu');
  const x = archive.numbers(vector);
  findings.settle();
  const n = mu!.length;
  const d = archive.has('d') ? archive.numbers('d')?.[0] : n > 0 ? x!.length / n : 3;
  if (!checkSpaceDimension(findings, 'd', d ?? NaN)) findings.settle();
  checkFriction(findings, 'mu', mu!);
  checkLength(findings, vector, x!.length, d! * n, `${d} for each of ${n} contacts`);
  checkFinite(findings, vector, x!);
  findings.settle();
  const frame: Frame = { archive, findings, notes: [], d: d as 2 | 3, mu: mu!, x: x! };
  const content = primal ? readPrimal(frame) : readDual(frame);
  return { ...content, format: 'npz', variant: primal ? 'primal' : 'dual', notes: frame.notes };
}

/** What both forms have: contacts, friction, and b or w. */
interface Frame {
  readonly archive: Archive;
  readonly findings: Findings;
  readonly notes: string[];
  readonly d: 2 | 3;
  readonly mu: Float64Array;
  readonly x: Float64Array;
}

function readDual({ archive, findings, notes, d, mu, x: b }: Frame): ProblemFile {
  const n = mu.length;
  const W = archive.matrix();
  if (W && (W.rows !== d * n || W.cols !== d * n))
    findings.add('shape', `${d * n} x ${d * n}`, `${W.rows} x ${W.cols}`);
  if (W) checkFinite(findings, 'data', W.value);
  findings.settle();
  const { row, col, value } = withoutZeros(W!);
  const blocks = blockSparseFromTriplets(row, col, value, n, d);
  const bilateral = archive.has('c') ? dualEquations(archive, findings, d * n) : undefined;
  findings.settle();
  const problem: DualProblem = { kind: 'dual', d, W: blocks, b, mu, ...(bilateral && { bilateral }) };
  const s = bilateral && { s: bilateral.c.length };
  const solution = archive.solution({ u: d * n, ...s }, notes);
  return { problem, ...(solution && { solution }) };
}

/** V, R and c, or undefined after noting why not. */
function dualEquations(archive: Archive, findings: Findings, rows: number): DualBilateralRows | undefined {
  const c = archive.numbers('c');
  if (c) checkFinite(findings, 'c', c);
  const count = c?.length ?? 0;
  const V = archive.entries('V', rows, count);
  const R = archive.entries('R', count, count);
  return V && R && c && { V: tripletsToSparse(V), R: tripletsToSparse(R), c };
}

function readPrimal({ archive, findings, notes, d, mu, x: w }: Frame): ProblemFile {
  const f = archive.numbers('f');
  if (f) checkFinite(findings, 'f', f);
  findings.settle();
  const m = f!.length;
  const M = mass(archive, findings, m);
  const H = archive.entries('H', d * mu.length, m);
  const c = archive.has('c') ? archive.numbers('c') : undefined;
  if (c) checkFinite(findings, 'c', c);
  const B = c && archive.entries('B', c.length, m);
  findings.settle();
  const whole = unfoldTriangle(withoutZeros(M!), 'M', notes);
  checkMass(findings, 'M', whole);
  findings.settle();
  const bilateral = B && c && { Bt: tripletsToSparse(transposed(B)), c };
  const read = primalFromSparse({
    d,
    M: tripletsToSparse(whole),
    Ht: tripletsToSparse(transposed(withoutZeros(H!))),
    f: f!,
    w,
    mu,
    ...(bilateral && { bilateral }),
  });
  const found = archive.solution({ u: d * mu.length, v: m, ...(c && { s: c.length }) }, notes);
  return { ...read, ...(found && { solution: inProblemOrder(found, read.dofOrder) }) };
}

/** M as entries, as a dense array, or as its diagonal. */
function mass(archive: Archive, findings: Findings, m: number): Triplets | undefined {
  const key = archive.has('M_diag') ? 'M_diag' : 'M';
  if (key === 'M' && archive.dimensions('M') !== 1) return archive.entries('M', m, m);
  const value = archive.numbers(key);
  if (!value) return undefined;
  checkLength(findings, key, value.length, m, 'the length of f');
  checkFinite(findings, key, value);
  const place = Int32Array.from(value, (_, k) => k);
  return { rows: m, cols: m, row: place, col: place, value };
}
