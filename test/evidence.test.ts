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
