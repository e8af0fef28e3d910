import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, root } from '../package/project.js';
import { addressOf, servePages } from './page-server.js';
import { flags } from './studio-browser.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;
const steps = 3;

/** What the leader of a pile tells. */
interface Found {
  readonly contacts: number;
  readonly state: string;
  readonly calls: number;
}

/** The pile in this process, by one thread or by threads of Node. */
async function inNode(count: number): Promise<Omit<Found, 'calls'>> {
  const load = async (file: string): Promise<Record<string, never>> => import(`${root}/${file}`);
  const { stepPile } = (await load('test/browser/threads/pile.mjs')) as unknown as {
    stepPile: (pool: unknown, steps: number) => Found;
  };
  const { startThreads } = (await load('dist/node/index.js')) as unknown as {
    startThreads: (count: number) => { pool: unknown; close(): Promise<void> };
  };
  const threads = startThreads(count);
  try {
    return stepPile(threads.pool, steps);
  } finally {
    await threads.close();
  }
}

describe('one pile stepped by several threads', () => {
  beforeAll(build, 300_000);

  it('moves to the same bits in Node and in Chromium, one, two, three or four', { timeout: 240_000 }, async () => {
    const alone = await inNode(1);
    expect(alone.contacts).toBeGreaterThan(2200);
    for (const count of [2, 3, 4]) expect((await inNode(count)).state === alone.state, `${count} threads`).toBe(true);
    if (!browserPath) return;
    const isolated = {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    };
    for (const headers of [isolated, {}]) {
      const server = await servePages(root, headers);
      const browser = await chromium.launch({ executablePath: browserPath, args: flags });
      try {
        const page = await browser.newPage();
        await page.goto(`${addressOf(server)}test/browser/threads/index.html`);
        // pages that are not isolated have no memory to share: one thread there
        const counts = headers === isolated ? [1, 2, 3, 4] : [1];
        expect(await page.evaluate('crossOriginIsolated')).toBe(headers === isolated);
        for (const count of counts) {
          const found = (await page.evaluate(`stepWith(${count}, ${steps})`)) as Found;
          expect(found.calls).toBeGreaterThanOrEqual(count - 1);
          expect(found.state === alone.state, `${count} threads of Chromium`).toBe(true);
        }
      } finally {
        await browser.close();
        server.closeAllConnections();
        server.close();
      }
    }
  });
});
