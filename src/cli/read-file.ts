import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../errors.js';

/** What may be read of a file that another file names. */
export interface ReadLimits {
  /** the folder that it must lie in, links followed; anywhere where not given */
  readonly within?: string;
}

/**
 * Most bytes of a file. Files are read whole, and texts become one string: V8 holds strings up to 2^29 - 24 letters, so that
 * a scene, an OBJ or a glTF beyond this could not be taken in anyway.
 */
export const mostBytes = 512 * 1024 * 1024;

/** A file that another one names, but that is not to be opened. */
class RefusedFile extends Error {}

/** Bytes of a file that the user named: also a pipe, but not without end. */
export async function readFile(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    return await readHandle(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Bytes of a file that a scene names: a regular file only, since opening a device or a pipe may wait for ever or act on it, of
 * limited size, within a folder. Throws a `RefusedFile` with what was found instead.
 */
export async function readNamedFile(file: string, limits: ReadLimits): Promise<Uint8Array> {
  // the place it really is: a link within the folder may lead out of it
  const real = await realpath(file);
  if (limits.within !== undefined && !isWithin(await realpath(limits.within), real)) {
    throw new RefusedFile(`a link that leads out of the folder, to ${real}`);
  }
  requireRegular(await stat(real));
  // neither followed nor waited for, should something else stand there by now
  const handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    requireRegular(await handle.stat());
    return await readHandle(handle);
  } finally {
    await handle.close();
  }
}

function requireRegular(found: { isFile(): boolean; isDirectory(): boolean; isFIFO(): boolean }): void {
  if (found.isFile()) return;
  throw new RefusedFile(found.isDirectory() ? 'a folder' : found.isFIFO() ? 'a pipe' : 'a device or a socket');
}

async function readHandle(handle: FileHandle): Promise<Uint8Array> {
  const tooLarge = (): never => {
    throw new RefusedFile(`a file larger than ${mostBytes / 1024 / 1024} MiB`);
  };
  const { size } = await handle.stat();
  if (size > mostBytes) tooLarge();
  // one more than what it should have, so that its end is seen; pipes and devices say 0
  let bytes = new Uint8Array(Math.max(size + 1, 65536));
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
    if (bytesRead === 0) return bytes.slice(0, length);
    length += bytesRead;
    if (length > mostBytes) tooLarge();
    if (length < bytes.length) continue;
    const larger = new Uint8Array(Math.min(2 * bytes.length, mostBytes + 1));
    larger.set(bytes);
    bytes = larger;
  }
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Where a path written in a file of a folder leads; an `InputError` where that is outside and not meant to be. */
export function pathFrom(folder: string, named: string, outside: boolean): string {
  const file = path.isAbsolute(named) ? named : path.join(folder, named);
  if (!outside && !isWithin(path.resolve(folder), path.resolve(file))) {
    const found = 'a path that leads out of it';
    const hint = 'copy the file there, or say --allow-outside where you trust the scene';
    throw new InputError('not opened', [{ path: named, expected: `a file within ${folder}`, found, hint }]);
  }
  return file;
}
