import { describe, expect, it } from 'vitest';
import { type RecordedContacts, noContacts } from '../../record/contacts.js';
import { type Frame, frameLayout } from '../../record/frame.js';
import type { BodyGeometry } from '../../record/geometry.js';
import { velocitiesBetween } from '../simulation/velocities.js';
import { roundUp } from './tint.js';
import { tintValues } from './tint-values.js';

const bodies: BodyGeometry[] = [
  { kind: 'rod', name: 'rod', nodes: 3, radius: 0.01 } as BodyGeometry,
  { kind: 'rigid', name: 'ball', parts: [] } as unknown as BodyGeometry,
];
const layout = frameLayout(bodies, [], true);

function frame(t: number, numbers: readonly number[], velocities?: Float32Array): Frame {
  return {
    t,
    step: 0,
    bodies: Float32Array.from(numbers),
    obstacles: new Float32Array(0),
    directors: new Float32Array(0),
    velocities,
  };
}

describe('colours of speed and slip', () => {
  const rod = [0, 0, 0, 1, 0, 0, 2, 0, 0];

  it('velocities between frames are those of the motion, and turns those of a quaternion', () => {
    const half = 0.05;
    const before = frame(1, [...rod, 0, 0, 0, 1, 0, 0, 0]);
    // the rod's last node rises by 0.2 m, the ball moves by 0.1 m and turns by 0.1 rad about y, in 0.5 s
    const turned = [0.1, 0, 0, Math.cos(half), 0, Math.sin(half), 0];
    const after = frame(1.5, [0, 0, 0, 1, 0, 0, 2, 0, 0.2, ...turned]);
    const v = velocitiesBetween(before, after, layout);
    expect(v[8]).toBeCloseTo(0.4, 6);
    expect([...v.subarray(9, 12)].map((x) => Number(x.toFixed(6)))).toEqual([0.2, 0, 0]);
    expect([...v.subarray(12, 15)].map((x) => Number(x.toFixed(5)))).toEqual([0, 0.2, 0]);
    // the same turn with the quaternion of the other sign
    const other = frame(1.5, [0, 0, 0, 1, 0, 0, 2, 0, 0.2, 0.1, 0, 0, ...turned.slice(3).map((x) => -x)]);
    expect(velocitiesBetween(before, other, layout)[13]).toBeCloseTo(0.2, 5);
  });

  it('turns about any axis, starting from any orientation', () => {
    // q1 = (turn about w by angle) q0
    const [angle, axis] = [0.7, [2 / 7, 3 / 7, 6 / 7]];
    const q0 = [0.5, -0.5, 0.5, 0.5];
    const [w, x, y, z] = [Math.cos(angle / 2), ...axis.map((a) => a * Math.sin(angle / 2))];
    const [a, b, c, d] = q0;
    const q1 = [
      w * a - x * b - y * c - z * d,
      w * b + x * a + y * d - z * c,
      w * c - x * d + y * a + z * b,
      w * d + x * c - y * b + z * a,
    ];
    const v = velocitiesBetween(frame(0, [...rod, 0, 0, 0, ...q0]), frame(0.1, [...rod, 0, 0, 0, ...q1]), layout);
    axis.forEach((share, i) => expect(v[12 + i]).toBeCloseTo((share * angle) / 0.1, 4));
  });

  it('shows speeds at nodes, and the velocity of solids', () => {
    const v = new Float32Array(16);
    v.set([0, 3, 4], 3);
    v.set([1, 2, 2, 5, 6, 7], 9);
    const values = tintValues('speed', frame(0, [...rod, 0, 0, 0, 1, 0, 0, 0], v), noContacts, layout)!;
    expect([...values.numbers]).toEqual([0, 0, 0, 5, 0, 0, 0, 0, 0, 1, 2, 2, 5, 6, 7, 0]);
    expect(values.most).toBe(5);
    expect(tintValues('speed', frame(0, [...rod, 0, 0, 0, 1, 0, 0, 0]), noContacts, layout)).toBeUndefined();
  });

  it('shows slip near contacts of nodes, and on solids that of the fastest', () => {
    const contacts: RecordedContacts = {
      ...noContacts,
      n: 2,
      a: Int32Array.of(0, 1),
      b: Int32Array.of(1, -1),
      point: Float32Array.of(2, 0, 0, 5, 5, 5),
      slip: Float32Array.of(0.3, 0.1),
    };
    const values = tintValues('slip', frame(0, [...rod, 0, 0, 0, 1, 0, 0, 0]), contacts, layout)!;
    const at = (k: number): number => Number(values.numbers[k].toFixed(6));
    // on the contact, one of one and a half distances away, and out of reach
    expect([at(6), at(3), at(0)]).toEqual([0.3, 0.1, 0]);
    expect(at(9)).toBe(0.3);
    expect(values.most).toBeCloseTo(0.3, 6);
    const without: RecordedContacts = { ...noContacts, n: 1, a: Int32Array.of(0), b: Int32Array.of(1) };
    delete (without as { slip?: unknown }).slip;
    expect(tintValues('slip', frame(0, []), without, layout)).toBeUndefined();
    expect(tintValues('slip', frame(0, rod), noContacts, layout)!.most).toBe(0);
  });

  it('rounds the end of the scale up to 1, 2 or 5', () => {
    expect([0.0031, 0.2, 1.01, 7, 999].map(roundUp)).toEqual([0.005, 0.2, 2, 10, 1000]);
    expect(roundUp(0)).toBe(1e-3);
  });
});
