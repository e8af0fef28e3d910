import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/fake-terminal.js';

describe('stickslip reproduce', { timeout: 60_000 }, () => {
  it('lists what there is', async () => {
    expect((await runCommand(['reproduce', '--list'])).stdout).toMatch(/^hair-figure-6 +\[Daviet11 Figure 6\] /m);
    const json = JSON.parse((await runCommand(['reproduce', '--list', '--json'])).stdout) as { name: string }[];
    expect(json.map(({ name }) => name)).toContain('hair-figure-6');
  });

  it('refuses what there is not', async () => {
    expect((await runCommand(['reproduce', 'hair-figure-66'])).stderr).toMatch(/did you mean hair-figure-6\?/);
    expect(await runCommand(['reproduce'])).toMatchObject({ code: 2, stdout: '' });
    const nowhere = await runCommand(['reproduce', 'cloth-figure-5', '--set', 'step.length=1']);
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('does nothing for cloth-figure-5')]);
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
    expect(rows).toMatchObject([
      { key: 'knot-sh', paper: { n: 8 }, run: { scene: 'knot', bodies: 1 } },
      { key: 'knot', paper: { n: 8 }, run: { scene: 'knot', bodies: 1 } },
    ]);
    for (const { run, faster } of rows) {
      expect(run.steps).toBeGreaterThan(10);
      expect(faster).toBeGreaterThan(0);
    }
    expect(stderr).toMatch(/knot/);
    const wrong = ['reproduce', 'newton-table-1', '--quick', '--only', 'knot', '--set', 'step.lenght=1'];
    expect(await runCommand(wrong)).toMatchObject({ code: 2, stdout: '' });
  });

  it('newton-figure-11: both sizes', async () => {
    const args = ['reproduce', 'newton-figure-11', '--quick', '--problems', '3', '--html', 'f.html'];
    const { stdout, files } = await runCommand(args);
    expect(stdout).toMatch(/\n3 rods\n[^]*\n6 rods\n[^]*\nauto: /);
    expect(new TextDecoder().decode(files.get('f.html'))).not.toMatch(/NaN|undefined/);
  });

  it('hair-table-1: contacts, times and their split', async () => {
    const { stdout } = await runCommand(['reproduce', 'hair-table-1', '--quick', '--only', 'pony']);
    expect(stdout).toMatch(/pony +paper +334 +0.3 \/ 0.5 +9850 +16613 /);
    expect(stdout).toMatch(/ours +19 +0.3 \/ 0.5 +\(\d+\) +\d+ [^]*too few contacts/);
    expect(stdout).toMatch(/contacts +collision +assembly +solve +bodies/);
  });

  it('hair-table-2 and hair-figure-11: eleven local solvers', async () => {
    const args = ['--quick', '--problems', '2'];
    const json = JSON.parse((await runCommand(['reproduce', 'hair-table-2', ...args, '--json'])).stdout) as {
      problems: number;
      rows: { paper: { local: string }; ours: { problems: number; sweeps: number; above: number } }[];
    };
    expect(json.problems).toBe(2);
    expect(json.rows.length).toBe(11);
    for (const { ours } of json.rows) expect(ours.problems).toBe(2);
    expect(json.rows.at(-1)).toMatchObject({ paper: { local: 'mfb+enumerative' }, ours: { above: 0 } });
    const figure = await runCommand(['reproduce', 'hair-figure-11', ...args, '--html', 'f.html']);
    expect(figure.stdout).toMatch(/mfb\+enumerative( +[\d.]+){7}\n/);
    expect(new TextDecoder().decode(figure.files.get('f.html'))).not.toMatch(/NaN|undefined/);
  });

  it('hair-figure-7: exact solvers share an orbit, the others do not', async () => {
    const { stdout, code } = await runCommand(['reproduce', 'hair-figure-7', '--quick', '--json']);
    expect(code).toBe(0);
    const { orbits, apart } = JSON.parse(stdout) as { orbits: { exact: boolean }[]; apart: number[] };
    expect(orbits.length).toBe(8);
    // to rounding and 1e-8 of tolerance a step; the others go elsewhere by a good part of the orbit
    orbits.forEach(({ exact }, k) =>
      exact ? expect(apart[k]).toBeLessThan(1e-5) : expect(apart[k]).toBeGreaterThan(0.02),
    );
  });

  it('newton-figure-8: with friction and without', async () => {
    const { stdout, files } = await runCommand(['reproduce', 'newton-figure-8', '--quick', '--html', 'f.html']);
    expect(stdout).toMatch(/\nsticking at rest \(%\) +[\d.]+ +0\n/);
    expect(new TextDecoder().decode(files.get('f.html'))).not.toMatch(/NaN|undefined/);
  });
});
