/**
 * Builds the packages: the library and the command line into dist/ with tsc, the worker for pages without a bundler into dist/browser
 * and the studio's pages into packages/studio/dist with Vite.
 * Runs as npm's `prepare` too, so a fresh clone is ready after `npm ci`. npm prepares again for `npm pack` and for the
 * first `npx stickslip`: then nothing is done if nothing has changed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, stamp } from './built.mjs';

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

/**
 * TypeScript 5.7 and later write which buffer a typed array is over; earlier ones do not know that, and refuse the types.
 * Left out it means any buffer, as it always did.
 */
function forOlderTypeScript() {
  for (const name of readdirSync(path.join(root, 'dist'), { recursive: true })) {
    if (!String(name).endsWith('.d.ts')) continue;
    const file = path.join(root, 'dist', String(name));
    const text = readFileSync(file, 'utf8');
    const plain = text.replaceAll(/\b(\w+Array)<ArrayBuffer(?:Like)?>/g, '$1');
    if (plain !== text) writeFileSync(file, plain);
  }
}

async function findVite() {
  try {
    return await import('vite');
  } catch {
    process.stderr.write('build: vite is not installed, the studio and the worker for pages are left out\n');
    return undefined;
  }
}

/**
 * dist/browser/worker.js: a world in a worker (stickslip/web-worker) that needs no other file. Workers know no import maps, so that a page
 * without a bundler could not have one otherwise.
 */
async function bundleWorker(vite) {
  const { noticesPlugin } = await import('./notices.mjs');
  await vite.build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [noticesPlugin('notices.txt')],
    build: {
      outDir: path.join(root, 'dist/browser'),
      target: 'es2022',
      minify: true,
      modulePreload: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: path.join(root, 'dist/web-worker/worker-entry.js'),
        output: { entryFileNames: 'worker.js' },
        checks: { bundlerTimings: false },
      },
    },
  });
}

async function bundleStudio(vite) {
  const studio = path.join(root, 'src/studio');
  if (!existsSync(path.join(studio, 'index.html'))) return;
  const settings = { configFile: path.join(root, 'vite.studio.config.ts'), logLevel: 'warn' };
  await vite.build(settings);
  await vite.build({ ...settings, mode: 'hdf5' });
}

if (process.env.npm_lifecycle_event === 'prepare') {
  if (!existsSync(path.join(root, 'node_modules/typescript'))) {
    process.stderr.write('build: the development packages are not installed; run npm ci first\n');
    process.exit(0);
  }
  if (isBuilt()) process.exit(0);
}
compileLibrary();
forOlderTypeScript();
const vite = await findVite();
if (vite) {
  await bundleWorker(vite);
  await bundleStudio(vite);
}
writeFileSync(stamp, '');
