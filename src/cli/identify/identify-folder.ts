import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { Identification } from '../../study/identify/identification.js';
import { type IdentifyPlan, planIdentification } from '../../study/identify/plan-identification.js';
import { readIdentify } from '../../study/identify/read-problem.js';
import type { Task, TaskResult } from '../../study/task.js';
import { hashOf } from '../../study/task.js';
import { programName } from '../sweep/load-study.js';
import { ResultStore } from '../sweep/result-store.js';
import type { RunFolder } from '../sweep/run-folder.js';
import { StudyFolder } from '../sweep/study-folder.js';

/** Name of the file that makes a folder one of an identification. */
const problemFile = 'problem.json';

/** An identification on disk: the problem with its data, and the results of its runs. */
export class IdentifyFolder implements RunFolder {
  readonly path: string;
  readonly store: ResultStore;
  readonly identification: Identification;
  readonly pictures = false;
  readonly recordings = false;

  constructor(folder: string, identification: Identification) {
    this.path = folder;
    this.store = new ResultStore(folder);
    this.identification = identification;
  }

  /** Makes the folder, or goes on with the one there; an `InputError` where it holds another problem. */
  static begin(folder: string, identification: Identification, replace: boolean): IdentifyFolder {
    const own = new IdentifyFolder(folder, identification);
    beginFolder(own.store, identification.problem, replace);
    own.store.write('scene.json', `${JSON.stringify(identification.scene)}\n`);
    return own;
  }

  static open(folder: string): IdentifyFolder {
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const problem = readIdentify(read(problemFile), folder);
    return new IdentifyFolder(folder, new Identification(problem, read('scene.json'), programName, folder));
  }

  get name(): string {
    return this.identification.problem.name;
  }

  get scene(): unknown {
    return this.identification.scene;
  }

  readonly lookup = (task: Task): TaskResult | undefined => this.store.find(task.id);

  plan(): IdentifyPlan {
    return planIdentification(this.identification, this.lookup);
  }
}

/** Writes a problem into a folder; an `InputError` where there is another one that is not to be replaced. */
export function beginFolder(store: ResultStore, problem: unknown, replace: boolean): void {
  const file = path.join(store.folder, problemFile);
  // through JSON, so that it compares with what is read back
  const json: unknown = JSON.parse(JSON.stringify(problem));
  const other = existsSync(file) && hashOf(JSON.parse(readFileSync(file, 'utf8'))) !== hashOf(json);
  if ((other || existsSync(path.join(store.folder, 'study.json'))) && !replace) {
    const expected = 'this problem, or nothing yet';
    const hint = 'choose another --out; or --resume: the problem there is replaced, results of runs in both stay';
    throw new InputError('the folder holds something else', [
      { path: store.folder, expected, found: 'another one', hint },
    ]);
  }
  store.write(problemFile, `${JSON.stringify(json, null, 2)}\n`);
}

/** Opens the folder of a study or of an identification. */
export function openRunFolder(folder: string): RunFolder {
  return existsSync(path.join(folder, problemFile)) ? IdentifyFolder.open(folder) : StudyFolder.open(folder);
}
