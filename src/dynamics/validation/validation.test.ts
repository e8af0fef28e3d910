import { describe, expect, it } from 'vitest';
import { incline, ladder, noLiftOff, stopping, tipping } from './block.js';
import { cradle, columnEnergy } from './impacts.js';
import { bouncing, obliqueImpact, rollingDownhill, slidingToRolling } from './sphere.js';
import { holds } from './row.js';

const suites = {
  incline,
  stopping,
  noLiftOff,
  tipping,
  ladder,
  slidingToRolling,
  rollingDownhill,
  obliqueImpact,
  bouncing,
  cradle,
  columnEnergy,
};

describe.each(Object.entries(suites))('%s', (_, suite) => {
  it('holds', () => {
    const rows = suite();
    if (process.env.VERBOSE) for (const line of rows) console.log('\n', holds(line) ? 'ok  ' : 'FAIL', line);
    expect(rows.filter((line) => !holds(line))).toEqual([]);
  });
});
