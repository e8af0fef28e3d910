import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { now } from '../../friction/clock.js';
import { worldPicture } from '../../study/picture.js';
import type { Task, TaskResult } from '../../study/task.js';
import { TaskRun } from '../../study/task-run.js';
import { breathe } from '../run/interrupt.js';
import { RecordingFile, recordingName } from '../run/out-folder.js';
import { type Provenance, writeWhole } from './result-store.js';

/** How a task is run on this machine. */
export interface TaskOptions {
  /** file of what is needed to go on, where it may be broken off */
  readonly partial?: string;
  /** folder for the recording, where one is wanted */
  readonly recording?: string;
  readonly picture: boolean;
  /** asked after every step: true ends the run, saved */
  interrupted?(): boolean;
  /** share that is done */
  progress?(share: number): void;
}

/** A task that is done. */
export interface FinishedTask {
  readonly result: TaskResult;
  readonly provenance: Provenance;
  readonly picture?: Uint8Array;
}

/** Wall time between saves of a task (s): what a crash costs at most, for a few milliseconds of writing. */
const savePause = 20;

/** Runs a task to its end, or until it is interrupted (undefined). */
export async function runTask(task: Task, scene: unknown, options: TaskOptions): Promise<FinishedTask | undefined> {
  const begin = now();
  const { partial, recording } = options;
  let file: RecordingFile | undefined;
  if (recording !== undefined) {
    mkdirSync(recording, { recursive: true });
    file = new RecordingFile(path.join(recording, recordingName), 'new');
  }
  try {
    const run = new TaskRun(task, scene, file);
    // a recording begins at the start; what is not recorded goes on from where it was
    if (partial !== undefined && !file && existsSync(partial)) run.load(new Uint8Array(readFileSync(partial)));
    const save = (): void => {
      const bytes = partial !== undefined && !file ? run.save() : undefined;
      if (bytes) writeWhole(partial!, bytes);
    };
    let saved = now();
    let breathed = now();
    while (!run.done) {
      run.step();
      const time = now();
      if (time - breathed > 0.05) {
        await breathe();
        breathed = now();
        options.progress?.(run.progress);
      }
      if (!run.runner!.world.atWholeStep) continue;
      if (options.interrupted?.()) {
        save();
        return undefined;
      }
      if (time - saved > savePause) {
        save();
        saved = now();
      }
    }
    const result = run.result();
    if (run.runner?.done) run.runner.finish();
    file?.flush();
    const picture = options.picture && result.status !== 'failed' ? await worldPicture(run.runner!.world) : undefined;
    if (partial !== undefined) rmSync(partial, { force: true });
    const provenance = { seconds: now() - begin, where: `${os.hostname()} ${process.pid}` };
    return { result, provenance, ...(picture && { picture }) };
  } finally {
    file?.close();
  }
}
