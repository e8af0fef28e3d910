import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lessons } from '../../src/studio/learn/lessons.js';
import { findings } from './axe.js';
import { StudioBrowser, ready } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

interface Looked {
  readonly hash: string;
  readonly wait: string;
  readonly panel?: readonly string[];
  /** what is done on it before it is looked at */
  readonly then?: (page: Page) => Promise<unknown>;
}

/** Answers a question and waits for the verdict. */
async function answer(page: Page): Promise<void> {
  await page.locator('.guess').first().click();
  await page.getByRole('button', { name: 'Run it and see' }).click();
  await page.waitForSelector('.cone-section');
}

async function solve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try a pile of balls' }).click();
  await page.waitForSelector('[data-done="true"]');
}

const pages: readonly Looked[] = [
  { hash: '#/', wait: '.card' },
  { hash: '#/learn', wait: '.card' },
  ...lessons.map(({ name }, k) => ({ hash: `#/learn/${name}`, wait: '.guess', ...(k === 0 && { then: answer }) })),
  { hash: '#/scene/incline?play=0', wait: '.controls', panel: ['Plots', 'Scene', 'Build'], then: ready },
  { hash: '#/scene/incline?play=0&embed=1', wait: '.playback', then: ready },
  { hash: '#/scene/square-1?play=0', wait: '.controls' },
  { hash: '#/build', wait: '.thing' },
  { hash: '#/compare', wait: '.chooser select' },
  { hash: '#/problem', wait: '.drop' },
  { hash: '#/problem?solved', wait: '.drop', then: solve },
  { hash: '#/study', wait: 'main button' },
];

describe.skipIf(!browserPath)('accessibility (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it.each(pages)(
    'axe finds nothing on $hash, light and dark',
    async ({ hash, wait, panel = [], then }) => {
      const { page } = await studio.open(hash, { size: { width: 900, height: 500 } });
      await page.waitForSelector(wait);
      await then?.(page);
      const found: string[] = [];
      for (let theme = 0; theme < 2; theme++) {
        found.push(...(await findings(page)));
        for (const tab of panel) {
          await page.getByRole('tab', { name: tab }).click();
          found.push(...(await findings(page)));
        }
        if (panel.length > 0) await page.getByRole('tab', { name: 'Control' }).click();
        await page.locator('body').press('t');
      }
      await page.locator('body').press('?');
      found.push(...(await findings(page)));
      expect(found).toEqual([]);
      await page.close();
    },
    300_000,
  );
});
