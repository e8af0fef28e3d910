import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const main = new URL('../../../dist/cli/main.js', import.meta.url);

/** Rods that lie on each other and are shaken, so that contacts come and go for ever. */
const scene = {
  version: 1,
  name: 'shaken',
  duration: 10,
  step: { length: 0.001 },
  recording: { every: 2 },
  obstacles: [
    {
      name: 'tray',
      shape: { type: 'container', size: [0.4, 0.2, 0.2] },
      material: 'wood',
      motion: { moves: [{ shake: { amplitude: [0.01, 0.005, 0], frequency: 4 } }] },
    },
  ],
  bodies: [
    {
      type: 'bundle',
      count: 7,
      spacing: 0.025,
      rod: {
        ...{ type: 'rod', model: 'der', elements: 8, length: 0.2, radius: 0.01, material: 'rubber' },
        shape: { position: [-0.1, 0, 0.06], tangent: [1, 0, 0.2] },
      },
    },
  ],
};

/** Peak memory of a run of so many steps (MB), and the size of its recording (bytes). */
function peak(folder: string, steps: number): { megabytes: number; recorded: number } {
  const file = path.join(folder, 'scene.json');
  const out = path.join(folder, String(steps));
  writeFileSync(file, JSON.stringify(scene));
  const script = `const { main } = await import(${JSON.stringify(main.href)});
    const code = await main(['run', ${JSON.stringify(file)}, '--out', ${JSON.stringify(out)}, '--time', '${steps / 1000}', '--json']);
    console.log(JSON.stringify({ code, kilobytes: process.resourceUsage().maxRSS }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  if (lines.length < 2) throw new Error(stderr);
  expect(JSON.parse(lines[0])).toMatchObject({ steps });
  const { code, kilobytes } = JSON.parse(lines[1]) as { code: number; kilobytes: number };
  expect(code).toBe(0);
  return { megabytes: kilobytes / 1024, recorded: statSync(path.join(out, 'recording.ssr')).size };
}

describe.skipIf(!existsSync(main))('memory', () => {
  it('does not grow with the length of a run', { timeout: 1_200_000 }, () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-memory-'));
    const short = peak(folder, 1000);
    const long = peak(folder, 10000);
    rmSync(folder, { recursive: true, force: true });
    console.log(`1,000 steps: ${short.megabytes.toFixed(0)} MB; 10,000 steps: ${long.megabytes.toFixed(0)} MB`);
    // ten times the recording, which therefore is not held in memory
    expect(long.recorded).toBeGreaterThan(8 * short.recorded);
    expect(long.recorded).toBeGreaterThan(20e6);
    // the garbage collector lets the heap grow for a while, whatever a program does
    expect(long.megabytes).toBeLessThan(short.megabytes + 30);
  });
});
