import { describe, expect, it } from 'vitest';
import { atan2, cos, sin } from '../../math/functions.js';
import type { SolveOptions } from '../solve.js';
import { solve } from '../solve.js';
import { dualProblem } from './fixtures.js';

/**
 * The point of [Renouf05]: on a polyhedral cone a body slides the wrong way. A point mass (1 kg) pressed down with 1 N s and
 * moving at 2 m/s under an angle: Coulomb's friction is against the motion, so that it goes straight on at 2 - mu m/s.
 */
const mu = 0.5;
const speed = 2;
const angles = Array.from({ length: 15 }, (_, k) => 0.05 * (k + 1));
const identity = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Angle between the slip found and the motion before, and the slip's size. */
function slide(angle: number, options: SolveOptions): { turned: number; slip: number } {
  const b = [-1, speed * cos(angle), speed * sin(angle)];
  const { u } = solve(dualProblem(3, identity, b, [mu]), { tolerance: 1e-12, maxIterations: 500, ...options });
  return { turned: Math.abs(atan2(u[2], u[1]) - angle), slip: Math.sqrt(u[1] * u[1] + u[2] * u[2]) };
}

/** The largest turn over all angles. */
function worst(options: SolveOptions): number {
  return Math.max(...angles.map((angle) => slide(angle, options).turned));
}

const label = (options: SolveOptions): string => Object.values(options).join(' ');

const exact: SolveOptions[] = [
  { solver: 'gauss-seidel' },
  { solver: 'gauss-seidel', local: 'enumerative' },
  { solver: 'nsgs', local: 'enumerative' },
  { solver: 'newton-ac-damped' },
  { solver: 'newton-mfb' },
  { solver: 'mcp' },
  { solver: 'cadoux' },
  { solver: 'auto' },
];
const fourFacets: SolveOptions[] = [
  { solver: 'gauss-seidel', local: 'four-sides' },
  { solver: 'lemke', facets: 4 },
  { solver: 'lemke', facets: 4, cone: 'outer' },
  { solver: 'nsgs', facets: 4 },
];

describe('the direction of sliding', () => {
  for (const options of exact) {
    it(`is right with the exact cone: ${label(options)}`, () => {
      for (const angle of angles) {
        const { turned, slip } = slide(angle, options);
        expect(turned).toBeLessThan(1e-10);
        expect(Math.abs(slip - (speed - mu))).toBeLessThan(1e-10);
      }
    });
  }

  for (const options of fourFacets) {
    it(`is wrong with four facets: ${label(options)}`, () => {
      expect(worst(options)).toBeGreaterThan(0.05);
    });
  }

  it('gets better with the number of facets', () => {
    const [four, eight, sixteen] = [4, 8, 16].map((facets) => worst({ solver: 'lemke', facets }));
    expect(eight).toBeLessThan(0.7 * four);
    expect(sixteen).toBeLessThan(0.7 * eight);
    expect(sixteen).toBeGreaterThan(1e-3);
  });
});
