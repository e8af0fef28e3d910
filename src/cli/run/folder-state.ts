import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { Recording } from '../../record/recording.js';
import { type RunOptions, Runner } from '../../record/runner.js';
import { isDeepStrictEqual } from 'node:util';
import { FolderLock } from './folder-lock.js';
import { RecordingFile, makeFolder, recordingName } from './out-folder.js';

/** A run and the file it is recorded in. */
export interface OpenedRun {
  readonly run: Runner;
  readonly file: RecordingFile | undefined;
  /** keeps others from writing to the folder */
  readonly lock: FolderLock | undefined;
  /** time that a resumed run goes on from (s) */
  readonly resumedAt?: number;
}

/** How a run gets its folder. */
export interface FolderOptions {
  /** goes on with the recording of the folder */
  readonly resume?: boolean;
  /** replaces the recording of the folder */
  readonly overwrite?: boolean;
}

/**
 * Opens a run, recorded in a folder where one is given: begun anew, or resumed. Throws an `InputError` where the folder has
 * a recording already, or another process writes to it.
 */
export async function openRun(
  scene: unknown,
  folder: string | undefined,
  how: FolderOptions,
  options: RunOptions,
): Promise<OpenedRun> {
  // a scene that cannot be built must not cost an older recording, nor leave a folder behind
  const run = new Runner(scene, options);
  if (folder === undefined) return { run, file: undefined, lock: undefined };
  makeFolder(folder);
  const lock = new FolderLock(folder, `stickslip run ${options.name ?? run.scene.name}`);
  try {
    if (how.resume) return { ...resumeRun(scene, folder, options), lock };
    return { ...beginRun(scene, folder, how.overwrite === true, options), lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function beginRun(
  scene: unknown,
  folder: string,
  overwrite: boolean,
  options: RunOptions,
): { run: Runner; file: RecordingFile } {
  const name = path.join(folder, recordingName);
  if (existsSync(name) && !overwrite) {
    const hint = '--resume goes on with it, --overwrite replaces it';
    throw new InputError('the folder is in use', [
      { path: folder, expected: 'a folder without a recording', found: recordingName, hint },
    ]);
  }
  const file = new RecordingFile(name, 'new');
  return { run: new Runner(scene, { ...options, sink: file }), file };
}

/** Goes on with the recording of a folder; begins where there is none, or none that got as far as a checkpoint. */
function resumeRun(
  scene: unknown,
  folder: string,
  options: RunOptions,
): { run: Runner; file: RecordingFile; resumedAt?: number } {
  const name = path.join(folder, recordingName);
  if (!existsSync(name)) return beginRun(scene, folder, true, options);
  const file = new RecordingFile(name, 'append');
  const recording = openIfBegun(file);
  const checkpoint = recording?.checkpoint();
  if (!recording || !checkpoint) {
    file.close();
    return beginRun(scene, folder, true, options);
  }
  if (!isDeepStrictEqual(plain(scene), plain(recording.header.scene))) {
    file.close();
    const hint = 'give the scene and the settings that the run was begun with; only its length may change';
    throw new InputError('the recording is of another scene', [
      { path: name, expected: 'a recording of the scene given', found: 'another scene, or other settings', hint },
    ]);
  }
  file.cut(checkpoint.end);
  const run = Runner.resume(recording, { ...options, sink: file });
  return { run, file, resumedAt: run.world.t };
}

/** The recording of a file, unless the process was killed before its first records were written. */
function openIfBegun(file: RecordingFile): Recording | undefined {
  const source = file.source();
  const bytes = source.read(0, 48);
  // less than a whole header: nothing to lose
  if (bytes.length < 48) return undefined;
  try {
    return new Recording(source, file.path);
  } catch (error) {
    if (!(error instanceof InputError) || !error.problems.some(({ path: at }) => at === 'the first record'))
      throw error;
    return undefined;
  }
}

/** What a resumed run must have in common with the old one. */
function plain(scene: unknown): unknown {
  const { duration: _, ...rest } = JSON.parse(JSON.stringify(scene)) as Record<string, unknown>;
  return rest;
}
