import { describe, expect, it } from 'vitest';
import { atan2, cos, sin } from '../../math/functions.js';
import { delassusForms } from '../delassus/delassus.js';
import type { ContactProblem } from '../problem.js';
import type { SolveOptions, SolveResult } from '../solve.js';
import { solve } from '../solve.js';
import { dualProblem, oneContact, twoContactsA, twoContactsB } from '../testing/fixtures.js';
import { boxOnSlope, contactTwice } from '../testing/small-problems.js';
import { randomProblem } from '../testing/random-problems.js';
import { largestLcp } from './lemke.js';

const names = ['psor', 'nsgs', 'cpg', 'lemke', 'mcp', 'cadoux'];

/**
 * n spheres of 1 kg in a column on the floor, one step of 0.01 s: contact i lies below sphere i. W couples neighbours
 * only; the impulse of contact i carries the n - i spheres above it, (n - i) h g.
 */
function column(n: number, mu: number): { problem: ContactProblem; r: number[] } {
  const W = Array.from({ length: 3 * n }, () => new Array<number>(3 * n).fill(0));
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      // tangential compliance of a sphere: 1 + 5/2
      const w = k === 0 ? 1 : 3.5;
      W[3 * i + k][3 * i + k] += w;
      if (i === 0) continue;
      W[3 * i + k][3 * i + k] += w;
      // the sphere between: normals oppose, and so do tangents, with the spin adding up
      const coupling = k === 0 ? -1 : 1.5;
      W[3 * i + k][3 * i - 3 + k] = coupling;
      W[3 * i - 3 + k][3 * i + k] = coupling;
    }
  }
  const fall = 0.01 * 9.81;
  const b = new Array<number>(3 * n).fill(0);
  // all fall alike: only the lowest approaches anything
  b[0] = -fall;
  const r = Array.from({ length: n }, (_, i) => [(n - i) * fall, 0, 0]).flat();
  return { problem: dualProblem(3, W, b, new Array<number>(n).fill(mu)), r };
}

function expectImpulses(result: SolveResult, r: readonly number[], accuracy: number): void {
  expect(result.status).toBe('converged');
  r.forEach((x, k) => expect(Math.abs(result.r[k] - x)).toBeLessThan(accuracy));
}

function friction(r: ArrayLike<number>): number {
  return Math.sqrt(r[1] * r[1] + r[2] * r[2]);
}

describe('a column of spheres', () => {
  for (const solver of names) {
    for (const mu of [0, 0.4]) {
      it(`${solver}, mu = ${mu}`, () => {
        const { problem, r } = column(12, mu);
        expectImpulses(solve(problem, { solver, tolerance: 1e-12 }), r, 1e-9);
      });
    }
  }

  it('over-relaxation makes psor several times quicker', () => {
    const { problem } = column(20, 0);
    const sweeps = (relaxation: number): number => solve(problem, { solver: 'psor', relaxation }).iterations;
    expect(sweeps(1.7)).toBeLessThan(0.35 * sweeps(1));
    expect(sweeps(0.7)).toBeGreaterThan(1.3 * sweeps(1));
  });

  it('conjugate directions end after as many steps as unknowns', () => {
    // with the sign of beta as printed in [Renouf05 6.3] they are not conjugate, and this takes hundreds
    const { problem } = column(20, 0);
    expect(solve(problem, { solver: 'cpg', tolerance: 1e-10, checkEvery: 1 }).iterations).toBeLessThanOrEqual(21);
  });
});

