import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactOnScreen, finger, overreach, playing, pulled } from './hands.js';
import { StudioBrowser, drawn, pressFor, ready, solidOnScreen, stateHash, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

const sizes = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];

/**
 * Controls on the page that a pointer does not reach: what lies under the middle of what is drawn there is something
 * else, even after scrolling to it; or it is too small to be hit.
 */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // what lies under an open dialog is not to be reached before it is closed
    const dialog = document.querySelector('dialog[open]');
    const all = (dialog ?? document).querySelectorAll<HTMLElement>('button, select, input, textarea, a[href]');
    for (const control of all) {
      // what is in a closed panel, dialog or tab is not on the page now; a hidden chooser of files has its button
      if (control.offsetParent === null && getComputedStyle(control).position !== 'fixed') continue;
      if (!dialog && control.closest('dialog')) continue;
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      // of a link over several lines the first
      const box = control.getClientRects()[0] ?? control.getBoundingClientRect();
      const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const own = under !== null && (control.contains(under) || control.closest('label')?.contains(under) === true);
      const target = (control.closest('label') ?? control).getBoundingClientRect();
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (!own) found.push(`${name} (under it: ${under?.className ?? 'nothing'})`);
      else if (target.width < 16 || target.height < 16) found.push(`${name} (${target.width} x ${target.height})`);
    }
    return found;
  });
}

