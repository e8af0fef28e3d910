import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { writeProblem } from '../../src/io/index.js';
import { mixedProblem } from '../../src/io/testing/mixed-problem.js';
import { runCommand } from '../../src/cli/testing/fake-terminal.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

describe.skipIf(!browserPath)('the page of a comparison in a browser (skipped without STICKSLIP_CHROMIUM)', () => {
  it('asks for nothing, shows a tip near a point, and switches lines off', async () => {
    const problem = mixedProblem({ contacts: 5, sizes: [6, 6] });
    const files = { 'p.bin': await writeProblem({ problem }, 'bin') };
    const args = ['compare', 'p.bin', '--html', 'c.html', '--solvers', 'gauss-seidel,newton-mfb'];
    const { files: after } = await runCommand(args, files);
    const browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
      const trouble: string[] = [];
      page.on('pageerror', (error) => trouble.push(String(error)));
      page.on('request', (request) => void (/^(about|data):/.test(request.url()) || trouble.push(request.url())));
      await page.setContent(new TextDecoder().decode(after.get('c.html')));
      // the last dot of the first convergence plot (the first two figures are profiles)
      const dot = await page.locator('.plot').nth(2).locator('.dot').first().boundingBox();
      await page.mouse.move(dot!.x + 2, dot!.y + 2);
      await page.waitForFunction(() => document.getElementById('tip')!.style.opacity === '1');
      expect(await page.locator('#tip').textContent()).toMatch(/^gauss-seidelerror \S+ after \d+ iterations?/);
      await page.locator('.legend button', { hasText: 'gauss-seidel' }).click();
      expect(await page.locator('.series.off').count()).toBe(4);
      expect(await page.locator('.series:not(.off)').count()).toBe(4);
      expect(trouble).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
