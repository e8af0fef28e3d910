import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProblem } from '../../io/index.js';
import { MemorySink } from '../../record/memory-sink.js';
import { Runner } from '../../record/runner.js';
import { runCommand } from '../testing/fake-terminal.js';

/** threads run compiled code */
const built = existsSync(new URL('../../../dist/cli/main.js', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (scene: unknown): Record<string, string> => ({ 'scene.json': JSON.stringify(scene) });
const ball = { type: 'rigid', shape: { type: 'sphere', radius: 0.1 }, material: 'wood', position: [0, 0, 0.1] };
const floor = { name: 'floor', shape: { type: 'plane' }, material: 'wood' };
const scene = { version: 1, name: 'ball', duration: 0.2, obstacles: [floor], bodies: [ball] };

describe('run', () => {
  it('prints a summary with just the promised fields', async () => {
    const { code, stdout } = await runCommand(['run', 'pinch', '--frames', '2', '--json']);
    expect(code).toBe(0);
    const summary = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect(Object.keys(summary)).toEqual([
      ...['scene', 'steps', 'simulatedSeconds', 'wallSeconds', 'contacts', 'nuMax', 'iterations', 'status'],
      ...[
        'unconverged',
        'decisions',
        'errorMax',
        'penetrationMax',
        'penetrationRelative',
        'energyFromNowhere',
        'warnings',
        'energy',
        'stateHash',
        'seconds',
      ],
    ]);
    expect(Object.keys(summary.seconds)).toEqual(['collision', 'assembly', 'solve', 'bodies']);
    expect(summary).toMatchObject({ scene: 'pinch', steps: 4, contacts: { mean: 8, max: 8 }, unconverged: 0 });
    expect(summary.stateHash).toMatch(/^[0-9a-f]{64}$/);
    expect(summary).toMatchObject({
      status: { converged: 4 },
      contacts: { pressing: 8, sticking: 8, sliding: 0, open: 0 },
    });
  });

  it('explains why steps were taken as they were, on stderr where stdout is JSON', async () => {
    const text = await runCommand(['run', 'pinch', '--frames', '2', '--explain']);
    expect(text.stdout).toMatch(/4 steps; how they ended:\n +4 +100\.0 % +converged[^]*4 +100\.0 % +accept: within/);
    const json = await runCommand(['run', 'pinch', '--frames', '2', '--explain', '--json']);
    expect(JSON.parse(json.stdout).decisions).toEqual({ 'accept: within what is allowed': 4 });
    expect(json.stderr).toContain('how they ended');
  });

  it('records, refuses to overwrite, resumes what is done and what was cut off', async () => {
    const out = path.join(folder, 'a');
    const first = await runCommand(['run', 'scene.json', '--out', out, '--json'], file(scene));
    expect(first.code).toBe(0);
    const { stateHash } = JSON.parse(first.stdout);
    const again = await runCommand(['run', 'scene.json', '--out', out], file(scene));
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--resume')]);
    const resumed = await runCommand(['run', 'scene.json', '--out', out, '--resume', '--json'], file(scene));
    expect(JSON.parse(resumed.stdout)).toMatchObject({ stateHash, steps: 20 });
    const recording = path.join(out, 'recording.ssr');
    truncateSync(recording, Math.floor(readFileSync(recording).length / 2));
    const mended = await runCommand(['run', 'scene.json', '--out', out, '--resume', '--json'], file(scene));
    expect(JSON.parse(mended.stdout)).toMatchObject({ stateHash, steps: 20 });
    const other = file({ ...scene, gravity: [0, 0, -1] });
    const wrong = await runCommand(['run', 'scene.json', '--out', out, '--resume'], other);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('another scene')]);
    const longer = await runCommand(
      ['run', 'scene.json', '--out', out, '--resume', '--time', '0.4', '--json'],
      file(scene),
    );
    const straight = await runCommand(['run', 'scene.json', '--time', '0.4', '--json'], file(scene));
    expect(JSON.parse(longer.stdout).stateHash).toBe(JSON.parse(straight.stdout).stateHash);
  });

  it('resumes a file of which not even the beginning was written', async () => {
    for (const length of [0, 7, 16, 31, 40]) {
      const out = path.join(folder, `b${length}`);
      await runCommand(['run', 'scene.json', '--out', out], file(scene));
      truncateSync(path.join(out, 'recording.ssr'), length);
      expect((await runCommand(['run', 'scene.json', '--out', out, '--resume'], file(scene))).code).toBe(0);
    }
    const out = path.join(folder, 'foreign');
    mkdirSync(out);
    writeFileSync(path.join(out, 'recording.ssr'), 'x'.repeat(1000));
    const foreign = await runCommand(['run', 'scene.json', '--out', out, '--resume'], file(scene));
    expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('another kind of file')]);
  });

  it('resumes without the files that the scene names, and says who began', async () => {
    const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
    const slope = { name: 'slope', shape: { type: 'mesh', file: 'slope.obj' }, material: 'wood' };
    const files = { ...file({ ...scene, obstacles: [floor, slope] }), 'slope.obj': obj };
    const out = path.join(folder, 'imported');
    const straight = await runCommand(['run', 'scene.json', '--out', out, '--json'], files);
    expect(straight.code).toBe(0);
    const recording = path.join(out, 'recording.ssr');
    truncateSync(recording, Math.floor(statSync(recording).size * 0.7));
    const alone = file({ ...scene, obstacles: [floor, slope] });
    expect((await runCommand(['run', 'scene.json', '--out', path.join(folder, 'never')], alone)).code).toBe(2);
    const resumed = await runCommand(['run', 'scene.json', '--out', out, '--resume', '--json'], alone);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('what the recording holds of it')]);
    expect(resumed.stderr).not.toContain('continued by');
    expect(JSON.parse(resumed.stdout).stateHash).toBe(JSON.parse(straight.stdout).stateHash);
  });

  it('says that another version began the run', async () => {
    const out = path.join(folder, 'older');
    mkdirSync(out);
    const sink = new MemorySink();
    const run = new Runner(scene, { sink, program: 'stickslip 0.0.1' });
    run.stop();
    writeFileSync(path.join(out, 'recording.ssr'), sink.bytes());
    const resumed = await runCommand(['run', 'scene.json', '--out', out, '--resume'], file(scene));
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('begun by stickslip 0.0.1')]);
  });

  it('replaces values by their paths', async () => {
    const set = ['--set', 'bodies[0].velocity=[1,0,0]', '--set', 'materials.wood.friction=0'];
    const { code, stdout } = await runCommand(['run', 'scene.json', ...set, '--json'], file(scene));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).energy.end).toBeGreaterThan(1);
    const wrong = await runCommand(['run', 'scene.json', '--set', 'solver.tolerence=1'], file(scene));
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean tolerance?')]);
    expect(wrong.stderr).toContain('scene.json is not a usable scene');
  });

  it('says what is wrong with its options', async () => {
    for (const args of [
      ['run', 'inclin'],
      ['run', 'incline', '--time', '-1'],
      ['run', 'incline', '--time', '1', '--frames', '2'],
      ['run', 'incline', '--resume'],
      ['run', 'incline', '--export', 'usda'],
      ['run', 'incline', '--out', 'x', '--export', 'usdz'],
      ['run', 'incline', '--dump-problems', 'every=0', '--out', 'x'],
      ['run', 'missing.json'],
      ['run'],
    ]) {
      const { code, stderr, stdout } = await runCommand(args);
      expect([args.join(' '), code, stdout]).toEqual([args.join(' '), 2, '']);
      expect(stderr.length).toBeGreaterThan(20);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('tells what the file system did', async () => {
    writeFileSync(path.join(folder, 'plain'), '');
    const through = await runCommand(['run', 'scene.json', '--out', path.join(folder, 'plain/x')], file(scene));
    expect([through.code, through.stderr]).toEqual([2, expect.stringContaining('leads through a file')]);
    if (!existsSync('/dev/full')) return;
    const out = path.join(folder, 'full');
    mkdirSync(out);
    symlinkSync('/dev/full', path.join(out, 'recording.ssr'));
    const full = await runCommand(['run', 'scene.json', '--out', out, '--overwrite'], file(scene));
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('no space left')]);
  });

  it('writes one-step problems that can be read again', async () => {
    const out = path.join(folder, 'dump');
    const { code } = await runCommand(
      ['run', 'pinch', '--time', '0.1', '--out', out, '--dump-problems', 'every=5'],
      file(scene),
    );
    expect(code).toBe(0);
    const names = readdirSync(path.join(out, 'problems'));
    expect(names.sort()).toEqual([
      'step-0-group-0.bin',
      'step-0-group-0.hdf5',
      'step-5-group-0.bin',
      'step-5-group-0.hdf5',
    ]);
    for (const name of names) {
      const read = await readProblem(new Uint8Array(readFileSync(path.join(out, 'problems', name))), name);
      expect(read.problem.mu.length).toBe(8);
    }
  });

  it('stops where numbers are no longer finite, and keeps the problem', async () => {
    const force = {
      hold: true,
      keyframes: [
        { t: 0, value: [0, 0, 0] },
        { t: 0.055, value: [1e9, 0, -1e9] },
      ],
    };
    // so small a mass that squares of its velocity are too large for a number
    const speck = { ...ball, shape: { type: 'sphere', radius: 1e-60 }, position: [0, 0, 1e-60], load: { force } };
    const broken = { ...scene, bodies: [speck] };
    const out = path.join(folder, 'nan');
    const { code, stderr } = await runCommand(['run', 'scene.json', '--out', out], file(broken));
    expect(code).toBe(1);
    const command = /stickslip solve (\S+)/.exec(stderr)!;
    expect(existsSync(command[1])).toBe(true);
  });

  it('exports at the end, and later', async () => {
    const out = path.join(folder, 'exported');
    const { code } = await runCommand(['run', 'scene.json', '--out', out, '--export', 'usda,csv,report'], file(scene));
    expect(code).toBe(0);
    for (const name of ['ball.usda', 'ball.csv', 'ball.report.html'])
      expect(existsSync(path.join(out, name))).toBe(true);
    expect((await runCommand(['export', out, '--to', 'glb,npz', '--every', '4'])).code).toBe(0);
    expect(existsSync(path.join(out, 'ball.glb'))).toBe(true);
    const listed = await runCommand(['export', out, '--to', 'csv,obj', '--every', '4', '--json']);
    const { files } = JSON.parse(listed.stdout) as { files: { path: string; bytes: number }[] };
    for (const own of files) expect(statSync(own.path).size).toBe(own.bytes);
    expect((await runCommand(['export', path.join(folder, 'nothing'), '--to', 'glb'])).code).toBe(2);
    expect((await runCommand(['export', out])).code).toBe(2);
  });
});

