import { describe, expect, it } from 'vitest';
import { smoothKeyframes } from './keyframes.js';
import { meanVelocity, type Motion } from './motion.js';

const q = Math.SQRT1_2;
const times = [0, 1, 3, 4, 4.5];
const poses = [
  [0, 0, 0, 1, 0, 0, 0],
  [1, 0, 0, q, q, 0, 0],
  [2, 2, 0, 0.5, 0.5, 0.5, 0.5],
  [2, 2, 0, 0.5, 0.5, 0.5, 0.5],
  [0, 2, 1, q, 0, q, 0],
];

/** Velocity over a millionth of a second, linear and angular. */
function velocity(motion: Motion, t: number): Float64Array {
  const v = new Float64Array(6);
  meanVelocity(v, motion, t, 1e-6);
  return v;
}

describe('smooth keyframes', () => {
  const motion = smoothKeyframes(times, poses);
  const out = new Float64Array(7);

  it('pass through the poses and stay at the last', () => {
    [...times, 9].forEach((t, k) => {
      motion(out, t);
      const pose = poses[Math.min(k, 4)];
      const sign = out[3] * pose[3] + out[4] * pose[4] + out[5] * pose[5] + out[6] * pose[6] < 0 ? -1 : 1;
      for (let i = 0; i < 7; i++) expect((i < 3 ? 1 : sign) * out[i]).toBeCloseTo(pose[i], 12);
    });
  });

  it('have a velocity without jumps, turning included, and none at the ends', () => {
    for (const t of times) {
      const before = velocity(motion, t - 1e-6);
      const after = velocity(motion, t);
      // in a millionth of a second velocities change by the accelerations, up to 50 a second here
      for (let i = 0; i < 6; i++) expect(Math.abs(after[i] - before[i])).toBeLessThan(1e-4);
    }
    // passes with a speed where it goes on
    expect(velocity(motion, 1)[0]).toBeGreaterThan(0.1);
    for (const t of [-1, 0, 4.5, 7]) for (const v of velocity(motion, t)) expect(Math.abs(v)).toBeLessThan(1e-4);
  });

  it('stand still between equal poses and do not swing past them', () => {
    for (const t of [3.1, 3.5, 3.9]) {
      motion(out, t);
      expect(Array.from(out)).toEqual(poses[2]);
    }
    for (let t = 0; t < 3; t += 0.01) {
      motion(out, t);
      expect(out[0]).toBeGreaterThanOrEqual(0);
      expect(out[0]).toBeLessThanOrEqual(2 + 1e-12);
    }
  });

  it('of one pose stay there', () => {
    smoothKeyframes([2], [poses[1]])(out, 5);
    expect(Array.from(out)).toEqual(poses[1]);
  });
});
