import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioBrowser, drawn, ready, waitForTime } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const size = { width: 900, height: 560 };

/** The sun's shadow as it is set up, and with what shows as noise. */
type Setting = 'as it is' | 'wide edges' | 'wrong bias';

/** Share of noisy pixels that is still none: some at the corners of shadows always are. */
const noNoise = 2.5e-4;

/**
 * Share of all pixels whose shade (what shadows take of their light) differs from the median of their neighbourhood by more
 * than 0.04 of full light, and share of those in shadow. Edges that are smooth or sharp have next to none of the former.
 */
function shadowNoise(page: Page, setting: Setting): Promise<{ noisy: number; shaded: number }> {
  return page.evaluate((how) => {
    interface Sun {
      isDirectionalLight?: boolean;
      castShadow: boolean;
      shadow: { radius: number; bias: number; normalBias: number };
    }
    const { view } = (window as unknown as { studio: { view: never } }).studio as unknown as {
      view: {
        setMarks(marks: object): void;
        stage: { canvas: HTMLCanvasElement; draw(): void; scene: { children: Sun[] } };
      };
    };
    view.setMarks({ points: false, forces: false, crowd: false });
    const { stage } = view;
    const sun = stage.scene.children.find((one) => one.isDirectionalLight === true && one.castShadow)!;
    const { radius, bias, normalBias } = sun.shadow;
    if (how === 'wide edges') sun.shadow.radius = 12;
    if (how === 'wrong bias') Object.assign(sun.shadow, { bias: 2e-3, normalBias: 0 });
    const { width, height } = stage.canvas;
    const light = (): Float32Array => {
      stage.draw();
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(stage.canvas, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      return Float32Array.from({ length: width * height }, (_, k) => data[4 * k] + data[4 * k + 1] + data[4 * k + 2]);
    };
    const shadowed = light();
    sun.castShadow = false;
    const lit = light();
    sun.castShadow = true;
    Object.assign(sun.shadow, { radius, bias, normalBias });
    const shade = lit.map((all, k) => (all > 30 ? 1 - shadowed[k] / all : 0));
    let [noisy, shaded] = [0, 0];
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        const around = [-1, 0, 1].flatMap((j) => [-1, 0, 1].map((i) => shade[at + j * width + i]));
        const median = around.sort((a, b) => a - b)[4];
        if (Math.abs(shade[at] - median) > 0.04) noisy++;
        if (shade[at] > 0.1) shaded++;
      }
    }
    return { noisy: noisy / (width * height), shaded: shaded / (width * height) };
  }, setting);
}

/** How a rod is drawn: corners around it, and the largest angle between neighbouring pieces along it (degrees). */
function facets(page: Page): Promise<{ around: number; along: number; turn: number }> {
  return page.evaluate(() => {
    interface Attribute {
      readonly count: number;
      getX(k: number): number;
      getY(k: number): number;
    }
    interface Drawn {
      geometry?: { attributes: { ring?: Attribute; cap?: Attribute } };
    }
    const { view } = (window as unknown as { studio: { view: never } }).studio as unknown as {
      view: {
        stage: { scene: { traverse(act: (one: Drawn) => void): void } };
        drawing: { fibers: { lines: { samples: Float32Array; count: number } } };
      };
    };
    let around = 0;
    view.stage.scene.traverse(({ geometry }) => {
      const { ring, cap } = geometry?.attributes ?? {};
      if (!ring || !cap) return;
      // sample 1 is not an end: its vertices are one ring
      for (let k = 0; k < ring.count; k++) if (ring.getX(k) === 1) around++;
    });
    const { samples, count } = view.drawing.fibers.lines;
    const piece = (k: number): number[] => [0, 1, 2].map((c) => samples[12 * (k + 1) + c] - samples[12 * k + c]);
    let [along, turn] = [0, 0];
    for (let k = 0; k < count - 2; k++) {
      const [a, b] = [piece(k), piece(k + 1)];
      const cosine = a.reduce((sum, x, c) => sum + x * b[c], 0) / (Math.hypot(...a) * Math.hypot(...b));
      const angle = (180 / Math.PI) * Math.acos(Math.min(1, cosine));
      along = Math.max(along, angle);
      turn += angle;
    }
    return { around, along, turn };
  });
}

describe.skipIf(!browserPath)('fineness of what is drawn (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop(), 60_000);

  it('shadows have no noise: neither spots on what is lit nor grains at their edges', async () => {
    const { page } = await studio.open('#/scene/pinch?play=0', { size });
    await ready(page);
    await drawn(page);
    const found = await shadowNoise(page, 'as it is');
    const wide = await shadowNoise(page, 'wide edges');
    const spots = await shadowNoise(page, 'wrong bias');
    // there are shadows to look at
    expect(found.shaded).toBeGreaterThan(0.01);
    expect(found.noisy).toBeLessThan(noNoise);
    // and noise would be seen: that of edges spread wider than three's few samples carry, that of surfaces that shade themselves
    expect(wide.noisy).toBeGreaterThan(2 * noNoise);
    expect(spots.noisy).toBeGreaterThan(2 * noNoise);
    await page.close();
  }, 240_000);

  it.each(['knot', 'plectoneme'])(
    '%s is round, around it and along it',
    async (name) => {
      const { page } = await studio.open(`#/scene/${name}`, { size: { width: 420, height: 360 } });
      await waitForTime(page, 0.5);
      await page.keyboard.press(' ');
      await drawn(page);
      const { around, along, turn } = await facets(page);
      // a polygon of twelve corners is within 3.4 % of its radius of the circle
      expect(around).toBeGreaterThanOrEqual(12);
      // it is bent, and pieces straight from node to node would meet at six times the angle
      expect(turn).toBeGreaterThan(90);
      expect(along).toBeLessThan(3);
      await page.close();
    },
    240_000,
  );
});