/** Lifts what is selected by its vertical handle with a finger, the panel closed meanwhile. */
async function raise(page: Page): Promise<void> {
  const height = (): Promise<number> =>
    page.evaluate(() => {
      const { drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        drawing: { boxOfBody(k: number): { min: { z: number } } };
      };
      return drawing.boxOfBody(1).min.z;
    });
  const before = await height();
  await page.getByRole('button', { name: 'panel on and off' }).tap();
  await drawn(page);
  const at = await solidOnScreen(page, 1);
  const session = await page.context().newCDPSession(page);
  // the arrow is 92 pixels long
  await finger(session, 'Start', { x: at.x, y: at.y - 60 });
  for (let k = 1; k <= 4; k++) await finger(session, 'Move', { x: at.x, y: at.y - 60 - 10 * k });
  await finger(session, 'End');
  await expect.poll(height, { timeout: 30_000 }).toBeGreaterThan(before + 0.04);
  await page.getByRole('button', { name: 'panel on and off' }).tap();
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

  it.each(sizes)(
    'every control of every page and menu can be reached, at $width x $height',
    async (size) => {
      const touch = size.width < 1000;
      const { page, trouble } = await studio.open('', { size, touch });
      const press = async (what: Locator): Promise<void> => (touch ? what.tap() : what.click());
      const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
      const missed: Record<string, unknown> = {};
      const look = async (where: string): Promise<void> => {
        const lost = await unreachable(page);
        if (lost.length > 0) missed[where] = lost;
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width !== size.width) missed[`${where}: width`] = width;
      };
      const go = async (hash: string, wait: string): Promise<void> => {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.waitForSelector(wait, { state: 'attached' });
        await look(hash);
      };

      await go('#/', '.card');
      await press(button('help (?)'));
      await look('help');
      await press(button('close (Esc)'));
      await go('#/problem', '.drop');
      await press(button('Try a pile of balls'));
      await page.waitForSelector('[data-done="true"]');
      await look('solved');
      await go('#/compare/incline', '.chooser select');
      // what is picked can be read: its text is no wider than the picker, less the arrow
      const cut = await page.locator('.chooser select').evaluateAll(
        (all) =>
          all.filter((picker) => {
            const context = document.createElement('canvas').getContext('2d')!;
            const style = getComputedStyle(picker);
            context.font = style.font;
            const text = (picker as HTMLSelectElement).selectedOptions[0].text;
            return context.measureText(text).width + parseFloat(style.paddingLeft) + 24 > picker.clientWidth;
          }).length,
      );
      expect(cut).toBe(0);
      await go('#/study', 'main button');
      await go('#/learn', '.card');
      await go('#/learn/stick-and-slip', '.guess');
      await press(page.locator('.guess').first());
      await press(button('Run it and see'));
      await page.waitForSelector('.verdict');
      await look('lesson, run');

      await go('#/scene/incline?play=0', '.hash[data-hash]');
      const panel = page.locator('.panel');
      const before = await panel.isVisible();
      await press(button('panel on and off'));
      expect(await panel.isVisible()).toBe(!before);
      await press(button('panel on and off'));
      expect(await panel.isVisible()).toBe(before);
      if (!before) await press(button('panel on and off'));
      for (const name of ['Control', 'Plots', 'Scene', 'Build']) {
        const tab = page.getByRole('tab', { name });
        await press(tab);
        expect(await tab.getAttribute('aria-selected')).toBe('true');
        await look(`tab ${name}`);
        if (name !== 'Scene') continue;
        await press(button('Video'));
        await look('video');
        await press(button('Cancel'));
      }
      await press(button('presenter mode: the scene alone (X)'));
      await look('presenter mode');
      await press(button('end presenter mode (X)'));

      await go('#/build', '.add-menu button');
      await ready(page);
      const things = page.locator('.thing');
      const count = await things.count();
      await press(button('Sphere'));
      await expect.poll(() => things.count(), { timeout: 30_000 }).toBe(count + 1);
      await look('build, with what was added');
      // all of it is in view, beside or above the panel
      await page.waitForFunction(() => {
        const { drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
          drawing?: { layout: { bodies: unknown[] } };
        };
        return drawing?.layout.bodies.length === 2;
      });
      await expect.poll(() => overreach(page), { timeout: 30_000 }).toBeLessThanOrEqual(0.05);
      if (touch) await raise(page);
      await press(button('turn (Q)'));
      await press(button('delete (Del)'));
      await expect.poll(() => things.count(), { timeout: 30_000 }).toBe(count);
      await press(button('Cloth'));
      await expect.poll(() => things.count(), { timeout: 30_000 }).toBe(count + 1);
      // the mass of cloth is per area: its material has no density
      expect(await page.locator('.value-table tr', { hasText: 'fabric' }).innerText()).toContain('per area');
      await press(button('Joint'));
      expect(await button('Joint').getAttribute('aria-pressed')).toBe('true');
      expect(missed).toEqual({});
      expect(trouble).toEqual([]);
      await page.close();
    },
    300_000,
  );

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

  it.each(['paused', 'at its end'])('what a pull on a scene lets go of that was %s', async (how) => {
    const { page } = await studio.open(`#/scene/incline${how === 'paused' ? '?play=0' : ''}`, { size: sizes[2] });
    await ready(page);
    await expect.poll(() => playing(page), { timeout: 60_000 }).toBe(false);
    const at = await solidOnScreen(page, 0);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x - 40, at.y - 60);
    await expect.poll(() => pulled(page), { timeout: 30_000 }).toBe(true);
    await page.mouse.up();
    await expect.poll(() => pulled(page), { timeout: 30_000 }).toBe(false);
    // it falls where the scene had come to its end, and stays where it was let go of in one that was paused
    if (how === 'paused') await expect.poll(() => playing(page), { timeout: 30_000 }).toBe(false);
    else await waitForTime(page, 3);
    expect(await playing(page)).toBe(how === 'at its end');
    await page.close();
  });

  it('Escape closes the card of a contact', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { size: sizes[2] });
    await ready(page);
    await pressFor(page, 'ArrowRight');
    await drawn(page);
    const at = await contactOnScreen(page, 0);
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
      const said = page.locator('.no-drawing, .no-drawing-word').filter({ visible: true });
      expect(await said.first().innerText()).toContain('WebGL');
      // where it is seen, not below a panel
      const covered = await said.first().evaluate((word) => {
        const { left, top, width } = word.getBoundingClientRect();
        return !word.contains(document.elementFromPoint(left + width / 2, top + 12));
      });
      expect(covered).toBe(false);
      await waitForTime(page, 0.05);
      await page.keyboard.press(' ');
      expect(await stateHash(page)).toMatch(/^[0-9a-f]{64}$/);
      // no frames a second of what nobody draws
      expect(await page.locator('.numbers').textContent()).not.toContain('fps');
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
