/**
 * Builds the package into dist/: the library and the command line with tsc, the studio (where its sources are) with Vite.
 * Runs as npm's `prepare`, so a fresh clone is ready after `npm ci`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

function compileLibrary() {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const tsc = require.resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write('build: the sources do not compile\n');
    process.exit(1);
  }
}

async function bundleStudio() {
  const studio = path.join(root, 'src/studio');
  if (!existsSync(path.join(studio, 'index.html'))) return;
  let vite;
  try {
    vite = await import('vite');
  } catch {
    process.stderr.write('build: vite is not installed, the studio is left out\n');
    return;
  }
  await vite.build({
    root: studio,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: path.join(root, 'dist/studio'), emptyOutDir: true, target: 'es2022' },
  });
}

/** npm links the commands of dependencies, not the package's own: this makes `npx stickslip` work in a clone as well. */
function linkCommand() {
  const folder = path.join(root, 'node_modules/.bin');
  if (process.platform === 'win32' || !existsSync(path.dirname(folder))) return;
  const link = path.join(folder, 'stickslip');
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(folder, { recursive: true });
  symlinkSync('../../bin/stickslip.js', link);
}

compileLibrary();
await bundleStudio();
linkCommand();
