import { expect, it } from 'vitest';
import { decodeClip, encodeClip } from './clip.js';
import { memorySource } from './record-file.js';
import { Recording } from './recording.js';
import { MemorySink } from './memory-sink.js';
import { Runner } from './runner.js';
import { mixedRun, mixedScene } from './testing/mixed-run.js';

it('a clip plays like the recording it was made of', () => {
  const { sink } = mixedRun(7);
  const whole = new Recording(memorySource(sink.bytes()));
  const chosen = [0, 3, 6, 9, 15];
  const clip = encodeClip(whole, chosen);
  const played = new Recording(memorySource(decodeClip(clip)));
  expect(clip.length).toBeLessThan(sink.bytes().length / 4);
  expect(played.frames).toBe(chosen.length);
  expect(played.header).toEqual({ ...whole.header, contacts: false });
  expect(played.missing()).toEqual([]);
  // the numbers of the step that led to each frame but the first, to five digits
  const steps = [...whole.steps()].map((row) => row.slice());
  const kept = [...played.steps()].map((row) => row.slice());
  expect(kept).toHaveLength(chosen.length - 1);
  kept.forEach((row, k) => {
    const { t } = whole.frame(chosen[k + 1]);
    const own = steps.findLast(([end]) => end <= t + 1e-9)!;
    expect(row[0]).toBe(own[0]);
    row.forEach((x, column) => expect(Math.abs(x - own[column])).toBeLessThanOrEqual(1e-4 * Math.abs(own[column])));
  });
  chosen.forEach((k, at) => {
    const [a, b] = [whole.frame(k), played.frame(at)];
    expect(b.t).toBe(a.t);
    expect(b.step).toBe(a.step);
    expect(b.obstacles).toEqual(a.obstacles);
    // the rod comes first, 9 nodes; a grid of 12,000 over what is about a metre
    const off = b.bodies.map((x, i) => Math.abs(x - a.bodies[i]));
    expect(Math.max(...off.subarray(0, 27))).toBeLessThan(1e-4);
    expect(Math.max(...off.subarray(27))).toBe(0);
  });
});

it('a clip with some of the rods has these as they were, and all that is rigid', () => {
  const [rod, box] = mixedScene.bodies;
  const rods = { type: 'bundle', count: 7, spacing: 0.03, rod };
  const sink = new MemorySink();
  const run = new Runner({ ...mixedScene, duration: 0.05, bodies: [rods, box] }, { sink });
  while (!run.done) run.step();
  run.finish();
  const whole = new Recording(memorySource(sink.bytes()));
  const played = new Recording(memorySource(decodeClip(encodeClip(whole, [0, 1, 2], 3))));
  const kept = [0, 3, 6, 7];
  expect(played.header.bodies).toEqual(kept.map((b) => whole.header.bodies[b]));
  const [a, b] = [whole.frame(2).bodies, played.frame(2).bodies];
  expect(b.length).toBe(3 * 27 + 7);
  kept.forEach((body, at) => {
    const from = whole.layout.offsets[body];
    const size = body === 7 ? 7 : 27;
    for (let k = 0; k < size; k++) expect(Math.abs(b[27 * at + k] - a[from + k])).toBeLessThan(1e-4);
  });
});
