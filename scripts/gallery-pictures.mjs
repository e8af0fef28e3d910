/**
 * Makes the pictures of the studio's gallery from its clips and from real runs, over dark and light pages: src/studio/pictures/NAME.webp
 * and NAME.light.webp. Needs a build and a
 * Chromium. Runs are kept in the folder --runs and made where they are missing:
 * npm run build, then node scripts/gallery-pictures.mjs [--runs DIR] [NAME...]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { showMoment, withStudio } from './studio-page.mjs';

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
  ribbon: { at: 0.2 },
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

/** Pictures over nothing, with the floors of both themes: the gallery lays its own background under them. */
async function takePictures(page, name) {
  const { at: share = 1, contacts = false } = moments[name] ?? {};
  const clip = existsSync(path.join(root, 'src/studio/clips', `${name}.clip`));
  await showMoment(page, { ...(clip ? { scene: name } : { file: recordingOf(name) }), name, at: share });
  const data = await page.evaluate(async (shown) => {
    const { view } = window.studio;
    view.setMarks({ points: shown, forces: shown, crowd: shown });
    // small as they are, they have no room for the horizon and the angle of slopes
    view.plumb = false;
    // panels are not in the picture: the whole of it is free
    view.stage.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    view.fit(document.querySelector('.scene-title h1').textContent);
    // what has moved out of its first view since
    const bodies = view.drawing.measure(true);
    if (view.stage.overreach(bodies) > 0) view.stage.follow(bodies, 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const taken = [];
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      window.dispatchEvent(new Event('themechange'));
      const blob = await view.stage.picture('image/webp', 480, 0.82, true);
      taken.push(Array.from(new Uint8Array(await blob.arrayBuffer())));
    }
    return taken;
  }, contacts);
  return data.map((bytes) => Buffer.from(bytes));
}

mkdirSync(target, { recursive: true });
await withStudio(async (open) => {
  const page = await open({ viewport: { width: 480, height: 352 }, deviceScaleFactor: 2 });
  for (const name of names()) {
    const [light, dark] = await takePictures(page, name);
    for (const [ending, bytes] of [
      ['light.webp', light],
      ['webp', dark],
    ]) {
      const file = path.join(target, `${name}.${ending}`);
      const before = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      if (!before.equals(bytes)) writeFileSync(file, bytes);
    }
    process.stdout.write(`${name}: ${light.length} and ${dark.length} bytes\n`);
  }
});
