import os from 'node:os';
import { defineConfig } from 'vitest/config';

const long = process.env.STICKSLIP_LONG === '1';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // slow tests run only with npm run test:long
    exclude: [...(long ? [] : ['**/*.long.test.ts']), 'node_modules/**', 'dist/**'],
    testTimeout: long ? 600_000 : 60_000,
    // a browser that draws in software ends when it has drawn what it was given
    hookTimeout: 60_000,
    // typed-array-heavy tests: forked processes, one for each core (Vitest's default leaves one core idle: of two, half)
    pool: 'forks',
    maxWorkers: os.availableParallelism(),
  },
});
