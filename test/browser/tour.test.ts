import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioBrowser, drawn, ready } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };

describe.skipIf(!browserPath)('a tour of the studio (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop(), 60_000);

  it('keeps both sides of a comparison clear of the plot, also after a resize', async () => {
    const { page, trouble } = await studio.open('#/compare', { size: { width: 1100, height: 750 } });
    const overreach = (): Promise<number> =>
      page.evaluate(() => {
        const { views } = (window as unknown as { studio: never }).studio as unknown as {
          views: { stage: { overreach(box: unknown): number }; drawing?: { measure(bodiesOnly: boolean): unknown } }[];
        };
        return Math.max(...views.map(({ stage, drawing }) => (drawing ? stage.overreach(drawing.measure(true)) : 9)));
      });
    await page.waitForSelector('.difference .uplot');
    await page.getByRole('button', { name: 'pause' }).click();
    await expect.poll(overreach, patient).toBeLessThanOrEqual(0.05);
    await page.setViewportSize({ width: 760, height: 560 });
    await expect.poll(overreach, patient).toBeLessThanOrEqual(0.05);
    // a phone has no room for the curve: the number is there all the same
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.locator('.difference').innerText()).toMatch(/largest difference: [\d.e-]+ mm/);
    expect(await page.locator('.difference .uplot').isVisible()).toBe(false);
    await expect.poll(overreach, patient).toBeLessThanOrEqual(0.05);
    expect(trouble).toEqual([]);
    await page.close();
  }, 240_000);

  it('shows what is level where something slopes, and nothing of it where nothing does', async () => {
    const { page } = await studio.open('#/scene/incline?play=0', { wide: true });
    await ready(page);
    const level = page.getByRole('button', { name: 'horizon, gravity and slope (H)' });
    await expect.poll(() => level.getAttribute('aria-pressed'), patient).toBe('true');
    // the sky is above, as in replays and pictures
    const sky = await page.evaluate(() => {
      const { view } = (window as unknown as { studio: never }).studio as unknown as {
        view: { stage: { scene: { children: { isHemisphereLight?: boolean; position: { toArray(): number[] } }[] } } };
      };
      return view.stage.scene.children.find(({ isHemisphereLight }) => isHemisphereLight)!.position.toArray();
    });
    expect(sky).toEqual([0, 0, 1]);
    await page.keyboard.press('h');
    expect(await level.getAttribute('aria-pressed')).toBe('false');
    await page.evaluate(() => (location.hash = '#/scene/triangle?play=0'));
    await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'triangle');
    expect(await level.getAttribute('aria-pressed')).toBe('false');
    await page.close();
  }, 120_000);

  it.each([
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ])('the arrow along gravity and the angle of the slope are in sight, at $width x $height', async (size) => {
    const { page } = await studio.open('#/scene/incline?play=0', { size });
    await ready(page);
    await drawn(page);
    // what lies under the two words: g, and the angle
    const met = (): Promise<string[]> =>
      page.evaluate(() => {
        const { stage } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
          stage: {
            camera: { position: { clone(): never } };
            canvas: HTMLCanvasElement;
            scene: { traverse(act: (one: { isSprite?: boolean; matrixWorld: unknown }) => void): void };
          };
        };
        const box = stage.canvas.getBoundingClientRect();
        const under: string[] = [];
        stage.scene.traverse((one) => {
          if (one.isSprite !== true) return;
          const point = stage.camera.position.clone() as unknown as {
            setFromMatrixPosition(m: unknown): { project(camera: unknown): { x: number; y: number } };
          };
          const { x, y } = point.setFromMatrixPosition(one.matrixWorld).project(stage.camera);
          const at = [box.left + 0.5 * (x + 1) * box.width, box.top + 0.5 * (1 - y) * box.height] as const;
          under.push(document.elementFromPoint(...at)?.className ?? 'nothing');
        });
        return under;
      });
    expect(await met()).toEqual(['stage', 'stage']);
    await page.close();
  });

  it('tells of a recording only what is known of it', async () => {
    const { page } = await studio.open('#/scene/ribbon?play=0', { wide: true });
    await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'ribbon');
    await expect.poll(() => page.locator('.numbers').innerText(), patient).toContain('fps');
    const text = await page.locator('.numbers').innerText();
    expect(text).not.toContain('steps/s');
    expect(text).not.toContain('degrees of freedom');
    expect(await page.locator('.hash').isVisible()).toBe(false);
    await page.close();
  }, 120_000);

  it('puts a slope beside what is there, and says what is level', async () => {
    const { page, trouble } = await studio.open('#/build', { size: { width: 1280, height: 800 } });
    await ready(page);
    for (const name of ['Sphere', 'Slope']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect
        .poll(() => page.locator('.things').allInnerTexts(), patient)
        .toContainEqual(expect.stringContaining(name.toLowerCase()));
    }
    await expect
      .poll(() => page.locator('.scene-source textarea, textarea').first().inputValue(), patient)
      .toContain('slope');
    const scene = JSON.parse(await page.locator('textarea').first().inputValue()) as {
      obstacles: { name: string; position?: number[] }[];
    };
    // the box reaches from -0.1 to 0.1
    expect(scene.obstacles.find(({ name }) => name === 'slope')!.position![0]).toBeLessThan(-0.1);
    const level = page.getByRole('button', { name: 'horizon, gravity and slope (H)' });
    await expect.poll(() => level.getAttribute('aria-pressed'), patient).toBe('true');
    // the list at the caret and the words at the pointer do not lie over each other
    await page
      .locator('textarea')
      .first()
      .click({ position: { x: 60, y: 100 } });
    await page.keyboard.press('Control+Space');
    await expect.poll(() => page.locator('.suggestions').isVisible(), patient).toBe(true);
    expect(await page.locator('.json-tip').isVisible()).toBe(false);
    expect(trouble).toEqual([]);
    await page.close();
  }, 120_000);

  it('a lesson shows its question, all answers and how to go on at once on a phone held sideways', async () => {
    const { page } = await studio.open('#/learn/the-cone', { size: { width: 844, height: 390 }, touch: true });
    await page.waitForSelector('.guess');
    const covered = await page.locator('.lesson-card :is(h1, legend, .guess, .buttons button)').evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, top, bottom, width } = one.getBoundingClientRect();
          return [top + 2, bottom - 2].some((y) => !one.contains(document.elementFromPoint(left + width / 2, y)));
        })
        .map(({ textContent }) => textContent),
    );
    expect(covered).toEqual([]);
    await page.close();
  }, 120_000);
});
