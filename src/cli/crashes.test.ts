import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dumpBytes, mostUnasked } from './run/dump.js';
import { runCommand } from './testing/fake-terminal.js';
import { command, program } from './testing/killed-runs.js';
import { mixedProblem } from '../io/testing/mixed-problem.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-crashes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ball = (name: string, position: readonly number[]): object => ({
  type: 'rigid',
  name,
  shape: { type: 'sphere', radius: 0.1 },
  material: 'stone',
  position,
});

const scene = (parts: object): string =>
  JSON.stringify({ version: 1, name: 'crash', duration: 0.02, bodies: [ball('ball', [0, 0, 1])], ...parts });

/** What `check` says of a scene that it refuses. */
async function refused(text: string): Promise<string> {
  const { code, stderr } = await runCommand(['check', 's.json'], { 's.json': text });
  expect(code).toBe(2);
  expect(stderr).not.toMatch(/should not have happened|\n\s+at /);
  return stderr;
}

const sphere = (name: string, carrier?: string): object => ({
  name,
  shape: { type: 'sphere', radius: 1 },
  material: 'stone',
  ...(carrier && { motion: { with: carrier } }),
});

describe('scenes that used to end the program', () => {
  it.each(['[', '{"a":'])('JSON nested 200,000 deep: %s', async (open) => {
    expect(await refused(`{"version":1,"bodies":${open.repeat(200_000)}`)).toContain('nested more than 200 deep');
    const { code } = await runCommand(['solve', 'p.json'], { 'p.json': open.repeat(200_000) });
    expect(code).toBe(2);
  });

  it('names that two things have', async () => {
    const text = scene({ obstacles: [sphere('a'), sphere('a')], bodies: [ball('b', [0, 0, 1]), ball('a', [0, 0, 3])] });
    const said = await refused(text);
    expect(said).toContain('obstacles[1].name: expected another name than obstacles[0].name, found "a"');
    expect(said).toContain('bodies[1].name: expected another name than obstacles[0].name, found "a"');
  });

  it('obstacles that carry each other in a circle', async () => {
    const circle = [sphere('a', 'b'), sphere('b', 'c'), sphere('c', 'a'), sphere('d', 'a')];
    const said = await refused(scene({ obstacles: circle }));
    expect(said.match(/motion\.with/g)).toHaveLength(2);
    expect(said).toContain('obstacles[0].motion.with: expected an obstacle that stands before it, found "b"');
    expect(await refused(scene({ obstacles: [sphere('a', 'a')] }))).toContain('found itself');
    const sound = scene({
      obstacles: [sphere('a'), sphere('b', 'a'), sphere('c', 'b')],
      bodies: [ball('x', [0, 0, 3])],
    });
    expect((await runCommand(['check', 's.json'], { 's.json': sound })).code).toBe(0);
  });

  it.each([0, 1e-12, 1e-9])('cloth with a triangle %s m high at rest', async (height) => {
    const vertices = [
      [0, 0, 0.1],
      [1, 0, 0.1],
      [0, 1, 0.1],
      [0.5, height, 0.1],
    ];
    const triangles = [
      [0, 1, 2],
      [0, 1, 3],
    ];
    const pieces = [{ type: 'mesh', vertices, triangles }];
    const cloth = { type: 'cloth', pieces, material: 'skin', density: 0.2, stretch: 200, thickness: 0.002 };
    expect(await refused(scene({ bodies: [cloth] }))).toContain('expected triangles that have an area');
  });

  it('bodies at 1e308', async () => {
    const said = await refused(scene({ bodies: [ball('b', [1e308, 0, -1e308])] }));
    expect(said).toContain('bodies[0].position[0]: expected a coordinate from -1000000000');
    expect(said).toContain('bodies[0].position[2]');
    const huge = { type: 'rigid', shape: { type: 'sphere', radius: 1e308 }, material: 'stone' };
    expect(await refused(scene({ bodies: [huge] }))).toContain('bodies[0].shape.radius: expected a number from');
  });
});

