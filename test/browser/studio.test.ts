import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProblem } from '../../src/io/index.js';
import { mixedProblem } from '../../src/io/testing/mixed-problem.js';
import { galleryNames } from '../../src/scene/gallery/gallery.js';
import { hashAfter, sameBits, small, tour } from './gallery-tour.js';
import { StudioBrowser, inkOf, pressFor, ready, stateHash, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

/** Where body number b is: the first three of its numbers in the frame on show. */
function bodyPlace(page: Page, b: number): Promise<number[]> {
  return page.evaluate((body) => {
    const { drawing } = (window as unknown as { studio: { view: { drawing: never } } }).studio.view as unknown as {
      drawing: { frame: { bodies: Float32Array }; layout: { offsets: number[] } };
    };
    const at = drawing.layout.offsets[body];
    return Array.from(drawing.frame.bodies.slice(at, at + 3));
  }, b);
}

/** Twelve strands of five points in Cem Yuksel's format. */
function hairFile(): Buffer {
  const [strands, points] = [12, 5];
  const bytes = Buffer.alloc(128 + 12 * strands * points);
  bytes.write('HAIR');
  // counts, what follows the header (points), segments of every strand
  [strands, strands * points, 2, points - 1].forEach((value, k) => bytes.writeUInt32LE(value, 4 + 4 * k));
  for (let k = 0; k < strands * points; k++) {
    const [x, z] = [k - (k % points), -10 * (k % points)];
    [x, k % points, z].forEach((value, i) => bytes.writeFloatLE(value, 128 + 12 * k + 4 * i));
  }
  return bytes;
}

describe.skipIf(!browserPath)('studio (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it('shows the gallery, and finds scenes in it', async () => {
    const { page, trouble } = await studio.open('');
    expect(await page.locator('.card').count()).toBe(galleryNames.length);
    await page.fill('.search', 'knot');
    const shown = await page.locator('.card:visible h3').allTextContents();
    expect(shown).toContain('knot');
    expect(shown.length).toBeLessThan(galleryNames.length);
    await page.fill('.search', 'no such scene');
    expect(await page.locator('.nothing').isVisible()).toBe(true);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('opens a scene of every kind, moves it and draws it', async () => {
    const { page, trouble } = await studio.open('', small);
    await tour(page, ['incline', 'knot', 'wavy-hair', 'free-b', 'masonry', 'puppet', 'hammock', 'square-1']);
    expect(trouble).toEqual([]);
    await page.close();
  }, 120_000);

  it('steps back to the very state it was in', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0');
    await ready(page);
    const start = await stateHash(page);
    const one = await pressFor(page, 'ArrowRight');
    const two = await pressFor(page, 'ArrowRight');
    expect(new Set([start, one, two]).size).toBe(3);
    expect(await pressFor(page, 'ArrowLeft')).toBe(one);
    expect(await pressFor(page, 'ArrowRight')).toBe(two);
    expect(await pressFor(page, 'r')).toBe(start);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('computes to the same bits as the command line', async () => {
    const { page } = await studio.open('', small);
    await sameBits(page, ['knot', 'spaghetti-7', 'incline', 'triangle', 'square-1']);
    await page.close();
  });

  it('solves wall and arch in threads of their own where the page is isolated, to the same bits', async () => {
    const { page } = await studio.open('#/scene/masonry?play=0');
    await ready(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await pressFor(page, 'ArrowRight');
    await expect.poll(() => page.workers().length).toBeGreaterThan(1);
    for (let k = 1; k < 4; k++) await pressFor(page, 'ArrowRight');
    expect(await stateHash(page)).toBe(hashAfter('masonry', 4));
    await page.close();
  });

  it('moves what the mouse pulls, and lets go of it', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0');
    await ready(page);
    const before = await bodyPlace(page, 1);
    const at = await page.evaluate(() => {
      const { stage, drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        stage: { camera: { matrixWorldInverse: unknown }; canvas: HTMLCanvasElement };
        drawing: { solids: { poseOf(k: number): { elements: number[] } } };
      };
      const { elements } = drawing.solids.poseOf(0);
      const Vector = (stage.camera as unknown as { position: { constructor: new (...x: number[]) => never } }).position
        .constructor;
      const point = new Vector(elements[12], elements[13], elements[14]) as unknown as {
        project(camera: unknown): { x: number; y: number };
      };
      const { x, y } = point.project(stage.camera);
      const box = stage.canvas.getBoundingClientRect();
      return { x: box.left + 0.5 * (x + 1) * box.width, y: box.top + 0.5 * (1 - y) * box.height };
    });
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    for (let k = 1; k <= 10; k++) await page.mouse.move(at.x - 8 * k, at.y - 8 * k);
    await waitForTime(page, 0.3);
    await page.mouse.up();
    const after = await bodyPlace(page, 1);
    // drawn 80 pixels up and to the left: off the slope, which it would never leave by itself
    expect(after[2] - before[2]).toBeGreaterThan(0.02);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('changes the outcome on incline with the friction slider', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    const before = await bodyPlace(page, 1);
    await page.fill('input[aria-label="grip, as a number"]', '0.2');
    await page.press('input[aria-label="grip, as a number"]', 'Enter');
    await page.waitForTimeout(200);
    await page.locator('canvas.stage').focus();
    await page.keyboard.press(' ');
    await waitForTime(page, 0.5);
    const after = await bodyPlace(page, 1);
    // g (sin 30° - 0.2 cos 30°) t² / 2 at 0.5 s, down the slope; it held before
    expect(Math.hypot(...after.map((x, i) => x - before[i]))).toBeGreaterThan(0.35);
    await page.close();
  });

  it('compares exact friction with the four-sided pyramid', async () => {
    const { page, trouble } = await studio.open('#/compare/incline?set=materials.grip.friction%3D0.3');
    // at first both slide straight down and are the same
    await waitForTime(page, 0.5);
    await page.keyboard.press(' ');
    const hashes = await page
      .locator('.side-hash')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.hash));
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('says what is wrong with a bad file, and changes nothing else', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0');
    await ready(page);
    const before = await stateHash(page);
    const bad = { version: 1, name: 'bad', duration: -1, bodies: [{ type: 'rigid', shape: { type: 'ball' } }] };
    const file = { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(bad)) };
    await page.setInputFiles('#open-file', file);
    await page.waitForSelector('.notice:not([hidden])');
    const text = await page.locator('.notice').innerText();
    expect(text).toContain('bad.json');
    expect(text).toContain('duration');
    expect(text).toContain('bodies[0].shape');
    expect(await stateHash(page)).toBe(before);
    expect(await page.evaluate(() => location.hash)).toContain('incline');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it.each([
    ['model.obj', 'v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n'],
    ['tuft.hair', hairFile()],
  ])('simulates %s where it is dropped', async (name, content) => {
    const { page, trouble } = await studio.open('');
    await page.setInputFiles('#open-file', { name, mimeType: '', buffer: Buffer.from(content) });
    if (name.endsWith('.obj')) await page.getByRole('button', { name: 'An obstacle' }).click();
    await page.waitForFunction(
      (title) => document.querySelector('.scene-title h1')?.textContent === title,
      name.split('.')[0],
    );
    await waitForTime(page, 0.01);
    expect((await inkOf(page)).colours).toBeGreaterThan(12);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('exports what was recorded, and plays a recording that is brought back', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    for (let k = 0; k < 4; k++) await pressFor(page, 'ArrowRight');
    await page.getByRole('tab', { name: 'Scene' }).click();
    const download = async (format: string): Promise<Buffer> => {
      await page.selectOption('select[aria-label="export format"]', format);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export what was recorded' }).click(),
      ]);
      return readFileSync((await file.path())!);
    };
    const glb = await download('glb');
    expect(glb.subarray(0, 4).toString()).toBe('glTF');
    expect(glb.readUInt32LE(8)).toBe(glb.length);
    const recording = await download('recording');
    await page.setInputFiles('#open-file', { name: 'a.ssr', mimeType: '', buffer: recording });
    await page.waitForSelector('.simulate:not([hidden])');
    await waitForTime(page, 0.03);
    expect((await inkOf(page)).colours).toBeGreaterThan(12);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('solves a dropped problem with every solver', async () => {
    const { page, trouble } = await studio.open('#/problem');
    const bytes = await writeProblem({ problem: mixedProblem({ contacts: 8, sizes: [6, 3, 16] }) }, 'fclib');
    await page.setInputFiles('#open-file', { name: 'mixed.hdf5', mimeType: '', buffer: Buffer.from(bytes) });
    await page.waitForSelector('[data-done="true"]');
    const rows = await page.locator('.lab-table tr').allTextContents();
    expect(rows.find((row) => row.startsWith('gauss-seidel'))).toContain('converged');
    expect(rows.find((row) => row.startsWith('newton-mfb'))).toContain('converged');
    expect(rows.find((row) => row.startsWith('interior-point'))).toContain('converged');
    // a curve each, and no two of one colour
    const dots = await page
      .locator('.lab-table .dot')
      .evaluateAll((all) => all.map((one) => one.getAttribute('style')));
    expect(new Set(dots).size).toBe(rows.length - 1);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('runs from a folder, without a server', async () => {
    const { page, trouble } = await studio.open('#/scene/incline', {
      base: `file://${path.join(studio.folder, 'index.html')}`,
    });
    await waitForTime(page, 0.05);
    expect((await inkOf(page)).colours).toBeGreaterThan(12);
    expect(trouble).toEqual([]);
    await page.close();
  });
});
