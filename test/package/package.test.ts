import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  build,
  codeBlocks,
  emptyFolder,
  lend,
  manifest,
  pack,
  plainEnvironment,
  projectWith,
  root,
  run,
} from './project.js';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const [example, sceneExample] = codeBlocks(readme, 'js');
const [printed, scenePrinted] = codeBlocks(readme, 'text');
const [rope] = codeBlocks(readme, 'json');

const folders: string[] = [];
let tarball = '';

const project = (name: string, options?: { optional: boolean }): string => {
  const folder = projectWith(tarball, name, options);
  folders.push(folder);
  return folder;
};

/**
 * The tarball was 17.6 MB with the studio's clips in it, and is 2.5 MB without. An install without optional packages
 * is the package (5 MB unpacked), zod (8 MB) and commander: what counts is that nothing else comes along (bytes).
 */
const budgets = { tarball: 2.75e6, installed: 16e6 };

/** Bytes of the files in a folder; packages that are links (ours, lent) are followed. */
function bytesIn(folder: string): number {
  let sum = 0;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = statSync(file);
    sum += found.isDirectory() ? bytesIn(file) : found.size;
  }
  return sum;
}

let leanFolder: string | undefined;

/** A project without the optional packages, for several tests: an install takes seconds. */
const lean = (): string => (leanFolder ??= project('lean', { optional: false }));

/** How a program fails: its exit code and what it says. */
function failure(cwd: string, program: string, ...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(program, args, { cwd, env: plainEnvironment(), encoding: 'utf8' });
  return { status, stderr };
}

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
    const wanted =
      /^(bin|blender|dist|schema|docs|examples)\/|^(package\.json|LICENSE|(README|CHANGELOG|ARCHITECTURE|NOTATION|CONTRIBUTING|SECURITY|CODE_OF_CONDUCT)\.md)$/;
    expect(names.filter((name) => !wanted.test(name))).toEqual([]);
    const unwanted = /\.test\.|\/testing\/|\.built$|\.map$|\.clip|^dist\/(studio|reproductions)\//;
    expect(names.filter((name) => unwanted.test(name))).toEqual([]);
  });

  it('is small: the tarball, and what an install without optional packages takes', () => {
    expect(statSync(tarball).size).toBeLessThan(budgets.tarball);
    const folder = lean();
    expect(bytesIn(path.join(folder, 'node_modules'))).toBeLessThan(budgets.installed);
  });

  it('holds everything that its README and the pages it leads to link to', () => {
    const names = run(root, 'tar', '-tzf', tarball).split('\n').filter(Boolean);
    const has = (file: string): boolean => names.some((name) => name === file || name.startsWith(`${file}/`));
    const missing = names
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => {
        const text = readFileSync(path.join(root, name.replace(/^package\//, '')), 'utf8');
        const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
        return links
          .map((link) => path.posix.normalize(path.posix.join(path.posix.dirname(name), link)).replace(/\/$/, ''))
          .filter((file) => !has(file))
          .map((file) => `${name}: ${file}`);
      });
    expect(missing).toEqual([]);
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

  it('installs a command that knows its version, and says what to install for the studio and for HDF5', () => {
    const folder = lean();
    const command = path.join(folder, 'node_modules/.bin/stickslip');
    expect(run(folder, command, '--version').trim()).toBe(manifest.version);
    expect(existsSync(path.join(folder, 'node_modules/h5wasm'))).toBe(false);

    expect(failure(folder, command, 'studio')).toEqual({
      status: 2,
      stderr: expect.stringContaining(`npm install stickslip-studio@${manifest.version}`),
    });
    expect(failure(folder, command, 'reproduce', '--list')).toEqual({
      status: 2,
      stderr: expect.stringContaining('clone the repository'),
    });
    expect(run(folder, command, 'completion', 'bash')).toContain('spaghetti-31');
    writeFileSync(path.join(folder, 'p.json'), '{"W": [[1,0,0],[0,1,0],[0,0,1]], "b": [-1,0,0], "mu": [0.5]}');
    run(folder, command, 'solve', 'p.json', '--out', 'p.npz');
    expect(failure(folder, command, 'convert', 'p.json', 'p.hdf5')).toEqual({
      status: 2,
      stderr: expect.stringMatching(/HDF5.*\n.*h5wasm: .*npm install h5wasm/),
    });
  });

  it('serves the studio from the package of its pages', async () => {
    const folder = lean();
    symlinkSync(path.join(root, 'packages/studio'), path.join(folder, 'node_modules/stickslip-studio'), 'junction');
    const command = path.join(folder, 'node_modules/stickslip/bin/stickslip.js');
    const server = spawn(process.execPath, [command, 'studio', '--port', '0'], { cwd: folder });
    try {
      const address = await new Promise<string>((resolve) => {
        let text = '';
        server.stdout.on('data', (chunk) => {
          const found = /http:\S+/.exec((text += String(chunk)));
          if (found) resolve(found[0]);
        });
      });
      expect(await (await fetch(address)).text()).toMatch(/<script defer src="\.\/assets\//);
    } finally {
      server.kill();
    }
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
