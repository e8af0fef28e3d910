import type { BilateralRows, PrimalProblem } from '../../friction/problem.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { blockOfRow } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { checkFinite, checkFriction, checkSpaceDimension } from '../checks.js';
import type { Findings } from '../findings.js';
import type { ByteReader } from './cursor.js';
import { ByteWriter } from './cursor.js';
import { aligned, headerBytes, magic } from './header.js';
import type { Header } from './version-1.js';

/** A dense body in the table of bodies: no number of entries. */
const dense = -1;

/**
 * Version 2 holds any primal problem: a dof count per body, dense or sparse mass blocks, two or three numbers a contact,
 * any number of sides a contact, the same body any number of times (docs/formats.md). The sign of f is that of version 1.
 * Version 3 is the same with equations behind the contacts, their number in the header.
 */
export function readVersion2(file: ByteReader, header: Header, findings: Findings): PrimalProblem {
  const [bodies, contacts, , d, equations] = header;
  checkSpaceDimension(findings, 'header: numbers a contact', d);
  findings.settle();
  // at least 8 bytes a body and a contact: refuses impossible counts before anything is allocated
  file.need(8 * bodies + 8 * contacts, `header: ${bodies} bodies, ${contacts} contacts`);
  const M = readBodies(file, bodies, findings);
  const m = M.offset[bodies];
  const f = file.numbers(m, 'f').map((x) => -x);
  const rows = new BlockRowBuilder(d, m);
  file.need(contacts * (16 + 8 * d), 'contacts');
  const w = new Float64Array(d * contacts);
  const mu = new Float64Array(contacts);
  for (let i = 0; i < contacts; i++) {
    const sides = file.i32(`contact ${i}`);
    file.skip(4, `contact ${i}`);
    if (sides < 0) findings.fail(`contact ${i}: sides`, 'a number >= 0', String(sides));
    mu[i] = file.f64(`contact ${i}: mu`);
    file.fill(w.subarray(d * i, d * i + d), `contact ${i}: w`);
    for (let side = 0; side < sides; side++) readSide(file, rows, M, d, `contact ${i}, side ${side}`, findings);
    rows.endRow();
  }
  if (equations < 0) findings.fail('header: equations', 'a number >= 0', String(equations));
  const bilateral = equations > 0 ? readEquations(file, M, m, equations, findings) : undefined;
  file.end();
  const H = rows.finish();
  checkFinite(findings, 'M', M.values);
  for (const [k, block] of M.sparse ?? []) checkFinite(findings, `M of body ${k}`, block.values);
  checkFinite(findings, 'f', f);
  checkFinite(findings, 'H', H.values);
  checkFinite(findings, 'w', w);
  checkFriction(findings, 'mu', mu);
  findings.settle();
  return { kind: 'primal', d: d as 2 | 3, M, f, H, w, mu, ...(bilateral && { bilateral }) };
}

function readEquations(
  file: ByteReader,
  M: BlockDiagonalMatrix,
  m: number,
  count: number,
  findings: Findings,
): BilateralRows {
  file.need(16 * count, 'equations');
  const rows = new BlockRowBuilder(1, m);
  const c = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const sides = file.i32(`equation ${k}`);
    file.skip(4, `equation ${k}`);
    if (sides < 0) findings.fail(`equation ${k}: sides`, 'a number >= 0', String(sides));
    c[k] = file.f64(`equation ${k}: c`);
    for (let side = 0; side < sides; side++) readSide(file, rows, M, 1, `equation ${k}, side ${side}`, findings);
    rows.endRow();
  }
  const B = rows.finish();
  checkFinite(findings, 'B', B.values);
  checkFinite(findings, 'c', c);
  return { B, c };
}

function readBodies(file: ByteReader, bodies: number, findings: Findings): BlockDiagonalMatrix {
  const offset = new Int32Array(bodies + 1);
  const start = new Int32Array(bodies);
  const entries = new Int32Array(bodies);
  let total = 0;
  let bytes = 0;
  let m = 0;
  for (let k = 0; k < bodies; k++) {
    const size = file.i32(`body ${k}: dofs`);
    entries[k] = file.i32(`body ${k}: entries`);
    if (size < 0 || entries[k] < dense)
      findings.fail(`body ${k}`, 'dofs >= 0 and entries >= -1', `${size} dofs, ${entries[k]} entries`);
    start[k] = entries[k] === dense ? total : -1;
    if (entries[k] === dense) total += size * size;
    else bytes += aligned(4 * (size + 1)) + aligned(4 * entries[k]) + 8 * entries[k];
    m += size;
    // stops before sizes can overflow or ask for more memory than the file has bytes
    file.need(8 * (total + m) + bytes, `M of body ${k}`);
    offset[k + 1] = m;
  }
  const values = new Float64Array(total);
  const sparse = new Map<number, SparseMatrix>();
  for (let k = 0; k < bodies; k++) {
    const size = offset[k + 1] - offset[k];
    if (start[k] >= 0) file.fill(values.subarray(start[k], start[k] + size * size), `M of body ${k}`);
    else sparse.set(k, readSparse(file, size, entries[k], `M of body ${k}`, findings));
  }
  return sparse.size > 0 ? { offset, start, values, sparse } : { offset, start, values };
}

