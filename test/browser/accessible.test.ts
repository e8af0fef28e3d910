import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioBrowser, ready } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds on the page as it is, a line each. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
    return (await engine.run()).violations;
  });
  return (violations as Finding[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}

const pages: readonly { readonly hash: string; readonly wait: string; readonly panel?: readonly string[] }[] = [
  { hash: '#/', wait: '.card' },
  { hash: '#/learn', wait: '.card' },
  { hash: '#/learn/stick-and-slip', wait: '.guess' },
  { hash: '#/scene/incline?play=0', wait: '.controls', panel: ['Plots', 'Scene', 'Build'] },
  { hash: '#/build', wait: '.thing' },
  { hash: '#/compare', wait: '.chooser select' },
  { hash: '#/problem', wait: '.drop' },
];

describe.skipIf(!browserPath)('accessibility (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it.each(pages)(
    'axe finds nothing on $hash, light and dark',
    async ({ hash, wait, panel = [] }) => {
      const { page } = await studio.open(hash, { size: { width: 900, height: 500 } });
      await page.waitForSelector(wait);
      if (hash.includes('scene')) await ready(page);
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
