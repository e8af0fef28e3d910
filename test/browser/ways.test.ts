import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overreach } from './hands.js';
import { StudioBrowser, drawn, pressFor, ready, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };

/** Direction from what is looked at to the camera, and how far it is. */
function eye(page: Page): Promise<{ angle: number; height: number; distance: number }> {
  return page.evaluate(() => {
    const { view } = (window as unknown as { studio: { view: { stage: { place: number[] } } } }).studio;
    const [x, y, z, tx, ty, tz] = view.stage.place;
    const distance = Math.hypot(x - tx, y - ty, z - tz);
    return { angle: Math.atan2(y - ty, x - tx), height: (z - tz) / distance, distance };
  });
}

/** What has the focus: its name, or its class. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: on } = document;
    return on?.getAttribute('aria-label') ?? on?.textContent ?? '';
  });
}

describe.skipIf(!browserPath)('other ways to use the studio (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop(), 60_000);

  it('a keyboard turns and zooms the view, goes through contacts, and reaches every tool', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    await pressFor(page, 'ArrowRight');
    await drawn(page);
    const time = await page.locator('.time').textContent();
    const before = await eye(page);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('+');
    const after = await eye(page);
    expect(after.angle - before.angle).toBeCloseTo(Math.PI / 24, 6);
    expect(after.height).toBeGreaterThan(before.height);
    expect(after.distance).toBeCloseTo(before.distance / 1.15, 6);
    // with Shift an arrow is no step
    expect(await page.locator('.time').textContent()).toBe(time);
    const heading = page.locator('.contact-card h2');
    for (const [key, number] of [
      ['.', 0],
      ['.', 1],
      [',', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => heading.innerText(), patient).toContain(`contact ${number}:`);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => heading.isVisible(), patient).toBe(false);
    // Tab comes by every tool, the playback and the panel
    await page.locator('.logo').focus();
    const met = new Set<string>();
    for (let k = 0; k < 80; k++) {
      await page.keyboard.press('Tab');
      met.add(await focused(page));
    }
    const names = await page
      .locator('.tools button, .playback button, .playback input, .playback select')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !met.has(name))).toEqual([]);
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('the button fills the screen and gives it back; with all of the scene in view', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    const isFull = (): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null);
    await page.getByRole('button', { name: 'full screen (G)' }).click();
    await expect.poll(isFull, patient).toBe(true);
    await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.05);
    await page.keyboard.press('g');
    await expect.poll(isFull, patient).toBe(false);
    await page.close();
  });

  it('where less motion is asked for, the camera stands where it is going at once', async () => {
    const { page } = await studio.open('', { wide: true });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${studio.address}#/scene/incline?play=0&set=materials.grip.friction%3D0.1`);
    await ready(page);
    const damped = await page.evaluate(
      () =>
        (window as unknown as { studio: { view: { stage: { controls: { enableDamping: boolean } } } } }).studio.view
          .stage.controls.enableDamping,
    );
    expect(damped).toBe(false);
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0)
          .length,
    );
    expect(moving).toBe(0);
    await page.keyboard.press(' ');
    await waitForTime(page, 0.6);
    await page.keyboard.press(' ');
    await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.05);
    await page.close();
  });

  it('a frame in another page shows the scene alone, and takes the pointer and the options of its address', async () => {
    const { page, trouble } = await studio.open('');
    // a page of the same host: the studio's own server lets no other frame it
    const scene = '#/scene/incline?embed=1&play=0&set=materials.grip.friction%3D0.2';
    const body = `<iframe src="${studio.address}${scene}" width="400" height="300"></iframe>`;
    await page.route('**/article.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${studio.address}article.html`);
    const inside = page.frameLocator('iframe');
    await inside.locator('.hash[data-hash]').waitFor({ state: 'attached' });
    expect(await inside.locator('.bar').isVisible()).toBe(false);
    expect(await inside.locator('.tools').isVisible()).toBe(false);
    const place = (): Promise<number[]> =>
      page.frames()[1].evaluate(() => {
        const { drawing } = (window as unknown as { studio: { view: { drawing: never } } }).studio.view as unknown as {
          drawing: { frame: { bodies: Float32Array } };
        };
        return Array.from(drawing.frame.bodies.slice(0, 3));
      });
    const before = await place();
    await inside.getByRole('button', { name: /play or pause/ }).click();
    const time = async (): Promise<number> => Number.parseFloat((await inside.locator('.time').textContent())!);
    await expect.poll(time, patient).toBeGreaterThan(0.2);
    // with the friction of the scene it would stay: the setting of the address makes it slide
    const after = await place();
    expect(Math.hypot(...after.map((x, i) => x - before[i]))).toBeGreaterThan(0.02);
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);
});
