import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { memorySource, scanRecords } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { repairRecording } from '../../record/repair.js';
import { Runner } from '../../record/runner.js';
import { MemorySink } from '../../record/memory-sink.js';
import { exitCodes } from '../exit-codes.js';
import { openRecording } from '../export/open.js';
import { count } from '../../present/format.js';
import type { AddCommand } from '../program.js';
import { FolderLock } from '../run/folder-lock.js';
import { OutputError, RecordingFile } from '../run/out-folder.js';
import { loadScene, outsideOption } from '../scene-input.js';
import type { Terminal } from '../terminal.js';
import { version } from '../version.js';
import { collect } from '../values.js';

interface RepairOptions {
  readonly scene?: string;
  readonly set?: string[];
  readonly allowOutside?: boolean;
  readonly json?: boolean;
}

const examples = `
Every block of a recording has a checksum. A block with one flipped bit is mended; other damaged blocks are taken out, with
frames whose contacts they held, and what is missing is noted in the recording. The damaged file is kept beside it.
What is missing can be simulated again, to the same bits: stickslip run SCENE --out DIR --resume.

Examples:
  stickslip repair runs/pasta                            mends runs/pasta/recording.ssr
  stickslip repair runs/pasta --scene spaghetti-31       where the very first block is lost: the scene it was run from

Exit code 0 where the recording is whole (now), 1 where something is missing.`;

/** `stickslip repair DIR`: saves what can be saved of a damaged recording. */
export const addRepair: AddCommand = (program, { terminal, finish }) => {
  program
    .command('repair')
    .description('save what can be saved of a damaged recording')
    .argument('<DIR>', 'folder of a run, or a recording file')
    .option('--scene <SCENE>', 'the scene, where the beginning of the recording is lost')
    .option('--set <path=value>', 'settings that the run was made with; may be repeated', collect)
    .option(...outsideOption)
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', examples)
    .action(async (given: string, options: RepairOptions) => finish(await repair(terminal, given, options)));
};

async function repair(terminal: Terminal, given: string, options: RepairOptions): Promise<number> {
  const file = openRecording(given);
  let lock: FolderLock | undefined;
  try {
    lock = new FolderLock(path.dirname(file.path), `stickslip repair ${given}`);
    const scene =
      options.scene === undefined ? undefined : await loadScene(terminal, options.scene, options.set ?? [], options);
    const header = scene === undefined ? undefined : headerOf(scene, options.scene!);
    const repaired = repairRecording(file.source(), header);
    const missing = repaired.recording.missing();
    const kept = repaired.needed ? replace(file, (sink) => repaired.write(sink)) : undefined;
    const { frames } = repaired.recording;
    if (options.json) {
      const report = { file: file.path, frames, mended: repaired.mended, missing, ...(kept && { damaged: kept }) };
      terminal.out(`${JSON.stringify(report)}\n`);
    } else {
      const bits = repaired.mended.length > 0 ? `; ${count(repaired.mended.length, 'flipped bit')} turned back` : '';
      const what = missing.length > 0 ? 'not whole' : kept ? 'whole again' : 'whole';
      terminal.out(`${file.path}: ${what}, ${count(frames, 'frame')}${bits}\n`);
      for (const line of missing) terminal.out(`  ${line}\n`);
      if (kept) terminal.out(`  the damaged file is now ${kept}\n`);
    }
    return missing.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    file.close();
    lock?.release();
  }
}

/** Payload of the header that a run of the scene begins with. */
function headerOf(scene: unknown, name: string): Uint8Array {
  const sink = new MemorySink();
  new Runner(scene, { sink, name, program: `stickslip ${version}` });
  const bytes = memorySource(sink.bytes());
  const [header] = scanRecords(bytes);
  if (header?.type !== 'header') throw new Error('a run without a header');
  return bytes.read(header.at, header.length);
}

/** Puts a new recording in the place of the old one, which is kept under another name: that name. */
function replace(file: RecordingFile, write: (sink: RecordingFile) => void): string {
  const aside = `${file.path}.part`;
  try {
    const out = new RecordingFile(aside, 'new');
    try {
      write(out);
      out.flush();
      // what was written is what will be read
      new Recording(out.source(), aside);
    } finally {
      out.close();
    }
    const kept = freeName(file.path);
    renameSync(file.path, kept);
    renameSync(aside, file.path);
    return kept;
  } catch (cause) {
    rmSync(aside, { force: true });
    if (cause instanceof InputError) throw cause;
    throw new OutputError(file.path, 'a file that can be replaced', cause);
  }
}

/** recording.damaged.ssr, or the first such name that is free. */
function freeName(file: string): string {
  const { dir, name, ext } = path.parse(file);
  for (let k = 1; ; k++) {
    const free = path.join(dir, `${name}.damaged${k === 1 ? '' : `-${k}`}${ext}`);
    if (!existsSync(free) || statSync(free).size === 0) return free;
  }
}
