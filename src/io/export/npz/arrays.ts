import { joinBytes, littleEndian } from '../../../record/bytes.js';
import { crc32 } from '../../../record/crc32.js';
import type { Member } from '../zip-stream.js';

export type Numbers = Float64Array | Float32Array | Int32Array;

const types = { f4: 4, f8: 8, i4: 4 } as const;

/** The header of a NumPy array file (version 1.0), its data aligned to 64 bytes. */
function npyHeader(type: string, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  let text = `{'descr': '<${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  text = text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11) + '\n';
  const begin = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length & 255, text.length >> 8);
  return joinBytes([begin, new TextEncoder().encode(text)]);
}

/** An array that is made twice, first for its checksum, then to be written. */
export function member(
  name: string,
  type: keyof typeof types,
  shape: readonly number[],
  parts: () => Iterable<Numbers>,
): Member {
  const header = npyHeader(type, shape);
  return stored(name, header, types[type] * shape.reduce((product, n) => product * n, 1), parts);
}

/** An array that is known now. */
export function known(name: string, data: Numbers, shape: readonly number[] = [data.length]): Member {
  const type = data instanceof Float64Array ? 'f8' : data instanceof Float32Array ? 'f4' : 'i4';
  return member(name, type, shape, () => [data]);
}

function stored(name: string, header: Uint8Array, length: number, parts: () => Iterable<Numbers>): Member {
  const size = header.length + length;
  function* bytes(): Generator<Uint8Array> {
    yield header;
    for (const part of parts()) yield littleEndian(part);
  }
  let sum = 0;
  for (const piece of bytes()) sum = crc32(piece, sum);
  return { name: `${name}.npy`, size, sum, bytes };
}

/** Texts as an array of NumPy's unicode type, each as long as the longest. */
export function texts(name: string, values: readonly string[]): Member {
  const letters = values.map((value) => Array.from(value, (letter) => letter.codePointAt(0)!));
  const width = Math.max(1, ...letters.map((own) => own.length));
  const codes = new Int32Array(width * values.length);
  letters.forEach((own, k) => codes.set(own, k * width));
  return stored(name, npyHeader(`U${width}`, [values.length]), 4 * codes.length, () => [codes]);
}