describe('movies', () => {
  const ffmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

  it.skipIf(!ffmpeg)('are MP4 files of the length of the run', async () => {
    const out = path.join(folder, 'movie');
    const { code } = await runCommand(['run', 'scene.json', '--out', out, '--export', 'mp4'], file(scene));
    expect(code).toBe(0);
    const movie = path.join(out, 'ball.mp4');
    expect(readFileSync(movie).subarray(4, 8).toString()).toBe('ftyp');
    // decoded again: 11 frames of 960 x 720
    const { stderr } = spawnSync('ffmpeg', ['-i', movie, '-f', 'null', '-'], { encoding: 'utf8' });
    expect(stderr).toMatch(/960x720/);
    expect(stderr).toMatch(/frame= *11 /);
  });

  it('need ffmpeg, and say so before the run', async () => {
    const before = process.env.PATH;
    process.env.PATH = folder;
    try {
      const out = path.join(folder, 'no-movie');
      const { code, stderr } = await runCommand(['run', 'scene.json', '--out', out, '--export', 'mp4'], file(scene));
      expect([code, stderr]).toEqual([2, expect.stringContaining('ffmpeg on the PATH')]);
      expect(existsSync(out)).toBe(false);
    } finally {
      process.env.PATH = before;
    }
  });
});

