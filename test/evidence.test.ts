import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withEvidence } from '../scripts/evidence.mjs';
import { build, plainEnvironment, root } from './package/project.js';

const doc = readFileSync(path.join(root, 'docs/reproductions.md'), 'utf8');

describe('the numbers in docs/reproductions.md', () => {
  it('are those of the stored results', { timeout: 300_000 }, async () => {
    build();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-evidence-'));
    const file = path.join(folder, 'evidence.md');
    const command = [path.join(root, 'bin/stickslip.js'), 'reproduce', '--evidence', 'evidence', '--markdown', file];
    execFileSync(process.execPath, command, { cwd: root, env: plainEnvironment(), stdio: 'pipe' });
    const section = readFileSync(file, 'utf8').trim();
    rmSync(folder, { recursive: true });
    // made anew: node scripts/evidence.mjs
    expect(await withEvidence(doc, section)).toBe(doc);
    expect(
      await withEvidence(
        doc,
        section.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
      ),
    ).not.toBe(doc);
  });

  it('stand in tables of stored results only', () => {
    const typed = doc.split('<!-- evidence')[0];
    const cells = typed.split('\n').filter((line) => line.startsWith('|'));
    // the list of what there is names tables, figures and sizes; nothing that was measured
    expect(cells.filter((line) => /\d\s*(ms|%|mm|times)\b/.test(line))).toEqual([]);
  });
});

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    // titles and rules have none
    .filter((cells) => /\d/.test(cells.slice(1).join()));

describe('the ratios in docs/performance.md', () => {
  const page = readFileSync(path.join(root, 'docs/performance.md'), 'utf8');
  const stored = JSON.parse(readFileSync(path.join(root, 'bench/ratios.json'), 'utf8')) as {
    ratios: Record<string, number>;
  };
  const wrong = (text: string): string[] => {
    const table = /<!-- solves -->([\s\S]*)<!-- \/solves -->/.exec(text)![1];
    const titles = table.split('\n').find((line) => line.startsWith('| problem'))!;
    const at = titles.split('|').findIndex((title) => title.trim() === 'ratio') - 1;
    const rows = rowsOf(table);
    expect(rows.length).toBeGreaterThan(0);
    return rows.filter((cells) => cells[at] !== stored.ratios[cells[0]]?.toFixed(2)).map(([name]) => name);
  };

  it('are those that are stored', () => {
    // made anew: node bench/guard.mjs --store --markdown docs/performance.md
    expect(wrong(page)).toEqual([]);
    const [name, ratio] = Object.entries(stored.ratios)[0];
    const other = page.replace(` ${ratio.toFixed(2)} |`, ' 0.01 |');
    expect(wrong(other)).toEqual([name]);
  });
});

describe('README', () => {
  it('has no tables of numbers, which nothing would keep true', () => {
    expect(rowsOf(readFileSync(path.join(root, 'README.md'), 'utf8'))).toEqual([]);
    expect(rowsOf('| solver | time |\n| --- | ---: |\n| ours | 3 ms |')).toHaveLength(1);
  });
});
