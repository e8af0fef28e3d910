import { InputError } from '../../errors.js';
import { readJson } from '../../io/json/read.js';
import { isNative } from '../../io/native/header.js';
import { readNative } from '../../io/native/native.js';
import { readNpz } from '../../io/npz/read.js';
import type { ReadProblem } from '../../io/problem-file.js';
import { hdf5Global } from './hdf5-global.js';

type Reader = (bytes: Uint8Array, name: string) => Promise<ReadProblem>;

/** Whether bytes look like an HDF5 file. */
export function isHdf5(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x48 && bytes[2] === 0x44 && bytes[3] === 0x46;
}

/** Whether bytes look like a problem file that is not JSON. */
export function isProblemFile(bytes: Uint8Array): boolean {
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  return isHdf5(bytes) || isNative(bytes) || zip;
}

/** Reads a problem file as `readProblem` does, with the HDF5 library loaded only when it is needed. */
export async function readProblemFile(bytes: Uint8Array, name: string): Promise<ReadProblem> {
  if (isHdf5(bytes)) return (await hdf5Reader())(bytes, name);
  if (isNative(bytes)) return readNative(bytes, name);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readNpz(bytes, name);
  return readJson(bytes, name);
}

let loading: Promise<Reader> | undefined;

function hdf5Reader(): Promise<Reader> {
  loading ??= new Promise<Reader>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'hdf5-file.js';
    script.onload = () => resolve((globalThis as unknown as Record<string, Reader>)[hdf5Global]);
    script.onerror = () => {
      loading = undefined;
      const problem = { path: 'hdf5-file.js', expected: 'the reader of HDF5 files', found: 'nothing that loads' };
      reject(new InputError('cannot read HDF5 files', [problem]));
    };
    document.head.append(script);
  });
  return loading;
}
