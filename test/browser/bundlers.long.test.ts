import { rmSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../package/project.js';
import { byVite, byWebpack, expected, found, project } from './bundled-pages.js';
import { strictPolicy } from './page-server.js';
import { flags } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

describe.skipIf(!browserPath)('pages with a world in a worker, under a strict content security policy', () => {
  let browser: Browser;
  const folders: string[] = [];

  beforeAll(async () => {
    build();
    browser = await chromium.launch({ executablePath: browserPath!, args: flags });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['Vite, the worker of the package', byVite],
    ['webpack, the worker of the package', byWebpack],
  ])('%s', { timeout: 120_000 }, async (_, bundle) => {
    const folder = project('bundled', '');
    folders.push(folder);
    const headers = { 'Content-Security-Policy': strictPolicy };
    expect(await found(browser, await bundle(folder), headers)).toEqual(expected(false));
  });
});
