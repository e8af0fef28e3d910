import path from 'node:path';
import { InputError } from '../../errors.js';
import { importFiles } from '../../io/import/import-files.js';
import { parseSceneText } from '../../scene/read-scene.js';
import { checkStudyScene } from '../../study/check-scene.js';
import { StudyTasks } from '../../study/plan/study-tasks.js';
import { readStudy } from '../../study/read-study.js';
import type { Study } from '../../study/schema.js';
import { type FileOptions, loadScene, namedFiles } from '../scene-input.js';
import { type Terminal, readInput } from '../terminal.js';
import { usdText } from '../usd-text.js';
import { version } from '../version.js';

/** What tasks carry as the program that runs them. */
export const programName = `stickslip ${version}`;

/** Whether parsed JSON looks like a study rather than a scene. */
export function isStudy(json: unknown): boolean {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, 'measure');
}

/** A study file with its scene, checked as a whole; throws an `InputError` that lists everything wrong with it. */
export async function loadStudy(terminal: Terminal, file: string, files: FileOptions = {}): Promise<StudyTasks> {
  const text = new TextDecoder().decode(await readInput(terminal, file));
  const json = parseSceneText(text, file, 'study');
  const study = readStudy(json, file);
  const scene = await studyScene(terminal, study, file, files);
  checkStudyScene(study, scene, file);
  return new StudyTasks(study, scene, programName);
}

/** The scene of a study, with the content of the files that it names. */
export async function studyScene(
  terminal: Terminal,
  study: Pick<Study, 'scene'>,
  file: string,
  files: FileOptions,
): Promise<unknown> {
  const folder = path.dirname(file);
  if (typeof study.scene !== 'string') {
    return await importFiles(study.scene, namedFiles(terminal, folder, files), file, usdText);
  }
  const isFile = /[./\\]/.test(study.scene);
  try {
    return await loadScene(
      terminal,
      isFile && !path.isAbsolute(study.scene) ? path.join(folder, study.scene) : study.scene,
      [],
      files,
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problems = error.problems.map((problem) => ({ ...problem, path: `scene: ${problem.path}` }));
    throw new InputError(`${file}: its scene cannot be read`, problems, { cause: error });
  }
}