describe('nsgs', () => {
  it('with the explicit solve is exact where W_ii does not couple normal and tangent', () => {
    const W = [
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 3],
    ];
    const result = solve(dualProblem(3, W, [-2, 3, -4], [0.5]), { solver: 'nsgs', tolerance: 1e-14 });
    expectImpulses(result, [1, -0.3, 0.4], 1e-14);
  });

  it('takes off where the others push the contact away, whatever is printed in 6.2', () => {
    const result = solve(dualProblem(3, oneContactRows, [1, 2, 3], [0.1]), {
      solver: 'nsgs',
      warmStart: Float64Array.of(1, 0, 0),
    });
    expectImpulses(result, [0, 0, 0], 1e-300);
  });

  it('with the diagonal alone behaves erratically where the full block comes to rest', () => {
    const { problem } = twoContactsB();
    const options: SolveOptions = { solver: 'nsgs', maxIterations: 400, trace: true, checkEvery: 1 };
    const full = solve(problem, { ...options, local: 'explicit' });
    const diagonal = solve(problem, { ...options, local: 'diagonal' });
    expect(full.status).toBe('stalled');
    expect(diagonal.status).not.toBe('converged');
    const rises = (result: SolveResult): number =>
      result.trace.filter((point, k) => k > 0 && point.error > 1.01 * result.trace[k - 1].error).length;
    expect(rises(diagonal)).toBeGreaterThan(50);
    expect(rises(full)).toBeLessThan(5);
  });

  it('relaxed, leads to the same', () => {
    const { problem, u } = twoContactsA();
    for (const relaxation of [0.8, 1.2]) {
      const result = solve(problem, { solver: 'nsgs', local: 'enumerative', relaxation, tolerance: 1e-13 });
      expect(result.status).toBe('converged');
      u!.forEach((x, k) => expect(Math.abs(result.u[k] - x)).toBeLessThan(1e-9));
    }
  });

  it('refuses local solvers it does not know', () => {
    expect(() => solve(oneContact().problem, { solver: 'nsgs', local: 'none' })).toThrow('one-contact solver');
  });
});

const oneContactRows = [
  [15, -1, -2],
  [-1, 14, 1],
  [-2, 1, 16],
];

describe('faceted cones', () => {
  it('bracket the friction of the exact cone, the tighter the more facets', () => {
    // a point mass that slides: the exact friction is mu r_N = 0.5, opposite to the motion
    const angle = 0.2;
    const b = [-1, 2 * cos(angle), 2 * sin(angle)];
    const identity = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    let [inner, outer] = [0, Infinity];
    for (const facets of [4, 6, 8, 12, 16]) {
      const along = (cone: 'inner' | 'outer'): number => {
        const { r, status, notes } = solve(dualProblem(3, identity, b, [0.5]), { solver: 'lemke', facets, cone });
        expect(status).toBe('stalled');
        expect(notes.join()).toContain(`${facets} facets`);
        return friction(r);
      };
      const [below, above] = [along('inner'), along('outer')];
      expect(below).toBeLessThanOrEqual(0.5 + 1e-12);
      expect(above).toBeGreaterThanOrEqual(0.5 - 1e-12);
      // vertices of the inner one lie on the circle, those of the outer one at 1 / cos(pi / N)
      expect(above).toBeLessThanOrEqual(0.5 / cos(Math.PI / facets) + 1e-12);
      if (facets % 8 === 4) continue;
      [inner, outer] = [Math.max(inner, below), Math.min(outer, above)];
    }
    expect(outer - inner).toBeLessThan(0.02);
  });

  it('are the same to lemke and to nsgs with its exact local solve', () => {
    for (const known of [
      oneContact(),
      twoContactsA(),
      twoContactsB(),
      randomProblem({ contacts: 8, bodies: 6, seed: 7 }),
    ]) {
      for (const facets of [4, 6, 16]) {
        for (const cone of ['inner', 'outer'] as const) {
          const options: SolveOptions = { facets, cone, tolerance: 1e-12 };
          const a = solve(known.problem, { ...options, solver: 'lemke' });
          const b = solve(known.problem, { ...options, solver: 'nsgs', local: 'enumerative', maxIterations: 20000 });
          expect([known.name, facets, a.status, b.status]).toEqual([known.name, facets, 'stalled', 'stalled']);
          a.u.forEach((x, k) => expect(Math.abs(b.u[k] - x)).toBeLessThan(1e-8));
        }
      }
    }
  });

  it('turn the friction away from the slip with 4 facets, less with 16', () => {
    const { problem } = oneContact();
    const turned = (facets: number): number => {
      const { r, u } = solve(problem, { solver: 'lemke', facets });
      return Math.abs(atan2(r[1] * u[2] - r[2] * u[1], -(r[1] * u[1] + r[2] * u[2])));
    };
    expect(turned(4)).toBeGreaterThan(0.3);
    expect(turned(16)).toBeLessThan(0.2);
  });

  it('are exact for plane problems, which have no facets to choose', () => {
    const known = randomProblem({ contacts: 6, bodies: 4, d: 2, seed: 8 });
    for (const cone of ['inner', 'outer'] as const) {
      const result = solve(known.problem, { solver: 'lemke', cone, tolerance: 1e-11 });
      expect(result.status).toBe('converged');
      known.u!.forEach((x, k) => expect(Math.abs(result.u[k] - x)).toBeLessThan(1e-8));
    }
  });
});

