import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, killedRun, signalled } from '../testing/killed-runs.js';

/** Rods that fall on each other: some seconds of work in few bytes. */
const scene = {
  version: 1,
  name: 'killed',
  duration: 0.25,
  step: { length: 0.001 },
  recording: { every: 5 },
  obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'wood' }],
  bodies: [
    {
      type: 'bundle',
      count: 9,
      spacing: 0.025,
      rod: {
        type: 'rod',
        model: 'der',
        elements: 12,
        length: 0.3,
        radius: 0.01,
        material: 'rubber',
        shape: { position: [-0.15, 0, 0.06], tangent: [1, 0, 0.2] },
      },
    },
  ],
};

const built = existsSync(new URL('../../../dist/cli/main.js', import.meta.url));

describe.skipIf(!built)('a run that is killed', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-kill-'));
    file = path.join(folder, 'scene.json');
    writeFileSync(file, JSON.stringify(scene));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends in the same state after five kills -9', { timeout: 180_000 }, async () => {
    const { stateHash } = JSON.parse(command('run', file, '--json').stdout) as { stateHash: string };
    const { kills, hash } = await killedRun(file, path.join(folder, 'kills'), 5, 1500, 11);
    expect(kills).toBe(5);
    expect(hash).toBe(stateHash);
  });

  it('saves at Ctrl-C and says how to go on', { timeout: 60_000 }, async () => {
    const out = path.join(folder, 'interrupted');
    // not before the run has begun: a program that is still being loaded cannot save anything
    const recording = path.join(out, 'recording.ssr');
    const begun = (): boolean => existsSync(recording) && statSync(recording).size > 30_000;
    const { code, stderr } = await signalled('SIGINT', begun, 'run', file, '--out', out);
    expect(code).toBe(1);
    expect(stderr).toContain(`stickslip run ${file} --out ${out} --resume`);
  });
});
