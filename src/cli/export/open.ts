import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { RecordingFile, recordingName } from '../run/out-folder.js';

/** Opens the recording of a run's folder, or a recording file, for reading. */
export function openRecording(given: string): RecordingFile {
  const file = existsSync(given) && statSync(given).isDirectory() ? path.join(given, recordingName) : given;
  if (!existsSync(file)) {
    const hint = 'stickslip run SCENE --out DIR makes one';
    throw new InputError('no recording', [{ path: file, expected: 'a recording', found: 'nothing there', hint }]);
  }
  return new RecordingFile(file, 'read');
}
