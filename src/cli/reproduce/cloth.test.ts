import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/fake-terminal.js';

const json = async (name: string, ...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await runCommand(['reproduce', name, '--quick', '--json', ...args])).stdout) as Record<string, unknown>;

describe('stickslip reproduce, cloth', () => {
  it('cloth-figure-5: one iteration follows the closed form', async () => {
    const { curves, holds } = (await json('cloth-figure-5')) as { curves: { worst: number }[]; holds: boolean };
    expect(curves[0].worst).toBeLessThan(1e-9);
    expect(holds).toBe(true);
  });

  it('cloth-figure-6: errors fall with iterations', async () => {
    const { code, stdout, files } = await runCommand(['reproduce', 'cloth-figure-6', '--quick', '--html', 'f.html']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/extrapolated/);
    expect(new TextDecoder().decode(files.get('f.html'))).not.toMatch(/NaN|undefined/);
  });

  it('cloth-figure-2: more iterations come nearer to the run with the most', async () => {
    const { rows } = (await json('cloth-figure-2', '--only', 'square-1')) as {
      rows: { iterations: number; apart: { distance: number }[] }[];
    };
    const [, twenty, ten, five] = rows.map(({ apart }) => apart.at(-1)?.distance ?? 0);
    expect(twenty).toBeLessThan(ten);
    expect(ten).toBeLessThan(five);
  });

  it('cloth-figure-3: friction takes the cloth along', async () => {
    const { rows } = (await json('cloth-figure-3', '--only', 'square-1')) as { rows: { taken: number }[] };
    expect(rows[1].taken).toBeGreaterThan(1.5 * rows[0].taken);
  });

  it('cloth-table-2: the exact reference takes longer', async () => {
    const { rows } = (await json('cloth-table-2')) as {
      rows: { scene: string; mode: string; compared: { sweeps: number; acMean: number }[]; run: { acMean: number } }[];
    };
    expect(rows.map(({ scene, mode }) => `${scene} ${mode}`)).toEqual([
      'square-1 published',
      'square-1 ours',
      'square-1 published',
      'square-1 ours',
    ]);
    for (const { compared } of rows) for (const { sweeps } of compared) expect(sweeps).toBeGreaterThan(20);
  });
});
