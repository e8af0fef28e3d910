import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { command, signalled, started } from '../testing/killed-runs.js';
import { FolderLock, lockName } from './folder-lock.js';
import { thisProcess } from './process-identity.js';

/** Some seconds of work in many small steps. */
const scene = (name: string, count: number) => ({
  version: 1,
  name,
  duration: 0.6,
  step: { length: 0.0004 },
  recording: { every: 25 },
  obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'wood' }],
  bodies: [
    {
      type: 'grid',
      count: [count, 3, 2],
      spacing: [0.11, 0.11, 0.11],
      body: { type: 'rigid', shape: { type: 'sphere', radius: 0.05 }, material: 'wood', position: [0, 0, 0.06] },
    },
  ],
});

let folder: string;
let first: string;
let second: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-lock-'));
  first = path.join(folder, 'first.json');
  second = path.join(folder, 'second.json');
  writeFileSync(first, JSON.stringify(scene('first', 4)));
  writeFileSync(second, JSON.stringify(scene('second', 5)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const built = existsSync(new URL('../../../dist/cli/main.js', import.meta.url));

describe.skipIf(!built)('two runs that write to one folder', () => {
  // from both at once to the second beginning well within the first
  const timings = [0, 20, 60, 120, 200, 300, 400, 500];
  const ways = [['--resume'], ['--overwrite']];

  it.each(timings.map((after, k) => ({ after, how: ways[k % 2] })))(
    'after $after ms with $how: one does it all, the other is told who',
    { timeout: 60_000 },
    async ({ after, how }) => {
      const out = path.join(folder, `two-${after}`);
      const run = (wait: number, file: string) => started(wait, 'run', file, '--out', out, ...how, '--json');
      const both = await Promise.all([run(0, first), run(after, how[0] === '--resume' ? first : second)]);
      expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
      const done = both.find(({ code }) => code === 0)!;
      const refused = both.find(({ code }) => code === 2)!;
      expect(refused.stderr).toContain(`process ${done.pid} on ${os.hostname()} (stickslip run`);
      expect(refused.stdout).toBe('');
      // recording and summary are of one and the same run, and whole
      const summary = JSON.parse(done.stdout) as { scene: string; stateHash: string };
      expect(JSON.parse(readFileSync(path.join(out, 'summary.json'), 'utf8'))).toEqual(summary);
      const recording = new Recording(memorySource(readFileSync(path.join(out, 'recording.ssr'))));
      expect(recording.summary()).toEqual(summary);
      expect(recording.stepCount()).toBe(1500);
      expect(recording.frames).toBe(61);
      expect((recording.header.scene as { name: string }).name).toBe(summary.scene);
      expect(readdirSync(out).sort()).toEqual(['recording.ssr', 'summary.json']);
    },
  );

  it('is no hindrance after kill -9', { timeout: 60_000 }, async () => {
    const out = path.join(folder, 'killed');
    const recording = path.join(out, 'recording.ssr');
    await signalled('SIGKILL', () => existsSync(recording), 'run', first, '--out', out);
    expect(existsSync(path.join(out, lockName))).toBe(true);
    expect(command('run', first, '--out', out, '--resume').status).toBe(0);
    expect(existsSync(path.join(out, lockName))).toBe(false);
  });
});

describe('the lock of a folder', () => {
  let count = 0;
  /** a folder with a lock of the owner given, last heard of some seconds ago */
  function locked(owner: object | string, silence: number): string {
    const own = path.join(folder, `lock-${count++}`);
    mkdirSync(own);
    const text = typeof owner === 'string' ? owner : JSON.stringify({ ...rest, ...owner });
    writeFileSync(path.join(own, lockName), text);
    const then = Date.now() / 1000 - silence;
    utimesSync(path.join(own, lockName), then, then);
    return own;
  }
  const rest = { token: 'someone', doing: 'stickslip run x', since: '2026-01-01T00:00:00Z', ...thisProcess() };

  function isFree(own: string): boolean {
    try {
      new FolderLock(own, 'test').release();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return false;
    }
    expect(readdirSync(own)).toEqual([]);
    return true;
  }

  it('is held by a process that runs, however silent', async () => {
    expect(isFree(locked({}, 1e6))).toBe(false);
  });

  it('is free once its process has died, or its number has gone to another', async () => {
    const { pid } = spawnSync('true');
    expect(isFree(locked({ pid, started: undefined }, 0))).toBe(true);
    if (rest.started !== undefined) expect(isFree(locked({ started: '1' }, 0))).toBe(true);
  });

  it('of another machine is judged by its heartbeat', async () => {
    expect(isFree(locked({ machine: 'other', host: 'other' }, 30))).toBe(false);
    expect(isFree(locked({ machine: 'other', host: 'other' }, 500))).toBe(true);
  });

  it('that cannot be read is judged by its age', async () => {
    expect(isFree(locked('', 30))).toBe(false);
    expect(isFree(locked('', 500))).toBe(true);
  });

  it('tells an owner that it was taken for dead', async () => {
    const own = path.join(folder, 'lost');
    mkdirSync(own);
    const lock = new FolderLock(own, 'test');
    lock.check();
    writeFileSync(path.join(own, lockName), JSON.stringify(rest));
    expect(() => lock.check()).toThrow(/lost/);
    lock.release();
    // the other's lock stays
    expect(existsSync(path.join(own, lockName))).toBe(true);
  });

  it.skipIf(!built)('of a dead owner goes to one of many that want it', { timeout: 60_000 }, async () => {
    const { pid } = spawnSync('true');
    const module = new URL('../../../dist/cli/run/folder-lock.js', import.meta.url).href;
    // each waits for a common moment, takes the lock, and holds it until all have tried
    const script = `
      const { FolderLock } = await import(${JSON.stringify(module)});
      while (Date.now() < Number(process.argv[2]));
      try { new FolderLock(process.argv[1], 'race'); } catch { process.exit(2); }
      setTimeout(() => process.exit(0), 3000);
    `;
    for (let round = 0; round < 2; round++) {
      const own = locked({ pid, started: undefined }, 0);
      const moment = String(Date.now() + 2000);
      const codes = await Promise.all(
        Array.from({ length: 6 }, () => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', script, own, moment]);
          return new Promise((resolve) => child.on('close', resolve));
        }),
      );
      expect(codes.sort()).toEqual([0, 2, 2, 2, 2, 2]);
      expect(readdirSync(own)).toEqual([lockName]);
    }
  });
});
