import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, program } from '../testing/killed-runs.js';
import { boxStudy, childrenOf, tableOf, writeStudy } from './testing/box-study.js';

/** processes run compiled code */
const built = existsSync(new URL('../../../dist/cli/sweep/command.js', import.meta.url));

/** npm run test:long sets it */
const long = process.env.STICKSLIP_LONG === '1';

/** A guard against what never ends (ms): everything here waits for conditions, however slow the machine. */
const patience = 1_200_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-faults-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }), patience);

const resultsIn = (out: string): number => {
  const results = path.join(out, 'results');
  if (!existsSync(results)) return 0;
  return readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')).length;
};

function start(...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; stdout: string }> } {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout!.on('data', (chunk) => (stdout += chunk));
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout }))) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** enough for twenty kills with a result between two of them */
const runs = long ? 48 : 16;
const someKills = long ? 20 : 4;
let whole: string;

describe.skipIf(!built)('faults during a sweep', () => {
  beforeAll(() => {
    const out = path.join(folder, 'whole');
    expect(
      command('sweep', writeStudy(folder, boxStudy(runs, { pictures: false })), '--out', out, '--jobs', '1').status,
    ).toBe(0);
    whole = tableOf(out);
  }, patience);

  it(
    'kill -9 of processes (twenty times in the long tests): nothing lost, nothing doubled, the same table',
    async () => {
      const out = path.join(folder, 'kills');
      const { child, ended } = start('sweep', path.join(folder, 'study.json'), '--out', out, '--jobs', '2', '--json');
      let kills = 0;
      let before = -1;
      while (child.exitCode === null && kills < someKills) {
        await pause(20);
        const [victim] = childrenOf(child.pid!);
        // a result between two kills, so that there is one of every state a process can be in
        if (victim === undefined || resultsIn(out) <= before) continue;
        before = resultsIn(out);
        process.kill(victim, 'SIGKILL');
        kills++;
      }
      const { code, stdout } = await ended;
      expect(kills).toBe(someKills);
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ done: runs, missing: 0, conflicts: [] }),
      ]);
      expect(tableOf(out)).toBe(whole);
    },
    patience,
  );

  it(
    'kill -9 of the sweep itself, and Ctrl-C: goes on where it was',
    async () => {
      const out = path.join(folder, 'parent');
      const args = ['sweep', path.join(folder, 'study.json'), '--out', out, '--jobs', '2', '--json'];
      for (const [signal, least] of [
        ['SIGKILL', 3],
        ['SIGINT', 6],
      ] as const) {
        const { child, ended } = start(...args);
        while (resultsIn(out) < least && child.exitCode === null) await pause(20);
        const processes = childrenOf(child.pid!);
        child.kill(signal);
        const { code } = await ended;
        expect(code).toBe(signal === 'SIGINT' ? 1 : null);
        // its processes notice and end by themselves
        for (let k = 0; k < 100 && processes.some((pid) => existsSync(`/proc/${pid}/exe`)); k++) await pause(50);
        expect(processes.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
        expect(resultsIn(out)).toBeLessThan(runs);
      }
      const there = resultsIn(out);
      const last = command(...args);
      expect(JSON.parse(last.stdout)).toMatchObject({ done: runs, made: runs - there });
      expect(tableOf(out)).toBe(whole);
    },
    patience,
  );

  it(
    'two sweeps of the same study at once',
    async () => {
      const out = path.join(folder, 'two');
      const args = ['sweep', path.join(folder, 'study.json'), '--out', out, '--jobs', '1', '--json'];
      const ends = await Promise.all([start(...args).ended, start(...args).ended]);
      for (const { code, stdout } of ends) {
        expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ done: runs, conflicts: [] })]);
      }
      expect(tableOf(out)).toBe(whole);
    },
    patience,
  );

  it(
    'a full disk: a clear message, then it goes on',
    (context) => {
      const disk = path.join(folder, 'disk');
      mkdirSync(disk);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=50k', 'tmpfs', disk]).status !== 0) return context.skip();
      try {
        const out = path.join(disk, 's');
        const args = ['sweep', path.join(folder, 'study.json'), '--out', out, '--jobs', '1', '--json'];
        const full = command(...args);
        expect([full.status, full.stderr]).toEqual([2, expect.stringContaining('no space left')]);
        spawnSync('mount', ['-o', 'remount,size=20m', disk]);
        expect(command(...args).status).toBe(0);
        expect(tableOf(out)).toBe(whole);
      } finally {
        spawnSync('umount', [disk]);
      }
    },
    patience,
  );
});