describe('scenes and check', () => {
  it('list the gallery and print a file', async () => {
    const list = JSON.parse((await runCommand(['scenes', '--json'])).stdout) as { name: string }[];
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['incline', 'pinch', 'knot', 'masonry']));
    const printed = await runCommand(['scenes', 'incline']);
    expect((await runCommand(['check', 'mine.json'], { 'mine.json': printed.stdout })).code).toBe(0);
  });

  it('give every error of a file at once', async () => {
    const wrong = { ...scene, duration: 0, bodies: [{ ...ball, material: 'woood', size: 3 }], step: { lenght: 1 } };
    const { code, stderr } = await runCommand(['check', 'scene.json'], file(wrong));
    expect(code).toBe(2);
    for (const text of ['duration:', 'bodies[0].material:', 'bodies[0].size:', 'step.lenght:', 'did you mean length?'])
      expect(stderr).toContain(text);
    const json = JSON.parse((await runCommand(['check', 'scene.json', '--json'], file(wrong))).stdout);
    expect(json.valid).toBe(false);
    expect(json.problems.length).toBe(4);
  });
});

describe('validate', () => {
  it('prints a table and its verdict', async () => {
    const { code, stdout, stderr } = await runCommand(['validate', 'cradle']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/cradle: 3 balls, ball 1.* pass/);
    expect(stderr).toContain('all pass');
    const json = JSON.parse((await runCommand(['validate', 'cradle', '--json'])).stdout);
    expect(json[0]).toMatchObject({ name: 'cradle', passed: true });
    expect((await runCommand(['validate', 'cradel'])).code).toBe(2);
  });

  it.skipIf(!built)('gives the same lines in the same order with threads', () => {
    const bin = fileURLToPath(new URL('../../../bin/stickslip.js', import.meta.url));
    const lines = (threads: string): unknown => {
      const { stdout } = spawnSync(
        process.execPath,
        [bin, 'validate', 'column', 'cradle', 'stopping', '--threads', threads, '--json'],
        { encoding: 'utf8' },
      );
      return (JSON.parse(stdout) as { name: string; lines: unknown }[]).map(({ name, lines: of }) => ({ name, of }));
    };
    expect(lines('3')).toEqual(lines('1'));
  });

  it.skipIf(!built)('gives the same bits for any number of threads', () => {
    const bin = fileURLToPath(new URL('../../../bin/stickslip.js', import.meta.url));
    const [one, three] = ['1', '3'].map((threads) => {
      const command = [bin, 'run', 'masonry', '--frames', '2', '--threads', threads, '--json'];
      return JSON.parse(spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout);
    });
    expect(three).toEqual({ ...one, wallSeconds: three.wallSeconds, seconds: three.seconds });
  });
});
