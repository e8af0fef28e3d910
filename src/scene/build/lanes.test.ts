import { describe, expect, it } from 'vitest';
import { lanesAbout } from './lanes.js';

/** Half a ball: distances from the axis along its meridians. */
const radius = 0.09;
const step = 5e-4;
const ends = 0.14;
const meridian = Float64Array.from(
  { length: Math.ceil(ends / step) + 2 },
  (_, k) => radius * Math.sin((k * step) / radius),
);
const ball = { distances: Array.from({ length: 90 }, () => meridian), step, ends };

describe('lanes about the crown', () => {
  it('are in order, and never nearer to each other than a pitch where both are', () => {
    const pitch = 0.0023;
    const lanes = lanesAbout(ball, pitch, 7);
    expect(lanes.length).toBeGreaterThan((2 * Math.PI * radius) / (3 * pitch));
    lanes.forEach((lane, k) => {
      const next = lanes[(k + 1) % lanes.length];
      const turn = next.azimuth - lane.azimuth + (k === lanes.length - 1 ? 2 * Math.PI : 0);
      expect(turn).toBeGreaterThan(0);
      const from = Math.max(lane.from, next.from);
      expect(turn * radius * Math.sin(from / radius)).toBeGreaterThan(0.999 * pitch);
    });
  });

  it('leave no room for another, by the share that their beginnings differ', () => {
    const pitch = 0.0011;
    const lanes = lanesAbout(ball, pitch, 3);
    const widest = lanes.reduce((most, lane, k) => {
      const to = k + 1 < lanes.length ? lanes[k + 1].azimuth : 2 * Math.PI;
      return Math.max(most, (to - lane.azimuth) * radius);
    }, 0);
    expect(widest).toBeLessThan(2.7 * pitch);
  });

  it('are the same for the same seed, others for another', () => {
    expect(lanesAbout(ball, 0.002, 1)).toEqual(lanesAbout(ball, 0.002, 1));
    expect(lanesAbout(ball, 0.002, 1)).not.toEqual(lanesAbout(ball, 0.002, 2));
  });
});
