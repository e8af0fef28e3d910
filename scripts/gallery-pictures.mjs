/**
 * Makes the pictures of the studio's gallery from real runs: src/studio/pictures/NAME.webp. Needs a build and a
 * Chromium. Runs are kept in the folder --runs and made where they are missing:
 * npm run build, then node scripts/gallery-pictures.mjs [--runs DIR] [NAME...]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const command = path.join(root, 'bin/stickslip.js');
const target = path.join(root, 'src/studio/pictures');

/** When a scene looks best (share of its run), and whether contacts are shown. Others: at the end, without. */
const moments = {
  incline: { at: 0.5, contacts: true },
  pinch: { at: 0.9, contacts: true },
  triangle: { at: 0.35, contacts: true },
  'rod-drop': { at: 0.55 },
  'double-loop': { at: 0.45 },
  'rotating-ball': { at: 0.3, contacts: true },
  chain: { at: 0.5 },
  pulley: { at: 0.6 },
  // of a run by hand, as in src/studio/simulation/tie-a-knot.long.test.ts, saved in the studio
  rope: { at: 0.42 },
};

const args = process.argv.slice(2);
const at = args.indexOf('--runs');
const runs = at >= 0 ? args.splice(at, 2)[1] : path.join(os.tmpdir(), 'stickslip-gallery-runs');

function names() {
  if (args.length > 0) return args;
  const { stdout } = spawnSync(process.execPath, [command, 'scenes', '--json'], { encoding: 'utf8' });
  return JSON.parse(stdout).map(({ name }) => name);
}

/** The recording of a scene's run. */
function recordingOf(name) {
  const folder = path.join(runs, name);
  if (!existsSync(path.join(folder, 'summary.json'))) {
    mkdirSync(runs, { recursive: true });
    spawnSync(process.execPath, [command, 'run', name, '--out', folder], { stdio: 'inherit' });
  }
  return path.join(folder, 'recording.ssr');
}

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

async function takePicture(page, address, name) {
  const { at: share = 1, contacts = false } = moments[name] ?? {};
  await page.goto(`${address}#/`);
  await page.setInputFiles('#open-file', recordingOf(name));
  await page.waitForFunction((title) => document.querySelector('.scene-title h1')?.textContent === title, name);
  const data = await page.evaluate(
    async ({ share, contacts }) => {
      const { view } = window.studio;
      const slider = document.querySelector('.timeline');
      slider.value = String(share * Number(slider.max));
      slider.dispatchEvent(new Event('input'));
      view.setMarks({ points: contacts, forces: contacts, crowd: contacts });
      // panels are not in the picture: the whole of it is free
      view.stage.insets = { left: 0, right: 0, top: 0, bottom: 0 };
      view.fit(document.querySelector('.scene-title h1').textContent);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const blob = await view.stage.picture('image/webp', 480, 0.82);
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    { share, contacts },
  );
  return Buffer.from(data);
}

mkdirSync(target, { recursive: true });
const { server, address } = await serve();
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: findChromium(), args: flags });
try {
  const page = await browser.newPage({
    viewport: { width: 480, height: 352 },
    deviceScaleFactor: 2,
    colorScheme: 'dark',
  });
  for (const name of names()) {
    const bytes = await takePicture(page, address, name);
    const file = path.join(target, `${name}.webp`);
    const before = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    if (!before.equals(bytes)) writeFileSync(file, bytes);
    process.stdout.write(`${name}: ${bytes.length} bytes\n`);
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
}
