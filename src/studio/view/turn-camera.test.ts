import { describe, expect, it } from 'vitest';
import { turned } from './turn-camera.js';

const near = (place: readonly number[]): readonly number[] => place.map((x) => Number(x.toFixed(9)) + 0);

describe('a camera that goes round', () => {
  it('goes a quarter to the right: from the front to the right side', () => {
    expect(near(turned([1, -2, 3, 1, 1, 3], Math.PI / 2, 0))).toEqual([4, 1, 3, 1, 1, 3]);
  });

  it('goes up, not over the top', () => {
    const half = Math.SQRT1_2 * 2;
    expect(near(turned([0, -2, 0, 0, 0, 0], 0, Math.PI / 4))).toEqual(near([0, -half, half, 0, 0, 0]));
    const [, y, z] = turned([0, -2, 0, 0, 0, 0], 0, 3);
    expect(z).toBeCloseTo(2, 9);
    expect(y).toBeLessThan(0);
  });

  it('comes nearer to what it looks at', () => {
    expect(near(turned([0, -2, 0, 0, 0, 0], 0, 0, 2))).toEqual([0, -1, 0, 0, 0, 0]);
  });
});
