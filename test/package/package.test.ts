import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, codeBlocks, emptyFolder, lend, pack, projectWith, root, run } from './project.js';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const [example, sceneExample] = codeBlocks(readme, 'js');
const [printed, scenePrinted] = codeBlocks(readme, 'text');
const [rope] = codeBlocks(readme, 'json');

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
}, 60_000);

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
      'schema/scene-1.json',
    ]) {
      expect(names).toContain(needed);
    }
    expect(
      names.filter((name) => !/^(bin|dist|schema)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(name)),
    ).toEqual([]);
    expect(names.filter((name) => /\.test\.|\/testing\/|\.built$|\.map$/.test(name))).toEqual([]);
  });

  it('runs the README’s example in an empty Node project, and prints what the README says', () => {
    const folder = project('node');
    writeFileSync(path.join(folder, 'example.js'), example);
    expect(run(folder, process.execPath, 'example.js')).toBe(printed);
  });

  it('simulates the README’s scene from a program, and on the command line', () => {
    const folder = project('scene');
    writeFileSync(path.join(folder, 'rope.json'), rope);
    writeFileSync(path.join(folder, 'example.js'), sceneExample);
    expect(run(folder, process.execPath, 'example.js')).toBe(scenePrinted);
    const command = path.join(folder, 'node_modules/.bin/stickslip');
    run(folder, command, 'run', 'rope.json', '--out', 'out', '--time', '0.1', '--export', 'usda');
    expect(readFileSync(path.join(folder, 'out/rope.usda'), 'utf8')).toContain('curveVertexCounts = [81]');
    const schema =
      "console.log((await import('stickslip/schema/scene-1.json', { with: { type: 'json' } })).default.title)";
    expect(run(folder, process.execPath, '--no-warnings', '--input-type=module', '-e', schema)).toBe(
      'stickslip scene\n',
    );
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
    expect(readFileSync(bundle, 'utf8')).not.toMatch(/h5wasm|commander|invalid_union|spaghetti/);
    expect(run(folder, process.execPath, bundle)).toBe(printed);
  });

  it('has types that a strict TypeScript project accepts', () => {
    const folder = project('types');
    lend(folder, 'typescript');
    writeFileSync(
      path.join(folder, 'main.ts'),
      `import { solve, type ContactProblem, type SolveResult } from 'stickslip';
       import * as friction from 'stickslip/friction';
       import * as io from 'stickslip/io';
       import { Recording, Runner, memorySource, type RunSummary } from 'stickslip/record';
       import { buildWorld, readScene, type SceneInput } from 'stickslip/scene';
       const ball: SceneInput = {
         version: 1, name: 'ball', duration: 1,
         bodies: [{ type: 'rigid', shape: { type: 'sphere', radius: 1 }, material: 'wood' }],
       };
       export const world = buildWorld(readScene(ball));
       export const summary: RunSummary = new Runner(ball).summary();
       export const open = (bytes: Uint8Array): Recording => new Recording(memorySource(bytes));
       export const twice = (problem: ContactProblem): SolveResult[] => [solve(problem), friction.solve(problem)];
       export const formats: object = io;
       // @ts-expect-error a solver is named by a string
       export const wrong = (problem: ContactProblem) => solve(problem, { solver: 1 });
      `,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    run(folder, process.execPath, 'node_modules/typescript/bin/tsc', ...options, 'main.ts');
  });

  it.skipIf(!existsSync(path.join(root, 'src/cli/main.ts')))('installs a command that knows its version', () => {
    const folder = project('command');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(existsSync(path.join(folder, 'node_modules/.bin/stickslip'))).toBe(true);
    expect(run(folder, path.join(folder, 'node_modules/.bin/stickslip'), '--version').trim()).toBe(version);
  });

  it('has nothing that publint would mention', () => {
    const output = run(root, process.execPath, 'node_modules/publint/src/cli.js', '--strict', tarball);
    expect(output).toMatch(/All good!/);
  });

  it('has no wrong types for any way of importing it as a module', () => {
    const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    // a nonzero exit code throws; what CommonJS would see is not counted in this profile
    run(root, process.execPath, attw, tarball, '--profile', 'esm-only', '--no-emoji', '--no-color');
  });
});
