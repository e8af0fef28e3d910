import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, program } from '../testing/killed-runs.js';
import { boxStudy, tableOf, writeStudy } from './testing/box-study.js';
import { TestSlurm, hasSlurm } from './testing/slurm-node.js';

/** processes run compiled code */
const built = existsSync(new URL('../../../dist/cli/sweep/command.js', import.meta.url));
if (!hasSlurm) console.warn('no Slurm found (Debian: slurm-wlm, munge; root): job arrays are not tested');
// one array; Slurm starts two of them a second or so
const runs = 200;

describe.skipIf(!built || !hasSlurm)('a sweep by Slurm', () => {
  let folder: string;
  let slurm: TestSlurm;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-arrays-'));
    slurm = new TestSlurm();
    await slurm.start();
  }, 60_000);
  afterAll(async () => {
    await slurm.close();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  const stickslip = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: slurm.env });

  it('gives the table of a local sweep, to the last bit', () => {
    const study = writeStudy(folder, boxStudy(runs, { pictures: false }));
    const [local, array] = ['local', 'array'].map((name) => path.join(folder, name));
    expect(command('sweep', study, '--out', local, '--jobs', '2').status).toBe(0);
    const { status, stdout } = stickslip('sweep', study, '--out', array, '--executor', 'slurm', '--wait', '--json');
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ done: runs, missing: 0, conflicts: [] }),
    ]);
    expect(tableOf(array)).toBe(tableOf(local));
  }, 1_800_000);

  it('goes on after scontrol requeue: the run saves itself, nothing is lost or doubled', async () => {
    // long enough to be met running
    const scene = { ...(boxStudy(2).scene as object), duration: 60 };
    const study = writeStudy(folder, boxStudy(2, { scene, pictures: false }), 'long.json');
    const [local, array] = ['local-long', 'array-long'].map((name) => path.join(folder, name));
    expect(command('sweep', study, '--out', local, '--jobs', '2').status).toBe(0);
    const submitted = stickslip('sweep', study, '--out', array, '--executor', 'slurm', '--json');
    expect(submitted.status).toBe(0);
    const [job] = (JSON.parse(submitted.stdout) as { jobs: string[] }).jobs;
    const queue = (): string =>
      spawnSync('squeue', ['-h', '-r', '-o', '%i %T'], { encoding: 'utf8', env: slurm.env }).stdout;
    const until = async (holds: () => boolean): Promise<void> => {
      // Slurm holds a requeued job back for two minutes
      for (let k = 0; k < 3000 && !holds(); k++) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await until(() => queue().includes('RUNNING'));
    const requeued = spawnSync('scontrol', ['requeue', `${job}_0`], { encoding: 'utf8', env: slurm.env });
    expect([requeued.status, requeued.stderr]).toEqual([0, '']);
    await until(() => queue().trim() === '');
    expect(stickslip('sweep', 'collect', array).status).toBe(0);
    expect(tableOf(array)).toBe(tableOf(local));
    expect(readdirSync(path.join(array, 'results')).length).toBeGreaterThan(0);
  }, 600_000);
});

describe.skipIf(!built)('without Slurm', () => {
  it('says so, with exit code 2', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-none-'));
    const study = writeStudy(folder, boxStudy(2));
    const args = [program, 'sweep', study, '--out', path.join(folder, 's'), '--executor', 'slurm'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: folder } });
    expect([status, stderr]).toEqual([2, expect.stringContaining('Slurm is not here')]);
    expect(existsSync(path.join(folder, 's'))).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
