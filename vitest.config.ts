import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', 'node_modules/**', 'dist/**'],
    testTimeout: 60_000,
    // typed-array-heavy tests: forked processes with as many workers as the machine has cores
    pool: 'forks',
  },
});
