import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finger, overreach } from './hands.js';
import { StudioBrowser, drawn, pressFor, ready, solidOnScreen, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };
/** Clips that were made since clips keep the numbers of steps. */
const clips = ['ribbon', 'square-1', 'square-3', 'arabesque', 'crinoline', 'pony', 'curly', 'free-a', 'free-b'];

/** A clip as they were before they kept the numbers of steps: its head is JSON, behind its length. */
function withoutNumbers(clip: Buffer): Buffer {
  const bytes = gunzipSync(clip);
  const rest = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, rest)) as Record<string, unknown>;
  delete head.rows;
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return gzipSync(Buffer.concat([length, text, bytes.subarray(rest)]));
}

/** What the panel says of the step on show, by name. */
function numbers(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const [names, values] = ['dt', 'dd'].map((tag) =>
      [...document.querySelectorAll(`.numbers ${tag}`)].map(({ textContent }) => textContent),
    );
    return Object.fromEntries(names.map((name, k) => [name, values[k]]));
  });
}

/** Goes to a share of what is recorded. */
async function goTo(page: Page, share: number): Promise<void> {
  await page.locator('.timeline').evaluate((slider: HTMLInputElement, part) => {
    slider.value = String(part * Number(slider.max));
    slider.dispatchEvent(new Event('input'));
  }, share);
}

/** Some place on the screen where a body is drawn that can be taken hold of. */
function onBody(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const { stage, picker, drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
      stage: { canvas: HTMLCanvasElement };
      picker: { body(drawing: unknown, x: number, y: number): unknown };
      drawing: unknown;
    };
    const { left, top, width, height } = stage.canvas.getBoundingClientRect();
    for (let y = 0.3 * height; y < 0.8 * height; y += 4) {
      for (let x = 0.2 * width; x < 0.8 * width; x += 4) {
        const met = document.elementFromPoint(left + x, top + y) === stage.canvas;
        if (met && picker.body(drawing, x, y) !== undefined) return { x: left + x, y: top + y };
      }
    }
    throw new Error('no body is met');
  });
}

