import { Findings } from '../findings.js';
import type { ImportedMesh } from './mesh.js';
import { type Placement, type Triple, placed } from './up-axis.js';

/** Size and reader of each type of number. */
const types: Record<string, readonly [size: number, read: (view: DataView, at: number, little: boolean) => number]> = {
  char: [1, (view, at) => view.getInt8(at)],
  uchar: [1, (view, at) => view.getUint8(at)],
  short: [2, (view, at, little) => view.getInt16(at, little)],
  ushort: [2, (view, at, little) => view.getUint16(at, little)],
  int: [4, (view, at, little) => view.getInt32(at, little)],
  uint: [4, (view, at, little) => view.getUint32(at, little)],
  float: [4, (view, at, little) => view.getFloat32(at, little)],
  double: [8, (view, at, little) => view.getFloat64(at, little)],
};

const otherNames: Record<string, string> = {
  ...{ int8: 'char', uint8: 'uchar', int16: 'short', uint16: 'ushort' },
  ...{ int32: 'int', uint32: 'uint', float32: 'float', float64: 'double' },
};

interface Property {
  readonly name: string;
  readonly type: string;
  /** type of the length, where it is a list */
  readonly list: string | undefined;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

/** Numbers of the body, one after the other, whatever their form. */
type Next = (type: string) => number;

/**
 * Vertices and faces of a PLY file, text or binary; faces of more than three corners are cut into fans. Other properties are
 * passed over. Throws an `InputError`.
 */
export function readPly(bytes: Uint8Array, name: string, placement: Placement): ImportedMesh {
  const findings = new Findings(`${name} is not a usable PLY file`);
  const { format, elements, length } = headerOf(bytes, findings);
  const next =
    format === 'ascii' ? textNumbers(bytes, length, findings) : binaryNumbers(bytes, length, format, findings);
  const vertices: Triple[] = [];
  const triangles: Triple[] = [];
  const uvs: [number, number][] = [];
  for (const { name: kind, count, properties } of elements) {
    for (let k = 0; k < count; k++) {
      const values = new Map<string, number[]>();
      for (const { name: key, type, list } of properties) {
        const n = list === undefined ? 1 : next(list);
        if (!(n >= 0 && n <= bytes.length)) findings.fail(`${kind} ${k}`, 'a list of sensible length', String(n));
        values.set(
          key,
          Array.from({ length: n }, () => next(type)),
        );
      }
      if (kind === 'vertex') {
        vertices.push(vertexOf(values, k, placement, findings));
        uvs.push(uvOf(values));
      }
      if (kind === 'face') addFace(triangles, values.get('vertex_indices') ?? values.get('vertex_index'), k, findings);
    }
  }
  if (triangles.length === 0) findings.fail('the file', 'faces', 'none');
  const wrong = triangles.findIndex((corners) => corners.some((v) => !(v >= 0 && v < vertices.length)));
  if (wrong >= 0) findings.fail('a face', `vertex numbers below ${vertices.length}`, triangles[wrong].join(' '));
  const textured = uvs.every((own) => own.every(Number.isFinite));
  return { vertices, triangles, ...(textured && { uvs }) };
}

/** Texture coordinates under one of the names that programs give them. */
function uvOf(values: ReadonlyMap<string, number[]>): [number, number] {
  const names = [['s', 't'] as const, ['u', 'v'] as const, ['texture_u', 'texture_v'] as const];
  const found = names.find(([u]) => values.has(u));
  return found ? [values.get(found[0])?.[0] ?? NaN, values.get(found[1])?.[0] ?? NaN] : [NaN, NaN];
}

function vertexOf(values: ReadonlyMap<string, number[]>, k: number, placement: Placement, findings: Findings): Triple {
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => values.get(axis)?.[0] ?? NaN);
  if (![x, y, z].every(Number.isFinite)) findings.fail(`vertex ${k}`, 'finite x, y, z', `${x} ${y} ${z}`);
  return placed(x, y, z, placement);
}

function addFace(triangles: Triple[], corners: number[] | undefined, k: number, findings: Findings): void {
  if (!corners) return findings.fail('its header', 'a property vertex_indices of faces', 'none');
  if (corners.length < 3) findings.fail(`face ${k}`, 'at least 3 corners', String(corners.length));
  for (let i = 2; i < corners.length; i++) triangles.push([corners[0], corners[i - 1], corners[i]]);
}

function headerOf(bytes: Uint8Array, findings: Findings): { format: string; elements: Element[]; length: number } {
  // headers are short; the body may be binary
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 65536));
  const end = /end_header\r?\n/.exec(text);
  if (!text.startsWith('ply') || !end) return findings.fail('its header', 'ply ... end_header', text.slice(0, 20));
  let format = '';
  const elements: Element[] = [];
  text
    .slice(0, end.index)
    .split('\n')
    .forEach((line, k) => {
      const words = line.trim().split(/\s+/);
      const place = `line ${k + 1}`;
      if (words[0] === 'format') format = words[1];
      else if (words[0] === 'element') {
        const count = Number(words[2]);
        if (!(Number.isInteger(count) && count >= 0 && count <= bytes.length)) {
          findings.fail(place, 'a number of elements that fits the file', String(words[2]));
        }
        elements.push({ name: words[1], count, properties: [] });
      } else if (words[0] === 'property') {
        const known = (word: string): string => {
          const type = otherNames[word] ?? word;
          return Object.hasOwn(types, type) ? type : findings.fail(place, 'a type of numbers', word);
        };
        const isList = words[1] === 'list';
        const [list, type, own] = isList
          ? [known(words[2]), known(words[3]), words[4]]
          : [undefined, known(words[1]), words[2]];
        if (elements.length === 0) findings.fail(place, 'an element before its properties', line.slice(0, 40));
        elements[elements.length - 1].properties.push({ name: own, type, list });
      }
    });
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format)) {
    findings.fail('its header', 'format ascii, binary_little_endian or binary_big_endian', format || 'none');
  }
  return { format, elements, length: end.index + end[0].length };
}

function textNumbers(bytes: Uint8Array, from: number, findings: Findings): Next {
  const words = new TextDecoder().decode(bytes.subarray(from)).split(/\s+/).filter(Boolean);
  let at = 0;
  return () => {
    const value = at < words.length ? Number(words[at]) : NaN;
    if (Number.isNaN(value))
      findings.fail('its body', 'a number', at < words.length ? words[at].slice(0, 20) : 'the end');
    at++;
    return value;
  };
}

function binaryNumbers(bytes: Uint8Array, from: number, format: string, findings: Findings): Next {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = format === 'binary_little_endian';
  let at = from;
  return (type) => {
    const [size, read] = types[type];
    if (at + size > bytes.length) findings.fail('its body', 'more bytes', 'the end');
    at += size;
    return read(view, at - size, little);
  };
}