describe('places that cannot be written', () => {
  it.each(['/proc/stickslip/run', '/dev/null/run'])('--out %s', (out) => {
    const { status, stderr } = command('run', 'incline', '--frames', '1', '--out', out);
    expect(status).toBe(2);
    expect(stderr).toContain(`${out}: expected a folder that can be made`);
  });

  it('stdout on a full disk', () => {
    for (const args of [['solvers'], ['--help'], ['run', 'incline', '--frames', '1']]) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], { stdio: ['ignore', full, 'pipe'] });
      closeSync(full);
      expect([status, String(stderr)]).toEqual([2, expect.stringContaining('stdout: expected a place that can be')]);
    }
  });

  it('a broken step of a large scene leaves nothing large behind', () => {
    const problem = mixedProblem({ contacts: 4, sizes: [3, 2], chain: 20 });
    expect(dumpBytes(problem)).toBeGreaterThan(8 * problem.H.values.length);
    const large = { ...problem, H: { ...problem.H, values: { length: 60e6 } as Float64Array } };
    expect(dumpBytes(large)).toBeGreaterThan(mostUnasked);
  });
});

/** A pile whose every step takes long. */
function longScene(): string {
  const file = path.join(folder, 'long.json');
  const grid = {
    type: 'grid',
    count: [28, 28, 28],
    spacing: [0.199, 0.199, 0.199],
    body: { ...ball('b', [0, 0, 0.1]), name: undefined },
  };
  const floor = { name: 'floor', shape: { type: 'plane' }, material: 'stone' };
  const solver = { tolerance: 1e-12, maxIterations: 100_000 };
  writeFileSync(
    file,
    JSON.stringify({ version: 1, name: 'long', duration: 1, solver, obstacles: [floor], bodies: [grid] }),
  );
  return file;
}

/** Starts a command; when `ready`, sends it a signal, and once more after `between` ms. */
function interrupted(
  args: readonly string[],
  ready: (stderr: string) => boolean,
  between: number,
): Promise<{ seconds: number; code: number | null; signal: string | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let sent = 0;
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer = setInterval(() => {
    if (!ready(stderr)) return;
    clearInterval(timer);
    child.kill('SIGINT');
    setTimeout(() => {
      sent = Date.now();
      child.kill('SIGINT');
    }, between);
  }, 50);
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      clearInterval(timer);
      resolve({ seconds: (Date.now() - sent) / 1000, code, signal, stdout, stderr });
    }),
  );
}

describe('Ctrl-C', () => {
  it('twice within a long step ends it at once, and what was recorded stays', { timeout: 60_000 }, async () => {
    const out = path.join(folder, 'long');
    const recording = path.join(out, 'recording.ssr');
    // its first frame is there and has been for a second: the first step has begun
    let [size, since] = [0, Date.now()];
    const begun = (): boolean => {
      const now = existsSync(recording) ? statSync(recording).size : 0;
      if (now !== size) [size, since] = [now, Date.now()];
      return size > 1e6 && Date.now() - since > 1000;
    };
    const { seconds, signal, stderr } = await interrupted(['run', longScene(), '--out', out], begun, 900);
    expect(signal).toBe('SIGINT');
    expect(seconds).toBeLessThan(2);
    expect(stderr).toContain('ends after this step; once more ends it at once');
    expect(readdirSync(out)).toContain('recording.ssr');
    // what was recorded before is whole, and nothing else is amiss than that it ends there
    const { stdout } = command('repair', out);
    expect(stdout).toMatch(/: (whole, 1 frame\n|not whole, 1 frame\n {2}it ends at t = 0 s without saying so: .*\n)$/);
    expect(stdout).not.toContain('damaged');
  });

  it('in validate prints the lines that are there', { timeout: 60_000 }, async () => {
    const args = ['validate', 'incline', 'gallery-hair', '--json'];
    const { code, stdout } = await interrupted(args, (stderr) => stderr.includes('gallery-hair'), 5000);
    expect(code).toBe(1);
    const reports = JSON.parse(stdout) as { name: string; lines: unknown[] }[];
    expect(reports.map(({ name }) => name)).toEqual(['incline']);
    expect(reports[0].lines.length).toBeGreaterThan(0);
  });

  it('in validate with threads, too', { timeout: 60_000 }, async () => {
    const args = ['validate', 'gallery-hair', 'incline', '--threads', '2', '--json'];
    const { code, stdout } = await interrupted(args, (stderr) => stderr.includes('1 of 2 done'), 5000);
    expect(code).toBe(1);
    const reports = JSON.parse(stdout) as { name: string; passed: boolean }[];
    expect(reports).toMatchObject([{ name: 'incline', passed: true }]);
  });
});
