import path from 'node:path';
import { Identification } from '../../study/identify/identification.js';
import { type Columns, readDataFile } from '../../study/identify/data-file.js';
import { OneStep } from '../../study/identify/one-step.js';
import { readIdentify } from '../../study/identify/read-problem.js';
import type { IdentifyProblem, ObservationJson } from '../../study/identify/schema.js';
import { parseSceneText } from '../../scene/read-scene.js';
import { loadProblem } from '../problem-input.js';
import { pathFrom } from '../read-file.js';
import { type FileOptions, namedFiles } from '../scene-input.js';
import { programName, studyScene } from '../sweep/load-study.js';
import { type Terminal, readInput } from '../terminal.js';

/** Whether parsed JSON looks like an identification problem rather than a scene. */
export function isIdentify(json: unknown): boolean {
  return (
    typeof json === 'object' && json !== null && (Object.hasOwn(json, 'observe') || Object.hasOwn(json, 'experiments'))
  );
}

/** An identification problem with its data and its scene or one-step problem, checked as a whole. */
export async function loadIdentify(
  terminal: Terminal,
  file: string,
  files: FileOptions = {},
): Promise<Identification | OneStep> {
  const text = new TextDecoder().decode(await readInput(terminal, file));
  const given = readIdentify(parseSceneText(text, file, 'identification problem'), file);
  const problem = await withData(given, namedFiles(terminal, path.dirname(file), files));
  if (problem.problem !== undefined) {
    const at = pathFrom(path.dirname(file), problem.problem, files.allowOutside === true);
    return new OneStep(problem, (await loadProblem(terminal, at)).problem, file);
  }
  const scene = await studyScene(terminal, { scene: problem.scene! }, file, files);
  const identification = new Identification(problem, scene, programName, file);
  identification.check(file);
  return identification;
}

/** The problem with the columns of its data files in the place of their names. */
async function withData(
  problem: IdentifyProblem,
  read: (file: string) => Promise<Uint8Array>,
): Promise<IdentifyProblem> {
  const known = new Map<string, Promise<Columns>>();
  const fill = async (entry: ObservationJson): Promise<ObservationJson> => {
    if (entry.type === 'threshold' || entry.file === undefined) return entry;
    const { file, ...rest } = entry;
    if (!known.has(file))
      known.set(
        file,
        read(file).then((bytes) => readDataFile(bytes, file)),
      );
    return { ...rest, rows: await known.get(file)! };
  };
  const all = async (list: readonly ObservationJson[]): Promise<ObservationJson[]> => await Promise.all(list.map(fill));
  return {
    ...problem,
    ...(problem.observe && { observe: await all(problem.observe) }),
    ...(problem.experiments && {
      experiments: await Promise.all(
        problem.experiments.map(async (own) => ({ ...own, observe: await all(own.observe) })),
      ),
    }),
  };
}
