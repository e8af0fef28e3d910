/**
 * Makes the pictures of README and documentation from the studio itself: docs/images. Needs a build and a Chromium; recordings of
 * heads are kept in the folder --runs and made where they are missing (minutes):
 * npm run build, then node scripts/docs-pictures.mjs [--runs DIR] [gallery|contact|compare|hair|head|gown|lesson|building...]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { showMoment, withStudio } from './studio-page.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const images = path.join(root, 'docs/images');
const args = process.argv.slice(2);
const at = args.indexOf('--runs');
const runs = at >= 0 ? args.splice(at, 2)[1] : path.join(os.tmpdir(), 'stickslip-gallery-runs');
const front = [0.45, -1, 0.12];
const back = [0.75, 0.8, 0.22];

/** The recording of a scene of the gallery or of examples/scenes. */
function recordingOf(name) {
  const folder = path.join(runs, name);
  if (!existsSync(path.join(folder, 'summary.json'))) {
    mkdirSync(runs, { recursive: true });
    const example = path.join(root, `examples/scenes/${name}.json`);
    const command = [path.join(root, 'bin/stickslip.js'), 'run', existsSync(example) ? example : name];
    spawnSync(process.execPath, [...command, '--out', folder], { stdio: 'inherit' });
  }
  return path.join(folder, 'recording.ssr');
}

const head = (share) => ({ file: recordingOf('head-in-layers'), name: 'head-in-layers', at: share });

/** The view alone, without marks, from a side; `hair`: what of the scene is looked at is the hair and the face below it. */
async function view(page, from, { zoom = 1.1, hair = false, size } = {}) {
  const data = await page.evaluate(
    async ({ from, zoom, hair, size }) => {
      const { view: shown } = window.studio;
      shown.setMarks({ points: false, forces: false });
      shown.follows = false;
      // bars and panels are not in the picture
      shown.stage.insets = { left: 0, right: 0, top: 0, bottom: 0 };
      if (hair) shown.stage.fit(shown.drawing.measure(true), from, zoom);
      else shown.look(from, zoom);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { canvas } = shown.stage;
      const [width, height] = size ?? [640, Math.round((640 * canvas.height) / canvas.width)];
      return shown.stage.flat(width, height).toDataURL('image/webp', 0.82);
    },
    { from, zoom, hair, size },
  );
  return Buffer.from(data.split(',')[1], 'base64');
}

/** Waits until the views have drawn nothing for a second, each last in full. */
async function atRest(page) {
  const frames = () => page.evaluate(() => window.studio.views.map(({ stage }) => stage.frames).join());
  for (let before = ''; before !== (await frames()); await page.waitForTimeout(1000)) before = await frames();
  await page.waitForFunction(() =>
    window.studio.views.every(({ stage: { canvas } }) => canvas.width >= canvas.clientWidth),
  );
}

/** The page as it is on the screen. */
async function screenshot(page, quality = 0.8) {
  const picture = (await page.screenshot({ type: 'png' })).toString('base64');
  return onCanvas(page, [`data:image/png;base64,${picture}`], { columns: 1, gap: 0, quality });
}

/** Pictures side by side, as one. */
async function onCanvas(page, urls, { columns, gap, quality }) {
  const data = await page.evaluate(
    async ({ urls, columns, gap, quality }) => {
      const pictures = [];
      for (const url of urls) {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        pictures.push(picture);
      }
      const [{ width, height }] = pictures;
      const sheet = document.createElement('canvas');
      sheet.width = columns * (width + gap) - gap;
      sheet.height = Math.ceil(urls.length / columns) * (height + gap) - gap;
      const context = sheet.getContext('2d');
      pictures.forEach((picture, k) => {
        context.drawImage(picture, (width + gap) * (k % columns), (height + gap) * Math.floor(k / columns));
      });
      return sheet.toDataURL('image/webp', quality);
    },
    { urls, columns, gap, quality },
  );
  return Buffer.from(data.split(',')[1], 'base64');
}

