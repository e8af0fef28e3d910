import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/fake-terminal.js';

const quick = async (name: string): Promise<{ code: number; json: unknown }> => {
  const { stdout, code } = await runCommand(['reproduce', name, '--quick', '--json']);
  return { code, json: JSON.parse(stdout) as unknown };
};

describe('reproductions of paper 3', () => {
  it('multibody-table-1: spheres settle within the paper’s penetration', async () => {
    const { code, json } = await quick('multibody-table-1');
    expect(code).toBe(0);
    const { rows } = json as { rows: { Sp: number; measured: { penetration: number; unconverged: number } }[] };
    expect(rows.length).toBe(3);
    for (const { Sp, measured } of rows) {
      expect(Sp).toBeGreaterThan(0);
      expect(measured.penetration).toBeLessThan(0.003);
      expect(measured.unconverged).toBe(0);
    }
  });

  it('multibody-scaling: energy does not grow', async () => {
    const { code, json } = await quick('multibody-scaling');
    expect(code).toBe(0);
    const { rows } = json as { rows: { spheres: number; growth: number }[] };
    expect(rows.map(({ spheres }) => spheres)).toEqual([80, 160]);
    for (const { growth } of rows) expect(growth).toBeLessThan(1e-6);
  });

  it('multibody-figure-3: the column keeps its energy', async () => {
    const { code, json } = await quick('multibody-figure-3');
    expect(code).toBe(0);
    const { curves } = json as { curves: { name: string; worst: number }[] };
    expect(curves.map(({ name }) => name).slice(0, 4)).toEqual(['nsgs', 'lemke', 'mcp', 'cpg']);
    for (const { worst } of curves.slice(0, 3)) expect(worst).toBeLessThan(1e-10);
  });

  it('multibody-figure-4: facets lead astray', { timeout: 60_000 }, async () => {
    const page = await runCommand(['reproduce', 'multibody-figure-4', '--quick', '--html', 'f.html']);
    expect(page.code).toBe(0);
    expect(page.stdout).toMatch(/\nlemke, C_2 +\d/);
    expect(new TextDecoder().decode(page.files.get('f.html'))).not.toMatch(/NaN|undefined/);
  });

  it('multibody-figure-6: error and iterations', async () => {
    const { json } = await quick('multibody-figure-6');
    const { trace, contacts } = json as { trace: { error: number }[]; contacts: number[] };
    expect(trace.at(-1)!.error).toBeLessThan(0.1 * trace[0].error);
    expect(contacts.at(-1)).toBeGreaterThan(100);
  });
});
