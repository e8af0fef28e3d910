import { InputError } from '../../../errors.js';
import type { RecordingView } from '../../../record/recording.js';
import type { ExportOptions, Exporter } from '../exporter.js';
import { TooLargeError } from '../gltf/builder.js';
import { GlbWriter } from '../gltf/writer.js';

/** The pieces of an animated scene in binary glTF 2.0. */
function* pieces(recording: RecordingView, options: ExportOptions): Generator<Uint8Array> {
  try {
    yield* new GlbWriter(recording, options).write();
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    const found = `${(error.bytes / 2 ** 30).toFixed(1)} GiB`;
    const hint = '--fps or --every take fewer frames; usda, vtp and npz have no such limit';
    const problem = { path: 'glb', expected: 'at most 4 GiB, which is all that the format can count', found, hint };
    throw new InputError('the run is too large for one glb file', [problem], { cause: error });
  }
}

/** Binary glTF. */
export const glbExporter: Exporter = {
  name: 'glb',
  summary: 'binary glTF 2.0, animated: rods as skinned tubes, solids by their nodes, cloth by morph targets',
  up: 'y',
  *files(recording, options) {
    yield { path: `${options.name}.glb`, pieces: pieces(recording, options) };
  },
};
