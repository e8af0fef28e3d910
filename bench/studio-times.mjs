/**
 * How the studio answers: time from loading the page to the first moving frame of every scene that is simulated live, and
 * how long the main thread was busy at a stretch while it ran: by the clock, drawing apart, and in processor time, which other
 * programs on the machine do not add to, drawing included. Needs a build and a Chromium
 * (STICKSLIP_CHROMIUM or on the PATH). `node bench/studio-times.mjs [--markdown] [SCENE...]`; --markdown: as the table of docs/the-studio.md
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { staticServer } from '../dist/cli/studio/static-server.js';
import { findChromium } from '../scripts/chromium.mjs';

const pages = process.env.STUDIO_PAGES ?? fileURLToPath(new URL('../packages/studio/dist', import.meta.url));
const source = fileURLToPath(new URL('../src/studio/clips', import.meta.url));
const clips = new Set(readdirSync(source).map((file) => file.replace(/\.clip$/, '')));
const gallery = JSON.parse(readFileSync(new URL('../src/scene/gallery/order.json', import.meta.url), 'utf8'));
const named = process.argv.slice(2).filter((arg) => arg !== '--markdown');
const markdown = named.length < process.argv.length - 2;
const scenes = named.length > 0 ? named : gallery.filter((name) => !clips.has(name));
/** time that a scene is watched after its first moving frame (ms) */
const watched = 2000;

const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const server = staticServer(pages).listen(0, '127.0.0.1');
await once(server, 'listening');
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
      const ended = performance.now();
      window.drawn.push([begun, ended]);
      if (window.studio.shown?.t > 0) window.moved ??= ended;
    };
  };
  poll();
}

/** Processor time of the tasks of a page's main thread in a trace, drawing included (ms). */
function taskTimes(trace, marked) {
  const { traceEvents: events } = JSON.parse(trace.toString());
  const own = events.find(({ name, args }) => name === 'TimeStamp' && args?.data?.message === marked);
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === own?.pid && tid === own?.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}

const widths = [18, 15, 18, 14, 20];
const print = (...columns) =>
  console.log(
    markdown
      ? `| ${columns.join(' | ')} |`
      : columns.map((text, k) => (k === 0 ? text.padEnd(widths[k]) : text.padStart(widths[k]))).join(''),
  );
const longest = (times) => Math.max(0, ...times).toFixed(0);

try {
  print('scene', 'first move (s)', 'tasks > 50 ms', 'longest (ms)', 'processor, longest');
  if (markdown) print('---', '---:', '---:', '---:', '---:');
  for (const name of scenes) {
    const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
    await page.addInitScript(watch);
    await page.goto(`${address}#/scene/${name}`);
    const moved = await page
      .waitForFunction(() => window.moved, undefined, { timeout: 60000, polling: 10 })
      .then((handle) => handle.jsonValue())
      .catch(() => NaN);
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await page.evaluate((text) => console.timeStamp(text), name);
    await page.waitForTimeout(watched);
    const times = taskTimes(await browser.stopTracing(), name);
    const busy = await page.evaluate((from) => {
      const without = ([begun, ended]) =>
        window.drawn.reduce(
          (left, [a, b]) => left - Math.max(0, Math.min(b, ended) - Math.max(a, begun)),
          ended - begun,
        );
      return window.tasks.filter(([begun]) => begun > from).map(without);
    }, moved);
    const long = busy.filter((time) => time > 50);
    print(name, (moved / 1000).toFixed(2), String(long.length), longest(busy), longest(times));
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
