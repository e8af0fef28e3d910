import { InputError } from '../../errors.js';
import { parseSceneText } from '../../scene/read-scene.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { checkStudyScene } from '../../study/check-scene.js';
import { readDataFile } from '../../study/identify/data-file.js';
import type { Fit } from '../../study/identify/describe-fit.js';
import { Identification } from '../../study/identify/identification.js';
import { readIdentify } from '../../study/identify/read-problem.js';
import { StudyTasks } from '../../study/plan/study-tasks.js';
import { readStudy } from '../../study/read-study.js';
import { type StudyResults, isResultsFile, readResultsFile } from '../../study/results-file.js';

/** What a study page shows. */
export type OpenedStudy =
  | { readonly kind: 'study'; readonly tasks: StudyTasks; readonly results?: StudyResults }
  | { readonly kind: 'identify'; readonly identification: Identification }
  | { readonly kind: 'fit'; readonly name: string; readonly fit: Fit };

type Json = Record<string, unknown>;

const program = 'stickslip studio';
const isObject = (json: unknown): json is Json => typeof json === 'object' && json !== null && !Array.isArray(json);

/** Whether parsed JSON is something for the study page. */
export function isStudyFile(json: unknown): boolean {
  if (!isObject(json)) return false;
  return isResultsFile(json) || 'measure' in json || 'observe' in json || 'experiments' in json || isFit(json);
}

const isFit = (json: Json): boolean => Array.isArray(json.estimates) && Array.isArray(json.fitted);

/** Makes a study, its results, an identification problem or its fit ready; throws an `InputError`. */
export function openStudy(json: unknown, name: string): OpenedStudy {
  const own = json as Json;
  if (isResultsFile(json)) {
    const results = readResultsFile(json, name);
    return { kind: 'study', tasks: results.tasks, results };
  }
  if (isFit(own)) return { kind: 'fit', name: name.replace(/\.json$/i, ''), fit: numbersBack(own) as Fit };
  if ('measure' in own) {
    const study = readStudy(json, name);
    const scene = sceneFor(study.scene, name);
    checkStudyScene(study, scene, name);
    return { kind: 'study', tasks: new StudyTasks(study, scene, program) };
  }
  const problem = readIdentify(json, name);
  const missing = dataFiles(own)[0];
  if (missing !== undefined) throw together(name, 'file', missing);
  if (problem.scene === undefined) {
    const expected = 'a scene: one-step problems are identified by the command line';
    throw new InputError(`${name} cannot be run here`, [{ path: 'scene', expected, found: 'none' }]);
  }
  const identification = new Identification(problem, sceneFor(problem.scene, name), program, name);
  identification.check(name);
  return { kind: 'identify', identification };
}

function sceneFor(scene: unknown, name: string): unknown {
  if (typeof scene !== 'string') return scene;
  const found = gallerySceneNamed(scene);
  if (found === undefined) throw together(name, 'scene', scene);
  return found;
}

function together(name: string, path: string, found: string): InputError {
  const expected = 'a file that is brought together with it';
  return new InputError(`${name} names a file that is not here`, [
    { path, expected, found, hint: `choose or drop ${name} and ${baseName(found)} at once` },
  ]);
}

const baseName = (file: string): string => file.replace(/^.*[/\\]/, '');

/** Observations with a file of data. */
function observations(json: Json): Json[] {
  const lists = [
    json.observe,
    ...(Array.isArray(json.experiments) ? json.experiments : []).map((own: Json) => own.observe),
  ];
  return lists.flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
}

const dataFiles = (json: Json): string[] =>
  observations(json).flatMap(({ file }) => (typeof file === 'string' ? [file] : []));

/**
 * One file out of several that were brought together: a study or a problem with its scene and data in the place of their names, or
 * the file of a folder of results that says it all. Undefined where there is none among them.
 */
export async function packStudy(files: readonly File[]): Promise<File | undefined> {
  // folders of sweep and identify have everything in one file
  const whole = files.find(({ name }) => name === 'results.json') ?? files.find(({ name }) => name === 'fit.json');
  if (whole) return whole;
  for (const file of files) {
    if (!/\.json$/i.test(file.name)) continue;
    const json = parseSceneText(await file.text(), file.name);
    if (!isStudyFile(json) || !isObject(json)) continue;
    const other = (name: unknown): File | undefined =>
      typeof name === 'string' ? files.find((own) => own !== file && own.name === baseName(name)) : undefined;
    const scene = other(json.scene);
    if (scene) json.scene = parseSceneText(await scene.text(), scene.name);
    for (const entry of observations(json)) {
      const data = other(entry.file);
      if (!data) continue;
      entry.rows = await readDataFile(new Uint8Array(await data.arrayBuffer()), data.name);
      delete entry.file;
    }
    return new File([JSON.stringify(json)], file.name);
  }
  return undefined;
}

/** Numbers that JSON has no word for, written as texts: see `numberToJson`. */
function numbersBack(value: unknown): unknown {
  const words: Record<string, number> = {
    NaN: NaN,
    Infinity,
    '-Infinity': -Infinity,
    nan: NaN,
    inf: Infinity,
    '-inf': -Infinity,
  };
  if (typeof value === 'string') return Object.hasOwn(words, value) ? words[value] : value;
  if (Array.isArray(value)) return value.map(numbersBack);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, numbersBack(own)]));
  return value;
}