function readSparse(file: ByteReader, size: number, entries: number, path: string, findings: Findings): SparseMatrix {
  const ptr = file.integers(size + 1, path);
  const index = file.integers(entries, path);
  const values = file.numbers(entries, path);
  let sound = ptr[0] === 0 && ptr[size] === entries;
  for (let j = 0; j < size && sound; j++) {
    sound = ptr[j] <= ptr[j + 1] && ptr[j + 1] <= entries;
    for (let p = ptr[j]; p < ptr[j + 1] && sound; p++)
      sound = index[p] >= 0 && index[p] < size && (p === ptr[j] || index[p - 1] < index[p]);
  }
  if (!sound) findings.fail(path, 'compressed columns with ascending rows', 'pointers or rows out of order');
  return { rows: size, cols: size, ptr, index, values };
}

function readSide(
  file: ByteReader,
  rows: BlockRowBuilder,
  M: BlockDiagonalMatrix,
  d: number,
  path: string,
  findings: Findings,
): void {
  const body = file.i32(path);
  const first = file.i32(path);
  const count = file.i32(path);
  file.skip(4, path);
  if (body < 0 || body >= M.start.length) findings.fail(path, `a body below ${M.start.length}`, String(body));
  const size = M.offset[body + 1] - M.offset[body];
  if (first < 0 || count < 0 || first + count > size)
    findings.fail(path, `dofs within the ${size} of body ${body}`, `${count} from ${first}`);
  rows.segment(M.offset[body] + first, count, file.numbers(d * count, path));
}

/** A version 2 file; version 3 where there are equations. */
export function writeVersion2(problem: PrimalProblem): Uint8Array {
  const { M, H, d, f, w, mu, bilateral } = problem;
  const extra = bilateral ? sidesSize(bilateral.B, 1) + 16 * bilateral.c.length : 0;
  const file = new ByteWriter(fileSize(M, H, d) + extra);
  const bodies = M.start.length;
  for (const x of [magic, bilateral ? 3 : 2, bodies, mu.length, 0, d, bilateral?.c.length ?? 0, 0]) file.i32(x);
  for (let k = 0; k < bodies; k++) {
    file.i32(M.offset[k + 1] - M.offset[k]);
    file.i32(M.start[k] < 0 ? M.sparse!.get(k)!.values.length : dense);
  }
  for (let k = 0; k < bodies; k++) {
    const size = M.offset[k + 1] - M.offset[k];
    const block = M.start[k] < 0 ? M.sparse!.get(k)! : undefined;
    if (block) {
      file.integers(block.ptr);
      file.integers(block.index);
      file.numbers(block.values);
    } else file.numbers(M.values.subarray(M.start[k], M.start[k] + size * size));
  }
  file.numbers(f.map((x) => -x));
  const owner = blockOfRow(M);
  for (let i = 0; i < mu.length; i++) {
    const touching = range(H.ptr[i], H.ptr[i + 1]).filter((s) => H.len[s] > 0);
    file.i32(touching.length);
    file.i32(0);
    file.f64(mu[i]);
    file.numbers(w.subarray(d * i, d * i + d));
    writeSides(file, H, touching, owner, M.offset);
  }
  for (let k = 0; bilateral && k < bilateral.c.length; k++) {
    const { B, c } = bilateral;
    const touching = range(B.ptr[k], B.ptr[k + 1]).filter((s) => B.len[s] > 0);
    file.i32(touching.length);
    file.i32(0);
    file.f64(c[k]);
    writeSides(file, B, touching, owner, M.offset);
  }
  return file.bytes;
}

function writeSides(file: ByteWriter, H: BlockRowMatrix, sides: number[], owner: Int32Array, offset: Int32Array): void {
  for (const s of sides) {
    const body = owner[H.col[s]];
    file.i32(body);
    file.i32(H.col[s] - offset[body]);
    file.i32(H.len[s]);
    file.i32(0);
    file.numbers(H.values.subarray(H.start[s], H.start[s] + H.d * H.len[s]));
  }
}

function fileSize(M: BlockDiagonalMatrix, H: BlockRowMatrix, d: number): number {
  const bodies = M.start.length;
  const contacts = H.ptr.length - 1;
  let bytes = headerBytes + 8 * bodies + 8 * M.offset[bodies] + contacts * (16 + 8 * d);
  for (let k = 0; k < bodies; k++) {
    const size = M.offset[k + 1] - M.offset[k];
    const block = M.start[k] < 0 ? M.sparse!.get(k)! : undefined;
    bytes += block
      ? aligned(4 * (size + 1)) + aligned(4 * block.index.length) + 8 * block.values.length
      : 8 * size * size;
  }
  return bytes + sidesSize(H, d);
}

function sidesSize(H: BlockRowMatrix, d: number): number {
  let bytes = 0;
  for (let s = 0; s < H.len.length; s++) if (H.len[s] > 0) bytes += 16 + 8 * d * H.len[s];
  return bytes;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}
