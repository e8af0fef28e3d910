import { describe, expect, it } from 'vitest';
import { fiberSuites } from './fibers/suites.js';
import { columnEnergy } from './rigid/impacts.js';
import { rigidSuites } from './rigid/suites.js';
import { holds } from './row.js';

const solvers = ['auto', 'lemke', 'newton-ac-damped'].map((solver) => ({ solver }));
const suites = {
  ...Object.fromEntries(
    Object.entries({ ...rigidSuites, ...fiberSuites })
      // has a long test of its own
      .filter(([name]) => name !== 'fiber-knot')
      .map(([name, { run }]) => [name, run]),
  ),
  'column, other solvers': () => columnEnergy(solvers),
};

describe.each(Object.entries(suites))('%s', (_, suite) => {
  it('holds', { timeout: 600_000 }, () => {
    expect([...suite()].filter((line) => !holds(line))).toEqual([]);
  });
});
