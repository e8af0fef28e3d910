import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solve } from '../../src/friction/index.js';
import { writeProblem } from '../../src/io/index.js';
import { mixedProblem } from '../../src/io/testing/mixed-problem.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

describe.skipIf(!browserPath)('problem files in a browser (skipped without STICKSLIP_CHROMIUM)', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-files-'));
  let server: Server;

  beforeAll(async () => {
    const root = fileURLToPath(new URL('files', import.meta.url));
    // the HDF5 library is one large chunk, loaded only when a file needs it
    const chunks = { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 6000 } as const;
    await build({ root, base: './', logLevel: 'warn', configFile: false, build: chunks });
    server = createServer((request, response) => {
      const file = path.join(folder, request.url === '/' ? 'index.html' : path.normalize(request.url ?? ''));
      response.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.statusCode = existsSync(file) ? 200 : 404;
      response.end(existsSync(file) ? readFileSync(file) : '');
    }).listen(0, '127.0.0.1');
  });

  afterAll(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are read and written as in Node, and solved to the same bits', async () => {
    const problem = mixedProblem({ contacts: 12, sizes: [6, 3, 16] });
    const bytes = Buffer.from(await writeProblem({ problem }, 'fclib')).toString('base64');
    const browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      const failures: string[] = [];
      page.on('pageerror', (error) => failures.push(String(error)));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction(() => document.title === 'ready');
      const found = await page.evaluate(
        (text) => (window as unknown as { run(x: string): Promise<{ formats: string[]; r: number[] }> }).run(text),
        bytes,
      );
      expect(failures).toEqual([]);
      expect(found.formats).toEqual(['fclib', 'fclib', 'json', 'bin', 'npz']);
      expect(found.r).toEqual([...solve(problem, { solver: 'gauss-seidel', maxIterations: 100 }).r]);
    } finally {
      await browser.close();
    }
  });
});
