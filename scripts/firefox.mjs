/** Finds a Firefox for the browser tests, and installs one where that is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from './debian.mjs';

const NAMES = ['firefox-esr', 'firefox'];

/** Up to this version it does not know what the tests drive it with; 153 does. */
const tooOld = 140;

/** Path of a browser that is new enough: the one of STICKSLIP_FIREFOX, or the first known name on the PATH; null if there is none. */
export function findFirefox() {
  const named = process.env.STICKSLIP_FIREFOX;
  if (named && existsSync(named) && isNew(named)) return named;
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of NAMES) {
      const file = path.join(folder, name);
      if (folder !== '' && existsSync(file) && isNew(file)) return file;
    }
  }
  return null;
}

function isNew(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return !(Number(/(\d+)\./.exec(stdout ?? '')?.[1]) <= tooOld);
}

/** As findFirefox, after installing one with apt-get if we are root and it is missing or old. */
export function provideFirefox() {
  const found = findFirefox();
  if (found !== null) return found;
  installPackages(['firefox-esr'], 'the tests in Firefox');
  return findFirefox();
}
