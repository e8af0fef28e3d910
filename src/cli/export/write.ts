import { InputError } from '../../errors.js';
import { exporterNamed } from '../../io/export/registry.js';
import type { RecordingView } from '../../record/recording.js';
import { remembering } from '../../record/remembering.js';
import { resampled } from '../../record/resample.js';
import type { UpAxis } from '../../record/turned.js';
import type { RodRadius } from '../../io/export/mesh/frame-meshes.js';
import { reportPage } from '../report/page.js';
import { writeMovie } from './movie.js';
import { StagedFiles, type WrittenFile } from './staged-files.js';

/** Which frames are exported, and under which name. */
export interface WriteOptions {
  /** every so many frames, and the last. Default: 1 */
  readonly every?: number;
  /** frames a second, resampled; instead of `every` */
  readonly fps?: number;
  /** what files are called. Default: the scene's name */
  readonly name?: string;
  /** the axis that points up. Default: z, in glb y */
  readonly up?: UpAxis;
  /** how thick rods are. Default: as their sections are */
  readonly radius?: RodRadius;
  /** whether files that are there are replaced. Default: true */
  readonly replace?: boolean;
}

/** Writes a recording in a format; the files. */
export async function writeExport(
  recording: RecordingView,
  format: string,
  folder: string,
  options: WriteOptions = {},
): Promise<WrittenFile[]> {
  const name = fileName(options.name ?? sceneName(recording));
  const view = options.fps === undefined ? recording : resampled(recording, options.fps);
  const frames = chosenFrames(view, options.every ?? 1);
  const taken = {
    name,
    frames,
    ...(options.up && { up: options.up }),
    ...(options.radius && { radius: options.radius }),
  };
  const staged = new StagedFiles(folder, `${name}-${format}`);
  try {
    if (format === 'report') await staged.write(`${name}.report.html`, [await reportPage(view)]);
    else if (format === 'mp4') {
      await writeMovie(view, frames, staged.place(`${name}.mp4`), options);
      staged.took(`${name}.mp4`);
    } else {
      for await (const file of exporterNamed(format)!.files(remembering(view), taken)) {
        await staged.write(file.path, file.pieces);
      }
    }
    return staged.commit(options.replace ?? true);
  } catch (error) {
    staged.discard();
    throw error;
  }
}

/** Every so many frames, the first and the last among them. */
function chosenFrames(recording: RecordingView, every: number): number[] {
  const last = recording.frames - 1;
  if (last < 0) {
    const problem = { path: 'the recording', expected: 'at least one frame', found: 'none' };
    throw new InputError('there is nothing to export', [problem]);
  }
  return Array.from({ length: last + 1 }, (_, k) => k).filter((k) => k % every === 0 || k === last);
}

function sceneName({ header }: RecordingView): string {
  const { name } = (header.scene ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

/** A name as a file name: without dots, so that no two of the files that are made of it can be the same. */
function fileName(name: string): string {
  const plain = name.replace(/[^\w-]+/g, '-').replace(/^-+/, '');
  return plain === '' ? 'run' : plain.slice(0, 80);
}
