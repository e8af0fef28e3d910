/** Finds a Firefox for the browser tests, and installs one where that is possible. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from './debian.mjs';

const NAMES = ['firefox-esr', 'firefox'];

/** Path of a browser: the one of STICKSLIP_FIREFOX, or the first known name on the PATH; null if there is none. */
export function findFirefox() {
  const named = process.env.STICKSLIP_FIREFOX;
  if (named && existsSync(named)) return named;
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of NAMES) {
      const file = path.join(folder, name);
      if (folder !== '' && existsSync(file)) return file;
    }
  }
  return null;
}

/** As findFirefox, after installing one with apt-get if we are root and it is missing. */
export function provideFirefox() {
  const found = findFirefox();
  if (found !== null) return found;
  installPackages(['firefox-esr'], 'the tests in Firefox');
  return findFirefox();
}
