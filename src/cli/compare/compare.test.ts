import { describe, expect, it } from 'vitest';
import { writeProblem } from '../../io/index.js';
import { mixedProblem } from '../../io/testing/mixed-problem.js';
import { runCommand } from '../testing/fake-terminal.js';
import { parseCandidates } from './candidate.js';
import { performanceProfiles } from './profile.js';
import type { Run } from './run.js';

const files = {
  'a.bin': await writeProblem({ problem: mixedProblem({ contacts: 4, sizes: [6, 6, 6], seed: 2 }) }, 'bin'),
  'b.bin': await writeProblem({ problem: mixedProblem({ contacts: 3, sizes: [6, 6], seed: 3 }) }, 'bin'),
};
const run = (...args: string[]) => runCommand(['compare', 'a.bin', 'b.bin', ...args], files);

describe('stickslip compare', () => {
  it('prints a row for each solver and problem', async () => {
    const { code, stdout, stderr } = await run('--solvers', 'auto,gauss-seidel,newton-mfb');
    expect(code).toBe(0);
    for (const solver of ['auto', 'gauss-seidel', 'newton-mfb'])
      expect(stdout.match(new RegExp(`  ${solver} +converged `, 'g'))?.length).toBe(2);
    expect(stdout).toMatch(/\nsolver +solved +fastest +time in all\n/);
    expect(stdout).toMatch(/\nnewton-mfb +2 of 2 /);
    expect(stderr).toMatch(
      /^1\/6 a.bin auto\n1\/6 a.bin auto: converged, \d+ iterations?, .*s\n2\/6 a.bin gauss-seidel\n/,
    );
  });

  it('prints JSON with rows and profiles', async () => {
    const { stdout } = await run('--solvers', 'gauss-seidel,nsgs:explicit', '--json');
    const json = JSON.parse(stdout) as { rows: Record<string, unknown>[]; profiles: Record<string, object> };
    expect(json.rows.map(({ file, solver }) => [file, solver])).toEqual([
      ['a.bin', 'gauss-seidel'],
      ['a.bin', 'nsgs:explicit'],
      ['b.bin', 'gauss-seidel'],
      ['b.bin', 'nsgs:explicit'],
    ]);
    expect(Object.keys(json.profiles.time)).toEqual(['gauss-seidel', 'nsgs:explicit']);
    expect(json.rows[0]).toMatchObject({ status: 'converged', solved: true });
  });

  it('writes one page that needs nothing else', async () => {
    const { files: after, stdout } = await run('--html', 'c.html', '--solvers', 'gauss-seidel,newton-mfb');
    const page = new TextDecoder().decode(after.get('c.html'));
    expect(stdout).toContain('gauss-seidel');
    expect(page).toMatch(/^<!doctype html>/);
    // profiles by time and iterations, and two plots for each problem
    expect(page.match(/<figure class="plot">/g)?.length).toBe(6);
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
    expect(page).not.toMatch(/https?:\/\//);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('refuses names it does not know, before anything runs', async () => {
    expect(await run('--solvers', 'auto,newton-mfp')).toMatchObject({ code: 2, stdout: '' });
    expect((await run('--solvers', 'newton-mfp')).stderr).toMatch(
      /There is no solver newton-mfp. Did you mean newton-mfb\?/,
    );
    expect((await run('--solvers', 'auto,,')).stderr).toMatch(/names with commas/);
    expect(await runCommand(['compare', 'a.bin', 'nope.bin'], files)).toMatchObject({ code: 2, stdout: '' });
    expect((await run('--solvers', 'gauss-seidel:nope')).code).toBe(2);
  });
});

describe('candidates', () => {
  it('carry their settings', () => {
    expect(parseCandidates('lemke:8:outer, gauss-seidel:enumerative,auto,auto').map(({ options }) => options)).toEqual([
      { solver: 'lemke', facets: 8, cone: 'outer' },
      { solver: 'gauss-seidel', local: 'enumerative' },
      { solver: 'auto' },
    ]);
  });
});

describe('performance profiles', () => {
  const made = (problem: string, name: string, cost: number): Run & { cost: number } => ({
    problem,
    candidate: { name, options: {} },
    result: undefined,
    refusal: undefined,
    solved: cost < Infinity,
    cost,
  });

  it('are shares of problems within a factor of the best', () => {
    const runs = [
      ...[made('p', 'a', 1), made('q', 'a', 4), made('s', 'a', Infinity), made('t', 'a', Infinity)],
      ...[made('p', 'b', 3), made('q', 'b', 2), made('s', 'b', 10), made('t', 'b', Infinity)],
    ];
    const profiles = performanceProfiles(runs, (run) => (run as Run & { cost: number }).cost);
    expect(profiles).toEqual([
      {
        solver: 'a',
        steps: [
          [1, 0.25],
          [2, 0.5],
        ],
      },
      {
        solver: 'b',
        steps: [
          [1, 0.5],
          [3, 0.75],
        ],
      },
    ]);
  });
});
