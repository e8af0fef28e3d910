import { describe, expect, it } from 'vitest';
import { cos, sin } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import type { OneContact } from '../testing/one-contact.js';
import { backwardError } from '../testing/one-contact.js';
import { turnSlip } from './slip-direction.js';

/** A sliding contact with its impulse: friction under the angle t, slip 1 against it. */
function sliding(random: Random): { one: OneContact; t: number; rN: number } {
  const v = Array.from({ length: 9 }, () => random.normal());
  const W = Float64Array.from({ length: 9 }, (_, k) => {
    const [i, j] = [Math.floor(k / 3), k % 3];
    return (i === j ? 2 : 0) + 0.3 * (v[3 * i] * v[3 * j] + v[3 * i + 1] * v[3 * j + 1] + v[3 * i + 2] * v[3 * j + 2]);
  });
  const [mu, t, rN] = [random.range(0.1, 1), random.range(0, 6.28), random.range(0.5, 2)];
  const x = impulse(rN, mu, t);
  const u = [0, -cos(t), -sin(t)];
  const b = Float64Array.from(u, (y, k) => y - (W[3 * k] * x[0] + W[3 * k + 1] * x[1] + W[3 * k + 2] * x[2]));
  return { one: { W, b, mu, condition: NaN }, t, rN };
}

function impulse(rN: number, mu: number, t: number): Float64Array {
  return Float64Array.of(rN, mu * rN * cos(t), mu * rN * sin(t));
}

describe('the direction of slip', () => {
  it('is found from a guess turned by up to 0.2 rad', () => {
    const random = new Random(1);
    for (let k = 0; k < 500; k++) {
      const { one, t, rN } = sliding(random);
      const r = impulse(rN * random.range(0.5, 2), one.mu, t + random.range(-0.2, 0.2));
      turnSlip(r, one.W, 0, one.b, one.mu);
      expect(backwardError(one, r)).toBeLessThan(1e-12);
    }
  });

  it('of a solution stays, bit for bit', () => {
    const random = new Random(2);
    let kept = 0;
    for (let k = 0; k < 200; k++) {
      const { one, t, rN } = sliding(random);
      const r = impulse(rN, one.mu, t);
      turnSlip(r, one.W, 0, one.b, one.mu);
      const once = Float64Array.from(r);
      turnSlip(r, one.W, 0, one.b, one.mu);
      if (r.every((x, l) => x === once[l])) kept++;
    }
    // a few hop between two neighbouring numbers
    expect(kept).toBeGreaterThan(180);
  });

  it('too far off is left alone', () => {
    const random = new Random(3);
    const { one, t, rN } = sliding(random);
    const r = impulse(rN, one.mu, t + 3);
    const before = Float64Array.from(r);
    turnSlip(r, one.W, 0, one.b, one.mu);
    expect(r).toEqual(before);
  });
});
