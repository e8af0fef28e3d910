import { InputError } from '../../errors.js';
import { fileVersion, memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { parseSceneText, readScene } from '../../scene/read-scene.js';
import { isProblemFile, readProblemFile } from '../problem/read-file.js';
import type { Route } from '../route.js';
import { dropped } from './dropped.js';
import { hairScene } from './hair-scene.js';
import { objScene } from './obj-scene.js';

/**
 * Looks at a file and keeps it for the page that can show it, which is the answer. Throws an `InputError` that lists what
 * is wrong with the file; then nothing has changed.
 */
export async function takeFile(file: File): Promise<Route['page']> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (fileVersion(bytes.subarray(0, 16)) !== undefined) {
    dropped.recording = { recording: new Recording(memorySource(bytes), file.name), bytes };
    return 'scene';
  }
  if (isProblemFile(bytes)) return takeProblem(bytes, file.name);
  const text = new TextDecoder().decode(bytes);
  if (/\.obj$/i.test(file.name)) return takeScene(objScene(bytes, file.name), file.name);
  if (/\.hair$/i.test(file.name)) return takeScene(hairScene(bytes, file.name), file.name);
  if (!/^\s*[{[]/.test(text.replace('\ufeff', ''))) {
    const expected =
      'a scene (.json), a recording, a model (.obj), hair (.hair), or a contact problem (.hdf5, .bin, .json, .npz)';
    throw new InputError(`${file.name} cannot be opened`, [{ path: file.name, expected, found: 'something else' }]);
  }
  const json = parseSceneText(text, file.name);
  const isProblem = typeof json === 'object' && json !== null && 'mu' in json;
  return isProblem ? takeProblem(bytes, file.name) : takeScene(json, file.name);
}

function takeScene(json: unknown, name: string): Route['page'] {
  readScene(json, name);
  dropped.scene = json;
  dropped.recording = undefined;
  return 'scene';
}

async function takeProblem(bytes: Uint8Array, name: string): Promise<Route['page']> {
  await readProblemFile(bytes, name);
  dropped.problem = { bytes, name };
  return 'problem';
}
