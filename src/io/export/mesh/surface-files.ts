import type { RecordingView } from '../../../record/recording.js';
import { frameName } from '../exporter.js';

/**
 * Files of surfaces: one a frame with the bodies, and the obstacles apart, in one file where none of them moves, so that a sequence of
 * frames does not bring the floor along again and again.
 */
export function* surfaceFiles<T>(
  { layout }: RecordingView,
  frames: readonly number[],
  make: (frame: number, obstacles: boolean) => T,
): Generator<{ readonly file: string; readonly pieces: T }> {
  const deforming = layout.bodies.some((body) => body.kind === 'cloth' && body.obstacle !== undefined);
  const moves = deforming || layout.moving.some((place) => place >= 0);
  if (layout.obstacles.length > 0 && !moves) yield { file: 'obstacles', pieces: make(frames[0], true) };
  for (const k of frames) {
    yield { file: frameName(k), pieces: make(k, false) };
    if (moves) yield { file: `obstacles-${frameName(k)}`, pieces: make(k, true) };
  }
}
