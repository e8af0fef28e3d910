import type { DualBilateralRows, DualProblem } from '../../friction/problem.js';
import { blockSparseFromTriplets } from '../../linalg/block-sparse.js';
import { checkFinite, checkFriction, checkLength, checkSpaceDimension } from '../checks.js';
import { Findings } from '../findings.js';
import type { ReadProblem, Solution } from '../problem-file.js';
import type { Triplets } from '../triplets.js';
import { scalarRows, tripletsOfSparse, tripletsToSparse, withoutZeros } from '../triplets.js';
import type { NpyArray } from './npy.js';
import { readNpy, writeNpy } from './npy.js';
import { readZip, writeZip } from './zip.js';

/** Rows up to which W stands in an archive as a dense array too (16 MB). */
const denseRows = 1448;

/**
 * A NumPy archive of W, b, mu and, where there is one, the solution r, u. W stands under the names of
 * `scipy.sparse.save_npz` (format, shape, indptr, indices, data), so that `scipy.sparse.load_npz` reads it from the same
 * file that `numpy.load` reads b, mu, r and u from. Where it is small, W stands there as a dense array besides. Equations
 * stand as entries of V and R (V_row, V_col, V_data, and so on) and c; their impulses are s.
 */
export function writeNpz(problem: DualProblem, solution?: Solution): Uint8Array {
  const W = scalarRows(problem.W);
  const members: [string, Uint8Array][] = [
    ['format.npy', writeNpy('csr')],
    ['shape.npy', writeNpy(Int32Array.of(W.size, W.size))],
    ['indptr.npy', writeNpy(W.ptr)],
    ['indices.npy', writeNpy(W.col)],
    ['data.npy', writeNpy(W.value)],
    ['b.npy', writeNpy(problem.b)],
    ['mu.npy', writeNpy(problem.mu)],
    ['d.npy', writeNpy(Int32Array.of(problem.d), [])],
  ];
  if (problem.bilateral) {
    const { V, R, c } = problem.bilateral;
    for (const [key, matrix] of [['V', V] as const, ['R', R] as const]) {
      const { row, col, value } = tripletsOfSparse(matrix);
      members.push([`${key}_row.npy`, writeNpy(row)], [`${key}_col.npy`, writeNpy(col)]);
      members.push([`${key}_data.npy`, writeNpy(value)]);
    }
    members.push(['c.npy', writeNpy(c)]);
  }
  if (W.size <= denseRows) members.push(['W.npy', writeNpy(denseOf(W), [W.size, W.size])]);
  if (solution) members.push(['r.npy', writeNpy(solution.r)]);
  if (solution?.u) members.push(['u.npy', writeNpy(solution.u)]);
  if (solution?.s) members.push(['s.npy', writeNpy(solution.s)]);
  return writeZip(members);
}

function denseOf({ size, ptr, col, value }: ReturnType<typeof scalarRows>): Float64Array {
  const dense = new Float64Array(size * size);
  for (let i = 0; i < size; i++) for (let e = ptr[i]; e < ptr[i + 1]; e++) dense[i * size + col[e]] += value[e];
  return dense;
}

/** Reads such an archive, also with W as compressed columns, as triplets (coo), or as a dense array named W. */
export async function readNpz(bytes: Uint8Array, name: string): Promise<ReadProblem> {
  const findings = new Findings(`${name} is not a usable problem archive`);
  const members = await readZip(bytes, findings);
  const archive = new Archive(members, findings);
  const mu = archive.numbers('mu');
  const b = archive.numbers('b');
  findings.settle();
  const n = mu!.length;
  const d = archive.has('d') ? archive.numbers('d')?.[0] : n > 0 ? b!.length / n : 3;
  if (!checkSpaceDimension(findings, 'd', d ?? NaN)) findings.settle();
  checkFriction(findings, 'mu', mu!);
  checkLength(findings, 'b', b!.length, d! * n, `${d} for each of ${n} contacts`);
  checkFinite(findings, 'b', b!);
  findings.settle();
  const W = archive.matrix();
  if (W && (W.rows !== d! * n || W.cols !== d! * n))
    findings.add('shape', `${d! * n} x ${d! * n}`, `${W.rows} x ${W.cols}`);
  if (W) checkFinite(findings, 'data', W.value);
  findings.settle();
  const { row, col, value } = withoutZeros(W!);
  const blocks = blockSparseFromTriplets(row, col, value, n, d!);
  const bilateral = archive.has('c') ? archive.equations(d! * n) : undefined;
  findings.settle();
  const equations = bilateral && { bilateral };
  const problem: DualProblem = { kind: 'dual', d: d as 2 | 3, W: blocks, b: b!, mu: mu!, ...equations };
  const notes: string[] = [];
  const solution = archive.solution(d! * n, bilateral?.c.length, notes);
  return { problem, ...(solution && { solution }), format: 'npz', variant: 'dual', notes };
}

/** The arrays of an archive; whatever is wrong goes to the findings by the array's name. */
class Archive {
  readonly #members: Map<string, Uint8Array>;
  readonly #findings: Findings;

