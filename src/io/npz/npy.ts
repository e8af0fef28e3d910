import type { Findings } from '../findings.js';

/** An array of a NumPy file: numbers in C order, or the text of a string array. */
export interface NpyArray {
  readonly shape: readonly number[];
  readonly data: Float64Array | string;
}

/** A NumPy array file (version 1.0), its data 64-byte aligned. `shape` [] is a scalar. */
export function writeNpy(data: Float64Array | Int32Array | string, shape?: readonly number[]): Uint8Array {
  const [type, content] = encode(data);
  const dimensions = shape ?? (typeof data === 'string' ? [] : [data.length]);
  const tuple = dimensions.length === 1 ? `(${dimensions[0]},)` : `(${dimensions.join(', ')})`;
  let header = `{'descr': '${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n';
  const out = new Uint8Array(10 + header.length + content.length);
  out.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  out.set(new TextEncoder().encode(header), 10);
  out.set(content, 10 + header.length);
  return out;
}

function encode(data: Float64Array | Int32Array | string): [string, Uint8Array] {
  if (typeof data === 'string') return [`|S${data.length}`, new TextEncoder().encode(data)];
  const real = data instanceof Float64Array;
  const out = new DataView(new ArrayBuffer(data.byteLength));
  for (let k = 0; k < data.length; k++) {
    if (real) out.setFloat64(8 * k, data[k], true);
    else out.setInt32(4 * k, data[k], true);
  }
  return [real ? '<f8' : '<i4', new Uint8Array(out.buffer)];
}

/** Reads a NumPy array file; throws `InputError` for anything but numbers and byte strings. */
export function readNpy(bytes: Uint8Array, path: string, findings: Findings): NpyArray {
  const begin = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
  if (bytes.length < 12 || begin.some((byte, k) => bytes[k] !== byte))
    return findings.fail(path, 'a NumPy array', 'other bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = bytes[6] >= 2;
  const from = wide ? 12 : 10;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (from + length > bytes.length) return findings.fail(path, 'a NumPy header', 'a part of one', 'cut short');
  const header = new TextDecoder('latin1').decode(bytes.subarray(from, from + length));
  const type = /'descr':\s*'([<>|=][a-zA-Z]\d+)'/.exec(header)?.[1];
  const tuple = /'shape':\s*\(([\d,\s]*)\)/.exec(header)?.[1];
  if (type === undefined || tuple === undefined)
    return findings.fail(path, 'a header with a plain number type and a shape', header.slice(0, 80).trim());
  const shape = tuple.split(',').flatMap((part) => (part.trim() === '' ? [] : [Number(part)]));
  const content = bytes.subarray(from + length);
  const count = shape.reduce((product, size) => product * size, 1);
  const read = readerOf(type);
  // NumPy counts the width of unicode strings in letters of four bytes
  const width = Number(type.slice(2)) * (type[1] === 'U' ? 4 : 1);
  if (count * width !== content.length)
    return findings.fail(path, `${count} x ${width} bytes (its shape and type)`, `${content.length} bytes`);
  if (type[1] === 'S' || type[1] === 'U') return { shape, data: text(content, type) };
  if (!read) return findings.fail(path, 'floating-point numbers or integers', `type ${type}`);
  const data = new Float64Array(count);
  const values = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let k = 0; k < count; k++) data[k] = read(values, k * width, type[0] !== '>');
  const fortran = /'fortran_order':\s*True/.test(header) && shape.length === 2;
  return { shape, data: fortran ? transposed(data, shape[0], shape[1]) : data };
}

type ReadNumber = (view: DataView, at: number, little: boolean) => number;

/** How to read one number of a NumPy type, or undefined for other types. */
function readerOf(type: string): ReadNumber | undefined {
  const readers: Record<string, ReadNumber> = {
    f8: (view, at, little) => view.getFloat64(at, little),
    f4: (view, at, little) => view.getFloat32(at, little),
    i8: (view, at, little) => Number(view.getBigInt64(at, little)),
    i4: (view, at, little) => view.getInt32(at, little),
    i2: (view, at, little) => view.getInt16(at, little),
    i1: (view, at) => view.getInt8(at),
    u8: (view, at, little) => Number(view.getBigUint64(at, little)),
    u4: (view, at, little) => view.getUint32(at, little),
    u2: (view, at, little) => view.getUint16(at, little),
    u1: (view, at) => view.getUint8(at),
    b1: (view, at) => view.getUint8(at),
  };
  return readers[type.slice(1)];
}

/** Byte strings as they are; NumPy's unicode strings have four bytes a letter, of which ASCII fills the lowest. */
function text(content: Uint8Array, type: string): string {
  const lowest = type[0] === '>' ? 3 : 0;
  const bytes = type[1] === 'U' ? content.filter((_, k) => k % 4 === lowest) : content;
  return new TextDecoder('latin1').decode(bytes).replace(/\0+$/, '');
}

function transposed(data: Float64Array, rows: number, cols: number): Float64Array {
  return data.map((_, k) => data[Math.floor(k / cols) + rows * (k % cols)]);
}
