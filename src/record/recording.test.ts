import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import { Recording } from './recording.js';
import { memorySource } from './record-file.js';
import { Runner } from './runner.js';
import { sha256 } from './sha256.js';
import { stateHash } from './state-hash.js';
import { decodeValue, encodeValue } from './value-codec.js';
import { MemorySink } from './memory-sink.js';
import { mixedRun, mixedScene } from './testing/mixed-run.js';

describe('recordings', () => {
  const { sink, hash } = mixedRun(7);
  const bytes = sink.bytes();

  it('hold frames, contacts and steps', () => {
    const recording = new Recording(memorySource(bytes));
    expect(recording.frames).toBe(16);
    expect(recording.frame(3).t).toBeCloseTo(0.06, 12);
    expect(recording.frame(15).bodies.length).toBe(27 + 14);
    expect(recording.frame(15).obstacles.length).toBe(7);
    expect(recording.header.bodies.map(({ kind }) => kind)).toEqual(['rod', 'rigid', 'rigid']);
    expect(recording.contacts(15).n).toBeGreaterThan(4);
    const weight = recording.contacts(15).force.filter((_, k) => k % 3 === 2);
    expect(weight.every(Number.isFinite)).toBe(true);
    expect(recording.column('t').length).toBe(60);
    expect(recording.summary()?.stateHash).toBe(hash);
    expect(() => recording.frame(99)).toThrow(RangeError);
  });

  it('are continued with the same bits wherever they were cut off', () => {
    const random = new Random(5);
    const cuts = Array.from({ length: 12 }, () => Math.floor(random.range(0, bytes.length)));
    for (const cut of cuts) {
      const cutSource = memorySource(bytes.slice(0, cut));
      let recording: Recording | undefined;
      try {
        recording = new Recording(cutSource);
      } catch {
        // not even the header is whole: the run begins anew
      }
      const checkpoint = recording?.checkpoint();
      if (!recording || !checkpoint) continue;
      const more = new MemorySink(bytes.slice(0, checkpoint.end));
      const run = Runner.resume(recording, { sink: more });
      while (!run.done) run.step();
      run.finish();
      expect(stateHash(run.world)).toBe(hash);
      const whole = new Recording(memorySource(more.bytes()));
      expect(whole.frames).toBe(16);
      expect(whole.column('t').length).toBe(60);
      expect(whole.summary()).toMatchObject({ steps: 60, stateHash: hash });
    }
  });

  it('leave out what was damaged, and say so', () => {
    const damaged = bytes.slice();
    damaged[Math.floor(bytes.length / 2)] ^= 0x10;
    const recording = new Recording(memorySource(damaged));
    expect(recording.soundBytes).toBeLessThan(bytes.length / 2);
    expect(recording.frames).toBeGreaterThanOrEqual(15);
    expect(recording.missing().length).toBe(1);
    expect(new Recording(memorySource(bytes)).missing()).toEqual([]);
    expect(() => new Recording(memorySource(new Uint8Array(100)))).toThrow(/recording/);
  });

  it('are read from the buffers of Node, whose slices share memory', () => {
    const bytes = mixedRun().sink.bytes();
    const buffer = Buffer.concat([Buffer.from('xyz'), bytes]).subarray(3);
    const frame = new Recording(memorySource(buffer)).frame(3);
    expect(frame).toEqual(new Recording(memorySource(bytes)).frame(3));
  });

  it('show an obstacle that begins to move late', () => {
    const motion = { moves: [{ velocity: [1, 0, 0], start: 4 }] };
    const shape = { type: 'sphere', radius: 0.1 };
    const late = { name: 'late', shape, material: 'wood', motion };
    const scene = {
      ...mixedScene,
      bodies: [mixedScene.bodies[2]],
      obstacles: [late, { ...late, name: 'never', motion: undefined }],
    };
    const sink = new MemorySink();
    const run = new Runner(scene, { sink, time: 5 });
    while (!run.done) run.step();
    run.finish();
    const recording = new Recording(memorySource(sink.bytes()));
    expect(recording.header.obstacles.map(({ moves }) => moves)).toEqual([true, false]);
    expect(recording.frame(recording.frames - 1).obstacles[0]).toBeCloseTo(1, 6);
  });

  it('do not change the run', () => {
    const run = new Runner(mixedScene);
    while (!run.done) run.step();
    expect(stateHash(run.world)).toBe(hash);
  });
});

describe('encoded values', () => {
  it('come back with every bit', () => {
    const value = {
      a: [1, -0, NaN, Infinity, 0.1],
      b: Float64Array.of(-0, 2 / 3),
      c: [{ d: Int32Array.of(1, -2), e: 'text' }, null, true, []],
      f: -0,
    };
    const back = decodeValue(encodeValue(value)) as typeof value;
    expect(back).toEqual(value);
    expect(Object.is(back.f, -0) && Object.is(back.a[1], -0) && Object.is(back.b[0], -0)).toBe(true);
  });
});

describe('sha256', () => {
  it('agrees with another implementation', () => {
    const random = new Random(3);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, () => random.bits() & 255);
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});
