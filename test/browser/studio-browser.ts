import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import { build } from 'vite';
import { isBuilt } from '../../scripts/built.mjs';
import { staticServer } from '../../src/cli/studio/static-server.js';

/** Chromium with its software renderer, so that WebGL works on machines without a graphics card. */
export const flags = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/** What is wrong on a page. */
export interface Trouble {
  readonly lines: string[];
}

/** How a page is opened. */
export interface OpenOptions {
  readonly base?: string;
  readonly wide?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** a phone or a tablet: fingers instead of a mouse */
  readonly touch?: boolean;
}

/** Where a build leaves the studio's pages. */
const builtPages = fileURLToPath(new URL('../../packages/studio/dist', import.meta.url));

/** The studio, built and served: the last build where it is of the sources as they are, else one of its own. */
export class StudioServer {
  folder = builtPages;
  #own: string | undefined;
  #server: Server | undefined;

  async start(): Promise<void> {
    if (!isBuilt()) this.folder = this.#own = await buildPages();
    this.#server = staticServer(this.folder).listen(0, '127.0.0.1');
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#own !== undefined) rmSync(this.#own, { recursive: true, force: true });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}/`;
  }
}

async function buildPages(): Promise<string> {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'stickslip-studio-'));
  const configFile = fileURLToPath(new URL('../../vite.studio.config.ts', import.meta.url));
  const settings = { configFile, logLevel: 'error' as const, build: { outDir } };
  await build(settings);
  await build({ ...settings, mode: 'hdf5' });
  return outDir;
}

/** The studio, built, served and open in a browser. */
export class StudioBrowser {
  readonly #server = new StudioServer();
  #browser: Browser | undefined;

  /** @param args flags of the browser instead of the usual ones */
  async start(executablePath: string, args: readonly string[] = flags): Promise<void> {
    await this.#server.start();
    this.#browser = await chromium.launch({ executablePath, args: [...args] });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.#server.stop();
  }

  get folder(): string {
    return this.#server.folder;
  }

  get address(): string {
    return this.#server.address;
  }

  /** A page and the errors it has reported so far. */
  async open(
    hash: string,
    { base = this.address, wide = false, size, touch = false }: OpenOptions = {},
  ): Promise<{ page: Page; trouble: string[] }> {
    const viewport = size ?? (wide ? { width: 760, height: 500 } : { width: 420, height: 360 });
    const page = await this.#browser!.newPage({ viewport, hasTouch: touch, isMobile: touch });
    // a gown of 53,000 vertices takes its time to be made ready
    page.setDefaultTimeout(120_000);
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    await page.goto(base + hash);
    return { page, trouble };
  }
}

/** Waits until the simulated time is at least t. */
export async function waitForTime(page: Page, t: number): Promise<void> {
  await page.waitForFunction(
    (least) => Number.parseFloat(document.querySelector('.time')?.textContent ?? '') >= least,
    t,
  );
}

/** Waits until the scene is open; its panel may be out of sight. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('.hash[data-hash]', { state: 'attached' });
}

/** The hash on show; it is computed whenever the simulation stands still. */
export async function stateHash(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLElement>('.hash')!.dataset.hash!);
}

/** Presses a key and waits for the state to have another hash. */
export async function pressFor(page: Page, key: string): Promise<string> {
  const before = await stateHash(page);
  await page.keyboard.press(key);
  await page.waitForFunction((old) => document.querySelector<HTMLElement>('.hash')!.dataset.hash !== old, before);
  return stateHash(page);
}

/** Waits for the scene and draws it, until the camera stands: what comes and goes over the view moves it some frames later. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (window as unknown as { studio: { view: { drawing: unknown } } }).studio.view.drawing !== undefined,
  );
  await page.evaluate(async () => {
    const { stage } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
      stage: { draw(): void; place: number[]; canvas: HTMLCanvasElement };
    };
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const stand = (): string => JSON.stringify([stage.place, stage.canvas.clientWidth, stage.canvas.clientHeight]);
    let before = '';
    // where something is followed it never stands
    for (let still = 0, frames = 0; still < 3 && frames < 30; frames++) {
      stage.draw();
      still = stand() === before ? still + 1 : 0;
      before = stand();
      await frame();
    }
  });
}

/** Where the middle of solid k (bodies only) is on the screen. */
export async function solidOnScreen(page: Page, k: number): Promise<{ x: number; y: number }> {
  await drawn(page);
  return page.evaluate((number) => {
    const { stage, drawing } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
      stage: { camera: { position: { clone(): never } }; canvas: HTMLCanvasElement };
      drawing: { solids: { poseOf(k: number): unknown } };
    };
    const point = stage.camera.position.clone() as unknown as {
      setFromMatrixPosition(m: unknown): { project(camera: unknown): { x: number; y: number } };
    };
    const { x, y } = point.setFromMatrixPosition(drawing.solids.poseOf(number)).project(stage.camera);
    const box = stage.canvas.getBoundingClientRect();
    return { x: box.left + 0.5 * (x + 1) * box.width, y: box.top + 0.5 * (1 - y) * box.height };
  }, k);
}

/** Share of the canvas that something is drawn on, and how many colours there are. */
export async function inkOf(page: Page): Promise<{ share: number; colours: number }> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.stage')!;
    (window as unknown as { studio: { view: { stage: { draw(): void } } } }).studio.view.stage.draw();
    const small = document.createElement('canvas');
    small.width = 120;
    small.height = 75;
    const context = small.getContext('2d')!;
    context.drawImage(canvas, 0, 0, 120, 75);
    const { data } = context.getImageData(0, 0, 120, 75);
    const colours = new Set<number>();
    let drawn = 0;
    for (let k = 0; k < data.length; k += 4) {
      if (data[k + 3] > 8) drawn++;
      colours.add((data[k] >> 3) * 1024 + (data[k + 1] >> 3) * 32 + (data[k + 2] >> 3));
    }
    return { share: drawn / (120 * 75), colours: colours.size };
  });
}
