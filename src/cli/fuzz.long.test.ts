import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complaint, runMutants } from './testing/mutants.js';

const built = existsSync(new URL('../../dist/cli/main.js', import.meta.url));

describe.skipIf(!built)('the command line', () => {
  it('takes 200 damaged files without a crash, a hang or a stack trace', { timeout: 1_200_000 }, async () => {
    const outcomes = await runMutants(200, 2026);
    expect(outcomes.map(complaint).filter((text) => text !== undefined)).toEqual([]);
    const codes = [0, 1, 2].map((code) => outcomes.filter((outcome) => outcome.code === code).length);
    const slowest = Math.max(...outcomes.map(({ seconds }) => seconds));
    console.log(`exit codes 0, 1, 2: ${codes.join(', ')}; slowest ${slowest} s`);
    // most damage is found
    expect(codes[2]).toBeGreaterThan(60);
  });
});
