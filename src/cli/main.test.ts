import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { solvers } from '../friction/index.js';
import { readProblem, writeProblem } from '../io/index.js';
import { mixedProblem } from '../io/testing/mixed-problem.js';
import { commandNames, commandsFor } from './commands.js';
import { nodeTerminal } from './node-terminal.js';
import { createProgram } from './program.js';
import { runCommand } from './testing/fake-terminal.js';

describe('the program', () => {
  it('shows its help and its version', async () => {
    const help = await runCommand(['--help']);
    expect(help.code).toBe(0);
    for (const word of ['solve', 'compare', 'solvers', 'convert', 'reproduce', 'Examples:', 'Exit codes'])
      expect(help.stdout).toContain(word);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await runCommand(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(await runCommand(['compare', '--help'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('loads the command that is asked for, by its own name, and all for the help', async () => {
    const namesFor = async (args: string[]): Promise<string[]> => {
      const { program } = createProgram(nodeTerminal(), await commandsFor(args));
      return program.commands.map((command) => command.name());
    };
    expect(await namesFor([])).toEqual(commandNames);
    expect(await namesFor(['completion', 'bash'])).toEqual(commandNames);
    expect(await namesFor(['--version'])).toEqual([]);
    for (const name of commandNames.filter((other) => other !== 'completion'))
      expect(await namesFor([name])).toEqual([name]);
  });

  it('says what was meant', async () => {
    const { code, stderr, stdout } = await runCommand(['slove', 'x']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/unknown command 'slove'\n\(Did you mean solve\?\)/);
    expect((await runCommand([])).code).toBe(2);
  });

  it('lists the solvers', async () => {
    const { stdout } = await runCommand(['solvers']);
    for (const { name } of solvers()) expect(stdout).toMatch(new RegExp(`^${name} +(exact|inexact) `, 'm'));
    const json = JSON.parse((await runCommand(['solvers', '--json'])).stdout) as { name: string }[];
    expect(json.map(({ name }) => name)).toEqual(expect.arrayContaining(solvers().map(({ name }) => name)));
  });

  it('converts between formats and back', async () => {
    const problem = mixedProblem();
    const files = { 'a.bin': await writeProblem({ problem }, 'bin') };
    const there = await runCommand(['convert', 'a.bin', 'b.hdf5'], files);
    expect([there.code, there.stdout]).toEqual([0, '']);
    const back = await runCommand(
      ['convert', 'b.hdf5', 'c.bin', '--bin-version', '2'],
      Object.fromEntries(there.files),
    );
    expect((await readProblem(back.files.get('c.bin')!, 'c.bin')).problem).toEqual(problem);
    const dual = await runCommand(['convert', 'a.bin', 'd.json', '--dual'], files);
    expect((await readProblem(dual.files.get('d.json')!, 'd.json')).problem.kind).toBe('dual');
    expect(await runCommand(['convert', 'a.bin', 'e.txt'], files)).toMatchObject({ code: 2 });
    expect((await runCommand(['convert', 'a.bin', 'e.bin', '--dual'], files)).stderr).toMatch(
      /W cannot be turned back/,
    );
  });
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = existsSync(path.join(root, 'dist/cli/main.js'));

describe.skipIf(!built)('the built program (skipped before npm run build)', () => {
  const stickslip = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'bin/stickslip.js'), ...args], { encoding: 'utf8' });

  it('reads and writes real files, and ends with the code', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-cli-'));
    try {
      const file = path.join(folder, 'p.hdf5');
      const problem = mixedProblem({ contacts: 5, sizes: [6, 6] });
      writeFileSync(file, await writeProblem({ problem }, 'fclib'));
      const out = path.join(folder, 's.json');
      const { status, stdout, stderr } = stickslip('solve', file, '--json', '--out', out);
      expect([status, stderr]).toEqual([0, '']);
      expect((JSON.parse(stdout) as { status: string }).status).toBe('converged');
      expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveProperty('r');
      expect(stickslip('solve', folder).status).toBe(2);
      expect(stickslip('solve', folder).stderr).toMatch(/found a folder/);
      expect(stickslip('solve', file, '--max-iterations', '0').status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
