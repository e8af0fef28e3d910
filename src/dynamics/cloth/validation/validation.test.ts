import { describe, expect, it } from 'vitest';
import {
  validateBelt,
  validateCantilever,
  validateConvergence,
  validateCreep,
  validateFallingSheet,
  validateStack,
} from './index.js';
import type { ValidationRow } from '../../../validation-row.js';

function check(rows: readonly ValidationRow[]): void {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(
      Math.abs(row.got - row.expected),
      `${row.name}: got ${row.got}, expected ${row.expected}`,
    ).toBeLessThanOrEqual(row.tolerance);
  }
}

describe('cloth validation', () => {
  it('sheet falling on an incline follows the closed form with one iteration', () => check(validateFallingSheet()));
  it('at convergence equals the exact solver on the linearised problem', () => check(validateConvergence()));
  it('does not creep below the friction angle', () => check(validateCreep()));
  it('lies still in layers', () => check(validateStack()), 60_000);
  it('clamped strip is a heavy elastica, to second order', () => check(validateCantilever(true)), 120_000);
  it('belt obeys the capstan law', () => check(validateBelt()), 120_000);
});
