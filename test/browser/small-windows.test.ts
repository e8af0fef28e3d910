import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioBrowser, ready } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 30_000 };

/** Widths that are not the window's: a phone makes its window wider where the page is. */
async function tooWide(page: Page, width: number): Promise<number[]> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  return widths.filter((one) => one !== width);
}

/** What plays a scene, and is not wholly within the window. */
function cutOff(page: Page): Promise<(string | null)[]> {
  return page.locator('.playback :is(button, select), .panel [role=tab], .lesson-card .buttons *').evaluateAll((all) =>
    all
      .filter((one) => (one as HTMLElement).offsetParent !== null)
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight;
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent),
  );
}

describe.skipIf(!browserPath)('small windows (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop(), 60_000);

  it.each([
    { width: 320, height: 568 },
    { width: 280, height: 653 },
    { width: 640, height: 360 },
  ])(
    'pages are no wider than the window, and what plays a scene is within it, at $width x $height',
    async (size) => {
      const { page, trouble } = await studio.open('', { size, touch: true });
      for (const [hash, wait] of [
        ['#/', '.card'],
        ['#/scene/incline?play=0', '.hash[data-hash]'],
        ['#/build', '.add-menu button'],
        ['#/learn/stick-and-slip', '.guess'],
        ['#/compare', '.chooser select'],
        ['#/problem', '.drop'],
        ['#/study', 'main button'],
      ]) {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.waitForSelector(wait, { state: 'attached' });
        // what is said while a page opens may take room for a moment
        await expect.poll(() => tooWide(page, size.width), { ...patient, message: hash }).toEqual([]);
        await expect.poll(() => cutOff(page), { ...patient, message: hash }).toEqual([]);
      }
      expect(trouble).toEqual([]);
      await page.close();
    },
    240_000,
  );

  it('what a scene is about is told on phones too, while its panel is closed', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { size: { width: 390, height: 844 }, touch: true });
    await ready(page);
    const about = page.locator('.scene-title p', { hasText: 'neither moves' });
    expect(await about.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'panel on and off' }).tap();
    expect(await about.isVisible()).toBe(false);
    await page.close();
  }, 120_000);

  it('plots are as wide as their panel, also after a phone was turned', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { size: { width: 1280, height: 800 } });
    await ready(page);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Plots' }).click();
    await page.waitForSelector('.plots canvas');
    const over = (): Promise<number> =>
      page.locator('.panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    await expect.poll(over, { timeout: 30_000 }).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(over, { timeout: 30_000 }).toBe(0);
    await page.close();
  }, 120_000);
});
