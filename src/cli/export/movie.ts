import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import { frameRate } from '../../io/export/exporter.js';
import { FramePainter } from '../../io/export/picture/sheet.js';
import type { Recording } from '../../record/recording.js';
import { OutputError } from '../run/out-folder.js';

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

/** Writes a recording as an MP4 movie in real time; its path and size. */
export async function writeMovie(
  recording: Recording,
  frames: readonly number[],
  target: string,
  every: number,
): Promise<{ path: string; bytes: number }> {
  checkMovies();
  const rate = frameRate(recording) / every;
  const stride = Math.max(1, Math.round(rate / fastest));
  try {
    mkdirSync(path.dirname(target), { recursive: true });
  } catch (cause) {
    throw new OutputError(target, 'a file that can be written', cause);
  }
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${height}`,
    '-r',
    String(rate / stride),
    '-i',
    '-',
  ];
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
  const painter = new FramePainter(recording, { width, height });
  for (const k of frames.filter((_, place) => place % stride === 0)) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(painter.paint(k).pixels)) await Promise.race([once(child.stdin, 'drain'), closed]);
  }
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) {
    const found = said.trim().split('\n').at(-1)?.slice(0, 200) || `ffmpeg ended with ${code}`;
    throw new InputError('the movie cannot be made', [{ path: target, expected: 'a movie', found }]);
  }
  return { path: target, bytes: statSync(target).size };
}
