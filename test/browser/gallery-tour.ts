import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { stateHash as hashOf } from '../../src/record/state-hash.js';
import { buildWorld } from '../../src/scene/build/world.js';
import { gallerySceneNamed } from '../../src/scene/gallery/gallery.js';
import { readScene } from '../../src/scene/read-scene.js';
import { inkOf, pressFor, stateHash } from './studio-browser.js';

/** A window as small as the panel allows: software draws it fast. */
export const small = { size: { width: 320, height: 280 } } as const;

/** the largest gowns take some seconds to build and to step */
const patience = { timeout: 120_000 };

/** The state after some steps, as the command line computes it. */
export function hashAfter(name: string, steps: number): string {
  const world = buildWorld(readScene(gallerySceneNamed(name)));
  for (let k = 0; k < steps; k++) world.step();
  return hashOf(world);
}

/** Goes to a scene within the page that is open. */
async function go(page: Page, name: string, query = ''): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/scene/${name}${query}`);
  await page.waitForFunction(
    (title) => document.querySelector('.scene-title h1')?.textContent === title,
    name,
    patience,
  );
}

/** Opens scenes, waits until they move and looks whether something is drawn. */
export async function tour(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await go(page, name);
    await page.waitForFunction(
      () => Number.parseFloat(document.querySelector('.time')!.textContent!) > 0,
      undefined,
      patience,
    );
    const { share, colours } = await inkOf(page);
    // a rod alone covers little of the view, but shading gives it many colours
    expect({ name, drawn: share > 0.002 && colours > 12 }).toEqual({ name, drawn: true });
  }
}

/** Takes three steps of each scene and compares the state with the command line's. */
export async function sameBits(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await go(page, name, '?play=0&simulate=1');
    await page.waitForSelector('.hash[data-hash]', { state: 'attached' });
    for (let k = 0; k < 3; k++) await pressFor(page, 'ArrowRight');
    expect({ name, hash: await stateHash(page) }).toEqual({ name, hash: hashAfter(name, 3) });
  }
}
