import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import type { ContactProblem } from '../../friction/problem.js';
import { writeProblem } from '../../io/index.js';
import { identifyJsonSchema } from '../../study/identify/schema.js';
import { npzOf } from '../../study/table.js';
import { boxScene } from '../../study/testing/box-scene.js';
import { main } from '../main.js';
import { nodeTerminal } from '../node-terminal.js';
import { program } from '../testing/killed-runs.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-identify-'));
  const line = (t: number): string => `${t},${0.5 * (4.9 - 0.3 * 8.5) * t * (t + 0.01)},0.001`;
  writeFileSync(file('x.csv'), `time,x,error\n${[0.05, 0.1, 0.15, 0.2].map(line).join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => path.join(folder, name);

async function stickslip(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const terminal = {
    ...nodeTerminal(),
    screen: false,
    out: (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
  };
  const code = await main(args, terminal);
  return { code, stdout, stderr };
}

const box = { type: 'trajectory', body: 'box', file: 'x.csv' };
const problem = (extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  version: 1,
  name: 'box',
  scene: boxScene({ gravity: [4.9, 0, -8.5], step: { length: 0.01 } }),
  parameters: { mu: { path: 'materials.grip.friction', between: [0.05, 0.55] } },
  observe: [box],
  starts: 1,
  ...extra,
});
const written = (name: string, json: unknown): string => {
  writeFileSync(file(name), JSON.stringify(json));
  return file(name);
};

describe('identify', () => {
  it('prints estimates, writes a table and a page, and makes no run twice', async () => {
    const at = written('a.json', problem());
    const out = file('a');
    const first = await stickslip('identify', at, '--out', out, '--jobs', '0', '--json');
    expect(first.code).toBe(0);
    const found = JSON.parse(first.stdout);
    expect(found).toMatchObject({ status: 'converged', method: 'gauss-newton', contradicted: [], notes: [] });
    expect(found.estimates[0].value).toBeCloseTo(0.3, 6);
    expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toContain('residuals');
    expect(readFileSync(path.join(out, 'fit.csv'), 'utf8').split('\n')[0]).toBe('entry,line,x,observed,computed,error');
    const again = await stickslip('identify', at, '--out', out, '--jobs', '0');
    expect(again.stderr).toContain(`${found.runs} results are there already`);
    expect(again.stdout).toMatch(/mu +0\.3.* to .*, 95 %\)/);
    // its runs are those of any farm manager
    const task = JSON.parse((await stickslip('sweep', 'task', out, '0', '--json')).stdout);
    expect(task).toMatchObject({ status: 'done', parameters: { mu: 0.3 } });
    const other = await stickslip('identify', written('b.json', problem({ seed: 2 })), '--out', out);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--resume')]);
  });

  it.skipIf(!existsSync(new URL('../../../dist/cli/identify/command.js', import.meta.url)))(
    'goes on after a kill, and comes to the same estimates',
    async () => {
      const at = written(
        'k.json',
        problem({ parameters: { mu: { path: 'materials.grip.friction', between: [0.05, 0.5], start: 0.1 } } }),
      );
      const [whole, broken] = [file('whole'), file('broken')];
      const args = ['identify', at, '--jobs', '1', '--json', '--out'];
      const run = (out: string, timeout?: number) =>
        spawnSync(process.execPath, [program, ...args, out], {
          encoding: 'utf8',
          ...(timeout && { timeout, killSignal: 'SIGKILL' as const }),
        });
      const last = JSON.parse(run(whole).stdout);
      run(broken, 1500);
      expect(JSON.parse(run(broken).stdout).estimates).toEqual(last.estimates);
    },
    120_000,
  );

  it('reads NumPy archives, and shapes and forces of ropes', async () => {
    const scene = {
      version: 1,
      name: 'rope',
      duration: 0.05,
      step: { length: 0.005 },
      materials: { cord: { preset: 'rubber' } },
      bodies: [
        {
          type: 'rod',
          name: 'rope',
          model: 'der',
          elements: 8,
          length: 0.8,
          radius: 0.005,
          material: 'cord',
          shape: { position: [0, 0, 1], tangent: [1, 0, 0] },
          start: { kind: 'pinned' },
          end: { kind: 'pinned' },
        },
      ],
    };
    const trial = await stickslip('check', written('rope-scene.json', scene));
    expect([trial.stderr, trial.code]).toEqual(['', 0]);
    const n = Array.from({ length: 3 }, (_, k) => k);
    writeFileSync(
      file('rope.npz'),
      npzOf([
        { name: 'x', values: n.map((k) => 0.2 + 0.2 * k) },
        { name: 'y', values: n.map(() => 0) },
        { name: 'z', values: n.map(() => 0.999) },
      ]),
    );
    const observe = [
      { type: 'shape', body: 'rope', time: 0.02, file: 'rope.npz', error: 1e-3 },
      { type: 'force', body: 'rope', end: 0, rows: { time: [0.02], size: [1] }, error: 1 },
      { type: 'quantity', value: 'lowest(rope)', is: 0.99, error: 0.01 },
    ];
    const parameters = { density: { path: 'materials.cord.density', between: [100, 5000], scale: 'log' } };
    const at = written('rope.json', { ...problem({ scene, observe, parameters, time: 0.05 }) });
    const { code, stdout, stderr } = await stickslip('check', at, '--json');
    expect([stderr, code]).toEqual(['', 0]);
    expect(JSON.parse(stdout)).toEqual({ valid: true, problems: [], observed: 11 });
  });

  it('finds the friction of a one-step problem with exact derivatives', async () => {
    // a block of 2 kg that slides at 1 m/s and is pressed on with 10 N for 0.01 s: v = 1 - mu 0.1 / 2
    const M = denseBlockDiagonal([3]);
    for (let k = 0; k < 3; k++) M.values[4 * k] = 2;
    const rows = new BlockRowBuilder(3, 3);
    rows.segment(0, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
    rows.endRow();
    const f = Float64Array.of(-0.1, 2, 0);
    const contacts = { kind: 'primal', d: 3, M, f, H: rows.finish(), w: new Float64Array(3), mu: Float64Array.of(0.5) };
    writeFileSync(file('step.json'), await writeProblem({ problem: contacts as ContactProblem }, 'json'));
    const observe = [{ type: 'solution', of: 'v', rows: { index: [1], value: [1 - 0.05 * 0.37] }, error: 1e-4 }];
    const parameters = { mu: { path: 'mu', between: [0, 1] } };
    const { scene: _, ...rest } = problem({ observe, parameters, problem: 'step.json' });
    const { code, stdout, stderr } = await stickslip(
      'identify',
      written('one.json', rest),
      '--out',
      file('one'),
      '--json',
    );
    expect([stderr, code]).toEqual(['', 0]);
    const [estimate] = JSON.parse(stdout).estimates;
    // a thousandth of its standard error
    expect(Math.abs(estimate.value - 0.37)).toBeLessThan(2e-6);
    expect(estimate.standardError).toBeCloseTo(1e-4 / 0.05, 9);
  });

  it.each([
    ['an unknown key', { observ: [] }, 'did you mean observe?'],
    ['no range', { parameters: { mu: { path: 'materials.grip.friction' } } }, 'parameters.mu.between'],
    ['a range upside down', { parameters: { mu: { path: 'x', between: [1, 0] } } }, 'the lesser value first'],
    ['a start outside', { parameters: { mu: { path: 'x', between: [0, 1], start: 2 } } }, 'a value from 0 to 1'],
    [
      'an unknown material',
      { parameters: { mu: { path: 'materials.grib.friction', between: [0, 1] } } },
      'did you mean grip?',
    ],
    ['no such body', { observe: [{ ...box, body: 'bax' }] }, 'did you mean box?'],
    ['no such file', { observe: [{ ...box, file: 'y.csv' }] }, 'nothing there'],
    ['no data', { observe: [{ type: 'trajectory', body: 'box' }] }, 'one of file, rows'],
    [
      'a missing column',
      { observe: [{ type: 'force', body: 'box', end: 0, rows: { time: [1] } }] },
      'a column of x, y, z, size',
    ],
    [
      'an unknown column',
      { observe: [{ ...box, file: undefined, rows: { time: [0.1], x: [1], eror: [1] } }] },
      'did you mean error?',
    ],
    ['a run too short', { observe: [box], time: 0.1 }, 'observations up to 0.1 s'],
    ['errors of some', { observe: [box, { type: 'quantity', value: 'speed', is: 1 }] }, 'add "error"'],
    ['both forms', { experiments: [{ observe: [box] }] }, 'one of observe and experiments'],
    ['no scene', { scene: undefined }, 'one of scene and problem'],
    [
      'an observation of a one-step problem',
      { observe: [{ type: 'solution', of: 'v', rows: { index: [0], value: [0] } }] },
      'an observation of a scene',
    ],
    ['a file outside', { observe: [{ ...box, file: '../x.csv' }] }, '--allow-outside'],
  ])('is told of %s, with exit code 2', async (_, extra, part) => {
    const at = written('bad.json', problem(extra));
    const { code, stderr } = await stickslip('identify', at, '--out', file('bad'));
    expect([code, stderr]).toEqual([2, expect.stringContaining(part)]);
    expect(existsSync(file('bad'))).toBe(false);
  });

  it('tells what is wrong with a data file, line by line', async () => {
    writeFileSync(file('bad.csv'), 'time,x\n0.1,abc\n0.2\n');
    const { code, stderr } = await stickslip(
      'check',
      written('bad.json', problem({ observe: [{ ...box, file: 'bad.csv' }] })),
    );
    expect(code).toBe(2);
    expect(stderr).toContain('line 2, x: expected a number, found abc');
    expect(stderr).toContain('line 3: expected 2 values');
  });

  it('the schema for editors is the one of the program', () => {
    const json = readFileSync(new URL('../../../schema/identify-1.json', import.meta.url), 'utf8');
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(identifyJsonSchema())));
  });
});
