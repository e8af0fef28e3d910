import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../src/world/index.js';
import { codeBlocks, root } from '../package/project.js';
import { addressOf, servePages, strictPolicy } from './page-server.js';
import { flags } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const [code] = codeBlocks(readFileSync(path.join(root, 'README.md'), 'utf8'), 'javascript');
const source = (file: string): string => fileURLToPath(new URL(`../../src/${file}`, import.meta.url));

describe('the first example of the library in README', () => {
  it('has at most 25 lines beside three.js’s own set-up', () => {
    const own = code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
    const setUp = own.filter((line) => /THREE|renderer\.(set|dom)|camera\.|sun|scene\.background/.test(line));
    expect(own.length - setUp.length).toBeLessThanOrEqual(25);
  });
});

describe.skipIf(!browserPath)('that page in Chromium, under a strict content security policy', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-page-'));
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    writeFileSync(path.join(folder, 'main.js'), `${code}\nglobalThis.shown = { world, rope, box, camera };`);
    writeFileSync(
      path.join(folder, 'index.html'),
      '<!doctype html><body><script type="module" src="/main.js"></script>',
    );
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: {
        alias: [
          { find: /^stickslip$/, replacement: source('index.ts') },
          { find: /^stickslip\/three$/, replacement: source('three/index.ts') },
          { find: /^three$/, replacement: path.join(root, 'node_modules/three/build/three.module.js') },
        ],
      },
      build: { outDir: path.join(folder, 'dist'), minify: false },
    });
    server = await servePages(path.join(folder, 'dist'), { 'Content-Security-Policy': strictPolicy });
    browser = await chromium.launch({ executablePath: browserPath!, args: flags });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs, draws, and the mouse pulls the box', { timeout: 120_000 }, async () => {
    const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    await page.goto(addressOf(server));
    type Shown = { world: World; box: { pose: Float64Array }; camera: { matrixWorldInverse: unknown } };
    const of = <T>(read: (shown: Shown) => T): Promise<T> =>
      page.evaluate(`(${read.toString()})(globalThis.shown)`) as Promise<T>;
    // the browser's own waiting evaluates text, which the policy forbids
    const until = async (t: number): Promise<void> => {
      for (let k = 0; k < 600; k++) {
        if (Number(await page.evaluate('globalThis.shown?.world.t ?? 0')) > t) return;
        await page.waitForTimeout(100);
      }
      throw new Error(`the world does not reach ${t} s: ${trouble.join()}`);
    };
    await until(1);
    // the box hangs: friction on the bar holds the rope
    const hanging = await of(({ box }) => Array.from(box.pose));
    expect(hanging[2]).toBeGreaterThan(0.2);
    const picture = process.env.STICKSLIP_PICTURE;
    const png = await page.screenshot(picture ? { path: picture } : {});
    // an empty page of this size takes 2 kB
    expect(png.length).toBeGreaterThan(5_000);
    // where the box is on the screen
    const [x, y] = await of(({ box, camera }) => {
      const { pose } = box;
      const at = new (
        camera as never as { position: { constructor: new (...x: number[]) => never } }
      ).position.constructor(pose[0], pose[1], pose[2]) as never as {
        project(camera: unknown): { x: number; y: number };
      };
      const { x, y } = at.project(camera);
      return [(0.5 + 0.5 * x) * innerWidth, (0.5 - 0.5 * y) * innerHeight];
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.waitForTimeout(200);
    await page.mouse.move(x - 150, y - 60, { steps: 10 });
    const from = await of(({ world }) => world.t);
    await until(from + 0.6);
    const pulled = await of(({ box }) => Array.from(box.pose));
    await page.mouse.up();
    expect(Math.hypot(pulled[0] - hanging[0], pulled[1] - hanging[1], pulled[2] - hanging[2])).toBeGreaterThan(0.1);
    expect(trouble).toEqual([]);
    await page.close();
  });
});
