import { describe, expect, it } from 'vitest';
import { holds } from './row.js';
import { quickValidations } from './registry.js';

/** What `stickslip validate --quick` runs, a test each. */
describe.each(quickValidations().map((validation) => [validation.name, validation] as const))(
  'validate %s',
  (_, { run }) => {
    it('holds', { timeout: 120_000 }, () => {
      const lines = [...run()];
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((line) => !holds(line))).toEqual([]);
    });
  },
);
