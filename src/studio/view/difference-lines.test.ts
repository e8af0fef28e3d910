import { describe, expect, it } from 'vitest';
import { type FrameLayout, frameLayout } from '../../record/frame.js';
import type { BodyGeometry } from '../../record/geometry.js';
import { comparedPoints } from './difference-lines.js';

const rods = (count: number, nodes: number): FrameLayout =>
  frameLayout(
    Array.from({ length: count }, (_, k): BodyGeometry => ({ kind: 'rod', name: `rod-${k}`, nodes, radius: 1e-3 })),
    [],
  );

describe('lines between two sides', () => {
  it.each([
    [1, 20, 20],
    [1, 500, 100],
    [31, 40, 93],
    [76, 40, 76],
    [1920, 16, 96],
  ])('of %i rods with %i nodes %i points have one, no more than can be told apart', (count, nodes, lines) => {
    const points = comparedPoints(rods(count, nodes));
    expect(points.length).toBe(lines);
    expect(new Set(points).size).toBe(lines);
    // the end of the first rod is among them
    expect(points).toContain(3 * (nodes - 1));
  });
});
