import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readProblem } from '../../io/index.js';
import { runCommand } from '../testing/fake-terminal.js';
import type { CollectedProblem } from './command.js';
import { StratifiedSample, stratumOf } from './stratified-sample.js';

const folder = mkdtempSync(path.join(tmpdir(), 'collect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stickslip collect', () => {
  it('writes problems that can be read, with their traits and one half kept apart', async () => {
    const out = path.join(folder, 'a');
    const args = ['collect', 'spheres-80', 'pinch', '--time', '0.3', '--count', '20', '--out', out, '--json'];
    const { code, stdout, stderr } = await runCommand(args, {});
    expect([code, stderr]).toEqual([0, expect.stringMatching(/spheres-80: 15 steps, \d+ problems\npinch: /)]);
    const list = JSON.parse(stdout) as CollectedProblem[];
    expect(list.length).toBe(20);
    expect(readdirSync(out).length).toBe(21);
    expect(new Set(list.map(({ scene }) => scene))).toEqual(new Set(['spheres-80', 'pinch']));
    expect(new Set(list.map(({ stratum }) => stratum)).size).toBeGreaterThan(3);
    const parts = list.filter(({ part }) => part === 'report').length;
    expect(Math.abs(parts - 10)).toBeLessThanOrEqual(5);
    for (const { file, contacts, nu } of list) {
      const { problem, guesses } = await readProblem(new Uint8Array(readFileSync(path.join(out, file))), file);
      expect(problem.mu.length).toBe(contacts);
      expect(problem.kind === 'primal' && (3 * contacts) / problem.f.length).toBeCloseTo(nu, 12);
      expect(guesses?.[0].r.length).toBe(3 * contacts);
    }
  });

  it('refuses a folder with files, and scenes it does not know, before anything runs', async () => {
    const full = await runCommand(['collect', 'pinch', '--out', folder], {});
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('a new or empty folder')]);
    const out = path.join(folder, 'b');
    const unknown = await runCommand(['collect', 'pinch', 'spheres', '--out', out], {});
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no such scene')]);
    expect(unknown.stderr).not.toContain('problems\n');
  });

  it('says where there are fewer than asked for', async () => {
    const args = ['collect', 'pinch', '--time', '0.05', '--count', '300', '--out', path.join(folder, 'c')];
    const { code, stderr } = await runCommand(args, {});
    expect([code, stderr]).toEqual([1, expect.stringContaining('of 300 asked for')]);
  });
});

describe('a stratified sample', () => {
  it('is even over the strata, as far as they go, and the same for the same seed', () => {
    const sample = (seed: number) => {
      const s = new StratifiedSample<number>(30, seed);
      for (let k = 0; k < 1000; k++) s.offer(k % 100 === 0 ? 'rare' : k % 2 === 0 ? 'even' : 'odd', () => k);
      return s.take();
    };
    const taken = sample(1);
    const counts = ['rare', 'even', 'odd'].map((name) => taken.filter(({ stratum }) => stratum === name).length);
    expect(counts).toEqual([10, 10, 10]);
    expect(new Set(taken.map(({ item }) => item)).size).toBe(30);
    expect(sample(1)).toEqual(taken);
    expect(sample(2)).not.toEqual(taken);
    // not merely the first that came
    expect(Math.max(...taken.map(({ item }) => item))).toBeGreaterThan(500);
  });

  it('classes differ by size, nu and error', () => {
    const one = { contacts: 5, nu: 0.7, error: 1e-4 };
    const others = [one, { ...one, contacts: 50 }, { ...one, nu: 3 }, { ...one, error: 1e-9 }, { ...one, error: 1 }];
    expect(new Set(others.map(stratumOf)).size).toBe(5);
  });
});
