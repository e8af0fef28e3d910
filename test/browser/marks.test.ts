import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrows } from './hands.js';
import { StudioBrowser, drawn, pressFor, ready, solidOnScreen } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };

describe.skipIf(!browserPath)('marks and pictures (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it('arrows of more than a hundred contacts are drawn only at the body under the pointer', async () => {
    const { page, trouble } = await studio.open('#/scene/masonry?play=0', { size: { width: 900, height: 560 } });
    await ready(page);
    await pressFor(page, 'ArrowRight');
    await drawn(page);
    const before = await arrows(page);
    expect(before.contacts).toBeGreaterThan(100);
    expect(before.seen).toBe(0);
    const at = await solidOnScreen(page, 0);
    await page.mouse.move(at.x, at.y);
    await expect.poll(async () => (await arrows(page)).seen, patient).toBeGreaterThan(0);
    expect((await arrows(page)).seen).toBeLessThan(50);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('a picture is as fine as the screen, however coarsely it was drawn while it moved', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { size: { width: 900, height: 560 } });
    await ready(page);
    await drawn(page);
    const drawnWidth = await page.evaluate(() => {
      const { stage } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        stage: { draw(quality: unknown): void; canvas: HTMLCanvasElement };
      };
      stage.draw({ pixelRatio: 0.6, shadows: 0, strands: 0.15 });
      return stage.canvas.width;
    });
    expect(drawnWidth).toBe(540);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /picture/ }).click(),
    ]);
    const png = readFileSync((await file.path())!);
    // width in the header of a PNG
    expect(png.readUInt32BE(16)).toBe(900);
    await page.close();
  });
});
