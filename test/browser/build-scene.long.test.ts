import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/testing/fake-terminal.js';
import { StudioBrowser, drawn, ready, stateHash } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const patient = { timeout: 60_000 };
/** software drawing beside other tests takes its time */
const long = 900_000;

type Point = { readonly x: number; readonly y: number };
interface Entry {
  readonly name?: string;
  readonly type?: string;
  readonly position?: readonly number[];
  readonly orientation?: unknown;
  readonly shape?: { readonly size?: readonly number[]; readonly radius?: number };
}
interface BuiltScene {
  readonly bodies: readonly Entry[];
  readonly obstacles: readonly Entry[];
  readonly joints?: readonly (Entry & { readonly between: readonly unknown[] })[];
}

/** The scene in the text beside the view. */
async function textOf(page: Page): Promise<BuiltScene> {
  return JSON.parse(await page.locator('textarea.json').inputValue()) as BuiltScene;
}

/** Where a place in the world is on the screen. */
async function onScreen(page: Page, place: readonly number[]): Promise<Point> {
  await drawn(page);
  return page.evaluate((at) => {
    const { stage } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
      stage: { camera: { position: { clone(): never } }; canvas: HTMLCanvasElement };
    };
    const point = stage.camera.position.clone() as unknown as {
      set(...x: number[]): { project(camera: unknown): Point };
    };
    const { x, y } = point.set(...at).project(stage.camera);
    const box = stage.canvas.getBoundingClientRect();
    return { x: box.left + 0.5 * (x + 1) * box.width, y: box.top + 0.5 * (1 - y) * box.height };
  }, place);
}

/** Length in the world that a handle of unit length has at a place: arrows are half of it and 92 pixels long. */
function handleLength(page: Page, place: readonly number[]): Promise<number> {
  return page.evaluate((at) => {
    const { camera, canvas } = (
      window as unknown as {
        studio: {
          view: {
            stage: { camera: { fov: number; position: { toArray(): number[] } }; canvas: HTMLCanvasElement };
          };
        };
      }
    ).studio.view.stage;
    const away = Math.hypot(...camera.position.toArray().map((x, i) => x - at[i]));
    const size = 92 / (0.143 * canvas.clientHeight);
    return (away * 1.9 * Math.tan((Math.PI * camera.fov) / 360) * size) / 4;
  }, place);
}

/** Drags from one point of the screen to another, as a hand does. */
async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const share of [0.3, 0.7, 1]) {
    await page.mouse.move(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
  }
  await page.mouse.up();
}

/** Drags the arrow of an axis of the thing at a place, by a length. */
async function dragArrow(page: Page, place: readonly number[], axis: 0 | 1 | 2, by: number): Promise<void> {
  const arm = 0.45 * (await handleLength(page, place));
  const along = (length: number): number[] => place.map((x, i) => (i === axis ? x + length : x));
  await drag(page, await onScreen(page, along(arm)), await onScreen(page, along(arm + by)));
}

