import { type Browser, type Page, launch } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateHash as hashOf } from '../../src/record/state-hash.js';
import { buildWorld } from '../../src/scene/build/world.js';
import { galleryNames, gallerySceneNamed } from '../../src/scene/gallery/gallery.js';
import { readScene } from '../../src/scene/read-scene.js';
import { StudioServer } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_FIREFOX;

/** The state after some steps, as the command line computes it. */
function hashAfter(name: string, steps: number): string {
  const world = buildWorld(readScene(gallerySceneNamed(name)));
  for (let k = 0; k < steps; k++) world.step();
  return hashOf(world);
}

function hash(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLElement>('.hash')?.dataset.hash);
}

describe.skipIf(!browserPath)('studio in Firefox (skipped without STICKSLIP_FIREFOX)', () => {
  const server = new StudioServer();
  let browser: Browser;

  beforeAll(async () => {
    await server.start();
    browser = await launch({ browser: 'firefox', executablePath: browserPath!, headless: true });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server.stop();
  });

  async function open(address: string): Promise<{ page: Page; trouble: string[] }> {
    const page = await browser.newPage();
    await page.setViewport({ width: 900, height: 560 });
    page.setDefaultTimeout(50_000);
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    await page.goto(server.address + address);
    return { page, trouble };
  }

  it('shows the gallery', async () => {
    const { page, trouble } = await open('');
    await page.waitForSelector('.card');
    expect((await page.$$('.card')).length).toBe(galleryNames.length);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it.each([
    { name: 'incline', steps: 3 },
    { name: 'spaghetti-7', steps: 3 },
    // in threads of their own, which are asked for by the first step
    { name: 'masonry', steps: 8 },
  ])(
    'computes $steps steps of $name to the same bits as the command line',
    async ({ name, steps }) => {
      const { page, trouble } = await open(`#/scene/${name}?play=0`);
      await page.waitForSelector('.hash[data-hash]');
      for (let k = 0; k < steps; k++) {
        const before = await hash(page);
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction(
          (old) => document.querySelector<HTMLElement>('.hash')!.dataset.hash !== old,
          {},
          before,
        );
      }
      expect(await hash(page)).toBe(hashAfter(name, steps));
      expect(trouble).toEqual([]);
      await page.close();
    },
    120_000,
  );

  it('draws the scene, or says that it cannot', async () => {
    const { page } = await open('#/scene/incline?play=0');
    await page.waitForSelector('.hash[data-hash]');
    const draws = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null);
    expect((await page.$('.no-drawing')) === null).toBe(draws);
    await page.close();
  });

  it('solves in the lab, asks in a lesson, compares and builds', async () => {
    const { page, trouble } = await open('#/problem');
    const press = async (name: string): Promise<void> => {
      await page.locator(`::-p-xpath(//button[normalize-space()='${name}'])`).click();
    };
    const go = async (to: string, wait: string): Promise<void> => {
      await page.evaluate((where) => (location.hash = where), to);
      await page.waitForSelector(wait);
    };
    await press('Try a pile of balls');
    await page.waitForSelector('[data-done="true"]');
    const rows = await page.$$eval('.lab-table tr', (all) => all.map((one) => one.textContent));
    expect(rows.filter((row) => row.includes('converged')).length).toBeGreaterThan(2);
    await go('#/learn/stick-and-slip', '.guess');
    await page.click('.guess');
    await press('Run it and see');
    await page.waitForSelector('.verdict');
    const sides = await open('#/compare/incline?set=materials.grip.friction%3D0.3');
    // at first both slide straight down and are the same
    await sides.page.waitForFunction(() => {
      const [one, other] = [...document.querySelectorAll<HTMLElement>('.side-hash')].map(({ dataset }) => dataset.hash);
      return one !== undefined && other !== undefined && one !== other;
    });
    expect(sides.trouble).toEqual([]);
    await sides.page.close();
    await go('#/build', '.add-menu button');
    const things = (): Promise<number> => page.$$eval('.thing', (all) => all.length);
    await page.waitForSelector('.thing');
    const before = await things();
    await press('Sphere');
    await page.waitForFunction((count) => document.querySelectorAll('.thing').length === count, {}, before + 1);
    expect(trouble).toEqual([]);
    await page.close();
  }, 120_000);

  it('takes the clicks where the controls are drawn', async () => {
    const { page } = await open('#/scene/incline?play=0');
    await page.waitForSelector('.hash[data-hash]');
    const isShown = (): Promise<boolean> =>
      page.evaluate(() => document.querySelector<HTMLElement>('.panel')!.offsetParent !== null);
    const before = await isShown();
    await page.click('[aria-label="panel on and off"]');
    expect(await isShown()).toBe(!before);
    await page.close();
  });
});
