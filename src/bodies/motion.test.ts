import { describe, expect, it } from 'vitest';
import { integrateQuaternion, rotateByQuaternion } from '../math/quaternion.js';
import { ArcOfStep, pointVelocity } from './motion.js';

const origin = Float64Array.of(0.3, -0.2, 1.1);
const spin = Float64Array.of(1.7, -2.9, 4.3);
const h = 0.02;

/** Where a point of the frame is after a share of the turn of a step. */
function turned(x: Float64Array, share: number): Float64Array {
  const q = Float64Array.of(1, 0, 0, 0);
  integrateQuaternion(q, 0, q, 0, spin, 0, share * h);
  const out = x.map((v, i) => v - origin[i]);
  rotateByQuaternion(out, 0, q, 0, out, 0);
  return out.map((v, i) => v + origin[i]);
}

describe('what goes straight on a frame that turns', () => {
  const x = Float64Array.of(0.9, 0.4, 0.7);
  const end = turned(x, 1);
  const v = Float64Array.of(0, 0, 0, ...spin);

  it.each([0, 0.3, 0.5, 1])(
    'keeps its place on it with the velocity of the point that it is over after %s of its way',
    (s) => {
      const way = end.map((value, i) => value - x[i]);
      const now = x.map((value, i) => value + s * way[i]);
      const arc = new ArcOfStep();
      arc.set(spin, h, s);
      const velocity = new Float64Array(3);
      pointVelocity(velocity, v, origin, now[0], now[1], now[2]);
      arc.add(velocity, origin, now[0], now[1], now[2]);
      for (let i = 0; i < 3; i++) expect(h * velocity[i]).toBeCloseTo(way[i], 15);
    },
  );

  it('leaves its place by (ω h)² / 2 of the distance a step without it', () => {
    const velocity = new Float64Array(3);
    pointVelocity(velocity, v, origin, x[0], x[1], x[2]);
    const off = Math.hypot(...end.map((value, i) => value - x[i] - h * velocity[i]));
    const w = Math.hypot(...spin);
    const along = spin.reduce((sum, value, i) => sum + (value / w) * (x[i] - origin[i]), 0);
    const rho = Math.sqrt(x.reduce((sum, value, i) => sum + (value - origin[i]) ** 2, 0) - along ** 2);
    expect(off / (0.5 * (w * h) ** 2 * rho)).toBeCloseTo(1, 2);
  });

  it('is nothing where nothing turns', () => {
    const arc = new ArcOfStep();
    arc.set(new Float64Array(3), h);
    const out = new Float64Array(3);
    arc.add(out, origin, 1, 2, 3);
    expect([arc.isStraight, ...out]).toEqual([true, 0, 0, 0]);
  });
});
