import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { build, codeBlocks, plainEnvironment, root } from './project.js';

const python = process.env.STICKSLIP_NUMPY;
const command = `"${process.execPath}" "${path.join(root, 'bin/stickslip.js')}"`;

/** Runs a script with Debian's Python, which finds the client beside the examples. */
function runPython(...args: string[]): string {
  const folder = path.join(root, 'examples/python');
  const env = { ...plainEnvironment(), STICKSLIP: command, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  return execFileSync(python!, args, { cwd: folder, env, encoding: 'utf8' });
}

beforeAll(build, 300_000);

describe.skipIf(!python)('Python with NumPy only', () => {
  it('solves many problems through one process, the same bits as alone', () => {
    const printed = runPython('many_problems.py', '20', '--alone', '1');
    expect(printed).toMatch(/^20 of 20 problems of 64 contacts converged\nCoulomb's law holds within 1e-8: True\n/);
    expect(printed).toMatch(/a problem with a process each, the same bits/);
  });

  it('prints what docs/python.md says', () => {
    const text = readFileSync(path.join(root, 'docs/python.md'), 'utf8');
    const scripts = codeBlocks(text, 'python');
    const printed = codeBlocks(text, 'text');
    expect(scripts.length).toBeGreaterThan(1);
    const promised = scripts.flatMap((_, k) => (printed[k] === undefined ? [] : [printed[k]]));
    expect(promised).toHaveLength(scripts.length);
    scripts.forEach((script, k) => expect(runPython('-c', script)).toBe(printed[k]));
  });
});
