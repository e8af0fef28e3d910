import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrows, contactOnScreen, finger, pulled } from './hands.js';
import { StudioBrowser, drawn, pressFor, ready, solidOnScreen, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };
const phone = { size: { width: 390, height: 844 }, touch: true } as const;

/** Draws one finger over the page. */
async function stroke(page: Page, ...way: { x: number; y: number }[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await finger(session, 'Start', way[0]);
  for (let k = 1; k < way.length; k++) {
    const [from, to] = [way[k - 1], way[k]];
    for (let q = 1; q <= 4; q++) {
      const at = { x: from.x + (q / 4) * (to.x - from.x), y: from.y + (q / 4) * (to.y - from.y) };
      await finger(session, 'Move', at);
    }
  }
  await finger(session, 'End');
}

describe.skipIf(!browserPath)('the studio on a phone (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop(), 60_000);

  it('shows a contact that is tapped, whole and in sight, and closes it; the scene alone can be pulled and left', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', phone);
    await ready(page);
    await pressFor(page, 'ArrowRight');
    await drawn(page);
    const at = await contactOnScreen(page, 0);
    await page.touchscreen.tap(at.x, at.y);
    const card = page.locator('.contact-card');
    await card.waitFor();
    // its heading is what a finger meets there
    const close = card.getByRole('button', { name: 'close' });
    expect(await page.locator('.cone-section').isVisible()).toBe(true);
    const box = (await close.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThan(844);
    await close.tap();
    await expect.poll(() => card.isVisible(), patient).toBe(false);
    expect(await page.locator('.panel').isVisible()).toBe(false);

    await page
      .getByRole('button', { name: /presenter mode/ })
      .first()
      .tap();
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('.tools').isVisible()).toBe(false);
    expect(await page.locator('.scene-title h1').isVisible()).toBe(true);
    const session = await page.context().newCDPSession(page);
    const stone = await solidOnScreen(page, 0);
    await finger(session, 'Start', stone);
    await finger(session, 'Move', { x: stone.x - 40, y: stone.y - 60 });
    await expect.poll(() => pulled(page), patient).toBe(true);
    await finger(session, 'End');
    await expect.poll(() => pulled(page), patient).toBe(false);
    await page.getByRole('button', { name: 'end presenter mode (X)' }).tap();
    expect(await page.locator('.bar').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('joins two things with a finger', async () => {
    const { page, trouble } = await studio.open('#/build', phone);
    await ready(page);
    await page.getByRole('button', { name: 'Sphere', exact: true }).tap();
    await expect.poll(() => page.locator('.thing').count(), patient).toBe(3);
    await page.waitForFunction(() => {
      const { drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        drawing?: { layout: { bodies: unknown[] } };
      };
      return drawing?.layout.bodies.length === 2;
    });
    await page.getByRole('button', { name: 'Joint', exact: true }).tap();
    // the panel makes room for the view, and is there again for what comes next
    const panel = page.getByRole('button', { name: 'panel on and off' });
    await panel.tap();
    const [from, to] = [await solidOnScreen(page, 1), await solidOnScreen(page, 0)];
    await stroke(page, from, to);
    await page.getByRole('button', { name: /A ball joint/ }).tap();
    if (!(await page.locator('.panel').isVisible())) await panel.tap();
    const built = async (): Promise<{ joints?: { type: string; between: string[] }[] }> =>
      JSON.parse(await page.locator('textarea').first().inputValue()) as never;
    await expect.poll(async () => (await built()).joints?.length, patient).toBe(1);
    const [joint] = (await built()).joints!;
    expect(joint.type).toBe('ball');
    expect(joint.between).toEqual(['sphere', 'box']);
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('changes friction with a finger, takes it back and does it again by its buttons', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', phone);
    await ready(page);
    await page.getByRole('button', { name: 'panel on and off' }).tap();
    const slider = page.locator('input[type=range][aria-label="grip"]');
    await slider.scrollIntoViewIfNeeded();
    const number = page.locator('input[aria-label="grip, as a number"]');
    const before = await number.inputValue();
    const box = (await slider.boundingBox())!;
    const y = box.y + box.height / 2;
    await stroke(page, { x: box.x + box.width / 2, y }, { x: box.x + 0.15 * box.width, y });
    await expect.poll(() => number.inputValue(), patient).not.toBe(before);
    const changed = await number.inputValue();
    expect(Number(changed)).toBeLessThan(Number(before));
    await page.getByRole('button', { name: /take the last change back/ }).tap();
    await expect.poll(() => number.inputValue(), patient).toBe(before);
    await page.getByRole('button', { name: /do it again/ }).tap();
    await expect.poll(() => number.inputValue(), patient).toBe(changed);
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('shows the arrows of a stone that is tapped, where there are too many for all', async () => {
    const { page } = await studio.open('#/scene/masonry?play=0', phone);
    await ready(page);
    await pressFor(page, 'ArrowRight');
    await drawn(page);
    expect((await arrows(page)).seen).toBe(0);
    const at = await solidOnScreen(page, 0);
    await page.touchscreen.tap(at.x, at.y);
    await expect.poll(async () => (await arrows(page)).seen, patient).toBeGreaterThan(0);
    expect((await arrows(page)).seen).toBeLessThan(50);
    await page.close();
  }, 240_000);

  it('plays, goes to a time, and plays again and again by taps', async () => {
    const { page } = await studio.open('#/scene/pinch?play=0', phone);
    await ready(page);
    const play = page.getByRole('button', { name: /play or pause/ });
    await play.tap();
    await waitForTime(page, 0.1);
    await play.tap();
    const slider = (await page.locator('.timeline').boundingBox())!;
    await stroke(
      page,
      { x: slider.x + slider.width / 4, y: slider.y + slider.height / 2 },
      { x: slider.x + 2, y: slider.y + slider.height / 2 },
    );
    await expect
      .poll(async () => Number.parseFloat((await page.locator('.time').textContent())!), patient)
      .toBeLessThan(0.05);
    const loop = page.getByRole('button', { name: /again and again/ });
    await loop.tap();
    expect(await loop.getAttribute('aria-pressed')).toBe('true');
    await page.close();
  }, 240_000);
});
