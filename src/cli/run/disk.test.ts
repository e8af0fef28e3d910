import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '../testing/killed-runs.js';
import { runCommand } from '../testing/fake-terminal.js';

const scene = {
  version: 1,
  name: 'pile',
  duration: 0.6,
  recording: { every: 1 },
  obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'wood' }],
  bodies: [
    {
      type: 'grid',
      count: [4, 4, 2],
      spacing: [0.11, 0.11, 0.11],
      body: { type: 'rigid', shape: { type: 'sphere', radius: 0.05 }, material: 'wood', position: [0, 0, 0.05] },
    },
  ],
};
const files = { 'scene.json': JSON.stringify(scene) };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-disk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file system of a given size; undefined where we may not make one. */
function smallDisk(name: string, size: string): string | undefined {
  const at = path.join(folder, name);
  mkdirSync(at);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]).status === 0 ? at : undefined;
}

describe('a disk that is full', () => {
  it('stops the run with a clear message and loses nothing', async (context) => {
    const disk = smallDisk('full', '200k');
    if (disk === undefined) return context.skip();
    try {
      const out = path.join(disk, 'run');
      const full = await runCommand(['run', 'scene.json', '--out', out], files);
      expect(full.code).toBe(2);
      expect(full.stderr).toContain('no space left');
      expect(full.stderr).toContain(`to go on: stickslip run scene.json --out ${out} --resume`);
      expect(full.stderr).not.toContain('    at ');
      // still full: the same message, and still nothing lost
      const before = readFileSync(path.join(out, 'recording.ssr')).length;
      expect((await runCommand(['run', 'scene.json', '--out', out, '--resume'], files)).code).toBe(2);
      expect(readFileSync(path.join(out, 'recording.ssr')).length).toBeGreaterThan(before / 2);
      expect((await runCommand(['export', out, '--to', 'obj'])).stderr).toContain('no space left');
      // an export that does not fit leaves nothing behind
      expect(existsSync(path.join(out, 'pile-obj'))).toBe(false);
      spawnSync('mount', ['-o', 'remount,size=20m', disk]);
      const resumed = await runCommand(['run', 'scene.json', '--out', out, '--resume', '--json'], files);
      expect(resumed.code).toBe(0);
      // what had been recorded was not simulated again
      expect(resumed.stderr).toMatch(/resumed at t = 0\.[1-9]/);
      const straight = await runCommand(['run', 'scene.json', '--json'], files);
      expect(JSON.parse(resumed.stdout).stateHash).toBe(JSON.parse(straight.stdout).stateHash);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describe('a folder', () => {
  it('is made where it is missing, with those above it', async () => {
    const out = path.join(folder, 'a/b/c');
    expect((await runCommand(['run', 'scene.json', '--time', '0.02', '--out', out], files)).code).toBe(0);
    expect(existsSync(path.join(out, 'recording.ssr'))).toBe(true);
  });

  const built = existsSync(new URL('../../../dist/cli/main.js', import.meta.url));

  it.skipIf(!built)('that may not be written is named, before anything is simulated', (context) => {
    const closed = path.join(folder, 'closed');
    mkdirSync(closed);
    const file = path.join(folder, 'scene.json');
    writeFileSync(file, files['scene.json']);
    chmodSync(closed, 0o555);
    chmodSync(folder, 0o755);
    // root may write anywhere, so be somebody else
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', ...user });
    if (run('--version').status !== 0) return context.skip();
    for (const out of [closed, path.join(closed, 'inside')]) {
      const { status, stderr } = run('run', file, '--out', out);
      expect(status).toBe(2);
      expect(stderr).toContain(out);
      expect(stderr).toContain('may not be read or written');
    }
  });
});
