/** Finds ffmpeg, which joins the pictures of mp4 exports, and installs it where that is possible. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './debian.mjs';

const works = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** The name of the program, or null. */
export function provideFfmpeg() {
  if (works()) return 'ffmpeg';
  installPackages(['ffmpeg'], 'the tests of mp4 exports');
  return works() ? 'ffmpeg' : null;
}
