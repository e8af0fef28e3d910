import { describe, expect, it } from 'vitest';
import { columnEnergy } from './impacts.js';
import { fiberValidation, holds, rigidValidation } from './index.js';

const solvers = ['auto', 'lemke', 'newton-ac-damped'].map((solver) => ({ solver }));
const suites = {
  ...Object.fromEntries(
    Object.entries({ ...rigidValidation, ...fiberValidation }).map(([name, { run }]) => [name, run]),
  ),
  'column, other solvers': () => columnEnergy(solvers),
};

describe.each(Object.entries(suites))('%s', (_, suite) => {
  it('holds', { timeout: 600_000 }, () => {
    expect(suite().filter((line) => !holds(line))).toEqual([]);
  });
});
