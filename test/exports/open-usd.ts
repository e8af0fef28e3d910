/** OpenUSD itself (version 22, in the WebAssembly of the npm package three-usdz-loader), in Chromium: it is made for pages only. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { addressOf, servePages } from '../browser/page-server.js';

const version = '1.0.9';
const cache = fileURLToPath(new URL('../../node_modules/.cache/stickslip/open-usd', import.meta.url));

/** The folder of the package, fetched where it is not there yet; undefined where that is not possible. */
function provide(): string | undefined {
  const folder = path.join(cache, 'package', 'external');
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  if (spawnSync('npm', ['pack', `three-usdz-loader@${version}`], { cwd: cache }).status !== 0) return undefined;
  const archive = readdirSync(cache).find((name) => name.endsWith('.tgz'))!;
  return spawnSync('tar', ['xzf', archive], { cwd: cache }).status === 0 ? folder : undefined;
}

/** What OpenUSD makes of a file. */
export interface OpenedUsd {
  /** all of it, as OpenUSD writes it */
  readonly text: string;
  /** the same in its binary form */
  readonly usdc: Uint8Array;
  readonly end: number;
  readonly rate: number;
  /** what it said of it */
  readonly said: readonly string[];
}

/** Reads files with OpenUSD. */
export class OpenUsd {
  readonly #server: Server;
  readonly #browser: Browser;

  private constructor(server: Server, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  /** Undefined where it cannot be had. */
  static async start(executablePath: string): Promise<OpenUsd | undefined> {
    const folder = provide();
    if (folder === undefined) return undefined;
    // shared memory is for pages that keep others out
    const server = await servePages(folder, {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    return new OpenUsd(server, await chromium.launch({ executablePath, args: ['--no-sandbox'] }));
  }

  async open(bytes: Uint8Array, name: string): Promise<OpenedUsd> {
    const page = await this.#browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      // this build lacks the schemas of volumes, and says so whatever it reads
      if (!/UsdVol|404/.test(message.text())) said.push(message.text());
    });
    await page.goto(`${addressOf(this.#server)}emHdBindings.worker.js`);
    await page.addScriptTag({ url: '/emHdBindings.js' });
    const found = await page.evaluate(
      async ([base64, file]) => {
        type Stage = Record<string, (...args: unknown[]) => unknown>;
        interface Usd {
          ready: Promise<unknown>;
          FS: { writeFile(name: string, bytes: Uint8Array): void; readFile(name: string): Uint8Array };
          UsdStage: { Open(name: string): Stage };
        }
        const make = (window as unknown as { getUsdModule: (a: undefined, folder: string) => Promise<Usd> })
          .getUsdModule;
        const usd = await make(undefined, '');
        await usd.ready;
        usd.FS.writeFile(
          `/tmp/${file}`,
          Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
        );
        const stage = usd.UsdStage.Open(`/tmp/${file}`);
        stage.Export('/tmp/out.usdc', false);
        let binary = '';
        for (const byte of usd.FS.readFile('/tmp/out.usdc')) binary += String.fromCharCode(byte);
        const numbers = [stage.GetEndTimeCode(), stage.GetTimeCodesPerSecond()] as [number, number];
        return { text: String(stage.ExportToString()), usdc: btoa(binary), numbers };
      },
      [Buffer.from(bytes).toString('base64'), name] as const,
    );
    await page.close();
    const [end, rate] = found.numbers;
    return { text: found.text, usdc: new Uint8Array(Buffer.from(found.usdc, 'base64')), end, rate, said };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}
