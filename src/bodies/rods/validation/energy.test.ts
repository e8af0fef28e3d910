import { describe, expect, it } from 'vitest';
import { holds } from '../../../validation-row.js';
import { energyKept } from './energy.js';

describe('theta = 1/2', () => {
  it('keeps the energy and the first frequency of undamped chains', () => {
    for (const row of energyKept(['mass-spring'], 3)) expect(holds(row), `${row.name}: ${row.got}`).toBe(true);
  });
});
