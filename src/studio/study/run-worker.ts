import '../no-eval.js';
import { worldPicture } from '../../study/picture.js';
import { toBase64 } from '../../study/results-file.js';
import type { Task, TaskResult } from '../../study/task.js';
import { TaskRun } from '../../study/task-run.js';

/** What the page tells a worker: the scene once, then one task after the other. */
export type RunRequest =
  | { readonly type: 'scene'; readonly scene: unknown }
  | { readonly type: 'run'; readonly task: Task; readonly picture: boolean };

/** How a task ended; `picture`: PNG in base64. */
export interface RunAnswer {
  readonly id: string;
  readonly result?: TaskResult;
  readonly picture?: string;
  readonly fault?: string;
}

const scope = self as unknown as {
  postMessage(message: RunAnswer): void;
  onmessage: ((event: MessageEvent<RunRequest>) => void) | null;
};

let scene: unknown;

scope.onmessage = ({ data }) => {
  if (data.type === 'scene') scene = data.scene;
  else void run(data.task, data.picture);
};

async function run(task: Task, withPicture: boolean): Promise<void> {
  try {
    const own = new TaskRun(task, scene);
    while (!own.done) own.step();
    const picture = withPicture && own.runner ? toBase64(await worldPicture(own.runner.world)) : undefined;
    scope.postMessage({ id: task.id, result: own.result(), ...(picture !== undefined && { picture }) });
  } catch (error) {
    scope.postMessage({ id: task.id, fault: error instanceof Error ? error.message : String(error) });
  }
}
