import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type Page, launch } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenTargets, builtPages } from '../../scripts/docs/built.mjs';
import { staticServer } from '../../src/cli/studio/static-server.js';
import { flags } from '../browser/studio-browser.js';
import { root } from '../package/project.js';

const home = mkdtempSync(path.join(os.tmpdir(), 'stickslip-site-'));
// a path that the build knows nothing of, on a server with the studio's content security policy
const folder = path.join(home, 'some/where');
const server: Server = staticServer(home);
let address = '';

// building takes about a minute of processor time: STICKSLIP_SITE is a folder with a site that was built before
beforeAll(async () => {
  mkdirSync(path.dirname(folder), { recursive: true });
  if (process.env.STICKSLIP_SITE) cpSync(process.env.STICKSLIP_SITE, folder, { recursive: true });
  else execFileSync(process.execPath, ['scripts/docs.mjs', '--out', folder], { cwd: root, stdio: 'pipe' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`;
}, 600_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

it('has no link, picture, script or anchor that leads nowhere', () => {
  expect(builtPages(folder).length).toBeGreaterThan(30);
  expect(brokenTargets(folder)).toEqual([]);
});

const browsers = [
  { name: 'chrome' as const, program: process.env.STICKSLIP_CHROMIUM, args: flags },
  { name: 'firefox' as const, program: process.env.STICKSLIP_FIREFOX, args: [] },
];

describe.each(browsers.filter(({ program }) => program))('the site in $name', ({ name, program, args }) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch({ browser: name, executablePath: program!, headless: true, args: [...args] });
  }, 120_000);
  afterAll(() => browser?.close());

  async function open(place: string): Promise<{ page: Page; trouble: string[] }> {
    const page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 800 });
    page.setDefaultTimeout(120_000);
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('response', (answer) => {
      if (answer.status() >= 400) trouble.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(address + place, { waitUntil: 'load' });
    // the scripts have taken over; asked in the page's own realm: Firefox hides what scripts add to elements from others
    const started = () =>
      page.evaluate(
        () => (document.querySelector('#app') as { __vue_app__?: unknown } | null)?.__vue_app__ !== undefined,
      );
    await expect.poll(started, { timeout: 60_000, message: `${place} starts; ${trouble.join('\n')}` }).toBe(true);
    return { page, trouble };
  }

  const shot = async (page: Page, what: string): Promise<void> => {
    const out = process.env.STICKSLIP_SHOTS;
    if (out) await page.screenshot({ path: path.join(out, `${name}-${what}.png`) as `${string}.png` });
  };

  it('opens every page without trouble', async () => {
    // examples that are there to be read are no pages of the site
    for (const place of builtPages(folder).filter((name) => !name.startsWith('files/'))) {
      const { page, trouble } = await open(place);
      expect([place, ...trouble]).toEqual([place]);
      expect(await page.title(), place).toMatch(/stickslip/);
      await page.close();
    }
  });

  it('goes from page to page under its own path, without loading anew', async () => {
    const { page, trouble } = await open('index.html');
    await shot(page, 'home');
    await page.evaluate(() => ((globalThis as unknown as { stays: boolean }).stays = true));
    for (const [label, heading] of [
      ['Begin', 'stickslip'],
      ['Theory', 'Theory'],
      ['Notation', 'Notation'],
      ['Evidence', 'Evidence'],
    ]) {
      await page.evaluate((text) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('a')];
        links.find((link) => link.textContent?.trim() === text)!.click();
      }, label);
      await page.waitForFunction((text) => document.querySelector('h1')?.textContent?.startsWith(text), {}, heading);
    }
    expect(page.url()).toBe(`${address}evidence.html`);
    expect(await page.evaluate(() => (globalThis as unknown as { stays?: boolean }).stays)).toBe(true);
    await shot(page, 'evidence');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it.each(['tutorials/slope.html', 'tutorials/rope.html', 'tutorials/world.html', 'gallery.html'])(
    'runs the scenes of %s in the page, or says why not',
    async (place) => {
      const { page, trouble } = await open(place);
      const draws = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null);
      if (!draws) {
        await page.waitForSelector('.live-scene .problem');
        expect(await page.$eval('.live-scene .problem', (found) => found.textContent)).toMatch(/WebGL/);
      } else {
        await page.waitForFunction(() => document.querySelector('.live-scene canvas')!.clientWidth > 100);
        await page.waitForSelector('.live-scene button:enabled');
        await page.click('.live-scene button');
        await page.waitForFunction(
          () => Number(document.querySelector<HTMLElement>('.live-scene')!.dataset.time) > 0.05,
        );
        await shot(page, place.replace(/\W/g, '-'));
        expect(await page.$('.live-scene .problem')).toBeNull();
      }
      expect(trouble).toEqual([]);
      await page.close();
    },
  );

  it('finds a word', async () => {
    const { page } = await open('guide.html');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('.search-input');
    await page.type('.search-input', 'capstan');
    await page.waitForSelector('.VPLocalSearchBox .result');
    await page.close();
  });
});
