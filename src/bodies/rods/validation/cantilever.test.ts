import { describe, expect, it } from 'vitest';
import { cantileverContinuum, cantileverOracles, cantileverTipLoad } from './cantilever.js';
import { holds } from '../../../validation-row.js';

describe('cantilever', () => {
  it.each(['mass-spring', 'der', 'super-helix'])('%s agrees with its discrete oracle', (model) => {
    const rows = cantileverOracles(model);
    expect(rows.length).toBeGreaterThan(11);
    for (const row of rows) expect(holds(row), `${row.name}: ${row.got}`).toBe(true);
  });

  it.each(['mass-spring', 'der', 'corde', 'super-helix'])('%s converges to the heavy elastica', (model) => {
    for (const row of cantileverContinuum([model])) expect(holds(row), `${row.name}: ${row.got}`).toBe(true);
  });

  it.each(['mass-spring', 'der', 'corde', 'super-helix'])('%s bends under a tip load', (model) => {
    for (const row of cantileverTipLoad([model])) expect(holds(row), `${row.name}: ${row.got}`).toBe(true);
  });
});
