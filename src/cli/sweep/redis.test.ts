import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, program } from '../testing/killed-runs.js';
import { boxStudy, tableOf, writeStudy } from './testing/box-study.js';
import { TestRedis, hasRedis } from './testing/redis-server.js';

/** processes run compiled code */
const built = existsSync(new URL('../../../dist/cli/worker/command.js', import.meta.url));
if (!hasRedis) console.warn('no redis-server found (Debian: redis-server): the queue is not tested');
/** npm run test:long sets it */
const long = process.env.STICKSLIP_LONG === '1';
const runs = long ? 200 : 40;
const kills = long ? 20 : 3;

let folder: string;
let redis: TestRedis;
let whole: string;
const children = new Set<ChildProcess>();
/** A guard against what never ends (ms): everything here waits for conditions, however slow the machine. */
const patience = 1_200_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function start(...args: string[]): {
  child: ChildProcess;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
} {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (chunk) => (stdout += chunk));
  child.stderr!.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code, stdout, stderr });
    }),
  );
  return { child, ended };
}

const worker = (...more: string[]) => start('worker', '--redis', redis.url, '--jobs', '1', '--lock', '2', ...more);
const resultsIn = (out: string): number => {
  const results = path.join(out, 'results');
  if (!existsSync(results)) return 0;
  return readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')).length;
};
/** Waits until so many results are there. */
async function untilResults(out: string, least: number): Promise<void> {
  while (resultsIn(out) < least) await pause(30);
}
const sweep = (out: string, study = 'study.json') =>
  start('sweep', path.join(folder, study), '--out', out, '--executor', 'redis', '--redis', redis.url, '--json');

/** The study again as other tasks: the queue knows the others already. */
function variant(name: string): { study: string; table: () => string } {
  const study = `${name}.json`;
  const own = boxStudy(runs, { pictures: false, measure: { [name]: 'travel(box)' } });
  writeStudy(folder, own, study);
  const out = path.join(folder, `${name}-local`);
  return {
    study,
    table: () => {
      command('sweep', path.join(folder, study), '--out', out, '--jobs', '2');
      return tableOf(out);
    },
  };
}

describe.skipIf(!built || !hasRedis)('a sweep through a queue', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-queue-'));
    redis = await TestRedis.start('secret');
    const out = path.join(folder, 'whole');
    command('sweep', writeStudy(folder, boxStudy(runs, { pictures: false })), '--out', out, '--jobs', '2');
    whole = tableOf(out);
  }, patience);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await redis?.close();
    rmSync(folder, { recursive: true, force: true });
  }, patience);

  it(
    'gives the table of a local sweep, to the last bit; workers end on Ctrl-C',
    async () => {
      const workers = [worker(), worker()];
      const out = path.join(folder, 'a');
      const { code, stdout } = await sweep(out).ended;
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ done: runs, made: runs, conflicts: [] }),
      ]);
      expect(tableOf(out)).toBe(whole);
      for (const { child } of workers) child.kill('SIGINT');
      const ends = await Promise.all(workers.map(({ ended }) => ended));
      expect(ends.map((end) => end.code)).toEqual([0, 0]);
      const made = ends.map((end) => Number(/(\d+) runs? made/.exec(end.stdout)![1]));
      expect(made[0] + made[1]).toBe(runs);
      // a second sweep finds all results in the queue without any worker
      const again = path.join(folder, 'again');
      expect((await sweep(again).ended).code).toBe(0);
      expect(tableOf(again)).toBe(whole);
    },
    patience,
  );

  it(
    'kill -9 of workers: nothing lost, nothing doubled',
    async () => {
      const { study, table } = variant('killed');
      const out = path.join(folder, 'b');
      const { ended } = sweep(out, study);
      const end = worker();
      for (let k = 0; k < kills; k++) {
        const victim = worker();
        await untilResults(out, Math.min(runs - 2, 2 * (k + 1)));
        victim.child.kill('SIGKILL');
        await victim.ended;
      }
      const { code, stdout } = await ended;
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ done: runs, made: runs, conflicts: [] }),
      ]);
      end.child.kill('SIGINT');
      await end.ended;
      expect(tableOf(out)).toBe(table());
    },
    patience,
  );

  it(
    'a worker stopped past its lock, and woken: its run is made by another, and both agree',
    async () => {
      const { study, table } = variant('stopped');
      const out = path.join(folder, 'c');
      const sleeper = worker();
      const { ended } = sweep(out, study);
      await untilResults(out, 2);
      sleeper.child.kill('SIGSTOP');
      const other = worker();
      // past the lock of 2 s: the others take over
      await untilResults(out, runs - 1);
      await pause(3000);
      sleeper.child.kill('SIGCONT');
      const { code, stdout } = await ended;
      expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ done: runs, conflicts: [] })]);
      for (const own of [sleeper, other]) own.child.kill('SIGINT');
      await Promise.all([sleeper.ended, other.ended]);
      expect(tableOf(out)).toBe(table());
    },
    patience,
  );

  it(
    'Redis killed and started again: goes on from its append-only file',
    async () => {
      const { study, table } = variant('restarted');
      const out = path.join(folder, 'd');
      const own = worker();
      const { ended } = sweep(out, study);
      await untilResults(out, 3);
      await redis.end();
      await pause(1000);
      await redis.begin();
      const { code, stdout } = await ended;
      expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ done: runs, conflicts: [] })]);
      own.child.kill('SIGINT');
      await own.ended;
      expect(tableOf(out)).toBe(table());
    },
    patience,
  );

  it(
    'says what is wrong with an address, a password, a server',
    async () => {
      const study = path.join(folder, 'study.json');
      const never = path.join(folder, 'never');
      const ask = (...args: string[]) => start('sweep', study, '--out', never, '--executor', 'redis', ...args).ended;
      const wrong = await ask('--redis', `redis://:wrong@127.0.0.1:${redis.port}`);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('wrong or missing user or password')]);
      expect(wrong.stderr).not.toContain(':wrong@');
      const none = await ask('--redis', `redis://127.0.0.1:${redis.port}`);
      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('wrong or missing user or password')]);
      const silent = await ask('--redis', 'redis://127.0.0.1:1');
      expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('ECONNREFUSED')]);
      expect((await ask()).stderr).toContain('STICKSLIP_REDIS');
      expect((await ask('--redis', 'http://127.0.0.1')).code).toBe(2);
      expect(existsSync(never)).toBe(false);
      expect((await start('worker', '--redis', 'redis://127.0.0.1:1').ended).code).toBe(2);
    },
    patience,
  );
});
