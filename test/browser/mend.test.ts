import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overreach } from './hands.js';
import { StudioBrowser, drawn, pressFor, ready, stateHash, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 30_000 };

/** Sets a slider by its number. */
async function set(page: Page, label: string, value: string): Promise<void> {
  await page.fill(`input[aria-label="${label}, as a number"]`, value);
  await page.press(`input[aria-label="${label}, as a number"]`, 'Enter');
}

describe.skipIf(!browserPath)('controls of the studio (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it('keeps a slider over a reload, and takes it back and does it again', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    const number = page.locator('input[aria-label="grip, as a number"]');
    const before = await number.inputValue();
    await set(page, 'grip', '0.2');
    await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash)), patient).toContain('friction=0.2');
    await page.reload();
    await ready(page);
    expect(await number.inputValue()).toBe('0.2');
    await set(page, 'grip', '0.3');
    await page.locator('canvas.stage').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => number.inputValue(), patient).toBe('0.2');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => number.inputValue(), patient).toBe('0.3');
    expect(before).not.toBe('0.3');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('keeps a dropped file over a reload, as what it was said to be', async () => {
    const { page, trouble } = await studio.open('', { wide: true });
    const buffer = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n');
    await page.setInputFiles('#open-file', { name: 'model.obj', mimeType: '', buffer });
    await page.getByRole('button', { name: 'A rigid body' }).click();
    await waitForTime(page, 0.01);
    await page.reload();
    await waitForTime(page, 0.01);
    expect(await page.locator('.scene-title').innerText()).toContain('convex hull');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('goes on from the frame of a recording on show when something is changed', async () => {
    const { page, trouble } = await studio.open('#/scene/pinch?play=0', { wide: true });
    await ready(page);
    for (let k = 0; k < 6; k++) await pressFor(page, 'ArrowRight');
    await page.getByRole('tab', { name: 'Scene' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export what was recorded' }).click(),
    ]);
    const buffer = readFileSync((await file.path())!);
    await page.setInputFiles('#open-file', { name: 'pinch.ssr', mimeType: '', buffer });
    await expect.poll(() => page.locator('.badge').textContent(), patient).toBe('recorded');
    await waitForTime(page, 0.04);
    await page.getByRole('tab', { name: 'Control' }).click();
    await set(page, 'grip', '0.01');
    await expect.poll(() => page.locator('.badge').textContent(), patient).toContain('live');
    expect(await page.locator('.toasts').innerText()).toContain('Taken up at');
    // it goes on from there, not from the beginning
    expect(Number.parseFloat((await page.locator('.time').textContent())!)).toBeGreaterThan(0.03);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('says why a recording of hair cannot be changed', async () => {
    const { page } = await studio.open('#/scene/free-b?play=0', { wide: true });
    await page.waitForSelector('.disabled-why', patient);
    expect(
      await page
        .locator('fieldset.controls[aria-label="what can be changed while it runs"]')
        .evaluate((one: HTMLFieldSetElement) => one.disabled),
    ).toBe(true);
    expect(await page.locator('.disabled-why').innerText()).toContain('from the beginning');
    // how it is drawn can be, and stays so
    const hair = page.getByRole('group', { name: 'how hair is drawn' });
    await hair.getByLabel('colour').selectOption('blond');
    await hair.getByLabel('thickness', { exact: true }).focus();
    await page.keyboard.press('End');
    const style = (): Promise<unknown> =>
      page.evaluate(() => (window as unknown as { studio: { view: { hairStyle: unknown } } }).studio.view.hairStyle);
    expect(await style()).toEqual({ colour: '#d8b070', thickness: 3 });
    await page.reload();
    await page.waitForSelector('.disabled-why', patient);
    expect(await style()).toEqual({ colour: '#d8b070', thickness: 3 });
    await page.close();
  });

  it('offers cloth its own methods, and no comparison in which nothing differs', async () => {
    const { page } = await studio.open('#/scene/square-1?play=0', { wide: true });
    await page.waitForSelector('fieldset.controls', patient);
    const labels = await page.locator('fieldset.controls select').evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(labels).not.toContain('method');
    expect(labels).toContain('iterations');
    // another weave and colour is drawn, and is there again after a reload
    const colour = (): Promise<string> =>
      page.evaluate(() => {
        const { drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
          drawing?: { sheets: { mesh: { material: { color: { getHexString(): string } } } }[] };
        };
        return drawing?.sheets[0].mesh.material.color.getHexString() ?? '';
      });
    await page.getByLabel('weave').selectOption('denim');
    await page.getByLabel('colour', { exact: true }).selectOption('indigo');
    expect(await colour()).toBe('2f4f86');
    await page.reload();
    await expect.poll(colour, patient).toBe('2f4f86');
    expect(await page.getByLabel('weave').inputValue()).toBe('denim');
    await page.goto(`${studio.address}#/compare/square-1`);
    await page.waitForSelector('select[aria-label="what to compare"]', patient);
    const offered = await page.locator('select[aria-label="what to compare"] option').allTextContents();
    expect(offered.join()).not.toMatch(/pyramid|Newton/);
    expect(offered.length).toBeGreaterThan(1);
    await page.close();
  });

  it('keeps both sides of a comparison in view, also where the other one slides away', async () => {
    const { page } = await studio.open('#/compare/incline', { wide: true });
    await page.waitForSelector('select[aria-label="what to compare"]');
    await page.selectOption('select[aria-label="what to compare"]', { label: 'friction | none' });
    await waitForTime(page, 0.6);
    await page.keyboard.press(' ');
    const over = (): Promise<number> =>
      page.evaluate(() => {
        const { views } = (window as unknown as { studio: never }).studio as unknown as {
          views: { stage: { overreach(box: unknown): number }; drawing: { measure(bodiesOnly: boolean): unknown } }[];
        };
        return Math.max(...views.map(({ stage, drawing }) => stage.overreach(drawing.measure(true))));
      });
    await expect.poll(over, patient).toBeLessThanOrEqual(0.05);
    await page.close();
  });

  it('opens Compare on a scene in which a pyramid visibly fails', async () => {
    const { page, trouble } = await studio.open('');
    await page.locator('a.bar-link', { hasText: 'Compare' }).click();
    await waitForTime(page, 0.6);
    await page.keyboard.press(' ');
    const apart = await page.evaluate(() => {
      const { places } = (window as unknown as { studio: { places: number[][] } }).studio;
      return Math.hypot(...places[0].map((x, i) => x - places[1][i]));
    });
    expect(apart).toBeGreaterThan(0.02);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it.each([
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 900, height: 560 },
  ])('keeps what moves in the part of the view that is free, at $width x $height', async (size) => {
    const { page } = await studio.open('#/scene/incline?play=0&set=materials.grip.friction%3D0.1', { size });
    await ready(page);
    await drawn(page);
    expect(await overreach(page)).toBeLessThanOrEqual(0.05);
    // it slides down the slope: 1.3 m in 0.8 s
    await page.keyboard.press(' ');
    await waitForTime(page, 0.8);
    await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.3);
    await page.close();
  });

  it.each([
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ])(
    'keeps spaghetti that straighten and cloth that falls in view, at $width x $height',
    async (size) => {
      const { page } = await studio.open('#/scene/square-1', { size });
      await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'square-1');
      await drawn(page);
      await waitForTime(page, 1);
      await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.05);
      await page.evaluate(() => (location.hash = '#/scene/spaghetti-7'));
      await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'spaghetti-7');
      await drawn(page);
      expect(await overreach(page)).toBeLessThanOrEqual(0.05);
      await waitForTime(page, 0.15);
      await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.05);
      await page.close();
    },
    240_000,
  );

  it('makes a video of what was recorded, in the size and with as many pictures as asked for', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    for (let k = 0; k < 10; k++) await pressFor(page, 'ArrowRight');
    await page.getByRole('tab', { name: 'Scene' }).click();
    await page.getByRole('button', { name: 'Video' }).click();
    await page.selectOption('select[aria-label="size"]', '640x360');
    await page.selectOption('select[aria-label="pictures / s"]', '50');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Make the video' }).click(),
    ]);
    const bytes = readFileSync((await file.path())!);
    const shown = await page.evaluate(
      async (data) => {
        const video = document.createElement('video');
        video.src = URL.createObjectURL(new Blob([Uint8Array.from(data)], { type: 'video/webm' }));
        await new Promise((resolve, reject) => {
          video.onloadedmetadata = resolve;
          video.onerror = () => reject(new Error(video.error?.message));
        });
        return [video.videoWidth, video.videoHeight, video.duration];
      },
      [...bytes],
    );
    // 0.1 s at 50 pictures a second: pictures at 0, 0.02 ... 0.1 s
    expect(shown).toEqual([640, 360, 0.12]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows a scene alone within another page', async () => {
    const { page } = await studio.open('#/scene/incline?play=0&embed=1', { wide: true });
    await ready(page);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('.panel').isVisible()).toBe(false);
    expect(await page.locator('.scene').evaluate((one) => one.getBoundingClientRect().top)).toBe(0);
    await pressFor(page, 'ArrowRight');
    await page.close();
  });

  it('looks from the front, the side and above at a key, with all in view', async () => {
    const { page } = await studio.open('#/scene/incline?play=0');
    await ready(page);
    await drawn(page);
    const places: string[] = [];
    for (let k = 0; k < 3; k++) {
      await page.keyboard.press('v');
      await drawn(page);
      expect(await overreach(page)).toBeLessThanOrEqual(0.02);
      places.push(await page.locator('.toast').last().innerText());
    }
    expect(places).toEqual(['Seen from the front', 'Seen from the side', 'Seen from above']);
    await page.close();
  });

  it('follows what leaves the view: a triangle far from where it began', { timeout: 60_000 }, async () => {
    const { page } = await studio.open('#/scene/triangle');
    for (const t of [5, 10]) {
      await waitForTime(page, t);
      await expect.poll(() => overreach(page), patient).toBeLessThanOrEqual(0.05);
    }
    // on a floor that goes along, in its light: without, it would hang in the air by now
    const off = await page.evaluate(() => {
      const { drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        drawing: {
          measure(bodiesOnly: boolean): Record<'min' | 'max', { x: number; y: number }>;
          group: { children: { geometry?: { type: string }; position: { x: number; y: number } }[] };
        };
      };
      const floor = drawing.group.children.find(({ geometry }) => geometry?.type === 'CircleGeometry')!.position;
      const { min, max } = drawing.measure(true);
      const [x, y] = [0.5 * (min.x + max.x), 0.5 * (min.y + max.y)];
      const size = max.x - min.x;
      return { floor: Math.hypot(floor.x - x, floor.y - y) / size, way: Math.hypot(x, y) / size };
    });
    expect(off.way).toBeGreaterThan(1.5);
    expect(off.floor).toBeLessThan(0.5);
    await page.close();
  });

  it('says how fast hair is computed, how much of it is there, and how long the rest takes', async () => {
    const { page } = await studio.open('#/scene/wavy-hair', { wide: true });
    const words = /^live, [\d.]+× real time · \d+ % computed, \d+ (s|min|h) left$/;
    await expect.poll(() => page.locator('.badge').textContent(), patient).toMatch(words);
    await page.close();
  });

  it('is drawn in full where it stands still', async () => {
    const { page } = await studio.open('#/scene/incline');
    await waitForTime(page, 0.2);
    await page.keyboard.press(' ');
    const width = (): Promise<number> =>
      page.locator('canvas.stage').evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth);
    await expect.poll(width, patient).toBe(1);
    expect(await stateHash(page)).toMatch(/^[0-9a-f]{64}$/);
    await page.close();
  });

  it('plays again and again, from the end to the beginning and no further than the end', async () => {
    const { page } = await studio.open('#/scene/incline?play=0');
    await ready(page);
    await page.keyboard.press('o');
    await page.getByLabel('speed', { exact: true }).selectOption('4');
    await page.getByRole('button', { name: /play or pause/ }).click();
    const times: number[] = [];
    const turns = (): number => times.filter((t, k) => k > 0 && t < times[k - 1]).length;
    while (times.length < 400 && turns() < 3) {
      times.push(Number.parseFloat((await page.locator('.time').textContent())!));
      await page.waitForTimeout(40);
    }
    expect(turns()).toBe(3);
    expect(Math.max(...times)).toBeLessThanOrEqual(2);
    await page.close();
  });
});
