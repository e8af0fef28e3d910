import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioBrowser, ready } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };
/** software drawing beside other tests takes its time */
const long = 900_000;

describe.skipIf(!browserPath)('text and tables of what is built (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it(
    'completes keys and values in the text, and says what they are',
    async () => {
      const { page, trouble } = await studio.open('#/build', { size: { width: 900, height: 500 } });
      await ready(page);
      const text = page.locator('textarea.json');
      // behind the mass-less first body: "shape": the comma before it is there
      const value = await text.inputValue();
      const place = value.indexOf('"type": "rigid",') + '"type": "rigid",'.length;
      await text.evaluate((field: HTMLTextAreaElement, at) => {
        field.focus();
        field.setSelectionRange(at, at);
      }, place);
      await page.keyboard.type(' "mas');
      await expect.poll(() => page.locator('.suggestions li b').allTextContents(), patient).toContain('mass');
      await page.keyboard.press('Enter');
      await page.keyboard.type(',');
      expect(await text.inputValue()).toContain('"type": "rigid", "mass": 1,');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => page.locator('input[aria-label="mass"]').count(), patient).toBe(0);
      await page.locator('.thing', { hasText: 'box' }).first().click();
      await expect.poll(() => page.locator('input[aria-label="mass"]').inputValue(), patient).toBe('1');
      // what the schema says, on hover
      await text.scrollIntoViewIfNeeded();
      await text.evaluate((field) => (field.scrollTop = 0));
      const box = (await text.boundingBox())!;
      await page.mouse.move(box.x + 50, box.y + 68);
      await expect.poll(() => page.locator('.json-tip').innerText(), patient).toContain('duration: simulated time (s)');
      expect(trouble).toEqual([]);
      await page.close();
    },
    long,
  );

  it(
    'changes materials and pairs in tables, takes it back, and keeps it over a reload',
    async () => {
      const { page, trouble } = await studio.open('#/build', { size: { width: 390, height: 844 }, touch: true });
      await ready(page);
      // what one builds with is there at once, on phones too
      expect(await page.locator('.panel').isVisible()).toBe(true);
      const friction = page.locator('input[aria-label="friction of wood"]');
      await friction.fill('0.7');
      await friction.press('Enter');
      await expect.poll(() => page.locator('textarea.json').inputValue(), patient).toContain('"friction": 0.7');
      await page.getByRole('button', { name: 'Add a pair' }).tap();
      await expect.poll(() => page.locator('input[aria-label="friction of pair 1"]').count(), patient).toBe(1);
      await page.locator('canvas.stage').focus();
      await page.keyboard.press('Control+z');
      await expect.poll(() => page.locator('input[aria-label="friction of pair 1"]').count(), patient).toBe(0);
      await expect.poll(() => page.evaluate(() => location.hash), patient).toContain('json=');
      await page.reload();
      await ready(page);
      await expect.poll(() => friction.inputValue(), patient).toBe('0.7');
      expect(trouble).toEqual([]);
      await page.close();
    },
    long,
  );
});
