import { joinBytes, littleEndian } from '../../record/bytes.js';
import { base64 } from './base64.js';

type Numbers = Float32Array | Int32Array | Uint8Array;

const typeOf = (data: Numbers): string =>
  data instanceof Float32Array ? 'Float32' : data instanceof Int32Array ? 'Int32' : 'UInt8';

/** An array in VTK's XML: base64 of its length in bytes and its bytes. Those beside the points need their own count. */
export function dataArray(name: string, data: Numbers, components = 1): string {
  const own = data instanceof Uint8Array ? data : littleEndian(data);
  const bytes = joinBytes([littleEndian(Uint32Array.of(own.length)), own]);
  const wide = components > 1 ? ` NumberOfComponents="${components}"` : '';
  const tuples = ` NumberOfTuples="${data.length / components}"`;
  return `<DataArray type="${typeOf(data)}" Name="${name}"${wide}${tuples} format="binary">${base64(bytes)}</DataArray>\n`;
}

/** Texts in VTK's XML: the numbers of their letters, each text ended by a zero. */
export function textArray(name: string, values: readonly string[]): string {
  const codes = values.flatMap((value) => [...new TextEncoder().encode(value), 0]);
  return `<Array type="String" Name="${name}" NumberOfTuples="${values.length}" format="ascii">${codes.join(' ')}</Array>\n`;
}
