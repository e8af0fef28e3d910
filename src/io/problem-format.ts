import { Findings } from './findings.js';
import { readJson } from './json/read.js';
import { isNative } from './native/header.js';
import { readNative } from './native/native.js';
import { readNpz } from './npz/read.js';
import type { ProblemFormat, ReadProblem } from './problem-file.js';

/** File name endings of each format, the first being the usual one. */
export const extensions: Record<ProblemFormat, readonly string[]> = {
  fclib: ['hdf5', 'h5', 'he5', 'hdf'],
  bin: ['bin'],
  json: ['json'],
  npz: ['npz'],
};

/** The format a file name stands for, or undefined. */
export function formatOfName(name: string): ProblemFormat | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const formats = Object.keys(extensions) as ProblemFormat[];
  return formats.find((format) => extensions[format].includes(ending));
}

const hdf5Signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** The format that the first bytes of a file show, or undefined. */
export function formatOfBytes(bytes: Uint8Array): ProblemFormat | undefined {
  // HDF5 allows a user's block of 512, 1024, ... bytes before the signature
  for (let at = 0; at + 8 <= bytes.length; at = at === 0 ? 512 : 2 * at) {
    if (hdf5Signature.every((byte, k) => bytes[at + k] === byte)) return 'fclib';
  }
  if (isNative(bytes)) return 'bin';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) return 'npz';
  let first = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (first < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[first])) first++;
  return bytes[first] === 0x7b ? 'json' : undefined;
}

/** Reads a file of any format, HDF5 by the reader that is handed over: its library is large, and not always there. */
export async function readBytes(
  bytes: Uint8Array,
  name: string,
  hdf5: (bytes: Uint8Array, name: string) => Promise<ReadProblem>,
): Promise<ReadProblem> {
  switch (formatOfBytes(bytes)) {
    case 'fclib':
      return hdf5(bytes, name);
    case 'bin':
      return readNative(bytes, name);
    case 'json':
      return readJson(bytes, name);
    case 'npz':
      return readNpz(bytes, name);
    default:
      return refuse(bytes, name);
  }
}

/** What a file of that name should begin with, and what it does. */
function refuse(bytes: Uint8Array, name: string): never {
  const findings = new Findings(`${name} is not a problem file`);
  const named = formatOfName(name);
  const begin = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const found = bytes.length === 0 ? 'an empty file' : `${bytes.length} bytes that begin with ${begin}`;
  const expected: Record<ProblemFormat, string> = {
    fclib: 'an HDF5 file (89 48 44 46 0d 0a 1a 0a)',
    bin: 'a native problem file (46 48 50 43)',
    json: 'a JSON object',
    npz: 'a ZIP archive (50 4b 03 04)',
  };
  const hint = named ? 'the file is damaged, or has the wrong name' : undefined;
  return findings.fail('file', named ? expected[named] : 'FCLib .hdf5, native .bin, .json or .npz', found, hint);
}