  constructor(members: Map<string, Uint8Array>, findings: Findings) {
    this.#members = members;
    this.#findings = findings;
  }

  has(name: string): boolean {
    return this.#members.has(`${name}.npy`);
  }

  #array(name: string): NpyArray | undefined {
    const bytes = this.#members.get(`${name}.npy`);
    return bytes && readNpy(bytes, name, this.#findings);
  }

  numbers(name: string): Float64Array | undefined {
    const found = this.#array(name);
    if (found && typeof found.data !== 'string') return found.data;
    this.#findings.add(name, 'an array of numbers', found ? 'text' : `no array of that name`);
    return undefined;
  }

  #integers(name: string): Int32Array | undefined {
    const x = this.numbers(name);
    if (!x) return undefined;
    const wrong = x.findIndex((k) => k < 0 || k !== Math.trunc(k) || k >= 2 ** 31);
    if (wrong < 0) return Int32Array.from(x);
    this.#findings.add(`${name}[${wrong}]`, 'an integer >= 0', String(x[wrong]));
    return undefined;
  }

  /** W, or undefined after noting why not. */
  matrix(): Triplets | undefined {
    if (this.has('W') && !this.has('data')) return this.#dense();
    const format = this.#array('format')?.data;
    const shape = this.#integers('shape');
    const value = this.numbers('data');
    if (!shape || !value) return undefined;
    const [rows, cols] = shape;
    if (format === 'coo') {
      const row = this.#integers('row');
      const col = this.#integers('col');
      return row && col && this.#checked({ rows, cols, row, col, value });
    }
    if (format !== 'csr' && format !== 'csc') {
      this.#findings.add('format', 'csr, csc or coo', typeof format === 'string' ? format : 'none');
      return undefined;
    }
    return this.#compressed(format === 'csr', rows, cols, value);
  }

  /** V, R and c, or undefined after noting why not. */
  equations(rows: number): DualBilateralRows | undefined {
    const c = this.numbers('c');
    if (c) checkFinite(this.#findings, 'c', c);
    const count = c?.length ?? 0;
    const take = (key: string, height: number): Triplets | undefined => {
      const row = this.#integers(`${key}_row`);
      const col = this.#integers(`${key}_col`);
      const value = this.numbers(`${key}_data`);
      if (value) checkFinite(this.#findings, `${key}_data`, value);
      return (
        row && col && value && this.#checked({ rows: height, cols: count, row, col, value }, `${key}_row, ${key}_col`)
      );
    };
    const V = take('V', rows);
    const R = take('R', count);
    return V && R && c && { V: tripletsToSparse(V), R: tripletsToSparse(R), c };
  }

  #compressed(byRows: boolean, rows: number, cols: number, value: Float64Array): Triplets | undefined {
    const ptr = this.#integers('indptr');
    const minor = this.#integers('indices');
    if (!ptr || !minor) return undefined;
    const outer = byRows ? rows : cols;
    let sound = ptr.length === outer + 1 && ptr[0] === 0 && ptr[outer] === value.length;
    for (let k = 0; k < outer && sound; k++) sound = ptr[k] <= ptr[k + 1];
    if (!sound) {
      const expected = `${outer + 1} pointers from 0 to ${value.length} that never fall`;
      this.#findings.add('indptr', expected, `${ptr.length} other ones`);
      return undefined;
    }
    const major = new Int32Array(value.length);
    for (let k = 0; k < outer; k++) major.fill(k, ptr[k], ptr[k + 1]);
    const places = byRows ? { row: major, col: minor } : { row: minor, col: major };
    return this.#checked({ rows, cols, ...places, value });
  }

  #checked(t: Triplets, path = 'indices'): Triplets | undefined {
    const { row, col, value } = t;
    const wrong = value.findIndex((_, k) => !(row[k] < t.rows && col[k] < t.cols));
    if (row.length === value.length && col.length === value.length && wrong < 0) return t;
    this.#findings.add(path, `${value.length} indices within ${t.rows} x ${t.cols}`, 'others');
    return undefined;
  }

  #dense(): Triplets | undefined {
    const found = this.#array('W')!;
    const [rows, cols] = found.shape;
    const data = found.data;
    if (found.shape.length !== 2 || typeof data === 'string') {
      this.#findings.add('W', 'a two-dimensional array of numbers', `${found.shape.length} dimensions`);
      return undefined;
    }
    const row = Int32Array.from(data, (_, k) => Math.floor(k / cols));
    return { rows, cols, row, col: Int32Array.from(data, (_, k) => k % cols), value: data };
  }

  solution(size: number, equations: number | undefined, notes: string[]): Solution | undefined {
    const take = (name: string, length = size): Float64Array | undefined => {
      if (!this.has(name)) return undefined;
      const data = this.#array(name)?.data;
      if (data instanceof Float64Array && data.length === length && data.every(Number.isFinite)) return data;
      notes.push(`${name} does not hold ${length} finite numbers: passed over`);
      return undefined;
    };
    const r = take('r');
    const u = take('u');
    const s = equations === undefined ? undefined : take('s', equations);
    return r && { r, ...(u && { u }), ...(s && { s }) };
  }
}
