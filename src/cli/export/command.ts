import { InvalidArgumentError, Option } from 'commander';
import { statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { exporterNamed } from '../../io/export/registry.js';
import type { RodRadius } from '../../io/export/mesh/frame-meshes.js';
import { Recording } from '../../record/recording.js';
import type { UpAxis } from '../../record/turned.js';
import { exitCodes } from '../exit-codes.js';
import { count } from '../../present/format.js';
import type { AddCommand } from '../program.js';
import type { Terminal } from '../terminal.js';
import { integerFrom } from '../values.js';
import { checkFormats, exportFormatNames, exportFormats, formatList } from './formats.js';
import { openRecording } from './open.js';
import type { WrittenFile } from './staged-files.js';
import { type WriteOptions, writeExport } from './write.js';

const examples = `
Formats:
${exportFormats.map(({ name, summary }) => `  ${name.padEnd(7)} ${summary}`).join('\n')}

Examples:
  stickslip export runs/pasta --to usda              runs/pasta/spaghetti-31.usda, for Houdini, Blender, Omniverse
  stickslip export runs/pasta --to vtp               runs/pasta/spaghetti-31.pvd, for ParaView
  stickslip export runs/pasta --to glb,html          several at once
  stickslip export runs/pasta --to obj --every 5     every fifth frame
  stickslip export runs/pasta --to usda --fps 24     24 frames a second, from the very start to the very end
  stickslip export runs/pasta --to usda --up y       y up, as Maya and Houdini have it
  stickslip export runs/pasta --to mp4 --out films   films/spaghetti-31.mp4

Files are named after the scene. docs/recordings.md says what is in them. All are in metres, z up (glb: y up) unless --up says otherwise.`;

interface ExportCommandOptions {
  readonly to: string[];
  readonly out?: string;
  readonly every?: number;
  readonly fps?: number;
  readonly up?: UpAxis;
  readonly radius?: RodRadius;
  readonly name?: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

/** `stickslip export DIR --to FORMAT`: converts a recording. */
export const addExport: AddCommand = (program, { terminal, finish }) => {
  program
    .command('export')
    .description('convert the recording of a run to other formats')
    .argument('<DIR>', 'folder of a run, or a recording file')
    .requiredOption('--to <FORMATS>', `${exportFormatNames.join(', ')}; several with commas between them`, formatList)
    .option('--out <DIR>', 'folder to write to (default: that of the run)')
    .option('--every <N>', 'every N-th frame, and the last', integerFrom(1))
    .option('--fps <N>', 'N frames a second, between those recorded where need be', frameRateOption)
    .addOption(
      new Option('--up <AXIS>', 'the axis that points up (default: z; glb always y, as its standard has it)').choices([
        'y',
        'z',
      ]),
    )
    .addOption(
      new Option(
        '--radius <WHICH>',
        'how thick rods are: as their section is, or as contacts see them (default: section; pictures: collision)',
      ).choices(['section', 'collision']),
    )
    .option('--name <NAME>', "what files are called (default: the scene's name)")
    .option('--overwrite', 'replace files in --out that are there already')
    .option('--json', 'print the paths and sizes of the files as JSON')
    .addHelpText('after', examples)
    .action(async (folder: string, options: ExportCommandOptions) => {
      checkFormats(options.to);
      if (options.every !== undefined && options.fps !== undefined) {
        throw new InputError('wrong usage', [{ path: '--fps', expected: '--every or --fps', found: 'both' }]);
      }
      if (options.up !== undefined) checkUp(options.to, options.up);
      const file = openRecording(folder);
      try {
        const recording = new Recording(file.source(), file.path);
        const out = options.out ?? (statSync(folder).isDirectory() ? folder : path.dirname(folder));
        const written: WrittenFile[] = [];
        for (const format of options.to) {
          // in the run's own folder a newer export replaces an older one
          const replace = options.out === undefined || options.overwrite === true;
          written.push(...(await exportRecording(terminal, recording, format, out, { ...options, replace })));
        }
        const missing = recording.missing();
        if (options.json) terminal.out(`${JSON.stringify({ files: written, missing })}\n`);
        if (missing.length > 0) finish(reportMissing(terminal, file.path, missing));
      } finally {
        file.close();
      }
    });
};

/** Frames a second: more than 0, at most a million, which is a frame a microsecond. */
function frameRateOption(text: string): number {
  const rate = Number(text);
  if (text.trim() === '' || !(rate > 0 && rate <= 1e6)) throw new InvalidArgumentError('Expected frames a second.');
  return rate;
}

/** Throws an `InputError` where an axis is asked for that a format cannot have: better than a file that is not what was asked for. */
function checkUp(formats: readonly string[], up: UpAxis): void {
  const problems = formats.flatMap((name) => {
    const able = exporterNamed(name)?.up ?? 'none';
    if (able === 'either' || able === up) return [];
    const expected = able === 'none' ? 'formats with coordinates' : `${able}, as the standard of ${name} has it`;
    return [{ path: '--up', expected, found: able === 'none' ? name : up, hint: `export ${name} without --up` }];
  });
  if (problems.length > 0) throw new InputError('wrong usage', problems);
}

/** Writes one format and says what was written; the files. */
export async function exportRecording(
  terminal: Terminal,
  recording: Recording,
  format: string,
  folder: string,
  options: WriteOptions = {},
): Promise<WrittenFile[]> {
  const written = await writeExport(recording, format, folder, options);
  const bytes = written.reduce((sum, file) => sum + file.bytes, 0);
  const more = written.length > 1 ? ` and ${count(written.length - 1, 'more file').replace('more files', 'more')}` : '';
  terminal.err(`${written[0]?.path}${more}: ${bytes} bytes\n`);
  return written;
}

/** Says what a recording lacks; the exit code for it. */
function reportMissing(terminal: Terminal, file: string, missing: readonly string[]): number {
  terminal.err(`stickslip: ${file} is not whole, nor is what was made of it\n`);
  for (const line of missing) terminal.err(`  ${line}\n`);
  terminal.err(
    '  stickslip repair DIR saves what can be saved; stickslip run SCENE --out DIR --resume simulates the rest\n',
  );
  return exitCodes.failed;
}
