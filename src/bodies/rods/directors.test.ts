import { describe, expect, it } from 'vitest';
import type { FiberBody } from '../body.js';
import { createRod } from './registry.js';

/** A straight rod along x with a natural twist of its section. */
const twisted = (model: string, rate: number): FiberBody =>
  createRod({
    model,
    elements: 12,
    length: 0.6,
    section: { halfAxes: [0.01, 0.004] },
    material: 'rubber',
    rest: [0, 0, rate],
    initial: { tangent: [1, 0, 0], normal: [0, 1, 0] },
  });

describe('directors at the nodes', () => {
  it.each(['der', 'der-projection', 'corde', 'super-helix'])('of %s turn with the twist along the rod', (model) => {
    const rate = 4;
    const rod = twisted(model, rate);
    const out = new Float64Array(3 * rod.nodes);
    rod.nodeDirectors!(out);
    const s = rod.nodeArcLength;
    const angle = (i: number): number => Math.atan2(out[3 * i + 2], out[3 * i + 1]);
    for (let i = 0; i < rod.nodes; i++) {
      expect(Math.hypot(out[3 * i], out[3 * i + 1], out[3 * i + 2])).toBeCloseTo(1, 12);
      expect(out[3 * i]).toBeCloseTo(0, 12);
      if (i < 2 || i > rod.nodes - 2) continue;
      // frames of segments belong to their middles: the ends are off by a quarter of a segment's twist
      const turn = angle(i) - angle(1);
      const expected = rate * (s[i] - s[1]);
      expect(Math.cos(turn - expected)).toBeCloseTo(1, 9);
    }
    expect(rod.halfAxes).toEqual([0.01, 0.004]);
  });

  it('are missing where a model has no twist', () => {
    expect(twisted('mass-spring', 0).nodeDirectors).toBeUndefined();
  });
});
