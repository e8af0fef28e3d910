import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lessons } from '../../src/studio/learn/lessons.js';
import { answersOf } from '../../src/studio/learn/testing.js';
import { StudioBrowser } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 300_000 };

describe.skipIf(!browserPath)(
  'lessons from the first question to the last (skipped without STICKSLIP_CHROMIUM)',
  () => {
    const studio = new StudioBrowser();

    beforeAll(() => studio.start(browserPath!), 120_000);
    afterAll(() => studio.stop(), 60_000);

    it.each(lessons.flatMap(({ name }) => ['mouse', 'finger'].map((hand) => ({ name, hand }))))(
      '$name by $hand: every question is asked, run and answered, and how to go on is in sight',
      async ({ name, hand }) => {
        const touch = hand === 'finger';
        const size = touch ? { width: 390, height: 844 } : { width: 760, height: 560 };
        const { page, trouble } = await studio.open(`#/learn/${name}`, { size, touch });
        page.setDefaultTimeout(300_000);
        const press = (what: Locator): Promise<void> =>
          touch ? what.tap({ timeout: 10_000 }) : what.click({ timeout: 10_000 });
        const { rounds } = lessons.find((lesson) => lesson.name === name)!;
        const card = page.locator('.lesson-card');
        for (const [k, { options }] of rounds.entries()) {
          await expect.poll(() => card.innerText(), patient).toContain(`Question ${k + 1} of ${rounds.length}`);
          const right = answersOf[name][k];
          // the first question of each lesson is answered wrongly, and asked once more: only the first guess counts
          if (k === 0) {
            await press(page.locator('.guess').nth(1 - right));
            await press(page.getByRole('button', { name: 'Run it and see' }));
            await expect.poll(() => card.innerText(), patient).toContain(`Not so. ${options[right]}.`);
            await press(page.getByRole('button', { name: 'Again', exact: true }));
          }
          await press(page.locator('.guess').nth(right));
          await press(page.getByRole('button', { name: 'Run it and see' }));
          await expect.poll(() => card.innerText(), patient).toContain(`As you said. ${options[right]}.`);
          const isLast = k === rounds.length - 1;
          if (!isLast) await press(page.getByRole('button', { name: 'Next question' }));
        }
        expect(await card.innerText()).toContain(`${rounds.length - 1} of ${rounds.length} as you said.`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
        await press(page.getByRole('link', { name: 'Next lesson' }));
        await page.waitForFunction((old) => !location.hash.includes(old), name);
        expect(trouble).toEqual([]);
        await page.close();
      },
      1_200_000,
    );
  },
);
