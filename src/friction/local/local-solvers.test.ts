import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { fixtures } from '../testing/fixtures.js';
import { denseDual } from '../testing/dense-dual.js';
import { OneContactDraw, backwardError } from '../testing/one-contact.js';
import { localError } from './fail-safe.js';
import { mfbNewton } from './mfb.js';
import { localSolverNamed, localSolvers } from './registry.js';

const names = ['mfb', 'pac', 'dac', 'duriez06', 'duriez08', 'four-sides'];
const { W, b, mu } = denseDual(fixtures()[0].problem);
const known = fixtures()[0].r!;
const r = new Float64Array(3);

/** Largest distance of r from the known impulse, times the scale of W. */
function distance(): number {
  return 15 * Math.max(...known.map((x, k) => Math.abs(r[k] - x)));
}

describe('registry', () => {
  it('holds the six methods, the enumerative one, and each of the six with it', () => {
    const all = localSolvers().map((solver) => solver.name);
    expect(all.slice().sort()).toEqual([...names, 'enumerative', ...names.map((name) => `${name}+enumerative`)].sort());
    expect(all[0]).toBe('mfb+enumerative');
    expect(() => localSolverNamed('newton')).toThrow(/expected one of mfb\+enumerative, mfb, /);
  });
});

describe('the contact with a known solution', () => {
  for (const solver of localSolvers()) {
    it(solver.name, () => {
      for (const guess of [[0, 0, 0], known, [1, 0.05, -0.02], [0.1, 0, 0]]) {
        r.set(guess);
        const believed = solver.solve(r, W, 0, b, mu[0]);
        if (solver.exact && believed) expect(distance()).toBeLessThan(1e-12);
        if (!solver.exact) expect(distance()).toBeGreaterThan(1e-3);
        // pure Newton may fail from afar, the others find it
        if (solver.exact && solver.name !== 'pac') expect(believed).toBe(true);
      }
    });
  }
});

describe('take-off, stick and plane contacts', () => {
  const identity = Float64Array.of(2, 0, 0, 0, 2, 0, 0, 0, 2);
  for (const solver of localSolvers()) {
    it(solver.name, () => {
      r.set([0.3, 0.1, 0]);
      solver.solve(r, identity, 0, Float64Array.of(1, -3, 2), 0.5);
      expect([...r].map(Math.abs)).toEqual([0, 0, 0]);
      // W diagonal: all of them are exact
      r.fill(0);
      expect(solver.solve(r, identity, 0, Float64Array.of(-2, 0.4, -0.2), 0.5)).toBe(true);
      expect(r[0]).toBeCloseTo(1, 13);
      expect(r[1]).toBeCloseTo(-0.2, 13);
      expect(r[2]).toBeCloseTo(0.1, 13);
      const plane = Float64Array.of(9, 2, 0.5, 0, 0.5, 1, 0, 0, 0, 1.5);
      for (const bT of [0.1, 5, -5]) {
        r.set([0.3, 0.1, 0]);
        solver.solve(r, plane, 1, Float64Array.of(-2, bT, 0), 0.5);
        expect(Math.abs(r[2])).toBe(0);
        expect(r[0]).toBeGreaterThan(0);
      }
    });
  }
});

describe('mfb', () => {
  it('needs no more than Newton steps for well-conditioned contacts, from nothing', () => {
    const draw = new OneContactDraw(3);
    const local = localSolverNamed('mfb');
    let sliding = 0;
    let newton = 0;
    for (let k = 0; k < 5000; k++) {
      draw.next(1);
      draw.mu = Math.max(0.1, Math.min(1, draw.mu));
      r.fill(0);
      expect(local.solve(r, draw.W, 0, draw.b, draw.mu)).toBe(true);
      if (!(r[0] > 0) || Math.sqrt(r[1] * r[1] + r[2] * r[2]) < 0.999999 * draw.mu * r[0]) continue;
      sliding++;
      // near the solution the steps alone get there, which a wrong Jacobian would not
      for (let l = 0; l < 3; l++) r[l] *= 1.05;
      if (mfbNewton(r, draw.W, 0, draw.b, draw.mu) && backwardError(draw, r) < 1e-12) newton++;
    }
    expect(sliding).toBeGreaterThan(1000);
    expect(newton / sliding).toBeGreaterThan(0.99);
  });

  it('accepts a solution as it is', () => {
    const local = localSolverNamed('mfb');
    r.set(known);
    local.solve(r, W, 0, b, mu[0]);
    const first = Float64Array.from(r);
    local.solve(r, W, 0, b, mu[0]);
    expect(r).toEqual(first);
  });
});