describe.skipIf(!browserPath)('recordings in the studio (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();
  let recording: Buffer;

  beforeAll(async () => {
    await studio.start(browserPath!);
    const { page } = await studio.open('#/scene/pinch?play=0', { wide: true });
    await ready(page);
    for (let k = 0; k < 4; k++) await pressFor(page, 'ArrowRight');
    await page.getByRole('tab', { name: 'Scene' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export what was recorded' }).click(),
    ]);
    recording = readFileSync((await file.path())!);
    await page.close();
  }, 240_000);
  afterAll(() => studio.stop(), 60_000);

  it.each(['mouse', 'finger'])(
    'a pull with the %s on a recording goes on simulating from there',
    async (kind) => {
      const touch = kind === 'finger';
      const { page, trouble } = await studio.open('', { size: { width: 760, height: 700 }, touch });
      await page.setInputFiles('#open-file', { name: 'pinch.ssr', mimeType: '', buffer: recording });
      await expect.poll(() => page.locator('.badge').textContent(), patient).toBe('recorded');
      await waitForTime(page, 0.03);
      const at = await solidOnScreen(page, 0);
      const away = { x: at.x - 40, y: at.y - 60 };
      if (touch) {
        const session = await page.context().newCDPSession(page);
        await finger(session, 'Start', at);
        await finger(session, 'Move', away);
        await waitForTime(page, 0.06);
        await finger(session, 'End');
      } else {
        await page.mouse.move(at.x, at.y);
        await page.mouse.down();
        await page.mouse.move(away.x, away.y);
        await waitForTime(page, 0.06);
        await page.mouse.up();
      }
      await expect.poll(() => page.locator('.badge').textContent(), patient).toContain('live');
      expect(trouble).toEqual([]);
      await page.close();
    },
    120_000,
  );

  it('another method chosen on a recording goes on simulating from there', async () => {
    const { page, trouble } = await studio.open('', { wide: true });
    await page.setInputFiles('#open-file', { name: 'pinch.ssr', mimeType: '', buffer: recording });
    await expect.poll(() => page.locator('.badge').textContent(), patient).toBe('recorded');
    await waitForTime(page, 0.03);
    const method = page.locator('select[aria-label="method"]');
    const others = await method.evaluate((one: HTMLSelectElement) =>
      [...one.options].filter(({ selected }) => !selected).map(({ value }) => value),
    );
    await method.selectOption(others[0]);
    await expect.poll(() => page.locator('.badge').textContent(), patient).toContain('live');
    expect(await page.locator('.toasts').innerText()).toContain('Taken up at');
    expect(await method.inputValue()).toBe(others[0]);
    expect(trouble).toEqual([]);
    await page.close();
  }, 120_000);

  it.each(['mouse', 'finger'])(
    'a pull with the %s on a recording of hair says why nothing moves, and simulates it if asked',
    async (kind) => {
      const touch = kind === 'finger';
      const { page, trouble } = await studio.open('#/scene/pony?play=0', { size: { width: 500, height: 600 }, touch });
      await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'pony');
      await drawn(page);
      const at = await onBody(page);
      const away = { x: at.x - 30, y: at.y + 40 };
      if (touch) {
        const session = await page.context().newCDPSession(page);
        await finger(session, 'Start', at);
        await finger(session, 'Move', away);
        await finger(session, 'End');
      } else {
        await page.mouse.move(at.x, at.y);
        await page.mouse.down();
        await page.mouse.move(away.x, away.y);
        await page.mouse.up();
      }
      const toasts = page.locator('.toasts');
      await expect.poll(() => toasts.innerText(), patient).toContain('from the beginning');
      expect(await page.locator('.badge').textContent()).toBe('recorded');
      const simulate = toasts.getByRole('button', { name: 'Simulate it' });
      await (touch ? simulate.tap() : simulate.click());
      await expect.poll(() => page.locator('.badge').textContent(), patient).toContain('live');
      expect(trouble).toEqual([]);
      await page.close();
    },
    240_000,
  );

  it('clips of cloth and hair have the numbers of their steps, and call them what they are', async () => {
    const { page } = await studio.open('', { wide: true });
    for (const name of clips) {
      await page.evaluate((to) => (location.hash = to), `#/scene/${name}?play=0`);
      await page.waitForFunction((title) => document.querySelector('.scene-title h1')?.textContent === title, name);
      await goTo(page, 1);
      await expect.poll(async () => Number((await numbers(page)).contacts), patient).toBeGreaterThan(0);
      const shown = await numbers(page);
      const isHair = ['pony', 'curly', 'free-a', 'free-b'].includes(name);
      expect(shown[isHair ? 'error' : 'mean error']).toMatch(/^\d\.\de-\d+$/);
      expect(shown.penetration).toMatch(/^[\d.e-]+ %$/);
      expect(Number(shown.iterations)).toBeGreaterThan(0);
    }
    await page.close();
  }, 300_000);

  it('says of a clip that was kept without numbers that it has none', async () => {
    const { page } = await studio.open('', { wide: true });
    const old = withoutNumbers(readFileSync('src/studio/clips/ribbon.clip'));
    await page.route(/ribbon[^/]*\.clip$/, (route) => route.fulfill({ body: old }));
    await page.evaluate(() => (location.hash = '#/scene/ribbon?play=0'));
    await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'ribbon');
    await goTo(page, 1);
    const words = page.getByText('kept without the numbers of its steps');
    await expect.poll(() => words.isVisible(), patient).toBe(true);
    await page.getByRole('tab', { name: 'Plots' }).click();
    expect(await page.locator('.plots').innerText()).toContain('no numbers of steps to plot');
    // one that has them does not say so
    await page.evaluate(() => (location.hash = '#/scene/square-1?play=0'));
    await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'square-1');
    await goTo(page, 1);
    await expect.poll(async () => Number((await numbers(page)).contacts), patient).toBeGreaterThan(0);
    expect(await words.isVisible()).toBe(false);
    await page.close();
  }, 120_000);

  it.each([
    { width: 390, height: 844 },
    { width: 900, height: 560 },
  ])('a ribbon is in view from its beginning to its end, at $width x $height', async (size) => {
    const { page } = await studio.open('#/scene/ribbon?play=0', { size });
    await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'ribbon');
    await drawn(page);
    for (const share of [0, 0.5, 1]) {
      await goTo(page, share);
      await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.05);
    }
    await page.close();
  });
});
