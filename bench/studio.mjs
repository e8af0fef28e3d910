// `node bench/studio.mjs`: how fast the studio is in headless Chromium with software rendering, from the static build:
// time from opening the page to the first frame that moves, steps and frames a second, and what drawing many fibers costs
// beside simulating them. Needs a build and a Chromium.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/chromium.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

function serve() {
  const server = spawn(process.execPath, [path.join(root, 'bin/stickslip.js'), 'studio', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\S+/.exec(text);
      if (found) resolve({ server, address: found[0] });
    });
  });
}

/** Waits until the simulated time has passed t. */
const movedPast = (page, t) =>
  page.waitForFunction((least) => Number.parseFloat(document.querySelector('.time')?.textContent ?? '0') > least, t, {
    polling: 'raf',
  });

async function firstMove(browser, address, scene) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const begun = performance.now();
  await page.goto(`${address}#/scene/${scene}`);
  await movedPast(page, 0);
  const seconds = (performance.now() - begun) / 1000;
  await page.close();
  return seconds;
}

async function rates(browser, address, scene) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${address}#/scene/${scene}`);
  await movedPast(page, 0);
  await page.waitForTimeout(4000);
  const text = await page.locator('.statistics, .tab').first().innerText();
  await page.close();
  return /speed\s+([^\n]+)/.exec(text)?.[1] ?? text.replace(/\s+/g, ' ');
}

/** 2,000 strands of 30 segments over a floor: milliseconds to draw a frame (pixels read back) and to simulate a step. */
async function manyFibers(browser, address) {
  const strands = Array.from({ length: 2000 }, (_, k) => {
    const [x, y] = [0.01 * (k % 50), 0.01 * Math.floor(k / 50)];
    return [
      [x, y, 0.3],
      [x, y + 0.05, 0.15],
      [x + 0.02, y, 0],
    ];
  });
  const body = { type: 'strands', name: 'hair', model: 'der', elements: 30, radius: 0.0005, material: 'hair', strands };
  const scene = { version: 1, name: 'many', duration: 1, step: { length: 0.005 }, bodies: [body] };
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${address}#/`);
  const file = { name: 'many.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(scene)) };
  await page.setInputFiles('#open-file', file);
  await page.waitForFunction(() => document.querySelector('.scene-title h1')?.textContent === 'many', undefined, {
    timeout: 120_000,
  });
  await movedPast(page, 0.02);
  await page.keyboard.press(' ');
  await page.waitForTimeout(3000);
  const result = await page.evaluate(async () => {
    const { stage } = window.studio.view;
    const gl = stage.renderer.getContext();
    const pixel = new Uint8Array(4);
    let best = Infinity;
    for (let k = 0; k < 5; k++) {
      const begun = performance.now();
      stage.draw();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      best = Math.min(best, performance.now() - begun);
    }
    return best;
  });
  const stepText = await page.locator('.tab').first().innerText();
  await page.close();
  return { draw: result, step: /\bstep\s+([^\n]+)/.exec(stepText)?.[1] };
}

const { server, address } = await serve();
const browser = await chromium.launch({ executablePath: findChromium(), args: flags });
try {
  const loads = [];
  for (let k = 0; k < 3; k++) loads.push(await firstMove(browser, address, 'spaghetti-7'));
  console.log(
    `spaghetti-7, page load to the first frame that moves: ${Math.min(...loads).toFixed(2)} s (asked: under 3)`,
  );
  for (const scene of ['knot', 'plectoneme', 'double-loop', 'spaghetti-7']) {
    console.log(`${scene}: ${await rates(browser, address, scene)}`);
  }
  const { draw, step } = await manyFibers(browser, address);
  console.log(
    `2,000 fibers of 30 segments: a frame ${draw.toFixed(1)} ms, a step ${step} (asked: no more than a step)`,
  );
} finally {
  await browser.close();
  server.kill('SIGTERM');
}
