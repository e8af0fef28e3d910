import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complaint, runMutants } from './testing/mutants.js';

const built = existsSync(new URL('../../dist/cli/main.js', import.meta.url));

describe.skipIf(!built)('the command line', () => {
  it('takes damaged files without a crash, a hang or a stack trace', { timeout: 120_000 }, async () => {
    const outcomes = await runMutants(8, 3);
    expect(outcomes.map(complaint).filter((text) => text !== undefined)).toEqual([]);
  });
});
