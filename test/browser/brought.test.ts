import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHair } from '../../src/io/export/formats/hair.js';
import { writeProblem } from '../../src/io/index.js';
import { mixedProblem } from '../../src/io/testing/mixed-problem.js';
import { StudioBrowser, ready, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };

/** A .hair file with strands that hang side by side. */
function hairOf(strands: number): Buffer {
  const points = Array.from({ length: strands }, (_, k) => [0, 1, 2, 3].flatMap((n) => [0.01 * k, 0, -0.05 * n]));
  const counts = points.map(() => 4);
  const thickness = counts.map(() => 1e-4);
  return Buffer.from(writeHair({ counts, points: Float32Array.from(points.flat()), thickness }));
}

describe.skipIf(!browserPath)('what is brought and edited (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it('keeps all strands of a small .hair file, and asks how many of a large one', async () => {
    const { page, trouble } = await studio.open('', { wide: true });
    await page.setInputFiles('#open-file', { name: 'few.hair', mimeType: '', buffer: hairOf(20) });
    await expect.poll(() => page.locator('.scene-title').innerText(), patient).toContain('20 strands of few.hair');
    await page.setInputFiles('#open-file', { name: 'more.hair', mimeType: '', buffer: hairOf(150) });
    expect(await page.locator('dialog.ask').innerText()).toContain('150 strands');
    await page.getByRole('button', { name: 'All 150' }).click();
    await expect.poll(() => page.locator('.scene-title').innerText(), patient).toContain('150 strands of more.hair');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows where a file may be let go while it is over the page', async () => {
    const { page } = await studio.open('');
    const over = (type: string): Promise<boolean> =>
      page.evaluate((kind) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['{}'], 'scene.json'));
        document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
        return getComputedStyle(document.body, '::after').content !== 'none';
      }, type);
    expect(await over('dragover')).toBe(true);
    expect(await over('dragleave')).toBe(false);
    await page.close();
  });

  it('takes a mesh that the pointer lets go over the page, and asks what it is', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-drop-'));
    try {
      const file = path.join(folder, 'wedge.obj');
      writeFileSync(file, 'v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n');
      const { page, trouble } = await studio.open('', { wide: true });
      const session = await page.context().newCDPSession(page);
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop', x: number): Promise<unknown> =>
        session.send('Input.dispatchDragEvent', { type, x, y: 250, data });
      const isMarked = (): Promise<boolean> => page.evaluate(() => document.body.classList.contains('drop-here'));
      await drag('dragEnter', 200);
      await drag('dragOver', 300);
      await expect.poll(isMarked, patient).toBe(true);
      await drag('drop', 300);
      await expect.poll(isMarked, patient).toBe(false);
      const question = page.locator('dialog.ask');
      await expect
        .poll(() => question.getByRole('button').allInnerTexts(), patient)
        .toEqual(
          expect.arrayContaining(['An obstacle', 'A rigid body', 'Cloth'].map((name) => expect.stringContaining(name))),
        );
      await question.getByRole('button', { name: 'Cloth' }).click();
      await expect.poll(() => page.locator('.scene-title h1').textContent(), patient).toBe('wedge');
      await waitForTime(page, 0.01);
      expect(trouble).toEqual([]);
      await page.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);

  it('keeps an edit of the scene over a reload, and says in words what it did', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    await page.getByRole('tab', { name: 'Scene' }).click();
    const text = page.locator('.panel textarea').first();
    const json = JSON.parse(await text.inputValue()) as Record<string, unknown>;
    await text.fill(JSON.stringify({ ...json, name: 'mine', duration: 0.5 }));
    await page.getByRole('button', { name: 'Run this scene' }).click();
    await expect.poll(() => page.locator('.scene-title h1').textContent(), patient).toBe('mine');
    await waitForTime(page, 0.01);
    await page.reload();
    await expect.poll(() => page.locator('.scene-title h1').textContent(), patient).toBe('mine');
    await page.getByRole('button', { name: /link/ }).first().click();
    const toasts = page.locator('.toasts');
    await expect.poll(() => toasts.innerText(), patient).toContain('The link is');
    expect(await toasts.getAttribute('role')).toBe('status');
    expect(await toasts.getAttribute('aria-live')).toBe('polite');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('the lab counts several files, with the solvers and the tolerance that are asked for, also after a reload', async () => {
    const { page, trouble } = await studio.open('#/problem', { wide: true });
    const files = await Promise.all(
      [3, 5].map(async (contacts) => ({
        name: `${contacts}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(await writeProblem({ problem: mixedProblem({ contacts, sizes: [6, 3] }) }, 'json')),
      })),
    );
    await page.locator('main input[type=file]').setInputFiles(files);
    const done = page.locator('.profile[data-done=true]');
    const rows = (): Promise<number> => page.locator('.profile .lab-table tr').count();
    await done.waitFor();
    const all = await rows();
    // a row of names, and a curve for each of the others
    expect(await page.locator('.profile .u-legend .u-series').count()).toBe(all - 1);
    expect(await page.locator('.profile').innerText()).toContain('2 problems.');
    // by the pointer: one solver less
    await page.getByLabel('psor').click();
    await expect.poll(rows).toBeLessThan(all);
    await done.waitFor();
    expect(await rows()).toBe(all - 1);
    expect(await page.getByLabel('against').isVisible()).toBe(false);
    await page.reload();
    await done.waitFor();
    expect(await rows()).toBe(all);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('the lab draws the error of its table, and has a word on counts that differ', async () => {
    const { page } = await studio.open('#/problem', { wide: true });
    await page.getByRole('button', { name: 'Try a pile of balls' }).click();
    await page.waitForSelector('[data-done="true"]');
    const rows = await page
      .locator('.lab-table tr')
      .evaluateAll((all) => all.slice(1).map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent)));
    const converged = rows.filter(([, status]) => status.includes('converged'));
    const counts = new Set(converged.map((row) => row[5]));
    const word = page.getByText('count different contacts as sticking');
    expect(await word.isVisible()).toBe(counts.size > 1);
    // the answer is the best that was met on the way: the table has the least error of the curve
    const least = await page.evaluate(() => {
      const { answers } = (
        window as unknown as { studio: { answers: readonly { trace: readonly { error: number }[] }[] } }
      ).studio;
      return answers.map(({ trace }) => Math.min(...trace.map(({ error }) => error)).toExponential(1));
    });
    expect(rows.map((row) => row[4])).toEqual(least);
    await page.close();
  });

  it('keeps what was typed and not run yet over a reload', async () => {
    const { page, trouble } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    const text = page.locator('.panel textarea').first();
    const verdict = page.locator('.editor .verdict');
    await page.getByRole('tab', { name: 'Scene' }).click();
    await text.fill((await text.inputValue()).replace('"duration": 2', '"duration": 3'));
    await expect.poll(() => verdict.innerText(), patient).toContain('not run yet');
    await page.reload();
    await ready(page);
    await page.getByRole('tab', { name: 'Scene' }).click();
    expect(await text.inputValue()).toContain('"duration": 3');
    // another scene has its own text; taken back, it is gone for good
    await page.evaluate(() => (location.hash = '#/scene/pinch?play=0'));
    await expect.poll(() => page.locator('.scene-title h1').textContent(), patient).toBe('pinch');
    expect(await page.locator('textarea').first().inputValue()).toContain('"name": "pinch"');
    await page.goBack();
    await expect.poll(() => page.locator('.scene-title h1').textContent(), patient).toBe('incline');
    await page.getByRole('tab', { name: 'Scene' }).click();
    await expect.poll(() => text.inputValue(), patient).toContain('"duration": 3');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await page.reload();
    await ready(page);
    await page.getByRole('tab', { name: 'Scene' }).click();
    expect(await text.inputValue()).toContain('"duration": 2');
    expect(trouble).toEqual([]);
    await page.close();
  }, 120_000);

  it('opens a link to the scene that is on show, goes back, and says that a link is cut off', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    const gravity = page.locator('input[aria-label="gravity, as a number"]');
    await expect.poll(() => gravity.inputValue(), patient).toBe('9.81');
    await page.evaluate(() => (location.hash = '#/scene/incline?play=0&set=gravity%3D%5B0,0,-3%5D'));
    await expect.poll(() => gravity.inputValue(), patient).toBe('3');
    await page.goBack();
    await expect.poll(() => gravity.inputValue(), patient).toBe('9.81');
    await page.evaluate(() => (location.hash = '#/scene?json=q1YqSy0qzszPU7JSMtQz'));
    const message = page.locator('.message').filter({ visible: true });
    await expect.poll(() => message.innerText(), patient).toContain('the link is damaged or cut off');
    await page.close();
  }, 120_000);

  it('one word in passing takes the place of the other', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    for (let k = 0; k < 3; k++) await page.keyboard.press('u');
    await expect.poll(() => page.locator('.toasts').innerText(), patient).toContain('the colours of the scene');
    expect(await page.locator('.toast').count()).toBe(1);
    await page.close();
  }, 120_000);
});
