import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { resampled } from '../../record/resample.js';
import { MemorySink } from '../../record/memory-sink.js';
import { Runner } from '../../record/runner.js';
import { mixedRun, mixedScene } from '../../record/testing/mixed-run.js';
import { runCommand } from '../testing/fake-terminal.js';
import { program } from '../testing/killed-runs.js';
import { exportFormatNames } from './formats.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-export-'));
  writeFileSync(path.join(folder, 'recording.ssr'), mixedRun().sink.bytes());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ffmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const formats = exportFormatNames.filter((name) => name !== 'mp4' || ffmpeg);
const built = existsSync(new URL('../../../dist/cli/main.js', import.meta.url));

const all = (own: string): string[] =>
  (readdirSync(own, { recursive: true }) as string[]).filter((name) => /\.\w+$/.test(path.basename(name))).sort();

describe('frames a second', () => {
  const recording = new Recording(memorySource(mixedRun().sink.bytes()));

  it('are resampled from the very start to the very end', () => {
    const view = resampled(recording, 24);
    const last = recording.time(recording.frames - 1);
    const times = Array.from({ length: view.frames }, (_, k) => view.time(k));
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(last);
    times.slice(0, -1).forEach((t, k) => expect(t).toBeCloseTo(k / 24, 12));
    expect(last - times.at(-2)!).toBeLessThanOrEqual(1 / 24 + 1e-9);
    expect(view.frame(view.frames - 1).bodies).toEqual(recording.frame(recording.frames - 1).bodies);
    expect(view.contacts(view.frames - 1)).toEqual(recording.contacts(recording.frames - 1));
  });

  it('lie between the frames on both sides, and turns stay turns', () => {
    const view = resampled(recording, 240);
    const [a, b] = [recording.frame(4), recording.frame(5)];
    // frames are 1/50 s apart: sample 20 is at t = 1/12, between 4/50 and 5/50
    const middle = view.frame(20);
    const u = (20 / 240 - a.t) / (b.t - a.t);
    for (let k = 0; k < 27; k++) expect(middle.bodies[k]).toBeCloseTo(a.bodies[k] + u * (b.bodies[k] - a.bodies[k]), 6);
    for (const at of [30, 37]) expect(Math.hypot(...middle.bodies.subarray(at, at + 4))).toBeCloseTo(1, 6);
  });

  it('at the rate of the recording are its own frames', () => {
    const view = resampled(recording, 50);
    expect(view.frames).toBe(recording.frames);
    for (let k = 0; k < view.frames; k++) expect(view.frame(k).bodies).toEqual(recording.frame(k).bodies);
  });

  it('do not bridge a gap', () => {
    const whole = mixedRun().sink.bytes();
    const damagedFrom = (start: number): Recording => {
      const bytes = Uint8Array.from(whole);
      bytes.fill(0x55, start, start + 3000);
      return new Recording(memorySource(bytes));
    };
    // other blocks (steps, checkpoints) may be hit, too: damage that takes frames is looked for
    let start = Math.floor(whole.length / 2);
    while (damagedFrom(start).gaps[0].frames === 0) start += 1000;
    const damaged = damagedFrom(start);
    const { before, after } = damaged.gaps[0];
    const view = resampled(damaged, 1000);
    const inside = Math.round(500 * (before! + after!));
    const held = Array.from({ length: damaged.frames }, (_, k) => k).find((k) => damaged.time(k) === before)!;
    expect(view.frame(inside).bodies).toEqual(damaged.frame(held).bodies);
  });

  it('are the clock of usda, with the end where the run ended', async () => {
    const out = path.join(folder, 'fps');
    expect((await runCommand(['export', folder, '--to', 'usda', '--fps', '24', '--out', out])).code).toBe(0);
    const usda = readFileSync(path.join(out, 'mixed.usda'), 'utf8');
    expect(usda).toContain('timeCodesPerSecond = 24\n');
    expect(usda).toMatch(/endTimeCode = 7\.2/);
    expect((await runCommand(['export', folder, '--to', 'usda', '--fps', '0'])).code).toBe(2);
    expect((await runCommand(['export', folder, '--to', 'usda', '--fps', '24', '--every', '2'])).code).toBe(2);
  });

  it('of a run whose length is no whole number of frames end with it', () => {
    const sink = new MemorySink();
    const run = new Runner(mixedScene, { sink, time: 0.105 });
    while (!run.done) run.step();
    run.finish();
    const short = new Recording(memorySource(sink.bytes()));
    expect(short.time(short.frames - 1)).toBeCloseTo(0.105, 12);
    expect(short.frames).toBe(7);
  });
});

