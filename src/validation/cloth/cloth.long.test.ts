import { expect, it } from 'vitest';
import { validateBelt } from './belt.js';
import { validateCantilever } from './cantilever.js';
import { holds } from '../row.js';

it('clamped strip at three resolutions and two weights', () => {
  for (const row of validateCantilever()) expect(holds(row), `${row.name}: ${row.got} for ${row.expected}`).toBe(true);
});

it('belt with finer cells', () => {
  for (const row of validateBelt(32)) expect(holds(row), `${row.name}: ${row.got} for ${row.expected}`).toBe(true);
});