function save(name, bytes) {
  writeFileSync(path.join(images, `${name}.webp`), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}

const portrait = { viewport: { width: 600, height: 640 }, deviceScaleFactor: 1 };
const themes = [
  ['', 'dark'],
  ['-light', 'light'],
];

const makers = {
  async hair(open) {
    const page = await open(portrait);
    for (const [word, share] of [
      ['', 0],
      ['-turning', 0.5],
    ]) {
      await showMoment(page, head(share));
      save(`head-front${word}`, await view(page, front, { zoom: 1.1, hair: true }));
      save(`head-back${word}`, await view(page, back, { zoom: 1.1, hair: true }));
    }
    await page.close();
  },

  /** 10,000 strands, of which the clip has one of every four, as the head turns. */
  async head(open) {
    const page = await open(portrait);
    await showMoment(page, { scene: 'head-10k' });
    save('head-10k', await view(page, front, { zoom: 0.95, hair: true }));
    save('head-10k-back', await view(page, back, { zoom: 1.1, hair: true }));
    await page.close();
  },

  async gown(open) {
    for (const [suffix, colorScheme] of themes) {
      const page = await open({ ...portrait, colorScheme });
      await showMoment(page, { scene: 'arabesque', at: 0.9 });
      save(`gown${suffix}`, await view(page, [0.5, -1, 0.1], { zoom: 1.2 }));
      await showMoment(page, { scene: 'crinoline', at: 0.3 });
      save(`crinoline${suffix}`, await view(page, [0.5, -1, 0.1], { zoom: 1.2 }));
      await page.close();
    }
  },

  /** Six scenes side by side. */
  async gallery(open) {
    const six = [
      [{ scene: 'knot' }, [0.15, -1, 0.35], 2.1],
      [{ scene: 'square-1', at: 0.9 }, [0.7, -1, 0.45], 1.35],
      [{ scene: 'masonry' }, [0.45, -1, 0.3], 1.15],
      [{ scene: 'head-10k' }, front, 0.9, true],
      [{ scene: 'arabesque', at: 0.9 }, [0.5, -1, 0.1], 1.25],
      [{ file: recordingOf('spheres-160'), name: 'spheres-160' }, [0.7, -1, 0.5], 1.3],
    ];
    for (const [suffix, colorScheme] of themes) {
      const page = await open({ viewport: { width: 400, height: 302 }, deviceScaleFactor: 2, colorScheme });
      const pictures = [];
      for (const [moment, from, zoom, hair] of six) {
        await showMoment(page, moment);
        const bytes = await view(page, from, { zoom, hair, size: [400, 250] });
        pictures.push(`data:image/webp;base64,${bytes.toString('base64')}`);
      }
      save(`gallery${suffix}`, await onCanvas(page, pictures, { columns: 3, gap: 8, quality: 0.84 }));
      await page.close();
    }
  },

  /** A contact of a wall, clicked: its force on its cone. */
  async contact(open) {
    for (const [suffix, colorScheme] of themes) {
      const page = await open({ viewport: { width: 1100, height: 640 }, colorScheme });
      await page.evaluate(() => (location.hash = '#/scene/incline?play=0'));
      await page.waitForSelector('.hash[data-hash]', { state: 'attached' });
      for (let k = 0; k < 3; k++) {
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(800);
      }
      await page.keyboard.press('k');
      await page.keyboard.press('h');
      await page.waitForTimeout(500);
      const place = await page.evaluate(() => {
        const { stage, marks } = window.studio.view;
        const { x, y } = stage.camera.position.clone().fromArray(marks.contacts.point).project(stage.camera);
        const box = stage.canvas.getBoundingClientRect();
        return [box.left + 0.5 * (x + 1) * box.width, box.top + 0.5 * (1 - y) * box.height];
      });
      await page.mouse.click(...place);
      await page.waitForSelector('.contact-card');
      await page.waitForTimeout(1500);
      save(`contact${suffix}`, await screenshot(page));
      await page.close();
    }
  },

  /** The same spaghetti with and without friction. */
  async compare(open) {
    // finer than the screen: the rods are some pixels thick
    const page = await open({ viewport: { width: 1100, height: 640 }, deviceScaleFactor: 2 });
    await page.evaluate(() => (location.hash = '#/compare/spaghetti-31'));
    await page.waitForSelector('select[aria-label="what to compare"]');
    await page.selectOption('select[aria-label="what to compare"]', { label: 'friction | none' });
    // two runs in lock step: minutes on a busy machine
    await page.waitForFunction(
      () => Number.parseFloat(document.querySelector('.time')?.textContent ?? '') >= 0.3,
      undefined,
      { timeout: 0 },
    );
    await page.keyboard.press(' ');
    await page.waitForTimeout(2000);
    await page.evaluate(() => window.studio.views.forEach((view) => (view.follows = false)));
    for (const [suffix] of themes) {
      await atRest(page);
      await page.evaluate(() => {
        const { views } = window.studio;
        const [both, other] = views.map(({ drawing }) => drawing.measure(true));
        both.union(other);
        for (const view of views) view.stage.fit(both, [0.5, -1, 0.9], 1.2);
      });
      // each camera has moved the other; then in full, once nothing moves any more
      await atRest(page);
      save(`compare${suffix}`, await screenshot(page, 0.7));
      await page.keyboard.press('t');
    }
    await page.close();
  },

  /** The lesson on the cone: a guess, the run, and its force on its cone. */
  async lesson(open) {
    const page = await open({ viewport: { width: 1100, height: 700 } });
    await page.evaluate(() => (location.hash = '#/learn'));
    await page.locator('.card', { hasText: 'The cone' }).click();
    await page.locator('.guess').first().click();
    await page.getByRole('button', { name: 'Run it and see' }).click();
    await page.waitForSelector('.cone-section');
    await page.waitForTimeout(1500);
    save('lesson', await screenshot(page));
    await page.close();
  },

  /** Five bodies, added and moved by mouse alone. */
  async building(open) {
    const page = await open({ viewport: { width: 1200, height: 700 } });
    await page.locator('a.bar-link', { hasText: 'Build' }).click();
    for (const [k, part] of ['Sphere', 'Rope', 'Capsule', 'Cloth'].entries()) {
      await page.getByRole('button', { name: part, exact: true }).click();
      await page.waitForFunction((count) => document.querySelectorAll('.things')[0]?.children.length === count, k + 2);
    }
    await page.locator('.thing', { hasText: 'capsule' }).click();
    await page.getByRole('button', { name: /fit into the view/ }).click();
    await page.waitForTimeout(1500);
    save('building', await screenshot(page));
    await page.close();
  },
};

mkdirSync(images, { recursive: true });
await withStudio(async (open) => {
  for (const name of args.length > 0 ? args : Object.keys(makers)) await makers[name](open);
});
