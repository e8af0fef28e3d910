import { describe, expect, it } from 'vitest';
import { contactFrame } from '../../math/frame.js';
import type { ContactLaw } from './law.js';
import { ContactMemory } from './memory.js';
import { guessImpacts, recallForces, rememberForces } from './first-guess.js';
import { type Masses, masses, rowsOf, touch } from './testing/masses.js';

const two = (): Masses =>
  masses([
    { mass: 2, velocity: [0, 0, -1] },
    { mass: 3, velocity: [0, 0, 0] },
  ]);

/** A law in which all contacts take part. */
function lawOf(n: number, mu = 0.5): ContactLaw {
  return { active: new Uint8Array(n).fill(1), mu: new Float64Array(n).fill(mu), w: new Float64Array(3 * n) } as never;
}

/** The world vector of r in the frame of a normal. */
function inWorld(r: Float64Array, k: number, normal: Float64Array): number[] {
  const F = new Float64Array(9);
  contactFrame(F, 0, normal, 3 * k);
  return [0, 1, 2].map((i) => F[i] * r[3 * k] + F[3 + i] * r[3 * k + 1] + F[6 + i] * r[3 * k + 2]);
}

describe('memory of contacts', () => {
  it('finds a force again by who touches and with what, whatever the order, frame and step', () => {
    const before = two();
    touch(before, 0, before.ground, 0, [0, 0, 1], 7);
    touch(before, 0, 1, 0, [1, 0, 0], 1);
    touch(before, 0, 1, 0, [1, 0, 0], 2);
    const r = Float64Array.of(1, 0.2, -0.1, 2, 0.3, 0.4, 3, 0, 0.5);
    const memory = new ContactMemory();
    rememberForces(memory, rowsOf(before), lawOf(3), r, 0.01, 100);
    const forces = [0, 1, 2].map((k) => inWorld(r, k, before.contacts.normal));
    const after = two();
    // the same pair the other way round and turned, half the step; one that is new
    touch(after, 1, 0, 0, [0.6, 0, 0.8], 2);
    touch(after, 0, after.ground, 0, [0, 0, 1], 7);
    touch(after, 1, after.ground, 0, [0, 0, 1], 7);
    // sets come in the order of (lower leaf, higher leaf)
    const guess = new Float64Array(9).fill(9);
    const known = new Uint8Array(3).fill(9);
    recallForces(guess, known, memory, rowsOf(after), lawOf(3), 0.005);
    expect([...known]).toEqual([1, 1, 0]);
    inWorld(guess, 0, after.contacts.normal).forEach((x, i) => expect(x).toBeCloseTo(0.5 * forces[2][i], 14));
    inWorld(guess, 1, after.contacts.normal).forEach((x, i) => expect(x).toBeCloseTo(0.5 * forces[0][i], 14));
    expect([...guess.subarray(6)]).toEqual([0, 0, 0]);
  });

  it('keeps of an impact what weight alone would have needed, and nothing of contacts without a force', () => {
    const world = two();
    touch(world, 0, world.ground, 0);
    touch(world, 1, world.ground, 0);
    const memory = new ContactMemory();
    rememberForces(memory, rowsOf(world), lawOf(2), Float64Array.of(2, 0, 0, 0, 0, 0), 0.01, 0.1);
    const { force, leafA } = memory.save();
    expect([...leafA]).toEqual([0]);
    // it came with 1 m/s where weight makes 0.1
    expect(force[2]).toBeCloseTo(0.1 * (2 / 0.01), 10);
  });

  it('is saved and loaded', () => {
    const world = two();
    touch(world, 0, world.ground, 0);
    const [memory, other] = [new ContactMemory(), new ContactMemory()];
    rememberForces(memory, rowsOf(world), lawOf(1), Float64Array.of(2, 1, 0), 0.01, 100);
    other.load(memory.save());
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    recallForces(a, new Uint8Array(1), memory, rowsOf(world), lawOf(1), 0.01);
    recallForces(b, new Uint8Array(1), other, rowsOf(world), lawOf(1), 0.01);
    expect([...b]).toEqual([...a]);
    expect(a[0]).toBeCloseTo(2, 14);
  });
});

describe('first guess of impacts', () => {
  const guess = (velocity: readonly [number, number, number], known: number, calm: number, mu = 0.5): number[] => {
    const world = masses([{ mass: 2, velocity }]);
    touch(world, 0, world.ground, 0);
    const r = Float64Array.of(0.25, 0, 0);
    const rows = rowsOf(world);
    guessImpacts(r, Uint8Array.of(known), rows, lawOf(1, mu), world.bodies, calm);
    return [r[0], ...inWorld(r, 0, world.contacts.normal).slice(0, 2)];
  };

  it('stops a mass that comes alone, sliding on the cone or sticking', () => {
    // m u = 6 along the normal; slipping at 4 m/s would take 8 to stop, the cone gives 3
    expect(guess([4, 0, -3], 0, 0.1)).toEqual([6, -3, 0].map((x) => expect.closeTo(x, 12)));
    expect(guess([0, 1, -3], 0, 0.1)).toEqual([6, 0, -2].map((x) => expect.closeTo(x, 12)));
  });

  it('leaves what is known and calm, and what leaves', () => {
    expect(guess([0, 0, -0.05], 1, 0.1)[0]).toBe(0.25);
    expect(guess([0, 0, -0.15], 1, 0.1)[0]).toBeCloseTo(0.3, 12);
    expect(guess([0, 0, 0.1], 0, 0.1)[0]).toBe(0.25);
  });

  it('shares the approach of two masses by what both weigh together', () => {
    const world = two();
    touch(world, 0, 1, 0);
    const r = new Float64Array(3);
    guessImpacts(r, new Uint8Array(1), rowsOf(world), lawOf(1), world.bodies, 0);
    // 1 / (1/2 + 1/3)
    expect(r[0]).toBeCloseTo(1.2, 12);
  });
});
