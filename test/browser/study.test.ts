import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxStudy } from '../../src/cli/sweep/testing/box-study.js';
import { planStudy } from '../../src/study/plan/plan.js';
import { StudyTasks } from '../../src/study/plan/study-tasks.js';
import { readStudy } from '../../src/study/read-study.js';
import { resultsFile } from '../../src/study/results-file.js';
import type { TaskResult } from '../../src/study/task.js';
import { TaskRun } from '../../src/study/task-run.js';
import { findingsInBothThemes } from './axe.js';
import { StudioBrowser, ready } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
/** Where pictures of the pages go, if anywhere. */
const pictures = process.env.STICKSLIP_PICTURES;
const size = { width: 1100, height: 800 };

describe.skipIf(!browserPath)('studies in the studio (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-study-page-'));

  beforeAll(() => studio.start(browserPath!), 240_000);
  afterAll(async () => {
    await studio.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const write = (name: string, json: unknown): string => {
    const file = path.join(folder, name);
    writeFileSync(file, typeof json === 'string' ? json : JSON.stringify(json));
    return file;
  };

  it('runs a study that was brought with its scene; its table has the bits of the library; a click on a point opens the run', async () => {
    const { scene, ...study } = boxStudy(6);
    const tasks = new StudyTasks(readStudy({ ...study, scene }), scene, 'test');
    const hashes = planStudy(tasks, () => undefined).wanted.map((task) => {
      const run = new TaskRun(task, scene);
      while (!run.done) run.step();
      return run.result().stateHash;
    });
    const { page, trouble } = await studio.open('#/study', { size });
    const files = [write('study.json', { ...study, scene: 'slope.json' }), write('slope.json', scene)];
    await page.setInputFiles('#open-file', files);
    await page.waitForFunction(() => document.querySelector('.study-status')?.textContent === '6 of 6 runs done');
    const cells = await page
      .locator('.study-table tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
    expect(cells.map((row) => row[row.length - 2])).toEqual(hashes.map((hash) => hash.slice(0, 8)));
    // three quantities, six points each; a picture of each end state
    expect(await page.locator('.study-chart circle.opens').count()).toBe(18);
    expect(await page.locator('.study-run img').count()).toBe(6);
    if (pictures) await page.screenshot({ path: path.join(pictures, 'study.png'), fullPage: true });
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.locator('.study-chart').first().locator('circle.opens').nth(5).click();
    await page.waitForFunction(() => location.hash.startsWith('#/scene'));
    await ready(page);
    // the scene of that run: gravity of 40 degrees
    await page.getByRole('tab', { name: 'Scene' }).click();
    const text = await page.locator('.panel textarea').first().inputValue();
    expect((JSON.parse(text) as { gravity: number[] }).gravity[0]).toBeCloseTo(
      9.81 * Math.sin((40 * Math.PI) / 180),
      9,
    );
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('shows results of a sweep, with a map over two parameters, without running anything', async () => {
    const study = boxStudy(4, {
      parameters: {
        tilt: { range: { from: 0, to: 40, count: 4 } },
        mu: { path: 'materials.grip.friction', values: [0.2, 0.5] },
      },
    });
    const tasks = new StudyTasks(readStudy(study), study.scene, 'test');
    const results = new Map<string, TaskResult>();
    for (const task of planStudy(tasks, () => undefined).wanted) {
      const run = new TaskRun(task, study.scene);
      while (!run.done) run.step();
      results.set(task.id, run.result());
    }
    const lookup = (task: { id: string }): TaskResult | undefined => results.get(task.id);
    const plan = planStudy(tasks, lookup);
    const { page, trouble } = await studio.open('#/', { size });
    await page.setInputFiles(
      '#open-file',
      write(
        'results.json',
        resultsFile(tasks, plan, lookup, () => undefined),
      ),
    );
    await page.waitForSelector('.study-chart rect.opens');
    expect(await page.locator('.study-status').textContent()).toBe('8 of 8 runs done');
    expect(await page.locator('.study-chart rect.opens').count()).toBe(24);
    expect(await page.locator('.study-chart path.opens').count()).toBe(8);
    if (pictures) await page.screenshot({ path: path.join(pictures, 'results.png'), fullPage: true });
    expect(await findingsInBothThemes(page)).toEqual([]);
    // a reload brings it back
    await page.reload();
    await page.waitForSelector('.study-chart rect.opens');
    // a cell opens its run
    await page.locator('.study-chart rect.opens').first().click();
    await page.waitForFunction(() => location.hash.startsWith('#/scene'));
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('identifies friction, with the fit beside the data; an example is a click away', async () => {
    const { page, trouble } = await studio.open('#/study', { size });
    await page.getByText('What is the friction of a box').click();
    await page.waitForSelector('.study-table', { timeout: 200_000 });
    await page.getByText('The fit beside the data').waitFor();
    const estimate = await page.locator('.study-table td').nth(1).textContent();
    const [, value, low, high] = /^([\d.]+) \(([\d.]+) to ([\d.]+), 95 %\)$/.exec(estimate!)!.map(Number);
    // 1 m/s, at rest after 0.25 m: mu = v² / 2 g d
    expect(Math.abs(value - 1 / (2 * 9.81 * 0.25))).toBeLessThan(0.01);
    expect([low < value, value < high]).toEqual([true, true]);
    expect(await page.locator('.study-chart').count()).toBe(2);
    if (pictures) await page.screenshot({ path: path.join(pictures, 'fit.png'), fullPage: true });
    expect(await findingsInBothThemes(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await page.close();
  }, 300_000);

  it('says which file is missing, and what is wrong with a study', async () => {
    const { page } = await studio.open('#/study', { size });
    const { scene: _, ...study } = boxStudy(2);
    await page.setInputFiles('#open-file', write('alone.json', { ...study, scene: 'elsewhere.json' }));
    await page.locator('.notice').getByText('elsewhere.json').first().waitFor();
    await page.setInputFiles('#open-file', write('wrong.json', boxStudy(2, { measure: { way: 'travl(box)' } })));
    await page.locator('.notice').getByText('did you mean travel').first().waitFor();
    await page.close();
  }, 120_000);

  it('makes a drawn groom stay', async () => {
    const json = readFileSync(new URL('../../examples/groom/lock.json', import.meta.url), 'utf8');
    const { page, trouble } = await studio.open('#/', { size });
    await page.setInputFiles('#open-file', write('lock.json', json));
    await page.waitForFunction(() => location.hash.startsWith('#/scene'));
    await ready(page);
    const text = async (): Promise<Record<string, unknown>> => {
      await page.getByRole('tab', { name: 'Scene' }).click();
      const value = await page.locator('.panel textarea').first().inputValue();
      await page.getByRole('tab', { name: 'Control' }).click();
      return JSON.parse(value) as Record<string, unknown>;
    };
    expect((await text()).holding).toBeUndefined();
    await page.getByRole('button', { name: 'Make it stay' }).click();
    await page.getByText('at rest as drawn').waitFor({ timeout: 120_000 });
    if (pictures) await page.screenshot({ path: path.join(pictures, 'groom.png') });
    expect((await text()).holding).toBeDefined();
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);
});
