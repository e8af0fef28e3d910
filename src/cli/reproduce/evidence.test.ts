import { describe, expect, it } from 'vitest';
import { reproductions } from '../../reproductions/registry.js';
import type { StoredResult } from '../../reproductions/stored.js';
import { runCommand } from '../testing/fake-terminal.js';

const stored = (name: string, files: ReadonlyMap<string, Uint8Array>): StoredResult =>
  JSON.parse(new TextDecoder().decode(files.get(name))) as StoredResult;

describe('stored results', { timeout: 120_000 }, () => {
  it('say what was found, by which code, and how to find it again', async () => {
    const { files, stdout, code } = await runCommand(['reproduce', 'cloth-figure-5', '--quick', '--save', 'kept']);
    expect(code).toBe(0);
    const result = stored('kept/cloth-figure-5.json', files);
    expect(result).toMatchObject({
      version: 1,
      name: 'cloth-figure-5',
      command: 'stickslip reproduce cloth-figure-5 --quick',
    });
    expect(result.code.sources).toMatch(/^[0-9a-f]{64}$/);
    expect(result.claims).toMatchObject([{ paper: 'the error vanishes', holds: true }]);
    // what is printed is what is stored
    expect(stdout).toContain(result.claims[0].ours);

    const again = await runCommand(
      ['reproduce', '--evidence', 'kept', '--html', 'e.html', '--markdown', 'e.md'],
      Object.fromEntries(files),
    );
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^cloth-figure-5 +1 +0 +0 +\d{4}-\d\d-\d\d$/m);
    expect(again.stdout).toMatch(/^newton-table-1 +0 +0 +0 +not yet$/m);
    const page = new TextDecoder().decode(again.files.get('e.html'));
    expect(page).toContain(result.claims[0].says);
    expect(page).not.toMatch(/NaN|undefined/);
    for (const { name } of reproductions()) expect(page).toContain(`id="${name}"`);
    expect(new TextDecoder().decode(again.files.get('e.md'))).toContain('1 claim tested, 1 hold, 0 do not');
  });

  it('of other code are marked as older', async () => {
    const { files } = await runCommand(['reproduce', 'cloth-figure-5', '--quick', '--save', 'kept']);
    const result = stored('kept/cloth-figure-5.json', files);
    const other = { ...result, code: { sources: '0'.repeat(64) }, claims: [{ ...result.claims[0], holds: false }] };
    const changed = { 'kept/cloth-figure-5.json': JSON.stringify(other) };
    const { stdout } = await runCommand(['reproduce', '--evidence', 'kept'], changed);
    expect(stdout).toMatch(/^cloth-figure-5 +0 +1 +0 +[\d-]+, older than the code$/m);
    expect(stdout).toMatch(/1 claim tested: 0 hold, 1 do not; 21 of 22 .* 1 result older than the code/);
  });

  it('that are none, or damaged, are answered', async () => {
    const none = await runCommand(['reproduce', '--evidence', 'nowhere']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('reproduce --all --save nowhere')]);
    const damaged = await runCommand(['reproduce', '--evidence', 'kept'], { 'kept/cloth-figure-5.json': '{' });
    expect([damaged.code, damaged.stderr]).toEqual([2, expect.stringContaining('not JSON')]);
    const where = await runCommand(['reproduce', '--all']);
    expect([where.code, where.stderr]).toEqual([2, expect.stringContaining('--save')]);
  });
});

describe('a claim', { timeout: 120_000 }, () => {
  it('that does not hold makes the exit code 1', async () => {
    // the column's spheres do not touch as they should with another restitution: its energy is lost
    const args = ['reproduce', 'multibody-figure-3', '--quick', '--set', 'materials.elastic.restitution=0.5', '--json'];
    const { code, stdout } = await runCommand(args);
    const { claims, holds } = JSON.parse(stdout) as { claims: { holds?: boolean }[]; holds: boolean };
    expect([code, holds]).toEqual([1, false]);
    expect(claims.some((claim) => claim.holds === false)).toBe(true);
  });
});
