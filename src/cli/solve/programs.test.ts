import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { solve } from '../../friction/index.js';
import { readProblem, writeProblem } from '../../io/index.js';
import { mixedProblem } from '../../io/testing/mixed-problem.js';
import { runCommand } from '../testing/fake-terminal.js';

const problem = mixedProblem({ contacts: 5, sizes: [6, 6] });
const json = new TextDecoder().decode(await writeProblem({ problem }, 'json'));
const known = solve(problem);
const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-batch-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Answer = Record<string, unknown> & { problems?: { path: string }[] };
const talk = async (lines: readonly string[], ...args: string[]): Promise<Answer[]> => {
  const { code, stdout, stderr } = await runCommand(['solve', '--stdio', ...args], { '-': lines.join('\n') });
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Answer]));
};

describe('solve for other programs', () => {
  it('reads a problem that is sent and prints r, u and v', async () => {
    const { code, stdout } = await runCommand(['solve', '-', '--out', '-'], { '-': json });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ r: [...known.r], u: [...known.u], v: [...known.v!] });
  });

  it('takes an archive of NumPy on its input, too', async () => {
    const sent = await writeProblem({ problem }, 'npz', { form: 'primal' });
    const { stdout } = await runCommand(['solve', '-', '--out', '-'], { '-': sent });
    expect((JSON.parse(stdout) as { r: number[] }).r).toEqual([...known.r]);
  });

  it('keeps velocities in the order of the file', async () => {
    // two bodies whose dofs alternate: the reader puts each together
    const file = {
      M: [
        [2, 0, 1, 0],
        [0, 3, 0, 0],
        [1, 0, 2, 0],
        [0, 0, 0, 4],
      ],
      ...{
        f: [-1, 6, 0, 8],
        H: [
          [1, 0, 0, 0],
          [0, 1, 0, 0],
        ],
        w: [0, 0],
        mu: [0],
        d: 2,
      },
    };
    const { stdout } = await runCommand(['solve', '-', '--out', '-'], { '-': JSON.stringify(file) });
    const { v, u } = JSON.parse(stdout) as { v: number[]; u: number[] };
    expect(v[1]).toBeCloseTo(2, 12);
    expect(v[3]).toBeCloseTo(2, 12);
    expect(u[1]).toBeCloseTo(v[1], 12);
    const { files } = await runCommand(['solve', 'p.json', '--out', 'p.npz'], { 'p.json': JSON.stringify(file) });
    const [, read] = await Promise.all([null, runCommand(['solve', 'p.npz', '--json'], Object.fromEntries(files))]);
    expect(read.code).toBe(0);
  });

  it('answers a line for a line, by id, with options of the request before those of the command line', async () => {
    const request = (id: unknown, options?: object) =>
      `{"id":${JSON.stringify(id)},"problem":${json.replaceAll('\n', ' ')},"options":${JSON.stringify(options ?? {})}}`;
    const [first, second] = await talk(
      [request(1), '', request('b', { solver: 'newton-ac', tolerance: 1e-6 })],
      ...['--solver', 'gauss-seidel'],
    );
    expect(first).toMatchObject({ id: 1, status: 'converged', solver: 'gauss-seidel' });
    expect(second).toMatchObject({ id: 'b', status: 'converged', solver: 'newton-ac' });
    const [third] = await talk([request(3, { warmStart: [...known.r] })]);
    expect(third).toMatchObject({ id: 3, status: 'converged', r: [...known.r] });
    expect(third.v).toHaveLength(12);
  });

  it.each([
    ['{"id": 1, "problem": ', null, 'line'],
    ['[1]', null, 'line'],
    ['{"id": 4}', 4, 'problem'],
    ['{"id": 5, "problem": {"W": [[1]], "b": [1], "mu": [-1]}}', 5, 'mu[0]'],
    ['{"id": 6, "file": "none.npz"}', 6, 'none.npz'],
    ['{"id": 7, "problem": {}, "options": {"tolerence": 1}}', 7, 'options.tolerence'],
    ['{"id": 8, "problem": {}, "options": {"solver": 3}}', 8, 'options.solver'],
  ])('refuses %s and goes on', async (line, id, place) => {
    const [refused, after] = await talk([line, `{"id": "next", "problem": ${json.replaceAll('\n', ' ')}}`]);
    expect(refused).toMatchObject({ id, status: 'refused' });
    expect(refused.problems!.map((found) => found.path)).toContain(place);
    expect(after).toMatchObject({ id: 'next', status: 'converged' });
  });

  it('solves the files of a folder, and tells a bad one without stopping', async () => {
    writeFileSync(path.join(folder, 'a.json'), json);
    writeFileSync(path.join(folder, 'notes.txt'), 'not a problem');
    writeFileSync(path.join(folder, 'b.npz'), await writeProblem({ problem }, 'npz'));
    const out = path.join(folder, 'out');
    const disk = {
      [path.join(folder, 'a.json')]: json,
      [path.join(folder, 'b.npz')]: readFileSync(path.join(folder, 'b.npz')),
    };
    const { code, stdout, files } = await runCommand(['solve', '--batch', folder, '--out', out], disk);
    expect(code).toBe(0);
    expect(stdout).toMatch(/a\.json +5 +converged[\s\S]*b\.npz +5 +converged[\s\S]*2 of 2 problems solved\n/);
    const written = JSON.parse(new TextDecoder().decode(files.get(path.join(out, 'a.json.solution.json')))) as object;
    expect(written).toEqual({ r: [...known.r], u: [...known.u], v: [...known.v!] });
    const bad = await runCommand(['solve', '--batch', folder, '--json'], {
      ...disk,
      [path.join(folder, 'a.json')]: '{}',
    });
    expect(bad.code).toBe(2);
    const { problems } = JSON.parse(bad.stdout) as { problems: Answer[] };
    expect(problems.map(({ file, status }) => [file, status])).toEqual([
      ['a.json', 'refused'],
      ['b.npz', 'converged'],
    ]);
  });

  it.each([
    [[], /FILE: expected a problem file, or --batch DIR, or --stdio, found none/],
    [['p.json', '--stdio'], /found several/],
    [['--stdio', '--out', 'x.json'], /--out: expected nothing with --stdio/],
    [['--batch', '/nowhere/at/all'], /cannot read the folder/],
  ])('says what is wrong with %s', async (args, message) => {
    const { code, stderr } = await runCommand(['solve', ...args], { 'p.json': json });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('keeps velocities in an archive of M, f, H, w, mu', async () => {
    const sent = await writeProblem({ problem }, 'npz', { form: 'primal' });
    const { files, code } = await runCommand(['solve', 'p.npz', '--out', 's.npz'], { 'p.npz': sent });
    expect(code).toBe(0);
    const { problem: read, solution } = await readProblem(files.get('s.npz')!, 's.npz');
    expect(read.kind).toBe('primal');
    expect(solution).toEqual({ r: known.r, u: known.u, v: known.v });
  });
});
