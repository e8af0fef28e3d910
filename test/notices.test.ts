import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { noticesOf } from '../scripts/notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const studio = path.join(root, 'packages/studio/dist');

it('the studio that is shipped carries the notices of what is in it', () => {
  const notices = ['notices.txt', 'notices-hdf5.txt'].map((file) => readFileSync(path.join(studio, file), 'utf8'));
  for (const [name, holder] of [
    ['three', 'three.js authors'],
    ['uplot', 'Leon Sorokin'],
    ['zod', 'Colin McDonnell'],
  ]) {
    expect(notices[0]).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(notices[0]).toContain(holder);
  }
  expect(notices[1]).toMatch(/^h5wasm \d/m);
  expect(notices[1]).toContain('Copyright 2006 by The HDF Group');
  // and says so where users look
  const help = readFileSync(path.join(root, 'src/studio/ui/help.ts'), 'utf8');
  for (const file of ['notices.txt', 'notices-hdf5.txt']) expect(help).toContain(`'${file}'`);
});

it('a package without a licence fails the build', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-notices-'));
  const own = path.join(folder, 'node_modules/@some/thing');
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, 'package.json'), '{"name":"@some/thing","version":"1.2.3","license":"MIT"}');
  const modules = [path.join(own, 'dist/a.js'), path.join(root, 'src/index.ts')];
  try {
    expect(() => noticesOf(modules)).toThrow('@some/thing is in the bundle, and there is no licence');
    writeFileSync(path.join(own, 'LICENSE.md'), 'MIT');
    expect(() => noticesOf(modules)).toThrow('no whole licence');
    writeFileSync(path.join(own, 'LICENSE.md'), `Copyright somebody ${'words '.repeat(50)}`);
    expect(noticesOf(modules)).toContain('@some/thing 1.2.3 (MIT)\n\nCopyright somebody');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
