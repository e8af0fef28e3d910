import { Findings } from '../findings.js';
import type { ImportedMesh } from './mesh.js';
import { type Placement, type Triple, placed } from './up-axis.js';

const headerLength = 84;
const recordLength = 50;

/**
 * The triangles of an STL file, binary or text; corners at the same place become one vertex, triangles without an area are
 * left out. Throws an `InputError`.
 */
export function readStl(bytes: Uint8Array, name: string, placement: Placement): ImportedMesh {
  const findings = new Findings(`${name} is not a usable STL file`);
  const numbers = isBinary(bytes) ? binaryCorners(bytes) : textCorners(bytes, findings);
  const vertices: Triple[] = [];
  const triangles: Triple[] = [];
  const known = new Map<string, number>();
  for (let k = 0; k + 8 < numbers.length; k += 9) {
    const corners = [k, k + 3, k + 6].map((at) => {
      const [x, y, z] = [numbers[at], numbers[at + 1], numbers[at + 2]];
      if (![x, y, z].every(Number.isFinite)) findings.fail(`triangle ${k / 9}`, 'finite numbers', `${x} ${y} ${z}`);
      const key = `${x} ${y} ${z}`;
      const there = known.get(key) ?? vertices.push(placed(x, y, z, placement)) - 1;
      known.set(key, there);
      return there;
    });
    const [a, b, c] = corners;
    if (a !== b && b !== c && c !== a) triangles.push([a, b, c]);
  }
  if (triangles.length === 0) findings.fail('the file', 'triangles', 'none');
  return { vertices, triangles };
}

/** Whether the length is that of a binary file with as many triangles as it says; text may begin with any words. */
function isBinary(bytes: Uint8Array): boolean {
  if (bytes.length < headerLength) return false;
  const count = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
  return bytes.length === headerLength + recordLength * count;
}

function binaryCorners(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  // of each record: a normal, three corners, two bytes of something else
  return Float64Array.from({ length: 9 * count }, (_, k) =>
    view.getFloat32(headerLength + recordLength * Math.floor(k / 9) + 12 + 4 * (k % 9), true),
  );
}

function textCorners(bytes: Uint8Array, findings: Findings): number[] {
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*solid\b/.test(text)) {
    const expected = 'the word solid, or a header of 84 bytes with 50 bytes for each triangle after it';
    findings.fail('the file', expected, `${bytes.length} bytes of something else`);
  }
  const numbers: number[] = [];
  text.split('\n').forEach((line, k) => {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word !== 'vertex') return;
    const x = rest.map(Number);
    if (x.length !== 3 || !x.every(Number.isFinite)) {
      findings.fail(`line ${k + 1}`, 'vertex and three numbers', line.trim().slice(0, 60));
    }
    numbers.push(...x);
  });
  if (numbers.length % 9 !== 0) findings.fail('the file', 'three corners a triangle', `${numbers.length / 3} corners`);
  return numbers;
}