describe('dac', () => {
  it('solves contacts that the pure Newton method does not', () => {
    const draw = new OneContactDraw(8);
    const [pac, dac] = [localSolverNamed('pac'), localSolverNamed('dac')];
    let rescued = 0;
    for (let k = 0; k < 2000; k++) {
      draw.next(2);
      r.fill(0);
      const pure = pac.solve(r, draw.W, 0, draw.b, draw.mu);
      if (pure && draw.mu >= 0.1) expect(backwardError(draw, r)).toBeLessThan(1e-12);
      r.fill(0);
      const damped = dac.solve(r, draw.W, 0, draw.b, draw.mu);
      if (damped && draw.mu >= 0.1) expect(backwardError(draw, r)).toBeLessThan(1e-12);
      if (damped && !pure) rescued++;
    }
    expect(rescued).toBeGreaterThan(5);
  });
});

describe('duriez08', () => {
  it('obeys the law where its iteration ends, which it does not always', () => {
    const draw = new OneContactDraw(9);
    const local = localSolverNamed('duriez08');
    for (let k = 0; k < 2000; k++) {
      draw.next(2);
      r.fill(0);
      if (local.solve(r, draw.W, 0, draw.b, draw.mu)) expect(backwardError(draw, r)).toBeLessThan(1e-11);
    }
    expect(local.counts!.failures).toBeGreaterThan(20);
    expect(local.counts!.failures).toBeLessThan(600);
  });
});

describe('four-sides', () => {
  it('bounds each component of the friction by mu r_N', () => {
    const random = new Random(2);
    const local = localSolverNamed('four-sides');
    for (let k = 0; k < 200; k++) {
      r.fill(0);
      const velocity = Float64Array.of(-1, 4 * random.normal(), 4 * random.normal());
      expect(local.solve(r, W, 0, velocity, 0.3)).toBe(true);
      const u = [0, 3, 6].map((row, l) => W[row] * r[0] + W[row + 1] * r[1] + W[row + 2] * r[2] + velocity[l]);
      expect(Math.abs(u[0])).toBeLessThan(1e-12);
      for (const l of [1, 2]) {
        expect(Math.abs(r[l])).toBeLessThanOrEqual(0.3 * r[0]);
        if (Math.abs(u[l]) > 1e-9) expect(r[l]).toBeCloseTo(-0.3 * r[0] * Math.sign(u[l]), 12);
      }
    }
  });
});

describe('fail-safe', () => {
  it('counts its calls and failures', () => {
    const local = localSolverNamed('four-sides+enumerative');
    expect(local.counts).toEqual({ calls: 0, alternatives: 0, failures: 0 });
    r.fill(0);
    expect(local.solve(r, W, 0, b, mu[0])).toBe(true);
    expect(local.counts).toEqual({ calls: 1, alternatives: 1, failures: 0 });
    expect(distance()).toBeLessThan(1e-12);
    // what four-sides gets right costs no call: a contact that opens
    expect(local.solve(r, W, 0, Float64Array.of(1, 0, 0), 0.1)).toBe(true);
    expect(local.counts).toEqual({ calls: 2, alternatives: 1, failures: 0 });
    // no solution: nothing can push back
    expect(local.solve(r, new Float64Array(9), 0, Float64Array.of(-1, 0, 0), 0.1)).toBe(false);
    expect(local.counts).toEqual({ calls: 3, alternatives: 2, failures: 1 });
    expect([...r]).toEqual([0, 0, 0]);
    expect(localSolverNamed('four-sides+enumerative').counts!.calls).toBe(0);
  });

  it('measures the error of an answer against b and the rounding of W r', () => {
    r.set(known);
    expect(localError(r, W, 0, b, mu[0])).toBeLessThan(2e-15);
    r[1] += 1e-6;
    expect(localError(r, W, 0, b, mu[0])).toBeGreaterThan(1e-7);
    expect(localError(r, W, 0, b, mu[0])).toBeLessThan(1e-4);
    // for small coefficients Fischer-Burmeister alone would be blind: |u_N| = 1e-3 of b, and mu r_N far below
    r.set([(-b[0] / W[0]) * 1.001, 0, 0]);
    expect(localError(r, W, 0, b, 1e-9)).toBeGreaterThan(1e-5);
  });
});
