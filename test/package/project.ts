/** Helpers for the tests that use the package as its users do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Our environment without npm's own variables and those of the test runner. */
export function plainEnvironment(): Record<string, string | undefined> {
  const own = /^(npm_|VITEST|VITE_|NODE_ENV|NODE_OPTIONS|FORCE_COLOR)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Runs a program; returns its stdout, throws with both outputs if it fails. */
export function run(cwd: string, program: string, ...args: string[]): string {
  const env = plainEnvironment();
  try {
    return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (failure) {
    const { stdout, stderr } = failure as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`.slice(0, 4000));
  }
}

/** Builds dist/ unless it is newer than every source file, as npm's `prepare` does. */
export function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'prepare' },
  });
}

/** An empty folder that is not inside the project, so that nothing is found in its node_modules by accident. */
export function emptyFolder(name: string): string {
  return mkdtempSync(path.join(os.tmpdir(), `stickslip-${name}-`));
}

/** The package as it would be published: the path of its tarball. */
export function pack(folder: string): string {
  run(root, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack wrote no tarball');
  return path.join(folder, tarball);
}

/** The parts of package.json that tests look at. */
export interface Manifest {
  readonly version: string;
  readonly dependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { optional?: boolean }>;
  readonly exports: Record<string, string | { default: string }>;
}

export const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;

/**
 * An empty project with the package installed from its tarball, with the optional dependencies or without. The package's
 * own dependencies come from our node_modules, so that no network is needed.
 */
export function projectWith(tarball: string, name: string, { optional = true } = {}): string {
  const folder = emptyFolder(name);
  const wanted = { ...manifest.dependencies, ...(optional && manifest.optionalDependencies) };
  const local = Object.keys(wanted).map((name) => [name, `file:${path.join(root, 'node_modules', name)}`]);
  const dependencies = { ...Object.fromEntries(local), stickslip: `file:${tarball}` };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  const omit = optional ? [] : ['--omit=optional'];
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...omit);
  return folder;
}

/** Makes one of our development packages available to a project. */
export function lend(folder: string, name: string): void {
  mkdirSync(path.join(folder, 'node_modules', path.dirname(name)), { recursive: true });
  symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
}

/** The fenced blocks of a language in a Markdown text, in order. */
export function codeBlocks(markdown: string, language: string): string[] {
  const pattern = new RegExp('^```' + language + '\\n([\\s\\S]*?)^```', 'gm');
  return [...markdown.matchAll(pattern)].map((match) => match[1]);
}
