import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, root } from '../package/project.js';
import { addressOf, servePages } from './page-server.js';
import { flags } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const counts = [1, 2, 3, 4];

interface Found {
  readonly contacts: number;
  readonly state: string;
}
type Step = (what: { scene: string; steps: number; state?: string; pool?: unknown }) => Found;

/** Steps before what is compared, by one thread, so that there is something for threads to do; contacts that there must be. */
const scenes = [
  { scene: 'free-a', before: 62, steps: 2, contacts: 2000 },
  { scene: 'spheres-320', before: 40, steps: 5, contacts: 300 },
  { scene: 'square-3', before: 10, steps: 2, contacts: 0 },
  { scene: 'hammock', before: 20, steps: 5, contacts: 0 },
];

const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

async function load<T>(file: string): Promise<T> {
  return (await import(`${root}/${file}`)) as T;
}

/** The page, with a worker in one file: scenes are checked by a package, and workers know no packages by name. */
const pages = mkdtempSync(path.join(os.tmpdir(), 'stickslip-threads-'));

async function makePages(): Promise<void> {
  build();
  const folder = path.join(root, 'test/browser/threads');
  copyFileSync(path.join(folder, 'index.html'), path.join(pages, 'index.html'));
  await bundle({
    entryPoints: [path.join(folder, 'worker.mjs')],
    outfile: path.join(pages, 'worker.mjs'),
    bundle: true,
    format: 'esm',
  });
}

describe('scenes of the gallery stepped by several threads', () => {
  beforeAll(makePages, 300_000);
  afterAll(() => rmSync(pages, { recursive: true }));

  it.each(scenes)(
    '$scene moves to the same bits in Node and in Chromium, one, two, three or four',
    { timeout: 1_800_000 },
    async ({ scene, before, steps, contacts }) => {
      const { stepScene } = await load<{ stepScene: Step }>('test/browser/threads/gallery.mjs');
      const { startThreads } = await load<{
        startThreads: (count: number) => { pool: unknown; ready: Promise<void>; close(): Promise<void> };
      }>('dist/node/index.js');
      const { state } = stepScene({ scene, steps: before });
      const alone = stepScene({ scene, state, steps });
      expect(alone.contacts).toBeGreaterThanOrEqual(contacts);
      for (const count of counts) {
        const threads = startThreads(count);
        await threads.ready;
        const found = stepScene({ scene, state, pool: threads.pool, steps });
        await threads.close();
        expect(found.state === alone.state, `${count} threads of Node`).toBe(true);
      }
      if (!browserPath) return;
      const server = await servePages(pages, isolated);
      const browser = await chromium.launch({ executablePath: browserPath, args: flags });
      try {
        const page = await browser.newPage();
        await page.goto(addressOf(server));
        for (const count of counts) {
          const found = await page.evaluate(
            ([k, n, from]) =>
              (globalThis as unknown as { stepWith(...x: unknown[]): Promise<Found> }).stepWith(k, n, from),
            [count, steps, { scene, state }] as const,
          );
          expect(found.state === alone.state, `${count} threads of Chromium`).toBe(true);
        }
      } finally {
        await browser.close();
        server.closeAllConnections();
        server.close();
      }
    },
  );
});
