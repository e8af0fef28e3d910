import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, killedRun } from '../testing/killed-runs.js';

const built = existsSync(new URL('../../../dist/cli/main.js', import.meta.url));

describe.skipIf(!built)('a long run', () => {
  it('ends in the same state after fifty kills -9', { timeout: 1_200_000 }, async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-kills-'));
    const { stateHash } = JSON.parse(command('run', 'spaghetti-31', '--json').stdout) as { stateHash: string };
    const { kills, hash } = await killedRun('spaghetti-31', path.join(folder, 'out'), 50, 2000, 7);
    rmSync(folder, { recursive: true, force: true });
    expect(kills).toBe(50);
    expect(hash).toBe(stateHash);
  });
});
