import { rmSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../package/project.js';
import {
  byEsbuild,
  byVite,
  byWebpack,
  expected,
  found,
  importMap,
  isolated,
  mapHash,
  ownWorker,
  project,
} from './bundled-pages.js';
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
    ['Vite, cross-origin isolated', byVite, isolated],
    ['webpack', byWebpack, {}],
    ['esbuild', byEsbuild, {}],
  ])('%s', { timeout: 120_000 }, async (_, bundle, more) => {
    const folder = project('bundled', ownWorker);
    folders.push(folder);
    const headers = { 'Content-Security-Policy': strictPolicy, ...more };
    expect(await found(browser, await bundle(folder), headers)).toEqual(expected(more === isolated));
  });

  it('no bundler, modules as they are, the worker of the package', { timeout: 120_000 }, async () => {
    const folder = project('plain', '', `<script type="importmap">${importMap}</script>`);
    folders.push(folder);
    const policy = strictPolicy.replace("script-src 'self'", `script-src 'self' 'sha256-${mapHash}'`);
    expect(await found(browser, folder, { 'Content-Security-Policy': policy, ...isolated })).toEqual(expected(true));
  });
});
