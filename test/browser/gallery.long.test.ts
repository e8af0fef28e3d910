import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { galleryNames } from '../../src/scene/gallery/gallery.js';
import { sameBits, small, tour } from './gallery-tour.js';
import { StudioBrowser } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

describe.skipIf(!browserPath)('all of the gallery (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it('opens every scene, moves it and draws it', async () => {
    const { page, trouble } = await studio.open('', small);
    await tour(page, galleryNames);
    expect(trouble).toEqual([]);
    await page.close();
  }, 1_200_000);

  it('computes to the same bits as the command line', async () => {
    const { page } = await studio.open('', small);
    await sameBits(page, ['plectoneme', 'pinch', 'spheres-80', 'square-3', 'ribbon']);
    await page.close();
  }, 600_000);
});
