import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.js';
import { version } from '../version.js';

/** The package that holds the built pages. */
const packageName = 'stickslip-studio';

/** packages/studio of a clone, from dist/cli/studio/pages.js and from src/cli/studio/pages.ts alike */
const inClone = fileURLToPath(new URL('../../../packages/studio', import.meta.url));

const here = path.dirname(fileURLToPath(import.meta.url));

/**
 * The folder of the studio's pages: those of the clone this runs in, or those of the package `stickslip-studio` beside
 * this one or in the project of the current folder. Throws `InputError` with what to do where there are none.
 */
export function studioPages(clone = inClone, from: readonly string[] = [here, process.cwd()]): string {
  const own = path.join(clone, 'dist');
  if (existsSync(path.join(own, 'index.html'))) return own;
  if (existsSync(path.join(clone, 'package.json')))
    throw missing(own, 'pages that were built', 'nothing there', 'run npm run build');
  for (const folder of from) {
    const index = resolved(folder);
    if (index !== undefined && existsSync(index)) return path.dirname(index);
  }
  const hint = `npm install ${packageName}@${version}, where you installed stickslip`;
  throw missing(packageName, 'the package with the pages of the studio', 'no such package', hint);
}

function resolved(folder: string): string | undefined {
  try {
    return createRequire(path.join(folder, 'any.js')).resolve(`${packageName}/index.html`);
  } catch {
    return undefined;
  }
}

function missing(place: string, expected: string, found: string, hint: string): InputError {
  return new InputError('the studio cannot be served', [{ path: place, expected, found, hint }]);
}
