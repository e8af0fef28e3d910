import { describe, expect, it } from 'vitest';
import { policy } from '../policy/values.js';
import { ContactLaw, type LawOptions } from './law.js';
import { type Masses, materials, masses, rowsOf, size, touch } from './testing/masses.js';

const options: LawOptions = { h: 0.01, theta: 1, gravity: [0, 0, -10], gapAware: true, slack: 0.1 };

/** The law of a mass with a vertical velocity above the ground. */
function lawOf(
  velocity: number,
  gap: number,
  restitution = 0,
  own: Partial<LawOptions> = {},
): { law: ContactLaw; world: Masses } {
  const world = masses([{ mass: 2, velocity: [0.3, 0, velocity] }]);
  touch(world, 0, world.ground, gap);
  const law = new ContactLaw();
  const chosen = { ...options, ...own };
  law.choose(rowsOf(world), materials(0.4, restitution), chosen);
  return { law, world };
}

describe('which contacts take part', () => {
  it('is what would be nearer at the end of the step than the slack, its fall included', () => {
    // falls by g h² = 1 mm in the step; the slack is a tenth of 10 mm
    expect(lawOf(0, 0.00199).law.active[0]).toBe(1);
    expect(lawOf(0, 0.00201).law.active[0]).toBe(0);
    expect(lawOf(0.1, 0.00101).law.active[0]).toBe(0);
    expect(lawOf(-1, 0.01199).law.active[0]).toBe(1);
  });

  it('leaves the fall out between bodies, which fall alike', () => {
    const world = masses([
      { mass: 1, velocity: [0, 0, 0] },
      { mass: 1, velocity: [0, 0, 0] },
    ]);
    touch(world, 0, 1, 0.00101);
    const law = new ContactLaw();
    law.choose(rowsOf(world), materials(0.4), options);
    expect(law.active[0]).toBe(0);
  });

  it('takes friction from the materials unless the contact has its own, and the smaller size', () => {
    const { law, world } = lawOf(0, 0);
    expect(law.mu[0]).toBe(0.4);
    expect(law.size[0]).toBe(size);
    world.contacts.mu[0] = 0.7;
    law.choose(rowsOf(world), materials(0.4), options);
    expect(law.mu[0]).toBe(0.7);
  });
});

describe('w of a contact', () => {
  it('lets a gap close and no further: u_N + w_N = 0 there', () => {
    expect(lawOf(-1, 0.005).law.w[0]).toBeCloseTo(0.5, 14);
    // an overlap is not thrown out
    expect(lawOf(-1, -0.001).law.w[0]).toBe(0);
    // where gaps are not looked at, nothing may come nearer
    expect(lawOf(-1, 0.005, 0, { gapAware: false }).law.w[0]).toBe(0);
  });

  it('is Moreau’s rebound e u⁻ for what comes fast enough to bounce', () => {
    const rest = policy.restSteps * 0.01 * 10;
    const fast = lawOf(-1.01 * rest, 0, 0.5).law;
    expect([fast.bounces[0], fast.w[0]]).toEqual([1, 0.5 * -1.01 * rest]);
    expect(lawOf(-0.99 * rest, 0, 0.5).law.bounces[0]).toBe(0);
    // e = 1 loses nothing, however slow
    expect(lawOf(-0.01, 0, 1).law.bounces[0]).toBe(1);
    // and does not bounce before it touches
    expect(lawOf(-1, 0.0101, 0.5).law.active[0]).toBe(0);
  });

  it('closes the gap by the mean of old and new velocity for theta = 1/2', () => {
    // 3 mm are left of 5: 0.5 h u⁻ = -2 mm are gone before
    expect(lawOf(-0.4, 0.005, 0, { theta: 0.5, slack: 1 }).law.w[0]).toBeCloseTo(0.003 / (0.5 * 0.01), 12);
  });
});

describe('hits below theta 1', () => {
  const tolerated = 0.01;
  const isHit = (velocity: number, gap: number, e = 0, own: Partial<LawOptions> = { theta: 0.5 }): boolean => {
    const { law, world } = lawOf(velocity, gap, e, own);
    return law.isHit(rowsOf(world), 0, materials(0.4, e), { ...options, ...own }, tolerated);
  };

  it('are what moves on too far with the mean of old and new velocity, even if it is stopped', () => {
    // 0.5 h u⁻ = -3 mm, of which 0.1 mm are tolerated
    expect([isHit(-0.6, 0.0028), isHit(-0.6, 0.003)]).toEqual([true, false]);
    expect([isHit(-0.6, 0.0013, 0, { theta: 0.75 }), isHit(-0.6, 0.0015, 0, { theta: 0.75 })]).toEqual([true, false]);
    expect(isHit(0.6, -0.0028)).toBe(false);
    // what overlaps already and hardly moves
    expect(isHit(-1e-3, -0.0028)).toBe(false);
  });

  it('are less by what is thrown back', () => {
    // 0.5 h (u⁻ - u⁻/2) = -1.5 mm
    expect([isHit(-0.6, 0.0013, 0.5), isHit(-0.6, 0.0015, 0.5)]).toEqual([true, false]);
    expect(isHit(-0.6, 0, 1)).toBe(false);
  });

  it('are what is too deep at the middle of the step to be found on the right side', () => {
    // 0.5 h u⁻ = -6 mm, half a size is 5 mm
    expect([isHit(-1.2, 0.0009, 1), isHit(-1.2, 0.0011, 1)]).toEqual([true, false]);
  });
});

describe('contacts taken in later', () => {
  it('are those that the solution closes by more than is let stand', () => {
    const { law, world } = lawOf(0.1, 0.005);
    const rows = rowsOf(world);
    const recruits = new Uint8Array(1);
    const offset = Int32Array.of(0, 3);
    const closing = (gap: number): number => -(0.005 - gap) / 0.01;
    const just = -policy.closing * size;
    const take = (gap: number): number =>
      law.recruit(recruits, rows, Float64Array.of(0, 0, closing(gap)), offset, options);
    expect(take(0.9 * just)).toBe(0);
    expect(take(1.1 * just)).toBe(1);
    expect([recruits[0], law.active[0], law.w[0]]).toEqual([1, 1, 0.005 / 0.01]);
  });

  it('undo at most a share of the size by velocity where they were found to overlap at the end', () => {
    const { law, world } = lawOf(0, -0.002);
    const rows = rowsOf(world);
    const offset = Int32Array.of(0, 3);
    const adopt = (gap: number, tolerated: number): number => {
      world.contacts.gap[0] = gap;
      law.adopt(rows, 0, materials(0.4), new Float64Array(3), offset, options, tolerated);
      return law.w[0];
    };
    expect(adopt(-0.002, 0)).toBeCloseTo(-0.2, 12);
    expect(adopt(-0.002, 0.0005)).toBeCloseTo(-0.15, 12);
    expect(adopt(-0.009, 0)).toBeCloseTo((-policy.pushApart * size) / 0.01, 12);
  });
});
