// The native yardstick and the problem files, looked for in a folder `shared` beside the repository, or in STICKSLIP_SHARED.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

export const shared = [
  process.env.STICKSLIP_SHARED,
  path.join(root, '../shared'),
  path.join(root, '../../shared'),
].find((folder) => folder && existsSync(folder));

/** The yardstick, a C++ loop, compiled; undefined where there is no source or no compiler. */
export function yardstick() {
  const source = shared && path.join(shared, 'yardstick/gs.cpp');
  if (!source || !existsSync(source)) return undefined;
  mkdirSync(path.join(root, 'bench/build'), { recursive: true });
  const binary = path.join(root, 'bench/build/gs');
  const built = spawnSync('g++', ['-O3', '-march=native', '-o', binary, source]);
  return built.status === 0 ? binary : undefined;
}

/** Seconds that the sweeps of the yardstick take, and how many there are. */
export function runYardstick(binary, file) {
  return JSON.parse(spawnSync(binary, [file], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1));
}
