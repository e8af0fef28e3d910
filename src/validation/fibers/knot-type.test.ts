import { describe, expect, it } from 'vitest';
import { overhandKnot } from '../../scene/build/curves.js';
import { knotNumber } from './knot-type.js';

/** The curve turned about x, so that it is seen from another side. */
function turned(x: Float64Array, angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return x.map((value, k) => (k % 3 === 0 ? value : k % 3 === 1 ? c * value - s * x[k + 1] : s * x[k - 1] + c * value));
}

/** The points one after another. */
function through(points: readonly (readonly number[])[]): Float64Array {
  const x = new Float64Array(3 * points.length);
  points.forEach((point, k) => x.set(point, 3 * k));
  return x;
}

describe('the kind of a knot', () => {
  const overhand = through(overhandKnot([0, 0, 0], [1, 0, 0], 0.75, 14));

  it('is 1 for an overhand knot, from whatever side it is seen, and for its mirror image', () => {
    for (const angle of [0.1, 0.7, 1.3, 2.2, 3]) expect(knotNumber(turned(overhand, angle))).toBe(1);
    expect(knotNumber(overhand.map((value, k) => (k % 3 === 1 ? -value : value)))).toBe(1);
  });

  it('is 0 for a curve without a knot, crossings or not', () => {
    const loop = through([
      [-3, 0, 0],
      [1, 0.1, 0],
      [0.5, 1, 1],
      [-0.5, 1, 1],
      [-1, -0.5, 1],
      [3, -0.6, 1],
    ]);
    expect(knotNumber(loop)).toBe(0);
    expect(knotNumber(turned(loop, 0.9))).toBe(0);
  });

  it('is 0 once a crossing of the overhand knot is passed through', () => {
    // pressed flat on the floor all crossings are lost but the order of heights: the later passage is on top everywhere
    const lifted = overhand.map((value, k) => (k % 3 === 2 ? value + k : value));
    expect(knotNumber(lifted)).toBe(0);
  });
});
