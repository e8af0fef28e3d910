import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, root } from '../package/project.js';
import { byVite, emptyProject } from './bundled-pages.js';
import { addressOf, servePages, strictPolicy } from './page-server.js';
import { flags } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

describe.skipIf(!browserPath)('the example page with a world in a worker, under a strict policy', () => {
  const folder = emptyProject('worker-page');
  beforeAll(build, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs, draws, drops boxes and is dragged', { timeout: 240_000 }, async () => {
    cpSync(path.join(root, 'examples/worker-page'), folder, { recursive: true });
    const server = await servePages(await byVite(folder), { 'Content-Security-Policy': strictPolicy });
    const browser = await chromium.launch({ executablePath: browserPath!, args: flags });
    try {
      const opened = await browser.newPage({ viewport: { width: 800, height: 500 } });
      const trouble: string[] = [];
      opened.on('pageerror', (error) => trouble.push(String(error)));
      opened.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
      await opened.goto(addressOf(server));
      const until = async (holds: string): Promise<void> => {
        for (let k = 0; k < 600 && !(await opened.evaluate(`globalThis.world !== undefined && (${holds})`)); k++)
          await opened.waitForTimeout(100);
        expect(await opened.evaluate(holds), `${holds}: ${trouble.join()}`).toBe(true);
      };
      await until('world.t > 0.6');
      // the box lies in the sheet
      await until('world.handles.every(({ kind, pose }) => kind !== "rigid" || (pose[2] > 0.2 && pose[2] < 0.8))');
      await opened.click('#drop');
      await until('world.handles.length === 4');
      await opened.mouse.move(400, 300);
      await opened.mouse.down();
      await until('world.hands.length === 1');
      await opened.mouse.move(430, 200, { steps: 5 });
      const t = Number(await opened.evaluate('world.t'));
      await until(`world.t > ${t + 0.2}`);
      const picture = process.env.STICKSLIP_PICTURE;
      const png = await opened.screenshot(picture ? { path: picture } : {});
      // an empty page of this size takes 2 kB
      expect(png.length).toBeGreaterThan(5_000);
      await opened.mouse.up();
      await until('world.hands.length === 0');
      expect(trouble).toEqual([]);
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
