import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { type Plan, planStudy } from '../../study/plan/plan.js';
import { StudyTasks } from '../../study/plan/study-tasks.js';
import { readStudy } from '../../study/read-study.js';
import { resultsFile } from '../../study/results-file.js';
import { csvOf, npzOf, runsTable, thresholdsTable } from '../../study/table.js';
import { type Task, type TaskResult, hashOf } from '../../study/task.js';
import { reasonOf } from '../terminal.js';
import { programName } from './load-study.js';
import { studyPage } from './page/page.js';
import { ResultStore } from './result-store.js';
import type { RunFolder } from './run-folder.js';

/** A study on disk: what it is, its results, its tables. */
export class StudyFolder implements RunFolder {
  readonly path: string;
  readonly tasks: StudyTasks;
  readonly store: ResultStore;

  constructor(folder: string, tasks: StudyTasks) {
    this.path = folder;
    this.tasks = tasks;
    this.store = new ResultStore(folder);
  }

  /**
   * Makes the folder, or goes on with the one there. Throws an `InputError` where it holds another study, unless that is
   * to be replaced (results of runs that are in both stay good).
   */
  static begin(folder: string, tasks: StudyTasks, replace: boolean): StudyFolder {
    const own = new StudyFolder(folder, tasks);
    const file = path.join(folder, 'study.json');
    if (existsSync(file) && !replace && hashOf(JSON.parse(readFileSync(file, 'utf8'))) !== hashOf(own.#description())) {
      const expected = 'this study, or no study yet';
      const hint = 'choose another --out; or --resume: the study there is replaced, results of runs in both stay';
      throw new InputError('the folder holds another study', [{ path: folder, expected, found: 'another one', hint }]);
    }
    own.store.write('study.json', `${JSON.stringify(own.#description(), null, 2)}\n`);
    own.store.write('scene.json', `${JSON.stringify(tasks.scene)}\n`);
    return own;
  }

  /** Opens the folder of a study that was begun. */
  static open(folder: string): StudyFolder {
    const read = (name: string): unknown => {
      const file = path.join(folder, name);
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch (cause) {
        const expected = 'the folder of a study, as sweep --out makes it';
        throw new InputError('cannot read the study', [{ path: file, expected, found: reasonOf(cause) }], { cause });
      }
    };
    const study = readStudy(read('study.json'), folder);
    return new StudyFolder(folder, new StudyTasks(study, read('scene.json'), programName));
  }

  get name(): string {
    return this.tasks.study.name;
  }

  get scene(): unknown {
    return this.tasks.scene;
  }

  get pictures(): boolean {
    return this.tasks.study.pictures;
  }

  get recordings(): boolean {
    return this.tasks.study.recordings;
  }

  readonly lookup = (task: Task): TaskResult | undefined => this.store.find(task.id);

  plan(): Plan {
    return planStudy(this.tasks, this.lookup);
  }

  /** Writes the tables and the page of what there is so far; their paths. */
  writeTables(plan: Plan): string[] {
    const { study } = this.tasks;
    const runs = runsTable(study, plan, this.lookup);
    const files = [this.store.write('runs.csv', csvOf(runs)), this.store.write('runs.npz', npzOf(runs))];
    if (study.find) {
      const thresholds = thresholdsTable(study, plan);
      files.push(this.store.write('thresholds.csv', csvOf(thresholds)));
      files.push(this.store.write('thresholds.npz', npzOf(thresholds)));
    }
    const picture = (id: string): Uint8Array | undefined => this.store.picture(id);
    files.push(this.store.write('results.json', resultsFile(this.tasks, plan, this.lookup, picture)));
    files.push(this.store.write('index.html', studyPage(study, plan, this.lookup, picture)));
    return files;
  }

  #description(): unknown {
    // through JSON, so that it compares with what is read back
    return JSON.parse(JSON.stringify(this.tasks.study));
  }
}
