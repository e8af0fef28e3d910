import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrows, finger, pulled } from './hands.js';
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

  it.each(['mouse', 'finger'])(
    'what stands in a box of glass is met by the %s, with its arrows, and no contact that is not seen',
    async (hand) => {
      const touch = hand === 'finger';
      const size = touch ? { width: 390, height: 844 } : { width: 900, height: 700 };
      const { page, trouble } = await studio.open('#/scene/spheres-80?play=0', { size, touch });
      await ready(page);
      // as they fall they begin to touch
      for (let k = 0; k < 30; k++) await pressFor(page, 'ArrowRight');
      await expect.poll(async () => (await arrows(page)).contacts, patient).toBeGreaterThan(100);
      expect((await arrows(page)).seen).toBe(0);
      const met = await page.evaluate(() => {
        const { stage, picker, drawing, marks } = (window as unknown as { studio: { view: never } }).studio
          .view as unknown as {
          stage: { canvas: HTMLCanvasElement; draw(): void };
          picker: { body(drawing: unknown, x: number, y: number): { grip: { body: number } } | undefined };
          drawing: unknown;
          marks: { contacts: { a: Int32Array; b: Int32Array } };
        };
        stage.draw();
        const { left, top, width, height } = stage.canvas.getBoundingClientRect();
        for (let y = 0.3 * height; y < 0.8 * height; y += 7) {
          for (let x = 0.2 * width; x < 0.8 * width; x += 7) {
            const body = picker.body(drawing, x, y)?.grip.body;
            // one that touches something
            if (body !== undefined && (marks.contacts.a.includes(body) || marks.contacts.b.includes(body)))
              return { x: left + x, y: top + y };
          }
        }
        return undefined;
      });
      expect(met).toBeDefined();
      if (touch) await page.touchscreen.tap(met!.x, met!.y);
      else await page.mouse.move(met!.x, met!.y);
      await expect.poll(async () => (await arrows(page)).seen, patient).toBeGreaterThan(0);
      expect((await arrows(page)).seen).toBeLessThan(20);
      expect(await page.locator('.contact-card').isVisible()).toBe(false);
      // it is pulled, too
      const session = await page.context().newCDPSession(page);
      const away = { x: met!.x - 30, y: met!.y - 60 };
      if (touch) {
        await finger(session, 'Start', met);
        await finger(session, 'Move', away);
      } else {
        await page.mouse.down();
        await page.mouse.move(away.x, away.y);
      }
      await expect.poll(() => pulled(page), patient).toBe(true);
      await (touch ? finger(session, 'End') : page.mouse.up());
      await expect.poll(() => pulled(page), patient).toBe(false);
      expect(trouble).toEqual([]);
      await page.close();
    },
    240_000,
  );
});
