import type * as Library from 'h5wasm';
import type { Dataset, File as Hdf5File, Group } from 'h5wasm';
import { InputError } from '../../errors.js';
import type { Findings } from '../findings.js';

let loading: Promise<typeof Library> | undefined;

/** Loads the HDF5 library (4 MB of WebAssembly) on first use; the same build runs in Node and in browsers. */
async function library(): Promise<typeof Library> {
  loading ??= import('h5wasm').catch(notInstalled).then(async (loaded) => {
    const core = await loaded.ready;
    // errors become exceptions with HDF5's own reason, and nothing is printed
    core.activate_throwing_error_handler();
    return loaded;
  });
  return loading;
}

/** h5wasm is an optional dependency: whoever left it out learns here what it is for. */
function notInstalled(cause: unknown): never {
  if ((cause as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  const hint = 'npm install h5wasm; problems in .npz, .json and .bin files do without it';
  const problem = { path: 'h5wasm', expected: 'the package that reads and writes HDF5', found: 'not installed', hint };
  throw new InputError('HDF5 files cannot be opened', [problem], { cause });
}

let files = 0;
const nextName = (): string => `/stickslip-${files++}.h5`;

/** Deflate makes data at most this many times smaller; a compressed dataset that claims more is corrupt. */
const largestCompression = 1100;

/** An HDF5 file held in memory, opened for reading. Whatever is wrong goes to `findings`, by the path of the dataset. */
export class Hdf5Reader {
  readonly #file: Hdf5File;
  readonly #name: string;
  readonly #bytes: number;
  readonly #library: typeof Library;
  readonly #findings: Findings;

  private constructor(file: Hdf5File, name: string, bytes: number, loaded: typeof Library, findings: Findings) {
    this.#file = file;
    this.#name = name;
    this.#bytes = bytes;
    this.#library = loaded;
    this.#findings = findings;
  }

  /** Opens the bytes of a file; throws `InputError` where they are no HDF5 file. */
  static async open(bytes: Uint8Array, findings: Findings): Promise<Hdf5Reader> {
    const loaded = await library();
    const name = nextName();
    loaded.FS!.writeFile(name, bytes);
    try {
      return new Hdf5Reader(new loaded.File(name, 'r'), name, bytes.length, loaded, findings);
    } catch (error) {
      loaded.FS!.unlink(name);
      findings.addCaused('/', 'a complete HDF5 file', error, 'the file is damaged or cut short');
      findings.settle();
      throw error;
    }
  }

  close(): void {
    try {
      this.#file.close();
    } catch {
      // a damaged file may refuse even that; its memory goes with the next line
    }
    this.#library.FS!.unlink(this.#name);
  }

  /** The object at an absolute path, or undefined where there is none (or the way to it is damaged). */
  #find(path: string): Dataset | Group | undefined {
    const names = path.split('/').filter((part) => part !== '');
    let group: Group = this.#file;
    for (let k = 0; k < names.length; k++) {
      let found;
      try {
        if (!group.keys().includes(names[k])) return undefined;
        found = group.get(names[k]);
      } catch (error) {
        this.#findings.addCaused(
          `/${names.slice(0, k + 1).join('/')}`,
          'a readable object',
          error,
          'the file is damaged',
        );
        this.#findings.settle();
      }
      if (found instanceof this.#library.Dataset) return k === names.length - 1 ? found : undefined;
      if (!(found instanceof this.#library.Group)) return undefined;
      group = found;
    }
    return group;
  }

  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  /** The names in a group; empty where there is none. */
  names(path: string): string[] {
    const found = this.#find(path);
    if (!(found instanceof this.#library.Group)) return [];
    try {
      return found.keys();
    } catch (error) {
      this.#findings.addCaused(path, 'a readable group', error, 'the file is damaged');
      this.#findings.settle();
      throw error;
    }
  }

  /** The numbers of a dataset of any shape and number type, or undefined after noting why not. */
  numbers(path: string): Float64Array | undefined {
    return this.#values(path, 'numbers', (value) => {
      if (value instanceof Float64Array) return value;
      if (ArrayBuffer.isView(value)) return Float64Array.from(value as unknown as ArrayLike<number>, Number);
      return typeof value === 'number' || typeof value === 'bigint' ? Float64Array.of(Number(value)) : undefined;
    });
  }

  /** The integers of a dataset of any shape and integer type, or undefined after noting why not. */
  integers(path: string): Int32Array | undefined {
    return this.#values(path, 'integers below 2^31', (value) => {
      if (value instanceof Int32Array) return value;
      const list = ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<number>) : [value];
      const out = new Int32Array(list.length);
      for (let k = 0; k < out.length; k++) {
        out[k] = Number(list[k]);
        if (out[k] !== Number(list[k])) return undefined;
      }
      return out;
    });
  }

  /** The single integer of a dataset, or undefined after noting why not. */
  integer(path: string): number | undefined {
    const values = this.integers(path);
    if (values === undefined || values.length === 1) return values?.[0];
    this.#findings.add(path, 'one integer', `${values.length} of them`);
    return undefined;
  }

  /** The text of a dataset up to its first NUL, or undefined where there is none; text is never worth an error. */
  text(path: string): string | undefined {
    const found = this.#find(path);
    if (!(found instanceof this.#library.Dataset)) return undefined;
    try {
      const { total_size, size, vlen } = found.metadata;
      if (!vlen && total_size * size > this.#bytes) return undefined;
      const value: unknown = found.value;
      const text = Array.isArray(value) ? value[0] : value;
      return typeof text === 'string' ? text.split('\0', 1)[0].trim() : undefined;
    } catch {
      return undefined;
    }
  }

  #values<T>(path: string, expected: string, convert: (value: unknown) => T | undefined): T | undefined {
    const found = this.#find(path);
    if (found === undefined) this.#findings.add(path, `a dataset of ${expected}`, 'nothing there');
    else if (!(found instanceof this.#library.Dataset)) this.#findings.add(path, `a dataset of ${expected}`, 'a group');
    else {
      try {
        const converted = this.#read(found, path, convert);
        if (converted === undefined) this.#findings.add(path, expected, 'data of another type');
        return converted ?? undefined;
      } catch (error) {
        this.#findings.addCaused(path, expected, error, 'the dataset is damaged');
      }
    }
    return undefined;
  }

  /** The converted data; undefined: of another type; null: refused, and noted. */
  #read<T>(found: Dataset, path: string, convert: (value: unknown) => T | undefined): T | undefined | null {
    const { type, size, total_size, chunks, shape } = found.metadata;
    if ((type !== 0 && type !== 1) || shape === null) return undefined;
    const limit = this.#bytes * (chunks ? largestCompression : 1);
    if (size * total_size > limit) {
      const found = `a claim of ${size * total_size}`;
      this.#findings.add(path, `at most ${this.#bytes} bytes (the size of the file)`, found, 'the dataset is damaged');
      return null;
    }
    return convert(total_size === 0 ? new Float64Array(0) : found.value);
  }
}

/** Writes an HDF5 file in memory; paths are absolute, groups are made as needed. */
export class Hdf5Writer {
  readonly #file: Hdf5File;
  readonly #name: string;
  readonly #library: typeof Library;
  readonly #groups = new Set<string>();

  private constructor(file: Hdf5File, name: string, loaded: typeof Library) {
    this.#file = file;
    this.#name = name;
    this.#library = loaded;
  }

  static async create(): Promise<Hdf5Writer> {
    const loaded = await library();
    const name = nextName();
    return new Hdf5Writer(new loaded.File(name, 'w'), name, loaded);
  }

  integers(path: string, data: Int32Array): void {
    this.#parent(path);
    this.#file.create_dataset({ name: path, data, shape: [data.length], dtype: '<i' });
  }

  numbers(path: string, data: Float64Array): void {
    this.#parent(path);
    this.#file.create_dataset({ name: path, data, shape: [data.length], dtype: '<d' });
  }

  /** A fixed-length string that ends in a NUL, as FCLib writes them. */
  text(path: string, text: string): void {
    this.#parent(path);
    const size = new TextEncoder().encode(text).length + 1;
    this.#file.create_dataset({ name: path, data: text, shape: [], dtype: `S${size}` });
  }

  #parent(path: string): void {
    const group = path.slice(0, path.lastIndexOf('/'));
    if (group === '' || this.#groups.has(group)) return;
    this.#parent(group);
    this.#file.create_group(group);
    this.#groups.add(group);
  }

  /** Closes the file; its bytes. */
  finish(): Uint8Array {
    this.#file.close();
    const bytes = this.#library.FS!.readFile(this.#name);
    this.#library.FS!.unlink(this.#name);
    return bytes;
  }
}
