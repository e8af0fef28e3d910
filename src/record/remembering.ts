import type { Frame } from './frame.js';
import type { RecordingView } from './recording.js';

/** Frames kept: one, its neighbours, from which velocities are taken, and one that comes next. */
const kept = 4;

/** The same recording, which keeps the frames that were asked for last: exports take one several times. */
export function remembering(recording: RecordingView): RecordingView {
  const known = new Map<number, Frame>();
  return {
    header: recording.header,
    layout: recording.layout,
    frames: recording.frames,
    time: (k) => recording.time(k),
    frame(k) {
      const found = known.get(k);
      if (found) return found;
      const frame = recording.frame(k);
      if (known.size === kept) known.delete(known.keys().next().value!);
      known.set(k, frame);
      return frame;
    },
    contacts: (k) => recording.contacts(k),
    steps: () => recording.steps(),
    stepCount: () => recording.stepCount(),
    column: (name) => recording.column(name),
    summary: () => recording.summary(),
    missing: () => recording.missing(),
  };
}
