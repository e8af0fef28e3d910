/**
 * Makes the pictures of README and documentation from the studio itself: docs/images. Needs a build and a Chromium; the head's
 * recording is kept in the folder --runs and made where it is missing (minutes):
 * npm run build, then node scripts/docs-pictures.mjs [--runs DIR] [hair|gown|fabrics|gallery|lesson|building...]
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
const front = [0.25, -1, 0.12];
const back = [-0.35, 1, 0.15];

function headRecording() {
  const folder = path.join(runs, 'head');
  if (!existsSync(path.join(folder, 'summary.json'))) {
    mkdirSync(runs, { recursive: true });
    const scene = path.join(root, 'examples/scenes/head.json');
    spawnSync(process.execPath, [path.join(root, 'bin/stickslip.js'), 'run', scene, '--out', folder], {
      stdio: 'inherit',
    });
  }
  return path.join(folder, 'recording.ssr');
}

const head = (share) => ({ file: headRecording(), name: 'head', at: share });

/** The view alone, without marks, from a side. */
async function view(page, from, zoom = 1.1) {
  const data = await page.evaluate(
    async ({ from, zoom }) => {
      const { view: shown } = window.studio;
      shown.setMarks({ points: false, forces: false });
      // bars and panels are not in the picture
      shown.stage.insets = { left: 0, right: 0, top: 0, bottom: 0 };
      shown.look(from, zoom);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const blob = await shown.stage.picture('image/jpeg', 640, 0.86);
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    { from, zoom },
  );
  return Buffer.from(data);
}

function save(name, bytes) {
  writeFileSync(path.join(images, `${name}.jpg`), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}

const alone = { viewport: { width: 640, height: 720 }, deviceScaleFactor: 1 };
const themes = [
  ['', 'dark'],
  ['-light', 'light'],
];

const makers = {
  async hair(open) {
    for (const [suffix, colorScheme] of themes) {
      const page = await open({ ...alone, colorScheme });
      for (const [word, share] of [
        ['', 0],
        ['-turning', 0.75],
      ]) {
        await showMoment(page, head(share));
        save(`head-front${word}${suffix}`, await view(page, front));
        save(`head-back${word}${suffix}`, await view(page, back));
      }
      await page.close();
    }
  },

  async gown(open) {
    for (const [suffix, colorScheme] of themes) {
      const page = await open({ ...alone, colorScheme });
      await showMoment(page, { scene: 'arabesque', at: 0.9 });
      save(`gown${suffix}`, await view(page, [0.5, -1, 0.1]));
      await page.close();
    }
  },

  /** Cloth over a ball, in three fabrics. */
  async fabrics(open) {
    const page = await open({ viewport: { width: 640, height: 480 } });
    for (const [fabric, colour] of [
      ['wool', '#8a6f55'],
      ['silk', '#b03a4e'],
      ['denim', '#33518a'],
    ]) {
      const scene = {
        version: 1,
        name: fabric,
        duration: 0.4,
        step: { length: 0.01 },
        materials: { [fabric]: { friction: 0.3 } },
        obstacles: [{ shape: { type: 'sphere', radius: 0.16 }, material: 'wood' }],
        bodies: [
          {
            type: 'cloth',
            pieces: [
              { type: 'sheet', vertices: [29, 29], corner: [-0.35, -0.35, 0.17], u: [0.7, 0, 0], v: [0, 0.7, 0] },
            ],
            density: 0.2,
            stretch: 200,
            bend: 1e-5,
            thickness: 0.012,
            solver: { iterations: 30 },
            material: fabric,
            colour,
          },
        ],
      };
      const buffer = Buffer.from(JSON.stringify(scene));
      await page.setInputFiles('#open-file', { name: `${fabric}.json`, mimeType: 'application/json', buffer });
      await page.waitForFunction((title) => document.querySelector('.scene-title h1')?.textContent === title, fabric);
      await page.waitForFunction(() => window.studio.shown?.t > 0.39 && !window.studio.shown.playing);
      save(`fabric-${fabric}`, await view(page, [0.5, -1, 0.5], 1.5));
    }
    await page.close();
  },

  /** Six scenes side by side. */
  async gallery(open) {
    const six = [
      { scene: 'knot' },
      { scene: 'square-1', at: 0.9 },
      { scene: 'masonry' },
      head(0.75),
      { scene: 'arabesque', at: 0.9 },
      { scene: 'curly', at: 0.6 },
    ];
    for (const [suffix, colorScheme] of themes) {
      const page = await open({ viewport: { width: 400, height: 302 }, colorScheme });
      const pictures = [];
      for (const one of six) {
        await showMoment(page, one);
        await page.evaluate(() => {
          const { view: shown } = window.studio;
          shown.setMarks({ points: false, forces: false });
          shown.fit(document.querySelector('.scene-title h1').textContent);
        });
        await page.waitForTimeout(300);
        pictures.push(await page.evaluate(() => window.studio.view.stage.flat(400, 250).toDataURL('image/png')));
      }
      const data = await page.evaluate(async (urls) => {
        const sheet = document.createElement('canvas');
        sheet.width = 1216;
        sheet.height = 508;
        const context = sheet.getContext('2d');
        context.fillStyle = getComputedStyle(document.body).backgroundColor;
        context.fillRect(0, 0, sheet.width, sheet.height);
        for (const [k, url] of urls.entries()) {
          const picture = new Image();
          picture.src = url;
          await picture.decode();
          context.drawImage(picture, 408 * (k % 3), 258 * Math.floor(k / 3));
        }
        const blob = await new Promise((resolve) => sheet.toBlob(resolve, 'image/jpeg', 0.88));
        return Array.from(new Uint8Array(await blob.arrayBuffer()));
      }, pictures);
      save(`gallery${suffix}`, Buffer.from(data));
      await page.close();
    }
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
    save('lesson', await page.screenshot({ type: 'jpeg', quality: 82 }));
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
    save('building', await page.screenshot({ type: 'jpeg', quality: 82 }));
    await page.close();
  },
};

mkdirSync(images, { recursive: true });
await withStudio(async (open) => {
  for (const name of args.length > 0 ? args : Object.keys(makers)) await makers[name](open);
});