describe.skipIf(!browserPath)('building by hand (skipped without STICKSLIP_CHROMIUM)', () => {
  const studio = new StudioBrowser();

  beforeAll(() => studio.start(browserPath!), 120_000);
  afterAll(() => studio.stop());

  it(
    'builds a scene of five bodies by mouse alone; its link and its file give the same bits',
    async () => {
      const { page, trouble } = await studio.open('', { size: { width: 900, height: 500 } });
      await page.locator('a.bar-link', { hasText: 'Build' }).click();
      await ready(page);
      const add = async (name: string): Promise<void> => {
        const before = (await textOf(page)).bodies.length;
        await page.getByRole('button', { name, exact: true }).click();
        await expect.poll(async () => (await textOf(page)).bodies.length, patient).toBe(before + 1);
      };
      await add('Sphere');
      await add('Box');
      await add('Rope');
      await add('Capsule');
      const added = (await textOf(page)).bodies.map(({ name }) => name);
      expect(added).toEqual(['box', 'sphere', 'box-2', 'rope', 'capsule']);

      // moved: the second box onto the first, along x, then y, then up, by its arrows; snapped to 5 cm
      await page.locator('.thing', { hasText: 'box-2' }).click();
      const placeOf = async (k: number): Promise<readonly number[]> => (await textOf(page)).bodies[k].position!;
      for (const axis of [0, 1, 2] as const) {
        const place = await placeOf(2);
        const target = axis === 2 ? 0.35 : 0;
        if (Math.abs(target - place[axis]) < 1e-6) continue;
        await dragArrow(page, place, axis, target - place[axis]);
        await expect.poll(async () => Math.abs((await placeOf(2))[axis] - target), patient).toBeLessThan(0.051);
      }
      // each coordinate is a multiple of 5 cm, the snap
      for (const x of await placeOf(2)) expect(Math.abs(20 * x - Math.round(20 * x))).toBeLessThan(1e-6);
      expect((await placeOf(2))[2]).toBeGreaterThan(0.29);

      // scaled and turned
      await page.getByRole('button', { name: 'scale (E)' }).click();
      await dragArrow(page, await placeOf(2), 0, 0.1);
      await expect.poll(async () => (await textOf(page)).bodies[2].shape!.size![0], patient).toBeGreaterThan(0.2);
      await page.getByRole('button', { name: 'turn (Q)' }).click();
      const middle = await placeOf(2);
      const ring = 0.5 * (await handleLength(page, middle));
      const onRing = (angle: number): number[] => [
        middle[0] + ring * Math.cos(angle),
        middle[1] + ring * Math.sin(angle),
        middle[2],
      ];
      await drag(page, await onScreen(page, onRing(-1.2)), await onScreen(page, onRing(-0.6)));
      await expect.poll(async () => (await textOf(page)).bodies[2].orientation !== undefined, patient).toBe(true);

      // a copy, which goes again and comes back; then it is taken back
      await page.getByRole('button', { name: 'duplicate (D)' }).click();
      await expect.poll(async () => (await textOf(page)).bodies.length, patient).toBe(6);
      await page.getByRole('button', { name: 'delete (Del)' }).click();
      await expect.poll(async () => (await textOf(page)).bodies.length, patient).toBe(5);

      // a joint, from the sphere to the first box
      await page.getByRole('button', { name: 'Joint' }).click();
      const [box, sphere] = [await placeOf(0), await placeOf(1)];
      await drag(page, await onScreen(page, sphere), await onScreen(page, [box[0], box[1] - 0.1, box[2]]));
      await page.getByRole('button', { name: /A tie/ }).click();
      await expect.poll(async () => (await textOf(page)).joints?.length, patient).toBe(1);
      const joint = (await textOf(page)).joints![0];
      expect(joint.type).toBe('distance');
      expect(joint.between).toMatchObject([{ body: 'sphere' }, { body: 'box' }]);

      // shared by link, opened again; saved as a file, run on the command line
      await page.getByRole('button', { name: /copy a link/ }).click();
      await expect.poll(() => page.evaluate(() => location.hash), patient).toContain('camera=');
      const link = await page.evaluate(() => location.hash);
      await page.getByRole('tab', { name: 'Scene' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Scene', exact: true }).click(),
      ]);
      const file = readFileSync((await saved.path())!, 'utf8');
      expect((JSON.parse(file) as BuiltScene).bodies).toHaveLength(5);
      expect(trouble).toEqual([]);
      await page.close();

      // 100 steps of 10 ms, then it stops
      const again = await studio.open(`${link}&set=duration%3D1`, { size: { width: 900, height: 560 } });
      await ready(again.page);
      await again.page.waitForFunction(() => {
        const { shown } = (window as unknown as { studio: { shown?: { t: number; playing: boolean } } }).studio;
        return shown !== undefined && !shown.playing && shown.t > 0.999;
      });
      const there = await stateHash(again.page);
      expect(again.trouble).toEqual([]);
      await again.page.close();
      const run = await runCommand(['run', 'scene.json', '--set', 'duration=1', '--json'], { 'scene.json': file });
      expect(run.code).toBe(0);
      const summary = JSON.parse(run.stdout) as { steps: number; stateHash: string };
      expect(summary.steps).toBe(100);
      expect(there).toBe(summary.stateHash);
    },
    long,
  );
});
