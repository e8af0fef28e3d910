import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { describeGap } from '../../record/damage.js';
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
  /** what the user should know of a resumed run */
  readonly notes?: readonly string[];
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
export function openRun(
  scene: unknown,
  folder: string | undefined,
  how: FolderOptions,
  options: RunOptions,
): OpenedRun {
  // a scene that cannot be built must not cost an older recording, nor leave a folder behind
  const run = new Runner(scene, options);
  if (folder === undefined) return { run, file: undefined, lock: undefined };
  makeFolder(folder);
  const lock = new FolderLock(folder, `stickslip run ${options.name ?? run.scene.name}`);
  try {
    if (how.resume) return { ...resumeRun(scene, folder, options), lock };
    return { ...beginRun(scene, folder, how.overwrite === true, options), lock };
  } catch (error) {
    lock.release();
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
): { run: Runner; file: RecordingFile; notes?: string[] } {
  const name = path.join(folder, recordingName);
  if (!existsSync(name)) return beginRun(scene, folder, true, options);
  const file = new RecordingFile(name, 'append');
  try {
    const recording = openIfBegun(file);
    const checkpoint = recording?.checkpoint();
    if (recording && checkpoint) {
      if (!isSameScene(scene, recording.header.scene)) throw otherScene(name);
      const run = Runner.resume(recording, { ...options, sink: file });
      file.cut(checkpoint.end);
      return { run, file, notes: resumeNotes(recording, run, options.program) };
    }
  } catch (error) {
    file.close();
    throw error;
  }
  file.close();
  return beginRun(scene, folder, true, options);
}

function otherScene(name: string): InputError {
  const hint = 'give the scene and the settings that the run was begun with; only its length may change';
  return new InputError('the recording is of another scene', [
    { path: name, expected: 'a recording of the scene given', found: 'another scene, or other settings', hint },
  ]);
}

/** Where a run goes on from, and why it may not be quite the run that it was. */
function resumeNotes(recording: Recording, run: Runner, program: string | undefined): string[] {
  const notes = recording.gaps.map(describeGap);
  if (notes.length > 0) notes.push('what is missing, and all after it, is simulated again');
  notes.push(`resumed at t = ${run.world.t} s`);
  const before = recording.header.program;
  if (program !== undefined && before !== program) {
    notes.push(
      `the run was begun by ${before} and is continued by ${program}: what comes now may differ from what ${before} would have` +
        ' computed, and the state hash with it; --overwrite simulates all of it anew',
    );
  }
  return notes;
}

/**
 * The scene that a folder's recording was made of, where `source`, a scene whose files may no longer be there, is what it
 * was made from; undefined where it is not.
 */
export function recordedScene(folder: string, source: unknown): unknown {
  const name = path.join(folder, recordingName);
  if (!existsSync(name)) return undefined;
  const file = new RecordingFile(name, 'read');
  try {
    const header = openIfBegun(file)?.header;
    return header?.source !== undefined && isSameScene(header.source, source) ? header.scene : undefined;
  } finally {
    file.close();
  }
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
    // a hint says that there is more: it must not be lost
    const begun = (one: { path: string; hint?: string }): boolean =>
      one.path !== 'the first record' || one.hint !== undefined;
    if (!(error instanceof InputError) || error.problems.every(begun)) throw error;
    return undefined;
  }
}

function isSameScene(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(plain(a), plain(b));
}

/** What a resumed run must have in common with the old one. */
function plain(scene: unknown): unknown {
  const { duration: _, ...rest } = JSON.parse(JSON.stringify(scene)) as Record<string, unknown>;
  return rest;
}
