/** Pages with a world in a worker, bundled in several ways, and what comes of them in a browser. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';
import { root } from '../package/project.js';
import { addressOf, servePages } from './page-server.js';

/** A world on the page and the same in a worker: what both come to, and what three.js would draw. */
const page = (worker: string): string => `
import { World } from 'stickslip';
import { worldView } from 'stickslip/three';
import { workerWorld } from 'stickslip/web-worker';

const fill = async (world) => {
  await world.addPlane();
  const box = await world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.3] });
  const rope = await world.addRope({ from: [-0.5, 0, 0.5], to: [0.4, 0, 0.5], radius: 0.01 });
  await world.attach(rope.point(0.5), [0, 0, 0.5]);
  for (let k = 0; k < 5; k++) await world.step();
  return { box, bytes: await world.snapshot() };
};

async function tried() {
  const here = new World();
  const there = await workerWorld(${worker});
  const [a, b] = [await fill(here), await fill(there)];
  await there.play();
  for (let k = 0; k < 100 && !(there.update() && there.steps > 8); k++) await new Promise((done) => setTimeout(done, 50));
  const { steps, shared } = there;
  const fallen = a.box.pose[2] > b.box.pose[2];
  const drawn = worldView(there).object.children.length;
  there.terminate();
  const same = a.bytes.length === b.bytes.length && a.bytes.every((byte, k) => byte === b.bytes[k]);
  return { same, fallen, drawn, shared, played: steps > 8 };
}

tried().then((found) => (globalThis.found = found), (error) => (globalThis.found = String(error)));
`;

export const ownWorker = `{ worker: new Worker(new URL('./world-worker.js', import.meta.url), { type: 'module' }) }`;

/** A folder with the packages that pages use, as a user's project. */
export function emptyProject(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `stickslip-${name}-`));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(root, path.join(folder, 'node_modules/stickslip'));
  symlinkSync(path.join(root, 'node_modules/three'), path.join(folder, 'node_modules/three'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** One with a page that tries a world here and in a worker. */
export function project(name: string, worker: string, head = ''): string {
  const folder = emptyProject(name);
  writeFileSync(path.join(folder, 'main.js'), page(worker));
  writeFileSync(
    path.join(folder, 'world-worker.js'),
    `import { serveWorld } from 'stickslip/web-worker/serve';\n\nserveWorld();\n`,
  );
  const html = `<!doctype html><head>${head}</head><body><script type="module" src="/main.js"></script></body>`;
  writeFileSync(path.join(folder, 'index.html'), html);
  return folder;
}

export async function byVite(folder: string): Promise<string> {
  const outDir = path.join(folder, 'dist');
  const worker = { format: 'es' as const };
  await viteBuild({ root: folder, configFile: false, logLevel: 'error', worker, build: { outDir, minify: false } });
  return outDir;
}

export async function byWebpack(folder: string): Promise<string> {
  const outDir = path.join(folder, 'dist');
  const compiler = webpack({
    ...{ mode: 'none', context: folder, entry: './main.js', target: 'web' },
    output: { path: outDir, filename: 'main.js' },
  })!;
  const stats = await new Promise<webpack.Stats>((done, failed) =>
    compiler.run((error, result) => (error ? failed(error) : done(result!))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  writeFileSync(path.join(outDir, 'index.html'), '<!doctype html><body><script src="/main.js"></script></body>');
  return outDir;
}

export async function byEsbuild(folder: string): Promise<string> {
  const outdir = path.join(folder, 'dist');
  const entryPoints = ['main.js', 'world-worker.js'].map((file) => path.join(folder, file));
  await esbuild.build({ entryPoints, outdir, bundle: true, format: 'esm', logLevel: 'error' });
  writeFileSync(
    path.join(outdir, 'index.html'),
    '<!doctype html><body><script type="module" src="/main.js"></script></body>',
  );
  return outdir;
}

/** Where a page without a bundler finds what it imports. */
export const importMap = JSON.stringify({
  imports: {
    stickslip: '/node_modules/stickslip/dist/index.js',
    'stickslip/': '/node_modules/stickslip/dist/',
    'stickslip/three': '/node_modules/stickslip/dist/three/index.js',
    'stickslip/web-worker': '/node_modules/stickslip/dist/web-worker/index.js',
    three: '/node_modules/three/build/three.module.js',
    zod: '/node_modules/stickslip/node_modules/zod/index.js',
  },
});
export const mapHash = createHash('sha256').update(importMap).digest('base64');

/** What the page has found, and what it complained of. */
export async function found(browser: Browser, folder: string, headers: Record<string, string>): Promise<unknown> {
  const server: Server = await servePages(folder, headers);
  const opened = await browser.newPage();
  const trouble: string[] = [];
  opened.on('pageerror', (error) => trouble.push(String(error)));
  opened.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  try {
    await opened.goto(addressOf(server));
    for (let k = 0; k < 600; k++) {
      const result = await opened.evaluate('globalThis.found');
      if (result !== undefined) return { result, trouble };
      await opened.waitForTimeout(100);
    }
    return { result: 'nothing', trouble };
  } finally {
    await opened.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Headers of a page that may share memory with its workers. */
export const isolated = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** What every page finds. */
export const expected = (shared: boolean): object => ({
  result: { same: true, fallen: true, drawn: 3, played: true, shared },
  trouble: [],
});
