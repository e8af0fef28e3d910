import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { Recording } from '../../record/recording.js';
import { count } from '../format.js';
import type { AddCommand } from '../program.js';
import { RecordingFile, recordingName } from '../run/out-folder.js';
import type { Terminal } from '../terminal.js';
import { integerFrom } from '../values.js';
import { checkFormats, exportFormatNames, exportFormats, formatList } from './formats.js';
import { type WrittenFile, writeExport } from './write.js';

const examples = `
Formats:
${exportFormats.map(({ name, summary }) => `  ${name.padEnd(7)} ${summary}`).join('\n')}

Examples:
  stickslip export runs/pasta --to usda              runs/pasta/spaghetti-31.usda, for Houdini, Blender, Omniverse
  stickslip export runs/pasta --to vtp               runs/pasta/spaghetti-31.pvd, for ParaView
  stickslip export runs/pasta --to glb,html          several at once
  stickslip export runs/pasta --to obj --every 5     every fifth frame
  stickslip export runs/pasta --to mp4 --out films   films/spaghetti-31.mp4

Files are named after the scene. docs/recordings.md says what is in them. All are in metres, z up (glb: y up).`;

interface ExportCommandOptions {
  readonly to: string[];
  readonly out?: string;
  readonly every: number;
  readonly json?: boolean;
}

/** `stickslip export DIR --to FORMAT`: converts a recording. */
export const addExport: AddCommand = (program, { terminal }) => {
  program
    .command('export')
    .description('convert the recording of a run to other formats')
    .argument('<DIR>', 'folder of a run, or a recording file')
    .requiredOption('--to <FORMATS>', `${exportFormatNames.join(', ')}; several with commas between them`, formatList)
    .option('--out <DIR>', 'folder to write to (default: that of the run)')
    .option('--every <N>', 'every N-th frame', integerFrom(1), 1)
    .option('--json', 'print the paths and sizes of the files as JSON')
    .addHelpText('after', examples)
    .action(async (folder: string, options: ExportCommandOptions) => {
      checkFormats(options.to);
      const file = openRecording(folder);
      try {
        const recording = new Recording(file.source(), file.path);
        const out = options.out ?? (statSync(folder).isDirectory() ? folder : path.dirname(folder));
        const written: WrittenFile[] = [];
        for (const format of options.to) {
          written.push(...(await exportRecording(terminal, recording, format, out, options.every)));
        }
        if (options.json) terminal.out(`${JSON.stringify({ files: written })}\n`);
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

/** Writes one format and says what was written; the files. */
export async function exportRecording(
  terminal: Terminal,
  recording: Recording,
  format: string,
  folder: string,
  every = 1,
): Promise<WrittenFile[]> {
  const written = await writeExport(recording, format, folder, every);
  const bytes = written.reduce((sum, file) => sum + file.bytes, 0);
  const more = written.length > 1 ? ` and ${count(written.length - 1, 'more file').replace('more files', 'more')}` : '';
  terminal.err(`${written[0]?.path}${more}: ${bytes} bytes\n`);
  return written;
}
