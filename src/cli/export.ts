import { closeSync, existsSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../errors.js';
import { exporters } from '../io/export/registry.js';
import type { Exporter } from '../io/export/exporter.js';
import { Recording } from '../record/recording.js';
import { count } from './format.js';
import type { AddCommand } from './program.js';
import { OutputError, RecordingFile, recordingName } from './run/out-folder.js';
import { writeReport } from './run/report.js';
import type { Terminal } from './terminal.js';
import { integerFrom, list, oneOf } from './values.js';

/** Formats by name; the report page is one too. */
export const exportFormats: readonly string[] = [...exporters.map(({ name }) => name), 'report'];

const examples = `
Formats:
${exporters.map(({ name, summary }) => `  ${name.padEnd(7)} ${summary}`).join('\n')}
  report  a page with plots of contacts, iterations, error, energy, penetration and time

Examples:
  stickslip export runs/pasta --to usda              runs/pasta/spaghetti-31.usda
  stickslip export runs/pasta --to glb,html          several at once
  stickslip export runs/pasta --to obj --every 5     every fifth frame`;

/** Formats given with commas between them. */
export function formatList(text: string): string[] {
  return list(text).map(oneOf(exportFormats));
}

/** `stickslip export DIR --to FORMAT`: converts a recording. */
export const addExport: AddCommand = (program, { terminal }) => {
  program
    .command('export')
    .description('convert the recording of a run to other formats')
    .argument('<DIR>', 'folder of a run, or a recording file')
    .requiredOption('--to <FORMATS>', exportFormats.join(', '), formatList)
    .option('--out <DIR>', 'folder to write to (default: that of the run)')
    .option('--every <N>', 'every N-th frame', integerFrom(1), 1)
    .addHelpText('after', examples)
    .action(async (folder: string, options: { to: string[]; out?: string; every: number }) => {
      const file = openRecording(folder);
      try {
        const recording = new Recording(file.source(), file.path);
        const out = options.out ?? (statSync(folder).isDirectory() ? folder : path.dirname(folder));
        for (const format of options.to) await exportRecording(terminal, recording, format, out, options.every);
      } finally {
        file.close();
      }
    });
};

function openRecording(given: string): RecordingFile {
  const file = existsSync(given) && statSync(given).isDirectory() ? path.join(given, recordingName) : given;
  if (!existsSync(file)) {
    const hint = 'stickslip run SCENE --out DIR makes one';
    throw new InputError('no recording', [{ path: file, expected: 'a recording', found: 'nothing there', hint }]);
  }
  return new RecordingFile(file, 'read');
}

/** Writes one format; says what was written. */
export async function exportRecording(
  terminal: Terminal,
  recording: Recording,
  format: string,
  folder: string,
  every = 1,
): Promise<void> {
  if (format === 'report') {
    terminal.err(`${writeReport(recording, folder)}\n`);
    return;
  }
  const exporter = exporters.find(({ name }) => name === format)!;
  const { files, bytes, first } = await writeFiles(exporter, recording, folder, every);
  const more = files > 1 ? ` and ${count(files - 1, 'more file').replace('more files', 'more')}` : '';
  terminal.err(`${first}${more}: ${bytes} bytes\n`);
}

async function writeFiles(
  exporter: Exporter,
  recording: Recording,
  folder: string,
  every: number,
): Promise<{ files: number; bytes: number; first: string }> {
  const frames = Array.from({ length: recording.frames }, (_, k) => k).filter((k) => k % every === 0);
  let files = 0;
  let bytes = 0;
  let first = '';
  for await (const file of exporter.files(recording, { name: runName(recording), frames })) {
    const target = path.join(folder, file.path);
    bytes += await writePieces(target, file.pieces);
    if (files === 0) first = target;
    files++;
  }
  return { files, bytes, first };
}

/** The scene's name as a file name. */
export function runName(recording: Recording): string {
  const { name } = (recording.header.scene ?? {}) as { name?: unknown };
  const plain = typeof name === 'string' ? name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') : '';
  return plain === '' ? 'run' : plain.slice(0, 80);
}

async function writePieces(
  target: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<number> {
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
