import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/fake-terminal.js';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What bash offers for a command line whose last word is being typed. */
function offers(script: string, ...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(stickslip ${line})\nCOMP_CWORD=${words.length}\n_stickslip\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', ask], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it.skipIf(!has('bash'))('completes commands, options, values and scenes in bash', async () => {
    const { code, stdout } = await runCommand(['completion', 'bash']);
    expect(code).toBe(0);
    expect(offers(stdout, 'rep')).toEqual(['repair', 'reproduce']);
    expect(offers(stdout, 'run', 'spaghetti-7')).toEqual(['spaghetti-7', 'spaghetti-76']);
    expect(offers(stdout, 'run', 'knot', '--du')).toEqual(['--dump-problems']);
    expect(offers(stdout, 'solve', 'x.bin', '--solver', 'newton-a')).toEqual(['newton-ac', 'newton-ac-damped']);
    expect(offers(stdout, 'export', '.', '--to', 'us')).toEqual(['usda']);
    expect(offers(stdout, 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(offers(stdout, 'solve', 'package-lo')).toEqual(['package-lock.json']);
  });

  it.each(['zsh', 'fish'])('is a script that %s accepts', async (shell) => {
    const { code, stdout } = await runCommand(['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['spaghetti-31', 'newton-ac', 'dump-problems', 'usda']) expect(stdout).toContain(word);
    if (!has(shell)) return;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-completion-'));
    const file = path.join(folder, 'script');
    writeFileSync(file, stdout);
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    rmSync(folder, { recursive: true });
  });

  it('names the shells it knows', async () => {
    const { code, stderr } = await runCommand(['completion', 'csh']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });
});

describe('help', () => {
  it('has a summary and examples for every command', async () => {
    const { stdout } = await runCommand(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)]
      .map((match) => match[1])
      .filter((name) => name !== 'stickslip');
    expect(names.length).toBeGreaterThan(11);
    for (const name of names.filter((own) => own !== 'help')) {
      const help = await runCommand([name, '--help']);
      expect(help.code).toBe(0);
      expect(help.stdout).toMatch(/\nExamples?:\n {2}\S/);
    }
  });
});