describe('names', () => {
  it('of hair without rods are refused', async () => {
    const own = path.join(folder, 'ball');
    mkdirSync(own);
    const sink = new MemorySink();
    const run = new Runner({ ...mixedScene, bodies: [mixedScene.bodies[2]] }, { sink, frames: 1 });
    while (!run.done) run.step();
    run.finish();
    writeFileSync(path.join(own, 'recording.ssr'), sink.bytes());
    const { code, stderr } = await runCommand(['export', own, '--to', 'hair']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('a run with rods')]);
    expect(readdirSync(own)).toEqual(['recording.ssr']);
  });

  it('of two runs in one folder do not hide each other', async () => {
    const out = path.join(folder, 'names');
    const args = ['export', folder, '--to', 'csv', '--out', out];
    expect((await runCommand(args)).code).toBe(0);
    const again = await runCommand(args);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--overwrite replaces it')]);
    expect((await runCommand([...args, '--name', 'other'])).code).toBe(0);
    expect((await runCommand([...args, '--overwrite'])).code).toBe(0);
    expect(all(out)).toEqual(['mixed.csv', 'other.csv']);
  });

  it('of an earlier, longer export do not stay', async () => {
    const out = path.join(folder, 'shorter');
    await runCommand(['export', folder, '--to', 'obj', '--out', out]);
    writeFileSync(path.join(out, 'mixed-obj', 'mine.obj'), '');
    await runCommand(['export', folder, '--to', 'obj', '--every', '8', '--out', out, '--overwrite']);
    const frames = ['0000', '0008', '0015'];
    const left = [
      ...frames.map((k) => `frame-${k}.obj`),
      ...['mine.obj', 'mixed.mtl'],
      ...frames.map((k) => `obstacles-frame-${k}.obj`),
    ];
    expect(readdirSync(path.join(out, 'mixed-obj')).sort()).toEqual(left);
  });
});

describe('a full disk', () => {
  it('leaves nothing under the final names, whatever the format', { timeout: 300_000 }, async (context) => {
    const disk = path.join(folder, 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk]).status !== 0) return context.skip();
    try {
      for (const format of formats) {
        // pictures take long to draw
        const few = ['png', 'mp4'].includes(format) ? ['--every', '8'] : [];
        const { code, stderr } = await runCommand(['export', folder, '--to', format, '--out', disk, ...few]);
        expect([format, code]).toEqual([format, 2]);
        expect(stderr).toMatch(/no space left|cannot be made/i);
        expect([format, readdirSync(disk)]).toEqual([format, []]);
      }
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describe.skipIf(!built)('an export that is killed', () => {
  it('leaves only whole files under the final names', { timeout: 120_000 }, async () => {
    const whole = path.join(folder, 'whole');
    await runCommand(['export', folder, '--to', 'npz,obj,usda', '--out', whole]);
    const out = path.join(folder, 'killed');
    for (const wait of [250, 350, 450, 550, 700]) {
      rmSync(out, { recursive: true, force: true });
      const child = spawn(process.execPath, [program, 'export', folder, '--to', 'npz,obj,usda', '--out', out]);
      setTimeout(() => child.kill('SIGKILL'), wait);
      await new Promise((resolve) => child.on('close', resolve));
      const files = existsSync(out) ? all(out).filter((name) => !name.includes('.part-')) : [];
      for (const name of files)
        expect(readFileSync(path.join(out, name))).toEqual(readFileSync(path.join(whole, name)));
    }
    // the next export clears away what was left aside
    expect((await runCommand(['export', folder, '--to', 'npz,obj,usda', '--out', out, '--overwrite'])).code).toBe(0);
    expect(all(out)).toEqual(all(whole));
  });
});
