import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Piece } from '../../io/export/exporter.js';
import { exporterNamed } from '../../io/export/registry.js';
import type { Recording } from '../../record/recording.js';
import { writeReport } from '../report/page.js';
import { OutputError } from '../run/out-folder.js';
import { writeMovie } from './movie.js';

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

/** Writes a recording in a format, every so many frames of it; the files. */
export async function writeExport(
  recording: Recording,
  format: string,
  folder: string,
  every = 1,
): Promise<WrittenFile[]> {
  const name = runName(recording);
  const frames = Array.from({ length: recording.frames }, (_, k) => k).filter((k) => k % every === 0);
  if (format === 'report') return [await writeReport(recording, folder)];
  if (format === 'mp4') return [await writeMovie(recording, frames, path.join(folder, `${name}.mp4`), every)];
  const written: WrittenFile[] = [];
  for await (const file of exporterNamed(format)!.files(recording, { name, frames })) {
    const target = path.join(folder, file.path);
    written.push({ path: target, bytes: await writePieces(target, file.pieces) });
  }
  return written;
}

/** The scene's name as a file name. */
function runName(recording: Recording): string {
  const { name } = (recording.header.scene ?? {}) as { name?: unknown };
  const plain = typeof name === 'string' ? name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') : '';
  return plain === '' ? 'run' : plain.slice(0, 80);
}

async function writePieces(target: string, pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<number> {
  let total = 0;
  let descriptor: number | undefined;
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    descriptor = openSync(target, 'w');
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done);
      total += bytes.length;
    }
  } catch (cause) {
    if ((cause as { code?: unknown }).code === undefined) throw cause;
    throw new OutputError(target, 'a file that can be written', cause);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  return total;
}
