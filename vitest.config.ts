import os from 'node:os';
import { defineConfig } from 'vitest/config';

const long = process.env.STICKSLIP_LONG === '1';
// slow tests run only with npm run test:long
const apart = [...(long ? [] : ['**/*.long.test.ts']), 'node_modules/**', 'dist/**'];
const browser = 'test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: long ? 600_000 : 60_000,
    // a browser that draws in software ends when it has drawn what it was given
    hookTimeout: 60_000,
    // typed-array-heavy tests: forked processes, one for each core (Vitest's default leaves one core idle: of two, half)
    pool: 'forks',
    maxWorkers: os.availableParallelism(),
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [browser, ...apart] },
      },
      // pointers and fingers meet a page that draws in software between other work: where a frame came late they miss. Once
      // more then, and the report says so; what is wrong fails twice
      { extends: true, test: { name: 'browser', include: [browser], exclude: apart, retry: 1 } },
    ],
  },
});
