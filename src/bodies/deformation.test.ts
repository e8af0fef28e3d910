import { describe, expect, it } from 'vitest';
import { VertexKeys } from './deformation.js';

/** One vertex at uneven times along a curve. */
function along(f: (t: number) => number, smooth = true): VertexKeys {
  const times = [0, 0.1, 0.25, 0.3, 0.5, 0.6];
  return new VertexKeys(times, Float64Array.from(times.flatMap((t) => [f(t), 2 * f(t), -f(t)])), smooth);
}

const x = new Float64Array(3);

function valueAt(keys: VertexKeys, t: number): number {
  keys.at(x, t);
  return x[0];
}

describe('vertices at several times', () => {
  it('are as given at those times, to the last bit, and stay before and after', () => {
    const keys = along((t) => t * t * t + 1 / 3);
    for (const t of keys.times) expect(valueAt(keys, t)).toBe(t * t * t + 1 / 3);
    expect(valueAt(keys, -1)).toBe(1 / 3);
    expect(valueAt(keys, 7)).toBe(0.6 * 0.6 * 0.6 + 1 / 3);
  });

  it('go along parabolas exactly', () => {
    const keys = along((t) => 3 * t * t - t + 0.2);
    // between the second and the last but one, where both slopes are those of parabolas
    for (const t of [0.11, 0.2, 0.27, 0.4, 0.49]) expect(valueAt(keys, t)).toBeCloseTo(3 * t * t - t + 0.2, 13);
    expect(x[1]).toBeCloseTo(2 * x[0], 13);
    keys.vertex(x, 0, 0, 0.2);
    expect(x[2]).toBeCloseTo(-(3 * 0.04), 13);
  });

  it('have velocities that do not jump; along straight lines they do', () => {
    const slope = (keys: VertexKeys, t: number): number => (valueAt(keys, t + 1e-6) - valueAt(keys, t - 1e-6)) / 2e-6;
    const jump = (keys: VertexKeys, t: number): number => Math.abs(slope(keys, t + 2e-6) - slope(keys, t - 2e-6));
    for (const t of [0.1, 0.25, 0.3, 0.5]) {
      expect(
        jump(
          along((s) => s * s * s),
          t,
        ),
      ).toBeLessThan(1e-3);
      expect(
        jump(
          along((s) => s * s * s, false),
          t,
        ),
      ).toBeGreaterThan(1e-2);
    }
  });
});
