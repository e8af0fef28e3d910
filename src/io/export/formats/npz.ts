import type { RecordingView } from '../../../record/recording.js';
import { type ExportOptions, type Exporter, type Piece, upright } from '../exporter.js';
import { members } from '../npz/members.js';
import { zipStream } from '../zip-stream.js';

function* pieces(recording: RecordingView, options: ExportOptions): Generator<Piece> {
  yield* zipStream([...members(upright(recording, options), options)]);
}

/** NumPy arrays of everything. */
export const npzExporter: Exporter = {
  name: 'npz',
  summary: 'NumPy: positions, velocities, poses, surfaces, contacts and statistics as arrays',
  up: 'either',
  *files(recording, options) {
    yield { path: `${options.name}.npz`, pieces: pieces(recording, options) };
  },
};
