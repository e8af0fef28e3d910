import { joinBytes, littleEndian, numbersFrom } from './bytes.js';

/**
 * Values made of numbers, texts, lists, objects and number arrays as bytes, every bit of every number kept (JSON alone
 * loses -0 and what is not finite). Layout: length of the JSON skeleton (u32) and of the numbers (u32), skeleton, zeros up
 * to a multiple of 8, numbers. In the skeleton { "$": [kind, offset, length] } stands for numbers.
 */
const kinds = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u32: Uint32Array, u8: Uint8Array } as const;

type Kind = keyof typeof kinds;
type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function kindOf(value: NumberArray): Kind {
  return (Object.keys(kinds) as Kind[]).find((kind) => value instanceof kinds[kind])!;
}

/** The bytes of a value. */
export function encodeValue(value: unknown): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const store = (numbers: NumberArray): object => {
    const bytes = numbers instanceof Uint8Array ? numbers : littleEndian(numbers);
    const at = size;
    parts.push(bytes);
    const pad = (8 - (bytes.length % 8)) % 8;
    if (pad > 0) parts.push(new Uint8Array(pad));
    size += bytes.length + pad;
    return { $: [kindOf(numbers), at, numbers.length] };
  };
  const skeleton = (item: unknown): unknown => {
    if (typeof item === 'number') return { ...store(Float64Array.of(item)), one: 1 };
    if (typeof item !== 'object' || item === null) return item;
    if (ArrayBuffer.isView(item)) return store(item as NumberArray);
    if (Array.isArray(item)) {
      if (item.length > 0 && item.every((x) => typeof x === 'number'))
        return { ...store(Float64Array.from(item)), list: 1 };
      return item.map(skeleton);
    }
    return Object.fromEntries(Object.entries(item).map(([key, own]) => [key, skeleton(own)]));
  };
  const text = encoder.encode(JSON.stringify(skeleton(value === undefined ? null : value)));
  const gap = (8 - (text.length % 8)) % 8;
  return joinBytes([littleEndian(Uint32Array.of(text.length, size)), text, new Uint8Array(gap), ...parts]);
}

/** The value of bytes that `encodeValue` made. Throws where they are not such bytes. */
export function decodeValue(bytes: Uint8Array): unknown {
  if (bytes.length < 8) throw new RangeError('too short');
  const [length, size] = numbersFrom(Uint32Array, bytes.subarray(0, 8));
  const from = 8 + length + ((8 - (length % 8)) % 8);
  if (from + size > bytes.length) throw new RangeError('too short');
  const load = ([kind, at, count]: [Kind, number, number]): NumberArray => {
    const type = kinds[kind];
    const end = at + count * type.BYTES_PER_ELEMENT;
    if (!(at >= 0 && count >= 0 && end <= size)) throw new RangeError('numbers outside');
    const own = bytes.subarray(from + at, from + end);
    return type === Uint8Array ? own.slice() : numbersFrom(type as typeof Float64Array, own);
  };
  const revive = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) return item.map(revive);
    const { $, list, one } = item as { $?: [Kind, number, number]; list?: 1; one?: 1 };
    if ($ === undefined) return Object.fromEntries(Object.entries(item).map(([key, own]) => [key, revive(own)]));
    const numbers = load($);
    if (one) return numbers[0];
    return list ? Array.from(numbers) : numbers;
  };
  return revive(JSON.parse(decoder.decode(bytes.subarray(8, 8 + length))));
}
