/**
 * How the studio answers: time from loading the page to the first moving frame of every scene that is simulated live, and
 * how long the main thread was busy at a stretch while it ran, drawing apart. Needs a build and a Chromium
 * (STICKSLIP_CHROMIUM or on the PATH). `node bench/studio-times.mjs [SCENE...]`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { staticServer } from '../dist/cli/studio/static-server.js';
import { findChromium } from '../scripts/chromium.mjs';

const pages = process.env.STUDIO_PAGES ?? fileURLToPath(new URL('../packages/studio/dist', import.meta.url));
const source = fileURLToPath(new URL('../src/studio/clips', import.meta.url));
const clips = new Set(readdirSync(source).map((file) => file.replace(/\.clip$/, '')));
const gallery = JSON.parse(readFileSync(new URL('../src/scene/gallery/order.json', import.meta.url), 'utf8'));
const scenes = process.argv.length > 2 ? process.argv.slice(2) : gallery.filter((name) => !clips.has(name));
/** time that a scene is watched after its first step (ms) */
const watched = 3000;

const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const server = staticServer(pages).listen(0, '127.0.0.1');
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: findChromium(), args: [...flags, '--ignore-gpu-blocklist'] });

/** Keeps tasks of more than 50 ms and the stretches in which WebGL was drawing, from the beginning of the page. */
function watch() {
  window.tasks = [];
  window.drawn = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.tasks.push([startTime, startTime + duration]);
  }).observe({ type: 'longtask', buffered: true });
  const poll = () => {
    const stage = window.studio?.view?.stage;
    if (!stage?.renderer) return void setTimeout(poll, 5);
    const render = stage.renderer.render.bind(stage.renderer);
    stage.renderer.render = (...args) => {
      const begun = performance.now();
      render(...args);
      window.drawn.push([begun, performance.now()]);
    };
  };
  poll();
}

try {
  console.log(
    'scene'.padEnd(18),
    'first move (s)'.padStart(15),
    'tasks > 50 ms'.padStart(15),
    'longest (ms)'.padStart(14),
  );
  for (const name of scenes) {
    const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
    await page.addInitScript(watch);
    await page.goto(`${address}#/scene/${name}`);
    const moved = await page
      .waitForFunction(() => window.studio?.shown?.t > 0 && performance.now(), undefined, {
        timeout: 60000,
        polling: 10,
      })
      .then((handle) => handle.jsonValue())
      .catch(() => NaN);
    await page.waitForTimeout(watched);
    const busy = await page.evaluate((from) => {
      const without = ([begun, ended]) =>
        window.drawn.reduce(
          (left, [a, b]) => left - Math.max(0, Math.min(b, ended) - Math.max(a, begun)),
          ended - begun,
        );
      return window.tasks.filter(([begun]) => begun > from).map(without);
    }, moved);
    const long = busy.filter((time) => time > 50);
    const columns = [(moved / 1000).toFixed(2).padStart(15), String(long.length).padStart(15)];
    console.log(
      name.padEnd(18),
      ...columns,
      Math.max(0, ...busy)
        .toFixed(0)
        .padStart(14),
    );
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
