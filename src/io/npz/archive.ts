import { checkFinite } from '../checks.js';
import type { Findings } from '../findings.js';
import type { Solution } from '../problem-file.js';
import type { Triplets } from '../triplets.js';
import type { NpyArray } from './npy.js';
import { readNpy } from './npy.js';

/** The arrays of an archive; whatever is wrong goes to the findings by the array's name. */
export class Archive {
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

  integers(name: string): Int32Array | undefined {
    const x = this.numbers(name);
    if (!x) return undefined;
    const wrong = x.findIndex((k) => k < 0 || k !== Math.trunc(k) || k >= 2 ** 31);
    if (wrong < 0) return Int32Array.from(x);
    this.#findings.add(`${name}[${wrong}]`, 'an integer >= 0', String(x[wrong]));
    return undefined;
  }

  /** W, or undefined after noting why not. */
  matrix(): Triplets | undefined {
    if (this.has('W') && !this.has('data')) return this.#dense('W');
    const format = this.#array('format')?.data;
    const shape = this.integers('shape');
    const value = this.numbers('data');
    if (!shape || !value) return undefined;
    const [rows, cols] = shape;
    if (format === 'coo') {
      const row = this.integers('row');
      const col = this.integers('col');
      return row && col && this.#checked({ rows, cols, row, col, value });
    }
    if (format !== 'csr' && format !== 'csc') {
      this.#findings.add('format', 'csr, csc or coo', typeof format === 'string' ? format : 'none');
      return undefined;
    }
    return this.#compressed(format === 'csr', rows, cols, value);
  }

  /** A matrix of known size: a dense array of its name, or its entries as NAME_row, NAME_col, NAME_data. */
  entries(key: string, rows: number, cols: number): Triplets | undefined {
    if (this.has(key) && !this.has(`${key}_data`)) return this.#sized(key, this.#dense(key), rows, cols);
    const row = this.integers(`${key}_row`);
    const col = this.integers(`${key}_col`);
    const value = this.numbers(`${key}_data`);
    if (value) checkFinite(this.#findings, `${key}_data`, value);
    return row && col && value && this.#checked({ rows, cols, row, col, value }, `${key}_row, ${key}_col`);
  }

  #sized(key: string, t: Triplets | undefined, rows: number, cols: number): Triplets | undefined {
    if (!t) return undefined;
    checkFinite(this.#findings, key, t.value);
    if (t.rows === rows && t.cols === cols) return t;
    const hint = t.rows === cols && t.cols === rows ? 'the matrix looks transposed' : undefined;
    this.#findings.add(key, `${rows} x ${cols}`, `${t.rows} x ${t.cols}`, hint);
    return undefined;
  }

  /** How many dimensions an array has; undefined where there is no such array. */
  dimensions(name: string): number | undefined {
    return this.#array(name)?.shape.length;
  }

  #compressed(byRows: boolean, rows: number, cols: number, value: Float64Array): Triplets | undefined {
    const ptr = this.integers('indptr');
    const minor = this.integers('indices');
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

  #dense(key: string): Triplets | undefined {
    const found = this.#array(key)!;
    const [rows, cols] = found.shape;
    const data = found.data;
    if (found.shape.length !== 2 || typeof data === 'string') {
      this.#findings.add(key, 'a two-dimensional array of numbers', `${found.shape.length} dimensions`);
      return undefined;
    }
    const row = Int32Array.from(data, (_, k) => Math.floor(k / cols));
    return { rows, cols, row, col: Int32Array.from(data, (_, k) => k % cols), value: data };
  }

  /** The solution that the archive brings, where its arrays have these lengths; others are passed over with a note. */
  solution(lengths: { u: number; v?: number; s?: number }, notes: string[]): Solution | undefined {
    const take = (name: string, length: number | undefined): Float64Array | undefined => {
      if (length === undefined || !this.has(name)) return undefined;
      const data = this.#array(name)?.data;
      if (data instanceof Float64Array && data.length === length && data.every(Number.isFinite)) return data;
      notes.push(`${name} does not hold ${length} finite numbers: passed over`);
      return undefined;
    };
    const r = take('r', lengths.u);
    const u = take('u', lengths.u);
    const v = take('v', lengths.v);
    const s = take('s', lengths.s);
    return r && { r, ...(u && { u }), ...(v && { v }), ...(s && { s }) };
  }
}
