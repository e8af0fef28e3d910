import { expect, it } from 'vitest';
import { decodeClip, encodeClip } from './clip.js';
import { memorySource } from './record-file.js';
import { Recording } from './recording.js';
import { mixedRun } from './testing/mixed-run.js';

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
