import { describe, expect, it } from 'vitest';
import type { WhitenedDelassus } from '../delassus/whitened.js';
import { velocityScale } from '../measures.js';
import { Monitor } from '../monitor.js';
import { prepare } from '../prepare.js';
import { solve } from '../solve.js';
import { randomProblem } from '../testing/random-problems.js';
import { Clusters } from './clusters.js';

function example(): ReturnType<typeof prepare> & { r: Float64Array } {
  const { problem } = randomProblem({ contacts: 42, bodies: 30, d: 3, seed: 11 });
  const prepared = prepare(problem, 'whitened');
  const r = solve(problem, { tolerance: 1e-9 }).r.map((x) => x / prepared.ready.impulseUnit);
  return { ...prepared, r };
}

describe('the Delassus operator of some contacts', () => {
  it('is what the whole one has at their rows and columns', () => {
    const { ready } = example();
    const W = ready.W as WhitenedDelassus;
    const contacts = Int32Array.of(7, 3, 40, 41);
    const part = W.restricted(contacts);
    const x = new Float64Array(3 * ready.n);
    const y = new Float64Array(3 * ready.n);
    contacts.forEach((j, l) => {
      for (let c = 0; c < 3; c++) {
        x.fill(0);
        x[3 * j + c] = 1;
        W.multiply(y, x);
        contacts.forEach((i, k) => {
          const e = part.col.subarray(part.ptr[k], part.ptr[k + 1]).indexOf(l);
          for (let a = 0; a < 3; a++) {
            const entry = e < 0 ? 0 : part.values[9 * (part.ptr[k] + e) + 3 * a + c];
            expect(entry).toBeCloseTo(y[3 * i + a], 12);
          }
        });
      }
    });
  });
});

describe('a cluster', () => {
  it('is solved for the impulses of all others, which stay as they are', () => {
    const { ready, data, r } = example();
    const tolerance = 1e-7;
    const monitor = new Monitor(ready, data, { measure: 'relative', tolerance, trace: false });
    const speed = (tolerance * velocityScale(data, data.b)) / ready.velocityUnit;
    const u = new Float64Array(3 * ready.n);
    const disturbed = Float64Array.from(r);
    // as after sweeps: within the cone, but wrong
    const pressed = Array.from({ length: ready.n }, (_, i) => i).filter((i) => r[3 * i] > 0);
    for (const i of pressed.slice(0, 5)) for (let k = 3 * i; k < 3 * i + 3; k++) disturbed[k] *= 1.5;
    const unsolved = (): number[] => {
      ready.W.velocities(u, disturbed);
      return monitor.unsolved(disturbed, u, tolerance);
    };
    const seeds = unsolved();
    expect(seeds.length).toBeGreaterThan(5);
    expect(monitor.error(disturbed)).toBeGreaterThan(1e-3);
    const kept = Float64Array.from(disturbed);
    const clusters = Clusters.of(ready)!;
    expect(clusters.solve(disturbed, u, seeds, speed, 1)).toBe(-1);
    expect(disturbed).toEqual(kept);
    expect(clusters.solve(disturbed, u, seeds, speed, Infinity)).toBeGreaterThanOrEqual(0);
    expect(unsolved()).toEqual([]);
    // contacts that nothing was wrong with, and that no neighbour is one of, were held
    expect(disturbed.filter((x, k) => x === r[k]).length).toBeGreaterThan(0);
  });

  it('is not made of a problem that is not whitened', () => {
    const { problem } = randomProblem({ contacts: 10, bodies: 8, d: 3, seed: 6 });
    expect(Clusters.of(prepare(problem, 'assembled').ready)).toBeUndefined();
  });
});
