import { expect, it } from 'vitest';
import { solvers } from '../registry.js';
import { localSolvers } from '../local/registry.js';
import type { Conformance } from './conformance.js';
import { solverConformance } from './conformance.js';

/** What the listings promise of each solver; gauss-seidel is tried with every one-contact solver. */
const expectations: Record<string, Conformance[]> = {
  'newton-ac': [{ exact: true, wherePossible: true }],
  // a line search on a function with kinks can get stuck, and a block of zeros makes the Fischer-Burmeister Jacobian singular
  'newton-ac-damped': [{ exact: true, mayFail: ['4 random contacts of 3 bodies, d = 2', 'a block driven'] }],
  'newton-mfb': [{ exact: true, mayFail: ['mu = 1e6', 'nothing can move'] }],
  psor: [{ exact: true, wherePossible: true }],
  nsgs: [
    { exact: false, options: { local: 'explicit' } },
    { exact: true, options: { local: 'enumerative' } },
  ],
  cpg: [{ exact: true, wherePossible: true }],
  lemke: [{ exact: false, exactWithoutFriction: true }],
  mcp: [{ exact: true }],
  cadoux: [{ exact: true }],
  'interior-point': [{ exact: true }],
  auto: [{ exact: true }],
};

it('covers every solver that is registered', () => {
  const names = solvers().map((solver) => solver.name);
  expect(['gauss-seidel', ...Object.keys(expectations)].sort()).toEqual([...names].sort());
});
for (const local of localSolvers()) {
  const wherePossible = local.name === 'pac';
  solverConformance('gauss-seidel', {
    exact: local.exact,
    exactWithoutFriction: true,
    wherePossible,
    // its line search gets stuck where a drive leaves no compliance along the slip
    ...(local.name === 'dac' && { mayFail: ['a block driven'] }),
    options: { local: local.name },
  });
}
for (const [name, list] of Object.entries(expectations)) {
  for (const expected of list) solverConformance(name, expected);
}
