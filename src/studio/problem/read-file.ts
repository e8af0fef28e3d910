import { InputError } from '../../errors.js';
import type { ReadProblem } from '../../io/problem-file.js';
import { readBytes } from '../../io/problem-format.js';
import { hdf5Global } from './hdf5-global.js';

type Reader = (bytes: Uint8Array, name: string) => Promise<ReadProblem>;

/** Reads a problem file as `readProblem` does, with the HDF5 library loaded only when it is needed. */
export function readProblemFile(bytes: Uint8Array, name: string): Promise<ReadProblem> {
  return readBytes(bytes, name, async () => (await hdf5Reader())(bytes, name));
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
