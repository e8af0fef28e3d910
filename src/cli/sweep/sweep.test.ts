import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studyJsonSchema } from '../../study/schema.js';
import { nodeTerminal } from '../node-terminal.js';
import { main } from '../main.js';
import { boxStudy, tableOf, writeStudy } from './testing/box-study.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-sweep-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command line in this process on real files. */
async function stickslip(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  const terminal = {
    ...nodeTerminal(),
    screen: false,
    out: (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
  };
  const code = await main(args, terminal);
  return { code, stdout, stderr };
}

describe('sweep', () => {
  it('writes tables, pictures and a page, and makes no run twice', async () => {
    const file = writeStudy(folder, boxStudy(4));
    const out = path.join(folder, 'a');
    const first = await stickslip('sweep', file, '--out', out, '--jobs', '0', '--json');
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ runs: 4, done: 4, failed: 0, missing: 0, made: 4, conflicts: [] });
    const rows = tableOf(out).trim().split('\n');
    expect(rows.length).toBe(5);
    expect(rows[0]).toBe('run,tilt,moved,v,top,status,simulatedSeconds,steps,unconverged,stateHash,task');
    const page = readFileSync(path.join(out, 'index.html'), 'utf8');
    expect(page.match(/data:image\/png/g)!.length).toBe(4);
    expect(page).toContain('moved = travel(box)');
    // NumPy archives are ZIP files
    expect(readFileSync(path.join(out, 'runs.npz')).subarray(0, 2).toString()).toBe('PK');
    const again = await stickslip('sweep', file, '--out', out, '--jobs', '0', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ made: 0, done: 4 });
    expect(again.stderr).toContain('4 of 4 results are there already');
    const status = await stickslip('sweep', 'status', out, '--json');
    expect([status.code, JSON.parse(status.stdout)]).toEqual([0, expect.objectContaining({ done: 4, missing: 0 })]);
  });

  it('makes single runs for farm managers, which collect finds', async () => {
    const file = writeStudy(folder, boxStudy(3));
    const out = path.join(folder, 'b');
    expect((await stickslip('sweep', 'task', file, '1', '--out', out)).code).toBe(0);
    expect((await stickslip('sweep', 'status', out)).code).toBe(1);
    expect((await stickslip('sweep', 'task', out, '3')).code).toBe(2);
    const one = await stickslip('sweep', 'task', out, '2', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({ parameters: { tilt: 40 }, status: 'done' });
    const id = (JSON.parse(one.stdout) as { task: string }).task;
    expect((await stickslip('sweep', 'task', out, id.slice(0, 10))).stdout).toContain(id);
    expect((await stickslip('sweep', 'collect', out)).code).toBe(1);
    expect(tableOf(out).trim().split('\n').length).toBe(3);
    expect((await stickslip('sweep', 'task', out, '0')).code).toBe(0);
    expect((await stickslip('sweep', 'collect', out, '--json')).code).toBe(0);
    expect(tableOf(out).trim().split('\n').length).toBe(4);
  });

  it('tells executions that differ, keeps both, and does not trust a damaged result', async () => {
    const file = writeStudy(folder, boxStudy(2));
    const out = path.join(folder, 'c');
    await stickslip('sweep', file, '--out', out, '--jobs', '0');
    const table = tableOf(out);
    const results = readdirSync(path.join(out, 'results'), { recursive: true, encoding: 'utf8' });
    const result = path.join(
      out,
      'results',
      results.find((name) => name.endsWith('.json'))!,
    );
    // damaged: it is as if it were not there
    const text = readFileSync(result, 'utf8');
    writeFileSync(result, text.replace('"steps":20', '"steps":21'));
    const mended = await stickslip('sweep', file, '--out', out, '--jobs', '0', '--json');
    expect(JSON.parse(mended.stdout)).toMatchObject({ made: 1, done: 2 });
    expect(tableOf(out)).toBe(table);
    // another result with a sound hash, as from a machine that computes other bits
    const { ResultStore } = await import('./result-store.js');
    const store = new ResultStore(out);
    const id = path.basename(result, '.json');
    const other = { ...store.find(id)!, steps: 19 };
    expect(new ResultStore(out).put(id, other, { seconds: 0, where: 'elsewhere' })).toBe(false);
    expect(store.find(id)!.steps).toBe(20);
    const status = await stickslip('sweep', 'status', out);
    expect([status.code, status.stdout]).toEqual([1, expect.stringContaining('two executions, two results')]);
  });

  it('finds thresholds, and says where there are none', async () => {
    const find = { parameter: 'tilt', between: [10, 30], holds: 'moved < 1e-6', tolerance: 0.1 };
    const mu = { path: 'materials.grip.friction', values: [0.3, 0.9] };
    const file = writeStudy(folder, boxStudy(2, { parameters: { tilt: {}, mu }, find }));
    const out = path.join(folder, 'd');
    const { code, stdout } = await stickslip('sweep', file, '--out', out, '--jobs', '0');
    // at 0.9 the box holds everywhere
    expect(code).toBe(1);
    expect(stdout).toContain('the condition is the same at both ends');
    const [, found, none] = readFileSync(path.join(out, 'thresholds.csv'), 'utf8').split('\n');
    const [at, holds, fails, status] = found.split(',');
    expect([at, status]).toEqual(['0.3', 'found']);
    expect(Number(holds)).toBeLessThan(16.7);
    expect(Number(fails)).toBeGreaterThan(16.69);
    expect(none).toContain('none');
    expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toContain('Thresholds');
  });

  it('reports runs that fail, and finishes the others', async () => {
    const parameters = { mu: { path: 'materials.grip.friction', values: [0.1, -1, 0.2] } };
    const file = writeStudy(folder, boxStudy(2, { parameters, set: {} }));
    const out = path.join(folder, 'e');
    const { code, stdout } = await stickslip('sweep', file, '--out', out, '--jobs', '0');
    expect(code).toBe(1);
    expect(stdout).toContain('3: 2 to the end, 0 stopped by a rule, 1 failed, 0 missing');
    expect(stdout).toMatch(/failed +mu -1: .*materials.grip.friction/);
  });

  it('records runs where asked to', async () => {
    const file = writeStudy(folder, boxStudy(2, { recordings: true, pictures: false }));
    const out = path.join(folder, 'f');
    expect((await stickslip('sweep', file, '--out', out, '--jobs', '0')).code).toBe(0);
    const [id] = readdirSync(path.join(out, 'recordings'));
    const exported = await stickslip('export', path.join(out, 'recordings', id), '--to', 'csv');
    expect(exported.code).toBe(0);
  });

  it('refuses what it cannot run, and says why', async () => {
    const out = path.join(folder, 'never');
    const wrong: [Record<string, unknown>, string][] = [
      [{ parameters: { mu: { path: 'materials.grib.friction', values: [1] } }, set: {} }, 'did you mean grip?'],
      [{ measure: { a: 'velocty(box).x' }, set: {} }, 'did you mean velocity?'],
      [{ scene: 'inclin', set: {} }, 'did you mean incline?'],
      [{ scene: 'missing.json' }, 'nothing there'],
      [{ parameterz: 1 }, 'did you mean parameters?'],
    ];
    for (const [extra, part] of wrong) {
      const file = writeStudy(folder, boxStudy(2, extra), 'wrong.json');
      const { code, stderr } = await stickslip('sweep', file, '--out', out);
      expect([code, stderr]).toEqual([2, expect.stringContaining(part)]);
      const checked = await stickslip('check', file, '--json');
      expect([checked.code, checked.stdout]).toEqual([2, expect.stringContaining('"valid":false')]);
    }
    expect(existsSync(out)).toBe(false);
    const another = writeStudy(folder, boxStudy(2), 'another.json');
    await stickslip('sweep', another, '--out', path.join(folder, 'g'), '--jobs', '0');
    const changed = writeStudy(folder, boxStudy(3), 'another.json');
    const refused = await stickslip('sweep', changed, '--out', path.join(folder, 'g'), '--jobs', '0');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('holds another study')]);
    const resumed = await stickslip(
      'sweep',
      changed,
      '--out',
      path.join(folder, 'g'),
      '--jobs',
      '0',
      '--resume',
      '--json',
    );
    // both ends of the range were there
    expect(JSON.parse(resumed.stdout)).toMatchObject({ runs: 3, made: 1 });
    for (const args of [['sweep'], ['sweep', file0(), '--executor', 'lokal'], ['sweep', 'status', folder]]) {
      const { code, stderr } = await stickslip(...args);
      expect([args.join(' '), code]).toEqual([args.join(' '), 2]);
      expect(stderr).not.toContain('    at ');
    }
  });

  const file0 = (): string => writeStudy(folder, boxStudy(2));

  it('accepts the examples', async () => {
    const examples = fileURLToPath(new URL('../../../examples/studies', import.meta.url));
    for (const name of readdirSync(examples)) {
      expect([name, (await stickslip('check', path.join(examples, name))).code]).toEqual([name, 0]);
    }
  });

  it('lists what can be measured', async () => {
    const { stdout } = await stickslip('sweep', '--quantities');
    for (const name of ['position', 'frictionUsed', 'since(x)', 'penetration']) expect(stdout).toContain(name);
    const json = JSON.parse((await stickslip('sweep', '--quantities', '--json')).stdout);
    expect(json.quantities.length).toBeGreaterThan(25);
  });

  it('has the schema that is published', () => {
    const file = new URL('../../../schema/study-1.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(studyJsonSchema())));
  });
});
