import { Color, MeshStandardMaterial, Matrix4, PlaneGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { Scalp } from './scalp.js';

/** Roots every centimetre where `grows` says so, on a square of 40 cm; strands of two nodes. */
function rootsWhere(grows: (x: number, y: number) => boolean): {
  rods: { body: number; offset: number; nodes: number; radius: number }[];
  frame: Float32Array;
} {
  const places: number[] = [];
  for (let x = -0.2; x <= 0.2001; x += 0.01) {
    for (let y = -0.2; y <= 0.2001; y += 0.01) if (grows(x, y)) places.push(x, y, 0, x, y, 0.1);
  }
  const rods = Array.from({ length: places.length / 6 }, (_, k) => ({
    body: k,
    offset: 6 * k,
    nodes: 2,
    radius: 1e-3,
  }));
  return { rods, frame: Float32Array.from(places) };
}

/** How much of the skin is covered along a line through the middle, by x in centimetres. */
function coverAlong(grows: (x: number, y: number) => boolean): (x: number) => number {
  const { rods, frame } = rootsWhere(grows);
  const geometry = new PlaneGeometry(0.4, 0.4, 80, 80);
  const material = new MeshStandardMaterial();
  new Scalp(rods, frame, new Color(0.1, 0.05, 0.02), [{ geometry, material, pose: new Matrix4() }]);
  const grown = geometry.getAttribute('grown');
  return (x) => grown.getX(81 * 40 + 40 + 2 * x);
}

describe('skin under hair', () => {
  it('is covered amid the roots, also in a gap of theirs, and bare some way outside of the hairline', () => {
    const cover = coverAlong((x, y) => x < 0.05 && Math.hypot(x + 0.08, y) > 0.02);
    expect(cover(-15)).toBeGreaterThan(0.85);
    // in the middle of the gap
    expect(cover(-8)).toBeGreaterThan(0.85);
    expect(cover(3)).toBeGreaterThan(0.8);
    expect(cover(15)).toBe(0);
    // from the hairline on it becomes less
    const edge = [3, 4, 5, 6, 7, 8, 9, 10].map(cover);
    expect(edge).toEqual([...edge].sort((a, b) => b - a));
  });

  it('leaves surfaces alone that no hair grows on', () => {
    const { rods, frame } = rootsWhere(() => true);
    const geometry = new PlaneGeometry(0.4, 0.4, 4, 4);
    const pose = new Matrix4().makeTranslation(0, 0, 1);
    new Scalp(rods, frame, new Color(), [{ geometry, material: new MeshStandardMaterial(), pose }]);
    expect(geometry.hasAttribute('grown')).toBe(false);
  });
});
