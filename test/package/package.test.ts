import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, codeBlocks, emptyFolder, lend, pack, projectWith, root, run } from './project.js';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const [example] = codeBlocks(readme, 'js');
const [printed] = codeBlocks(readme, 'text');

const folders: string[] = [];
let tarball = '';

const project = (name: string): string => {
  const folder = projectWith(tarball, name);
  folders.push(folder);
  return folder;
};

beforeAll(() => {
  build();
  const folder = emptyFolder('pack');
  folders.push(folder);
  tarball = pack(folder);
}, 120_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the published package', () => {
  it('holds what it should and nothing else', () => {
    const files = run(root, 'tar', '-tzf', tarball).split('\n').filter(Boolean);
    const names = files.map((file) => file.replace(/^package\//, ''));
    for (const needed of [
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'bin/stickslip.js',
      'dist/index.js',
    ]) {
      expect(names).toContain(needed);
    }
    expect(
      names.filter((name) => !/^(bin|dist)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(name)),
    ).toEqual([]);
    expect(names.filter((name) => /\.test\.|\/testing\/|\.built$|\.map$/.test(name))).toEqual([]);
  });

  it('runs the README’s example in an empty Node project, and prints what the README says', () => {
    const folder = project('node');
    writeFileSync(path.join(folder, 'example.js'), example);
    expect(run(folder, process.execPath, 'example.js')).toBe(printed);
  });

  it('is bundled by an empty Vite project, without what the example does not use', () => {
    const folder = project('vite');
    lend(folder, 'vite');
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><script type="module" src="/src/main.js"></script>');
    writeFileSync(path.join(folder, 'src/main.js'), example);
    writeFileSync(path.join(folder, 'vite.config.js'), 'export default { build: { modulePreload: false } };');
    run(folder, process.execPath, 'node_modules/vite/bin/vite.js', 'build');
    const assets = path.join(folder, 'dist/assets');
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    expect(scripts).toHaveLength(1);
    const bundle = path.join(assets, scripts[0]);
    expect(readFileSync(bundle, 'utf8')).not.toMatch(/h5wasm|commander/);
    expect(run(folder, process.execPath, bundle)).toBe(printed);
  });
});
