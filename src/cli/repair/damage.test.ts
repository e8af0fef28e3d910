import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { MemorySink } from '../../record/memory-sink.js';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { repairRecording } from '../../record/repair.js';
import { mixedRun, mixedScene } from '../../record/testing/mixed-run.js';
import { runCommand } from '../testing/fake-terminal.js';

let folder: string;
const bytes = mixedRun(20).sink.bytes();
const whole = new Recording(memorySource(bytes));
let sound: Map<string, Buffer>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-damage-'));
  sound = (await exported(bytes)).files;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function folderWith(recording: Uint8Array): string {
  const own = path.join(folder, String(count++));
  mkdirSync(own);
  writeFileSync(path.join(own, 'recording.ssr'), recording);
  return own;
}

async function exported(recording: Uint8Array, own = folderWith(recording)) {
  const { code, stderr } = await runCommand(['export', own, '--to', 'csv,ply', '--out', path.join(own, 'out')]);
  const files = new Map<string, Buffer>();
  try {
    for (const name of readdirSync(path.join(own, 'out'), { recursive: true }) as string[]) {
      if (/\.\w+$/.test(name)) files.set(name, readFileSync(path.join(own, 'out', name)));
    }
  } catch {
    // nothing was written
  }
  return { code, stderr, files, own };
}

const frames = Array.from({ length: whole.frames }, (_, k) => ({ frame: whole.frame(k), contacts: whole.contacts(k) }));

/** Every frame that is there is one of the run's, with all of its contacts. */
function expectFramesOfTheRun(recording: Uint8Array): void {
  const damaged = new Recording(memorySource(recording));
  for (let k = 0; k < damaged.frames; k++) {
    const found = { frame: damaged.frame(k), contacts: damaged.contacts(k) };
    const own = frames.find(({ frame }) => frame.t === found.frame.t);
    // `toEqual` takes numbers one by one, which is slow: it says what differs
    if (!isDeepStrictEqual(found, own)) expect(found).toEqual(own);
  }
}

/** The files are those of the recording that nothing has happened to. */
function expectSound(files: Map<string, Buffer>): void {
  if (!isDeepStrictEqual(files, sound)) expect(files).toEqual(sound);
}

describe('a recording with a flipped bit', () => {
  it('never gives other data without saying so, 300 times', { timeout: 300_000 }, async () => {
    const random = new Random(20);
    const codes = [0, 0, 0];
    for (let k = 0; k < 300; k++) {
      const copy = Uint8Array.from(bytes);
      copy[random.int(copy.length)] ^= 1 << random.int(8);
      const { code, stderr, files, own } = await exported(copy);
      codes[code]++;
      if (code === 0) expectSound(files);
      if (code === 1) {
        expect(stderr).toMatch(/bytes \d+ to \d+ are damaged|without saying so/);
        expectFramesOfTheRun(copy);
      }
      rmSync(own, { recursive: true });
    }
    // a flip between records, where nothing is, is no damage; one in the header leaves nothing to be exported
    expect(codes[1]).toBeGreaterThan(200);
  });

  it('is made whole by repair, to the bit', { timeout: 300_000 }, async () => {
    const random = new Random(21);
    for (let k = 0; k < 100; k++) {
      const copy = Uint8Array.from(bytes);
      copy[random.int(copy.length)] ^= 1 << random.int(8);
      const sink = new MemorySink();
      repairRecording(memorySource(copy)).write(sink);
      expect(Buffer.compare(sink.bytes(), bytes)).toBe(0);
      if (k > 3) continue;
      const own = folderWith(copy);
      expect((await runCommand(['repair', own])).code).toBe(0);
      expectSound((await exported(copy, own)).files);
    }
  });
});

describe('a recording that was cut off', () => {
  it('never gives other data without saying so, 100 times', { timeout: 300_000 }, async () => {
    const random = new Random(22);
    for (let k = 0; k < 100; k++) {
      const copy = bytes.slice(0, random.int(bytes.length));
      const { code, stderr, own } = await exported(copy);
      expect([1, 2]).toContain(code);
      if (code === 1) {
        expect(stderr).toContain('without saying so');
        expectFramesOfTheRun(copy);
      }
      rmSync(own, { recursive: true });
    }
  });
});

describe('repair', () => {
  /** a stretch of the middle overwritten */
  function holed(from: number, length: number): Uint8Array {
    const copy = Uint8Array.from(bytes);
    copy.fill(0x55, from, from + length);
    return copy;
  }

  it('keeps what is sound on both sides of a hole, and notes the hole', async () => {
    const copy = holed(Math.floor(bytes.length / 2), 3000);
    const own = folderWith(copy);
    const before = new Recording(memorySource(copy));
    expect(before.frames).toBeLessThan(whole.frames);
    expect(before.frame(before.frames - 1)).toEqual(whole.frame(whole.frames - 1));
    expect(before.gaps.length).toBe(1);
    expect(before.gaps[0].frames).toBe(whole.frames - before.frames);
    const { code, stdout } = await runCommand(['repair', own, '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as { frames: number; missing: string[]; damaged: string };
    expect(report.frames).toBe(before.frames);
    expect(report.missing.length).toBe(1);
    expect(readFileSync(report.damaged)).toEqual(Buffer.from(copy));
    expectFramesOfTheRun(readFileSync(path.join(own, 'recording.ssr')));
    // the repaired recording still says what is missing
    const again = await exported(copy, own);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('missing, after t = ')]);
    expect((await runCommand(['repair', own])).code).toBe(1);
  });

  it('leaves what resume fills up again, to the same state', async () => {
    const own = folderWith(holed(Math.floor(bytes.length / 2), 3000));
    await runCommand(['repair', own]);
    const files = { 'scene.json': JSON.stringify(mixedScene) };
    const resumed = await runCommand(['run', 'scene.json', '--out', own, '--resume', '--json'], files);
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toContain('simulated again');
    expect(JSON.parse(resumed.stdout).stateHash).toBe(whole.summary()!.stateHash);
    expect((await exported(bytes, own)).code).toBe(0);
  });

  it('takes a lost beginning from the scene, and does not resume without it', async () => {
    const own = folderWith(holed(40, 60));
    const files = { 'scene.json': JSON.stringify(mixedScene) };
    const refused = await runCommand(['run', 'scene.json', '--out', own, '--resume'], files);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('repair')]);
    expect((await runCommand(['export', own, '--to', 'csv'])).code).toBe(2);
    expect((await runCommand(['repair', own])).code).toBe(2);
    expect((await runCommand(['repair', own, '--scene', 'scene.json'], files)).code).toBe(0);
    const { code, stderr, files: written } = await exported(bytes, own);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('missing')]);
    expectSound(written);
  });

  it('says that a sound recording is whole, and touches nothing', async () => {
    const own = folderWith(bytes);
    const { code, stdout } = await runCommand(['repair', own]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('whole, 16 frames')]);
    expect(readdirSync(own)).toEqual(['recording.ssr']);
    expect((await runCommand(['repair', path.join(own, 'nothing')])).code).toBe(2);
  });
});
