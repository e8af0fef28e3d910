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

  it('what is left out in slow frames comes back with quick ones; frames after opening do not count', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { size: { width: 320, height: 280 } });
    await ready(page);
    await drawn(page);
    const widths = await page.evaluate(async () => {
      const { stage } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
        stage: {
          invalidate(): void;
          light(box: unknown): void;
          scene: { children: { isDirectionalLight?: boolean; castShadow: boolean; shadow?: never }[] };
        };
      };
      const { drawing } = (window as unknown as { studio: { view: { drawing: { box: unknown } } } }).studio.view;
      const sun = stage.scene.children.find((one) => one.isDirectionalLight === true && one.castShadow)!;
      const shadow = (): number => (sun.shadow as unknown as { mapSize: { x: number } }).mapSize.x;
      // frames come as late as this clock says, however busy the machine is
      const now = performance.now.bind(performance);
      let late = 0;
      performance.now = () => now() + late;
      const frames = async (n: number, delay: number): Promise<number> => {
        window.requestAnimationFrame = (draw) => {
          queueMicrotask(() => {
            late += delay;
            draw(performance.now());
          });
          return 1;
        };
        for (let k = 0; k < n; k++) {
          stage.invalidate();
          await Promise.resolve();
        }
        return shadow();
      };
      await frames(400, 5);
      stage.light(drawing.box);
      const opening = await frames(12, 900);
      const slow = await frames(6, 80);
      const quick = await frames(400, 5);
      return [opening, slow, quick];
    });
    expect(widths[1]).toBeLessThan(widths[0]);
    expect(widths).toEqual([2048, 1024, 2048]);
    await page.close();
  }, 240_000);
});
