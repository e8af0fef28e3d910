import { InputError } from '../../errors.js';
import { fileVersion, memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { parseSceneText, readScene } from '../../scene/read-scene.js';
import { formatOfBytes, formatOfName } from '../../io/problem-format.js';
import { readProblemFile } from '../problem/read-file.js';
import type { Route } from '../route.js';
import { dropped } from './dropped.js';
import { ask } from '../ui/ask.js';
import { isStudyFile, openStudy } from '../study/opened.js';
import { easyStrands, hairScene, strandCount } from './hair-scene.js';
import { type ModelRole, objScene } from './obj-scene.js';

/** A file that was taken: the page that shows it, and what its bringer chose to make of it. */
export interface Taken {
  readonly page: Route['page'];
  readonly how: string;
}

/**
 * Looks at a file and keeps it for the page that can show it. Throws an `InputError` that lists what is wrong with the
 * file; then nothing has changed. Asks what a model is and how much of the hair is wanted, unless `how` says so;
 * undefined where there is no answer.
 */
export async function takeFile(file: File, how = ''): Promise<Taken | undefined> {
  if (/\.(obj|hair)$/i.test(file.name)) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isHair = /\.hair$/i.test(file.name);
    // first of all whether it can be read
    const scene = isHair ? hairScene(bytes, file.name, 1) : objScene(bytes, file.name);
    readScene(scene, file.name);
    const chosen = how || (await (isHair ? askStrands(bytes) : askRole()));
    if (chosen === undefined) return undefined;
    const made = isHair ? hairScene(bytes, file.name, Number(chosen)) : objScene(bytes, file.name, chosen as ModelRole);
    return { page: takeScene(made, file.name), how: chosen };
  }
  return { page: await takeOther(file), how };
}

function askRole(): Promise<string | undefined> {
  return ask('What is this model?', [
    { value: 'obstacle', name: 'An obstacle', about: 'It stands still; cords fall on it.' },
    { value: 'body', name: 'A rigid body', about: 'Its convex hull falls to the ground.' },
    { value: 'cloth', name: 'Cloth', about: 'Its surface is a fabric that falls on a ball.' },
  ]);
}

async function askStrands(bytes: Uint8Array): Promise<string | undefined> {
  const all = strandCount(bytes);
  if (all <= easyStrands) return String(all);
  const some = { value: String(easyStrands), name: `${easyStrands} of them`, about: 'Spread evenly; runs at once.' };
  const middle = { value: '1000', name: '1000 of them', about: 'Takes its time, some seconds a step.' };
  const whole = { value: String(all), name: `All ${all}`, about: 'Slow in a page; the command line is made for this.' };
  return ask(
    `This file has ${all} strands. How many shall be simulated?`,
    all > 1000 ? [some, middle, whole] : [some, whole],
  );
}

async function takeOther(file: File): Promise<Route['page']> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (fileVersion(bytes.subarray(0, 16)) !== undefined) {
    dropped.recording = { recording: new Recording(memorySource(bytes), file.name), bytes };
    return 'scene';
  }
  // a damaged problem file is told by its name; what JSON is about, by what it holds
  const format = formatOfBytes(bytes) ?? formatOfName(file.name);
  if (format !== undefined && format !== 'json') return takeProblem(bytes, file.name);
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*[{[]/.test(text.replace('\ufeff', ''))) {
    const expected =
      'a scene or a study (.json), a recording, a model (.obj), hair (.hair), or a contact problem (.hdf5, .bin, .json, .npz)';
    throw new InputError(`${file.name} cannot be opened`, [{ path: file.name, expected, found: 'something else' }]);
  }
  const json = parseSceneText(text, file.name);
  if (isStudyFile(json)) {
    openStudy(json, file.name);
    dropped.study = { json, name: file.name };
    return 'study';
  }
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
