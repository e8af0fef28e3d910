import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExportOptions } from '../../src/io/export/exporter.js';
import { exporterNamed } from '../../src/io/export/registry.js';
import type { Recording } from '../../src/record/recording.js';

/** Writes a recording in a format to a folder of its own; the folder. */
export async function exported(
  recording: Recording,
  format: string,
  options: Partial<ExportOptions> = {},
): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `stickslip-${format}-`));
  const frames = Array.from({ length: recording.frames }, (_, k) => k);
  for await (const file of exporterNamed(format)!.files(recording, { name: 'mixed', frames, ...options })) {
    const target = path.join(folder, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    const parts: Buffer[] = [];
    for await (const piece of file.pieces) parts.push(Buffer.from(piece));
    writeFileSync(target, Buffer.concat(parts));
  }
  return folder;
}

/** What one of the Python scripts beside this file prints about a file. */
export function readWithPython(python: string, script: string, file: string): unknown {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const text = execFileSync(python, [path.join(here, script), file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(text);
}

/** Positions in a recording as numbers: node i of a rod, or the place of a solid. */
export function positionAt(recording: Recording, frame: number, body: number, node = 0): number[] {
  const at = recording.layout.offsets[body] + 3 * node;
  return Array.from(recording.frame(frame).bodies.subarray(at, at + 3));
}
