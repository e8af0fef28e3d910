import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioBrowser, drawn, pressFor, ready, solidOnScreen, stateHash, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

const sizes = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];

/**
 * Controls on the page that a pointer does not reach: what lies under the middle of what is drawn there is something
 * else, even after scrolling to it.
 */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('button, select, input, textarea, a[href]')) {
      // what is in a closed panel, dialog or tab is not on the page now; a hidden chooser of files has its button
      if (control.offsetParent === null && getComputedStyle(control).position !== 'fixed') continue;
      if (control.closest('dialog:not([open])')) continue;
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const own = under !== null && (control.contains(under) || under.contains(control.closest('label')));
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (!own || box.width < 8 || box.height < 8) found.push(`${name} (under it: ${under?.className ?? 'nothing'})`);
    }
    return found;
  });
}

/** Presses, moves and lifts one finger. */
async function finger(
  session: CDPSession,
  type: 'Start' | 'Move' | 'End',
  at?: { x: number; y: number },
): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: `touch${type}`, touchPoints: at ? [at] : [] });
}

/** Whether something is pulled, as drawn. */
function pulled(page: Page): Promise<boolean> {
  return page.evaluate(
    () => (window as unknown as { studio: { shown: { pull: unknown } } }).studio.shown.pull !== undefined,
  );
}

describe.skipIf(!browserPath)('reaching everything (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();
  const blind = new StudioBrowser();

  beforeAll(async () => {
    await studio.start(browserPath!);
    await blind.start(browserPath!, ['--no-sandbox', '--disable-3d-apis']);
  }, 120_000);
  afterAll(async () => {
    await studio.stop();
    await blind.stop();
  });

  it.each(
    sizes.flatMap((size) =>
      ['#/', '#/problem', '#/compare/incline', '#/scene/incline', '#/learn/stick-and-slip', '#/build'].map((hash) => ({
        size,
        hash,
      })),
    ),
  )('every control of $hash lies where it is drawn, at $size.width x $size.height', async ({ size, hash }) => {
    const { page, trouble } = await studio.open(hash, { size, touch: size.width < 1000 });
    await page.waitForSelector('main *');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    if (hash.includes('scene') || hash.includes('build')) await ready(page);
    expect(await unreachable(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it.each(sizes)('the panel opens and closes, and all of it can be reached, at $width x $height', async (size) => {
    const touch = size.width < 1000;
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { size, touch });
    await ready(page);
    const panel = page.locator('.panel');
    const press = async (): Promise<void> => {
      const button = page.getByRole('button', { name: 'panel on and off' });
      await (touch ? button.tap() : button.click());
    };
    const before = await panel.isVisible();
    await press();
    expect(await panel.isVisible()).toBe(!before);
    await press();
    expect(await panel.isVisible()).toBe(before);
    if (!before) await press();
    for (const name of ['Control', 'Plots', 'Scene', 'Build']) {
      const tab = page.getByRole('tab', { name });
      await (touch ? tab.tap() : tab.click());
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      expect(await unreachable(page)).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it.each(['mouse', 'finger'])('a pull with the %s that ends where it began lets go', async (kind) => {
    const touch = kind === 'finger';
    const { page } = await studio.open('#/scene/incline?play=0', { size: sizes[touch ? 0 : 2], touch });
    await ready(page);
    const at = await solidOnScreen(page, 0);
    const away = { x: at.x - 40, y: at.y - 60 };
    if (touch) {
      const session = await page.context().newCDPSession(page);
      await finger(session, 'Start', at);
      await finger(session, 'Move', away);
      await expect.poll(() => pulled(page), { timeout: 30_000 }).toBe(true);
      await finger(session, 'Move', at);
      await finger(session, 'End');
    } else {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(away.x, away.y);
      await expect.poll(() => pulled(page), { timeout: 30_000 }).toBe(true);
      await page.mouse.move(at.x + 1, at.y + 1);
      await page.mouse.up();
    }
    await expect.poll(() => pulled(page), { timeout: 30_000 }).toBe(false);
    await page.close();
  });

  it('Escape closes the card of a contact', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { size: sizes[2] });
    await ready(page);
    await pressFor(page, 'ArrowRight');
    await drawn(page);
    const at = await page.evaluate(() => {
      const { stage, marks } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        stage: { camera: { position: { clone(): never } }; canvas: HTMLCanvasElement };
        marks: { contacts: { point: Float32Array } };
      };
      const point = stage.camera.position.clone() as unknown as {
        fromArray(x: ArrayLike<number>): { project(camera: unknown): { x: number; y: number } };
      };
      const { x, y } = point.fromArray(marks.contacts.point).project(stage.camera);
      const box = stage.canvas.getBoundingClientRect();
      return { x: box.left + 0.5 * (x + 1) * box.width, y: box.top + 0.5 * (1 - y) * box.height };
    });
    await page.mouse.click(at.x, at.y);
    await page.waitForSelector('.contact-card');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.contact').isVisible(), { timeout: 30_000 }).toBe(false);
    await page.close();
  });

  it.each(sizes)(
    'without WebGL it says so and still gives numbers, plots and files, at $width x $height',
    async (size) => {
      const { page, trouble } = await blind.open('#/scene/incline', { size });
      expect(await page.locator('.no-drawing').innerText()).toContain('WebGL');
      await waitForTime(page, 0.05);
      await page.keyboard.press(' ');
      expect(await stateHash(page)).toMatch(/^[0-9a-f]{64}$/);
      await page.getByRole('tab', { name: 'Plots' }).click();
      await page.waitForSelector('.plots canvas');
      await page.getByRole('tab', { name: 'Scene' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export what was recorded' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('incline.ssr');
      expect(await unreachable(page)).toEqual([]);
      await page.goto(`${blind.address}#/problem`);
      await page.getByRole('button', { name: 'Try a pile of balls' }).click();
      await page.waitForSelector('.lab-table .solved');
      await page.goto(`${blind.address}#/compare/incline`);
      await waitForTime(page, 0.02);
      expect(trouble).toEqual([]);
      await page.close();
    },
  );
});
