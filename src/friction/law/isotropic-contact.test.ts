import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { isotropicImpulse } from './isotropic-contact.js';
import { naturalMap } from './natural-map.js';

const e = Float64Array.of(1, 0, 0);

describe('a contact that gives way alike in all directions', () => {
  it('obeys the law in every state', () => {
    const random = new Random(5);
    const states = new Set<string>();
    const r = new Float64Array(3);
    const f = new Float64Array(3);
    for (let trial = 0; trial < 100; trial++) {
      const [d0, d1, d2] = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
      const [mu, k] = [random.range(0, 1.5), random.range(0.1, 10)];
      isotropicImpulse(r, d0, d1, d2, e, 0, mu, k);
      const u = Float64Array.of(d0 + k * r[0], d1 + k * r[1], d2 + k * r[2]);
      naturalMap(f, u, r, 0, mu, 1 / k);
      expect(k * Math.hypot(f[0], f[1], f[2])).toBeLessThan(1e-14);
      states.add(r[0] === 0 ? 'open' : Math.hypot(u[1], u[2]) > 1e-12 ? 'slides' : 'sticks');
    }
    expect(states.size).toBe(3);
  });

  it('holds, pulling as well as pushing, where friction is infinite', () => {
    const r = new Float64Array(3);
    isotropicImpulse(r, 3, -2, 1, e, 0, Infinity, 2);
    expect(Array.from(r)).toEqual([-1.5, 1, -0.5]);
  });
});
