/** Finds a Chromium for the browser tests, and installs one where that is possible. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from './debian.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** True where the project has tests that need a browser: files in test/browser or beside the studio. */
export function hasBrowserTests(root) {
  return ['test/browser', 'src/studio'].some((folder) => {
    const full = path.join(root, folder);
    return existsSync(full) && readdirSync(full, { recursive: true }).some((file) => String(file).endsWith('.test.ts'));
  });
}

/** Path of a browser: the one of STICKSLIP_CHROMIUM, or the first known name on the PATH; null if there is none. */
export function findChromium() {
  const named = process.env.STICKSLIP_CHROMIUM;
  if (named && existsSync(named)) return named;
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of NAMES) {
      const file = path.join(folder, name);
      if (folder !== '' && existsSync(file)) return file;
    }
  }
  return null;
}

/** As findChromium, after installing one with apt-get if we are root and it is missing. */
export function provideChromium() {
  const found = findChromium();
  if (found !== null) return found;
  installPackages(['chromium'], 'the browser tests');
  return findChromium();
}
