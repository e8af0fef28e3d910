import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { reportPage } from '../../src/cli/report/page.js';
import { exporterNamed } from '../../src/io/export/registry.js';
import { mixedRecording } from '../../src/record/testing/mixed-run.js';
import { flags } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

describe.skipIf(!browserPath)('pages of a run in a browser (skipped without STICKSLIP_CHROMIUM)', () => {
  it('play and plot it from a file, without a server, asking for nothing', async () => {
    const recording = mixedRecording();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-replay-'));
    const frames = Array.from({ length: recording.frames }, (_, k) => k);
    for await (const file of exporterNamed('html')!.files(recording, { name: 'replay', frames })) {
      let text = '';
      for await (const piece of file.pieces) text += String(piece);
      writeFileSync(path.join(folder, file.path), text);
    }
    writeFileSync(path.join(folder, 'report.html'), await reportPage(recording));
    const browser = await chromium.launch({ executablePath: browserPath!, args: flags });
    try {
      const page = await browser.newPage({ viewport: { width: 500, height: 400 } });
      const trouble: string[] = [];
      page.on('pageerror', (error) => trouble.push(String(error)));
      page.on('request', (request) => void (/^(file|data|blob):/.test(request.url()) || trouble.push(request.url())));
      await page.goto(pathToFileURL(path.join(folder, 'replay.html')).href);
      await page.waitForSelector('body[data-ready=yes]', { timeout: 30_000 });
      await page.click('#play');
      await page.locator('#slider').fill('12');
      await page.check('#contacts');
      await page.waitForFunction(() => document.getElementById('time')!.textContent!.includes('frame 12 of 15'));
      const shown = await page.locator('#time').textContent();
      expect(shown).toContain(`${recording.contacts(12).n} contacts`);
      // something is drawn: the picture is not of one colour
      const picture = await page.locator('#view').screenshot();
      expect(picture.length).toBeGreaterThan(4000);
      await page.goto(pathToFileURL(path.join(folder, 'report.html')).href);
      expect(await page.locator('.plot').count()).toBeGreaterThan(6);
      expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
      expect(trouble).toEqual([]);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
