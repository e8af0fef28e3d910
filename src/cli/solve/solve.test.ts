import { describe, expect, it } from 'vitest';
import { solve } from '../../friction/index.js';
import { multiplyBlockDiagonal } from '../../linalg/block-diagonal.js';
import { readProblem, writeProblem } from '../../io/index.js';
import { mixedProblem } from '../../io/testing/mixed-problem.js';
import { runCommand } from '../testing/fake-terminal.js';

const problem = mixedProblem({ contacts: 5, sizes: [6, 6] });
const files = { 'p.bin': await writeProblem({ problem }, 'bin'), 'p.hdf5': await writeProblem({ problem }, 'fclib') };
const run = (...args: string[]) => runCommand(['solve', ...args], files);

describe('stickslip solve', () => {
  it('prints one JSON object with the fields of the interface', async () => {
    const { code, stdout } = await run('p.bin', '--json', '--solver', 'gauss-seidel');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n').length).toBe(1);
    const json = JSON.parse(stdout) as Record<string, object>;
    expect(Object.keys(json)).toEqual([
      ...['problem', 'solver', 'status', 'iterations', 'seconds', 'error', 'contacts', 'worstContact'],
    ]);
    expect(json.problem).toEqual({ contacts: 5, dofs: 12, nu: 15 / 12 });
    expect(Object.keys(json.seconds)).toEqual(['setup', 'solve']);
    expect(Object.keys(json.contacts).sort()).toEqual(['slide', 'stick', 'takeOff']);
    for (const name of ['relative', 'fb', 'fbMean', 'ac', 'acMean', 'acRelative', 'natural', 'siconos'])
      expect(json.error).toHaveProperty(name);
  });

  it('writes r and u in the order of the file', async () => {
    const { code, files: after } = await run('p.hdf5', '--out', 's.json');
    expect(code).toBe(0);
    const written = JSON.parse(new TextDecoder().decode(after.get('s.json'))) as Record<string, number[]>;
    const { r, u, v } = solve(problem);
    expect(written).toEqual({ r: [...r], u: [...u], v: [...v!] });
  });

  it('writes the problem with its solution for NumPy and FCLib', async () => {
    for (const name of ['s.npz', 's.hdf5']) {
      const { files: after } = await run('p.bin', '--out', name);
      const { solution } = await readProblem(after.get(name)!, name);
      expect(solution?.r).toEqual(solve(problem).r);
    }
  });

  it('summarises for people', async () => {
    const { stdout, code } = await run('p.bin');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^problem {3}p\.bin\n {10}native version 1, 5 contacts, 12 dofs, nu 1.25\n/);
    expect(stdout).toMatch(/\nstatus {4}converged, \d+ iterations?\n/);
    expect(stdout).toMatch(/\nerror {5}\S+ relative \(asked: 1e-8\)\n/);
    expect(stdout).toMatch(/\ncontacts {2}\d+ stick, \d+ slide, \d+ take off\n/);
    expect(stdout).toMatch(/\nworst {5}contact \d (sticks|slides|takes off), mu /);
  });

  it('ends with 1 and says what to try where it does not converge', async () => {
    const { code, stdout } = await run(
      'p.bin',
      '--solver',
      'gauss-seidel',
      '--max-iterations',
      '1',
      '--tolerance',
      '1e-15',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/status {4}max-iterations, 1 iteration\n/);
    expect(stdout).toMatch(/try {7}--solver auto/);
    expect(stdout).toMatch(/try {7}--max-iterations 1000\n/);
    expect(stdout).toMatch(/try {7}--tolerance \de-?\d+, if that is good enough/);
    const { stdout: json, code: again } = await run('p.bin', '--json', '--max-iterations', '0');
    expect([again, (JSON.parse(json) as { status: string }).status]).toEqual([1, 'max-iterations']);
  });

  it('starts from a solution, and then has nothing to do', async () => {
    const { r } = solve(problem, { tolerance: 1e-12 });
    const start = { ...files, 'w.json': JSON.stringify({ r: [...r] }) };
    const { stdout, code } = await runCommand(['solve', 'p.bin', '--json', '--warm-start', 'w.json'], start);
    expect([code, (JSON.parse(stdout) as { iterations: number }).iterations]).toEqual([0, 0]);
    const other = await runCommand(['solve', 'p.bin', '--warm-start', 'w.json'], { ...files, 'w.json': '{"r": [1]}' });
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/warmStart: expected length 15, found length 1/);
  });

  it('writes the history as CSV', async () => {
    const { files: after } = await run('p.bin', '--trace', 't.csv', '--solver', 'gauss-seidel');
    const lines = new TextDecoder().decode(after.get('t.csv')).trim().split('\n');
    expect(lines[0]).toBe('iteration,error,seconds');
    expect(lines[1]).toMatch(/^0,[\d.e-]+,[\d.e-]+$/);
  });

  it('says how the solution answers to friction', async () => {
    const { code, stdout } = await run('p.bin', '--json', '--tolerance', '1e-12', '--sensitivity', 'mu');
    expect(code).toBe(0);
    const { sensitivity } = JSON.parse(stdout) as { sensitivity: Record<string, { gradient: number[] }> };
    expect(sensitivity.parameter).toBe('mu');
    // the same by differences of two solves, on one sliding contact
    const { gradient } = sensitivity.energy;
    const i = gradient.findIndex((x) => Math.abs(x) > 1e-3);
    expect(i).toBeGreaterThanOrEqual(0);
    const energy = (step: number): number => {
      const mu = problem.mu.map((x, k) => (k === i ? x + step : x));
      const { v } = solve({ ...problem, mu }, { tolerance: 1e-13 });
      const Mv = new Float64Array(v!.length);
      multiplyBlockDiagonal(Mv, problem.M, v!);
      return 0.5 * v!.reduce((sum, x, k) => sum + x * Mv[k], 0);
    };
    expect(Math.abs((energy(1e-5) - energy(-1e-5)) / 2e-5 / gradient[i] - 1)).toBeLessThan(1e-6);
    const people = await run('p.bin', '--sensitivity', 'mu');
    expect(people.stdout).toMatch(/\nsensitivity to mu, of all contacts together\n {2}slip speeds add up to/);
    const stopped = await run('p.bin', '--json', '--max-iterations', '0', '--sensitivity', 'mu');
    expect([stopped.code, (JSON.parse(stopped.stdout) as { sensitivity: unknown }).sensitivity]).toEqual([1, null]);
    const wrong = await run('p.bin', '--sensitivity', 'mv');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/Did you mean mu\?/)]);
  });

  it('gives the same bytes for any number of threads', async () => {
    const solution = async (threads: string): Promise<Uint8Array> =>
      (await run('p.bin', '--threads', threads, '--out', 's.json')).files.get('s.json')!;
    expect(await solution('1')).toEqual(await solution('7'));
  });

  it('tells of options that have no effect', async () => {
    const { stderr, stdout } = await run(
      'p.bin',
      '--json',
      '--solver',
      'newton-mfb',
      '--local',
      'enumerative',
      '--facets',
      '4',
    );
    expect(stderr).toMatch(/--local has no effect.*\n.*--facets has no effect/);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
  });

  it.each([
    [['nope.bin'], /cannot read the file\n {2}nope.bin: expected a readable file, found nothing there/],
    [['folder/'], /folder\/: expected a readable file, found a folder/],
    [['p.bin', '--solver', 'gaus-seidel'], /found gaus-seidel \(did you mean gauss-seidel\?\)/],
    [['p.bin', '--solver', 'gauss-seidel', '--local', 'enumerativ'], /did you mean enumerative\?/],
    [['p.bin', '--measure', 'relativ'], /'relativ' is invalid.*Did you mean relative\?/],
    [['p.bin', '--tolerance', '-1'], /Expected a number >= 0/],
    [['p.bin', '--tolerance', ''], /Expected a number >= 0/],
    [['p.bin', '--max-iterations', '1.5'], /Expected an integer >= 0/],
    [['p.bin', '--threads', '0'], /Expected an integer >= 1/],
    [['p.bin', '--solver', 'nsgs', '--local', 'explizit'], /one of explicit, diagonal, .*did you mean explicit\?/],
    [['p.bin', '--facets', '5', '--solver', 'lemke'], /facets: expected 4, 6, 8, 12 or 16, found 5/],
    [['p.bin', '--cone', 'in'], /Expected inner, outer/],
    [['p.bin', '--sover', 'x'], /unknown option '--sover'\n\(Did you mean --solver\?\)/],
    [['p.bin', 'q.bin'], /too many arguments/],
    [[], /FILE: expected a problem file, or --batch DIR, or --stdio, found none/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr, stdout } = await run(...args);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('shows the result also where the solution cannot be written', async () => {
    const { code, stdout, stderr } = await run('p.bin', '--json', '--out', '/readonly/s.json');
    expect(stderr).toMatch(/cannot write the file\n.*may not be read or written/);
    expect([code, (JSON.parse(stdout) as { status: string }).status]).toEqual([2, 'converged']);
  });

  it('knows which one-contact solvers are exact when it gives advice', async () => {
    const advice = async (...args: string[]): Promise<string> =>
      (await run('p.bin', '--max-iterations', '1', '--tolerance', '1e-15', ...args)).stdout;
    expect(await advice('--solver', 'nsgs')).toMatch(/what nsgs computes obeys the law only approximately/);
    expect(await advice('--solver', 'nsgs', '--local', 'enumerative')).not.toMatch(/approximately/);
    expect(await advice('--solver', 'gauss-seidel', '--local', 'duriez06')).toMatch(/--local duriez06 computes obeys/);
  });

  it('names the dataset of a bad file', async () => {
    const { code, stderr } = await runCommand(['solve', 'x.json'], {
      'x.json': '{"W": [[1]], "mu": [1], "b": [null]}',
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^stickslip: x.json is not a usable problem file\n {2}b\[0\]: expected a finite number, found null/,
    );
  });

  it('refuses an indefinite mass as bad input', async () => {
    const json = {
      M: [
        [1, 2],
        [2, 1],
      ],
      H: [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      f: [0, 0],
      w: [0, 0, 0],
      mu: [1],
    };
    const { code, stderr } = await runCommand(['solve', 'x.json'], { 'x.json': JSON.stringify(json) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/not positive definite\n {2}M, block 0/);
  });
});
