import '../no-eval.js';
import { InputError, type InputProblem } from '../../errors.js';
import type { GroomReport } from '../../dynamics/groom/groom.js';
import { groomScene } from '../../scene/groom-scene.js';

export interface GroomRequest {
  readonly scene: unknown;
  /** most that strands are made stiffer */
  readonly stiffen: number;
  /** time that everything falls and settles first (s) */
  readonly settle: number;
}

export type GroomAnswer =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'done'; readonly scene: unknown; readonly report: GroomReport; readonly loose: readonly string[] }
  | { readonly type: 'failed'; readonly message: string; readonly problems: readonly InputProblem[] };

const scope = self as unknown as {
  postMessage(message: GroomAnswer): void;
  onmessage: ((event: MessageEvent<GroomRequest>) => void) | null;
};

scope.onmessage = ({ data: { scene: given, stiffen, settle } }) => {
  try {
    const progress = (share: number): void => scope.postMessage({ type: 'progress', share });
    const { scene, report, loose } = groomScene(given, { stiffen, settle, progress });
    scope.postMessage({ type: 'done', scene, report, loose });
  } catch (error) {
    const problems = error instanceof InputError ? error.problems : [];
    scope.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error), problems });
  }
};
