/** The studio, served from the last build and open in Chromium: for scripts that make pictures with it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const command = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'bin/stickslip.js');
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Starts the studio's server; its address. */
function serve() {
  const server = spawn(process.execPath, [command, 'studio', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\S+/.exec(text);
      if (found) resolve({ server, address: found[0] });
    });
  });
}

/** Runs `use(open)`, where `open(options)` opens an empty page with the studio's address; closes everything after it. */
export async function withStudio(use) {
  const { server, address } = await serve();
  const browser = await chromium.launch({ executablePath: findChromium(), args: flags });
  try {
    await use(async (options) => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 750 }, colorScheme: 'dark', ...options });
      page.setDefaultTimeout(300_000);
      await page.goto(`${address}#/`);
      return page;
    });
  } finally {
    await browser.close();
    server.kill('SIGTERM');
  }
}

/** Opens a file or a scene of the gallery at its beginning and goes to a share of what was recorded of it. */
export async function showMoment(page, { file, scene, name, at = 1 }) {
  // what was open before has the same name, perhaps
  await page.evaluate(() => (location.hash = '#/'));
  await page.waitForSelector('.card');
  if (file) await page.setInputFiles('#open-file', file);
  else await page.evaluate((to) => (location.hash = to), `#/scene/${scene}?play=0`);
  await page.waitForFunction(
    (title) => document.querySelector('.scene-title h1')?.textContent === title,
    name ?? scene,
  );
  await page.waitForFunction(() => window.studio.view.drawing !== undefined);
  await page.evaluate((share) => {
    const slider = document.querySelector('.timeline');
    slider.value = String(share * Number(slider.max));
    slider.dispatchEvent(new Event('input'));
  }, at);
  await page.waitForTimeout(400);
}
