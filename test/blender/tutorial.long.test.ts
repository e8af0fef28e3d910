import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithBlender } from './compare.js';

const root = path.resolve(import.meta.dirname, '../..');
const blender = process.env.STICKSLIP_BLENDER;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-blender-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program to its end and returns what it printed; fails where it does. */
function run(program: string, args: readonly string[]): string {
  // Blender takes names of files from PWD, not from where it is started
  const env = { ...process.env, PWD: folder };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: exit ${status}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  return stdout;
}

/** Blender with a script; without the option an error in the script would pass unseen. */
const withBlender = (args: readonly string[]): string => run(blender!, ['--python-exit-code', '1', ...args]);

describe.skipIf(!blender)('with Blender', () => {
  it('characters made anew are where it has them, within 1e-5 m', async () => {
    withBlender([
      '-b',
      '--factory-startup',
      '--python',
      path.join(root, 'test/blender/make_characters.py'),
      '--',
      folder,
    ]);
    for (const name of ['worm', 'blob']) {
      const { errors } = await compareWithBlender(folder, name);
      expect(Math.max(...errors)).toBeLessThan(1e-5);
    }
  });

  it('the commands of the tutorial run, and what comes back is what was simulated', () => {
    const tutorial = path.join(root, 'docs/tutorials/characters');
    const text = readFileSync(`${tutorial}.md`, 'utf8');
    const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap((match) => match[1].trim().split('\n'));
    expect(commands.length).toBeGreaterThan(10);
    for (const line of commands) {
      const filled = line.replaceAll('$TUTORIAL', tutorial).replaceAll('$SCRIPTS', path.join(root, 'blender'));
      const [program, ...args] = filled.split(' ');
      if (program === 'blender') withBlender(args);
      else if (program === 'stickslip') run(process.execPath, [path.join(root, 'bin/stickslip.js'), ...args]);
      else run(program, args);
    }
    const check = path.join(root, 'test/blender/check_import.py');
    const largest = (file: string, npz: string, offset: string): number => {
      const printed = withBlender(['-b', file, '--python', check, '--', npz, offset]);
      return Number(/largest (\S+)/.exec(printed)?.[1] ?? NaN);
    };
    // single precision, at places up to 2 m from the origin
    expect(largest('head-hair.blend', 'head-run/head.npz', '0.5')).toBeLessThan(1e-6);
    expect(largest('figure-skirt.blend', 'figure-run/figure.npz', '0')).toBeLessThan(1e-6);
    for (const picture of ['head-0006', 'head-0018', 'figure-0016', 'figure-0030']) {
      expect(existsSync(path.join(folder, `${picture}.png`))).toBe(true);
    }
  }, 1_800_000);
});
