import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/fake-terminal.js';

describe('stickslip reproduce', () => {
  it('lists what there is', async () => {
    expect((await runCommand(['reproduce', '--list'])).stdout).toMatch(/^hair-figure-6 +\[Daviet11 Figure 6\] /m);
    const json = JSON.parse((await runCommand(['reproduce', '--list', '--json'])).stdout) as { name: string }[];
    expect(json.map(({ name }) => name)).toContain('hair-figure-6');
  });

  it('refuses what there is not', async () => {
    expect((await runCommand(['reproduce', 'hair-figure-66'])).stderr).toMatch(/did you mean hair-figure-6\?/);
    expect(await runCommand(['reproduce'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('hair-figure-6: table, JSON and page', async () => {
    const text = await runCommand(['reproduce', 'hair-figure-6', '--quick', '--html', 'f.html']);
    expect(text.stdout).toMatch(/\ngenerated +1000 +33 /);
    const page = new TextDecoder().decode(text.files.get('f.html'));
    expect(page).toContain('plain sparse');
    expect(page).not.toMatch(/NaN|undefined/);
    const json = JSON.parse((await runCommand(['reproduce', 'hair-figure-6', '--quick', '--json'])).stdout) as {
      rows: { contacts: number; blocks: number; blockSparse: number; plainSparse: number }[];
    };
    expect(json.rows.map(({ contacts }) => contacts)).toEqual([250, 500, 1000]);
    for (const row of json.rows) expect(row.blocks).toBeGreaterThan(row.contacts);
  });

  it('newton-table-1: only the rows asked for', async () => {
    const { stdout, stderr } = await runCommand(['reproduce', 'newton-table-1', '--quick', '--only', 'knot', '--json']);
    const { rows } = JSON.parse(stdout) as { rows: { key: string; run: { steps: number }; faster: number }[] };
    expect(rows).toMatchObject([{ key: 'knot', paper: { n: 8 }, run: { scene: 'knot', bodies: 1 } }]);
    expect(rows[0].run.steps).toBeGreaterThan(10);
    expect(rows[0].faster).toBeGreaterThan(0);
    expect(stderr).toMatch(/knot/);
  });

  it('newton-figure-11: both sizes', async () => {
    const args = ['reproduce', 'newton-figure-11', '--quick', '--problems', '3', '--html', 'f.html'];
    const { stdout, files } = await runCommand(args);
    expect(stdout).toMatch(/\n3 rods\n[^]*\n6 rods\n[^]*\nauto: /);
    expect(new TextDecoder().decode(files.get('f.html'))).not.toMatch(/NaN|undefined/);
  });
});
