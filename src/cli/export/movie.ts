import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { frameRate } from '../../io/export/exporter.js';
import { FramePainter } from '../../io/export/picture/sheet.js';
import type { RecordingView } from '../../record/recording.js';
import { resampled } from '../../record/resample.js';

/** Pictures a second at most: screens show no more. */
const fastest = 60;

const width = 960;
const height = 720;

/** Encoders from the best on, with the settings of each. */
const encoders: readonly (readonly string[])[] = [
  ['libx264', '-crf', '18', '-preset', 'medium'],
  ['libopenh264', '-b:v', '6M'],
  ['mpeg4', '-q:v', '3'],
];

/** Whether movies can be made here; an `InputError` that says what is missing where not. */
export function checkMovies(): void {
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0) return;
  const hint = 'on Debian: apt install ffmpeg; --to png writes the pictures alone, and html needs nothing';
  throw new InputError('movies cannot be made here', [
    { path: 'mp4', expected: 'ffmpeg on the PATH', found: 'none', hint },
  ]);
}

function chooseEncoder(): readonly string[] {
  const { stdout } = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' });
  return encoders.find(([name]) => stdout.includes(` ${name} `)) ?? encoders[encoders.length - 1];
}

/** Writes a recording as an MP4 movie in real time, and looks whether it can be played. */
export async function writeMovie(
  recording: RecordingView,
  frames: readonly number[],
  target: string,
  options: { readonly every?: number; readonly fps?: number },
): Promise<void> {
  checkMovies();
  // movies have frames at equal times; more than screens show only cost time
  const rate = options.fps ?? Math.min(fastest, frameRate(recording) / (options.every ?? 1));
  const view = options.fps === undefined ? resampled(recording, rate) : recording;
  const shown = options.fps === undefined ? Array.from({ length: view.frames }, (_, k) => k) : frames;
  const size = `${width}x${height}`;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(rate), '-i', '-'];
  const [encoder, ...settings] = chooseEncoder();
  const output = ['-c:v', encoder, ...settings, '-pix_fmt', 'yuv420p', '-movflags', '+faststart', target];
  const child = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  // a child that ends early is reported by its exit code, not by the broken pipe
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const painter = new FramePainter(view, { width, height });
  for (const k of shown) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(painter.paint(k).pixels)) await Promise.race([once(child.stdin, 'drain'), closed]);
  }
  child.stdin.end();
  const [code] = await closed;
  const fault = code === 0 ? playableFault(target, shown.length) : `ffmpeg ended with ${code}`;
  // what ffmpeg said of it tells more than that the movie cannot be played: no space left on device
  const found = fault && (lastLine(said) || fault);
  if (found !== undefined) {
    const problem = { path: path.basename(target), expected: `a movie of ${shown.length} frames`, found };
    throw new InputError('the movie cannot be made', [problem]);
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 200) ?? '';

/** Plays a movie without showing it; what is wrong with it, or undefined. */
function playableFault(file: string, frames: number): string | undefined {
  const args = ['-v', 'error', '-xerror', '-i', file, '-map', '0:v', '-f', 'null', '-progress', 'pipe:1', '-'];
  const { status, stdout, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  if (status !== 0 || stderr.trim() !== '') return lastLine(stderr) || `a file that ffmpeg cannot play`;
  const played = Number([...stdout.matchAll(/^frame=(\d+)/gm)].at(-1)?.[1]);
  return played === frames ? undefined : `one of ${played} frames`;
}