describe('statuses of the multibody solvers', () => {
  /** Two contacts of one body that pull it in opposite directions: they cannot both be kept apart. */
  const torn = (mu: number): ContactProblem => {
    const [up, down] = [
      [1, 0, 0, -1, 0, 0],
      [-1, 0, 0, 1, 0, 0],
    ];
    const side = [0, 1, 0, 0, 1, 0];
    const across = [0, 0, 1, 0, 0, 1];
    return dualProblem(3, [up, side, across, down, side, across], [-1, 0, 0, -1, 0, 0], [mu, mu]);
  };

  for (const solver of names) {
    it(`${solver} does not pretend to solve what has no solution`, () => {
      const result = solve(torn(0), { solver, maxIterations: 200 });
      expect(['no-solution', 'stalled', 'max-iterations', 'diverged']).toContain(result.status);
      for (const x of [...result.r, ...result.u]) expect(Number.isFinite(x)).toBe(true);
      expect(result.error.relative).toBeGreaterThan(0.1);
    });
  }

  it('lemke proves it', () => {
    const result = solve(torn(0), { solver: 'lemke' });
    expect(result.status).toBe('no-solution');
    expect(solve(torn(0.5), { solver: 'lemke' }).status).not.toBe('converged');
  });

  it('lemke refuses what its dense dictionary cannot hold', () => {
    const n = largestLcp / 10 + 1;
    const { problem } = column(n, 0.5);
    const result = solve(problem, { solver: 'lemke' });
    expect([result.status, result.iterations]).toEqual(['stalled', 0]);
    expect(result.notes.join()).toContain('refused');
    // without friction a contact is one unknown, and there is room
    expect(solve(column(n, 0).problem, { solver: 'lemke' }).status).toBe('converged');
  });

  it('the answer of lemke is that of its cone, also where the first guess was better', () => {
    const { problem, r } = oneContact();
    const near = Float64Array.from(r!, (x) => x * 1.0001);
    const cold = solve(problem, { solver: 'lemke', facets: 4 });
    expect(solve(problem, { solver: 'lemke', facets: 4, warmStart: near }).r).toEqual(cold.r);
    expect(cold.error.relative).toBeGreaterThan(1e-2);
  });
});

describe('exact multibody solvers', () => {
  const exact: SolveOptions[] = [
    { solver: 'psor' },
    { solver: 'nsgs', local: 'enumerative' },
    { solver: 'cpg' },
    { solver: 'mcp' },
    { solver: 'cadoux' },
  ];
  for (const options of exact) {
    it(`${options.solver} agrees in every form of W`, () => {
      const known = randomProblem({ contacts: 8, bodies: 6, seed: 21 });
      for (const form of delassusForms) {
        const result = solve(known.problem, { ...options, form, tolerance: 1e-12, maxIterations: 20000 });
        expect([form, result.status]).toEqual([form, 'converged']);
        known.u!.forEach((x, k) => expect(Math.abs(result.u[k] - x)).toBeLessThan(1e-8));
      }
    });

    it(`${options.solver} copes with redundant contacts`, () => {
      for (const known of [boxOnSlope(0.2, 0.5), boxOnSlope(0.5, 0.3), contactTwice()]) {
        const result = solve(known.problem, { ...options, tolerance: 1e-11 });
        expect([known.name, result.status]).toEqual([known.name, 'converged']);
        known.u!.forEach((x, k) => expect(Math.abs(result.u[k] - x)).toBeLessThan(1e-8));
      }
    });
  }
});
