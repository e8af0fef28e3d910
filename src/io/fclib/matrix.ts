import { checkFinite } from '../checks.js';
import type { Findings } from '../findings.js';
import type { CompressedRows, Triplets } from '../triplets.js';
import type { Hdf5Reader, Hdf5Writer } from './hdf5.js';

/** How FCLib's `nz` says a matrix is stored: -1 compressed columns, -2 compressed rows, >= 0 so many triplets. */
const compressedRows = -2;

/**
 * Reads an FCLib matrix group { i, p, x, m, n, nz, nzmax } in any of its three storages. `nzmax` is not looked at: files
 * have it larger than their arrays. Undefined after noting what is wrong.
 */
export function readMatrix(file: Hdf5Reader, findings: Findings, path: string, notes: string[]): Triplets | undefined {
  if (!file.has(path)) {
    findings.add(path, 'a matrix group with i, p, x, m, n, nz', 'nothing there');
    return undefined;
  }
  const before = findings.count;
  const rows = file.integer(`${path}/m`);
  const cols = file.integer(`${path}/n`);
  const nz = file.integer(`${path}/nz`);
  const i = file.integers(`${path}/i`);
  const p = file.integers(`${path}/p`);
  const x = file.numbers(`${path}/x`);
  if (rows === undefined || cols === undefined || nz === undefined || !i || !p || !x) return undefined;
  if (rows < 0) findings.add(`${path}/m`, 'a number of rows >= 0', String(rows));
  if (cols < 0) findings.add(`${path}/n`, 'a number of columns >= 0', String(cols));
  if (nz < compressedRows) {
    const expected = '-1 (compressed columns), -2 (compressed rows) or a number of triplets';
    findings.add(`${path}/nz`, expected, String(nz));
  }
  if (findings.count > before) return undefined;
  const arrays = { rows, cols, i, p, x };
  const matrix = nz >= 0 ? triplets(arrays, nz, path, findings) : compressed(arrays, nz, path, findings, notes);
  if (matrix) checkFinite(findings, `${path}/x`, matrix.value);
  return findings.count > before ? undefined : matrix;
}

interface Arrays {
  readonly rows: number;
  readonly cols: number;
  readonly i: Int32Array;
  readonly p: Int32Array;
  readonly x: Float64Array;
}

function triplets({ rows, cols, i, p, x }: Arrays, nz: number, path: string, findings: Findings): Triplets | undefined {
  for (const [name, array] of [['i', i] as const, ['p', p] as const, ['x', x] as const]) {
    if (array.length < nz) findings.add(`${path}/${name}`, `${nz} entries (nz)`, String(array.length));
  }
  const row = i.subarray(0, nz);
  const col = p.subarray(0, nz);
  checkIndices(findings, `${path}/i`, row, rows);
  checkIndices(findings, `${path}/p`, col, cols);
  return { rows, cols, row, col, value: x.subarray(0, nz) };
}

function compressed(
  arrays: Arrays,
  nz: number,
  path: string,
  findings: Findings,
  notes: string[],
): Triplets | undefined {
  const { rows, cols, i, x } = arrays;
  const byRows = nz === compressedRows;
  const [outer, inner] = byRows ? [rows, cols] : [cols, rows];
  const p = mendPointers(arrays, outer, inner, path, notes);
  if (p === 'dense') return denseTriplets(arrays, outer, inner, byRows);
  if (p.length < outer + 1) {
    findings.add(`${path}/p`, `${outer + 1} entries (${byRows ? 'm' : 'n'} + 1)`, String(p.length));
    return undefined;
  }
  for (let k = 0; k < outer; k++) {
    if (p[0] === 0 && p[k] <= p[k + 1]) continue;
    findings.add(`${path}/p[${k + 1}]`, 'pointers that start at 0 and never fall', `${p[k]}, ${p[k + 1]}`);
    return undefined;
  }
  const count = p[outer];
  if (i.length < count) findings.add(`${path}/i`, `${count} entries (the last of p)`, String(i.length));
  if (x.length < count) findings.add(`${path}/x`, `${count} entries (the last of p)`, String(x.length));
  const within = i.subarray(0, count);
  checkIndices(findings, `${path}/i`, within, inner);
  if (i.length < count || x.length < count) return undefined;
  const major = new Int32Array(count);
  for (let k = 0; k < outer; k++) major.fill(k, p[k], p[k + 1]);
  const value = x.subarray(0, count);
  return byRows ? { rows, cols, row: major, col: within, value } : { rows, cols, row: within, col: major, value };
}

/**
 * Some writers store a dense matrix as a sparse one and leave the last pointer, or all of them, at zero. The last pointer
 * is then the number of entries; without any pointers the entries are those of the dense matrix, one after the other.
 */
function mendPointers(
  { i, p, x }: Arrays,
  outer: number,
  inner: number,
  path: string,
  notes: string[],
): Int32Array | 'dense' {
  if (outer === 0 || x.length === 0 || p.length < outer + 1 || p[outer] !== 0) return p;
  const pointed = p.some((at) => at !== 0);
  if (!pointed && x.length !== outer * inner) return p;
  notes.push(`${path}/p ends in 0 although there are entries: read as a dense matrix stored as sparse`);
  if (!pointed) return 'dense';
  const mended = p.slice(0, outer + 1);
  mended[outer] = Math.min(i.length, x.length);
  return mended;
}

function denseTriplets({ rows, cols, x }: Arrays, outer: number, inner: number, byRows: boolean): Triplets {
  const major = new Int32Array(x.length);
  const minor = new Int32Array(x.length);
  for (let k = 0; k < outer; k++) {
    for (let l = 0; l < inner; l++) {
      major[k * inner + l] = k;
      minor[k * inner + l] = l;
    }
  }
  return byRows ? { rows, cols, row: major, col: minor, value: x } : { rows, cols, row: minor, col: major, value: x };
}

function checkIndices(findings: Findings, path: string, index: Int32Array, size: number): void {
  let least = Infinity;
  for (let k = 0; k < index.length; k++) {
    least = Math.min(least, index[k]);
    if (index[k] >= 0 && index[k] < size) continue;
    const hint = index[k] === size && least >= 1 ? 'are the indices counted from 1? FCLib counts from 0' : undefined;
    findings.add(`${path}[${k}]`, `an index from 0 to ${size - 1}`, String(index[k]), hint);
    return;
  }
}

/** Writes triplets column by column. */
export function writeTriplets(file: Hdf5Writer, path: string, t: Triplets): void {
  file.integers(`${path}/m`, Int32Array.of(t.rows));
  file.integers(`${path}/n`, Int32Array.of(t.cols));
  file.integers(`${path}/nz`, Int32Array.of(t.value.length));
  file.integers(`${path}/nzmax`, Int32Array.of(t.value.length));
  file.integers(`${path}/i`, t.row);
  file.integers(`${path}/p`, t.col);
  file.numbers(`${path}/x`, t.value);
}

/** Writes compressed rows. */
export function writeRows(file: Hdf5Writer, path: string, a: CompressedRows): void {
  file.integers(`${path}/m`, Int32Array.of(a.size));
  file.integers(`${path}/n`, Int32Array.of(a.size));
  file.integers(`${path}/nz`, Int32Array.of(compressedRows));
  file.integers(`${path}/nzmax`, Int32Array.of(a.value.length));
  file.integers(`${path}/i`, a.col);
  file.integers(`${path}/p`, a.ptr);
  file.numbers(`${path}/x`, a.value);
}
