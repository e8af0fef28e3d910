import tseslint from 'typescript-eslint';
import deterministic from './scripts/lint/deterministic.mjs';
import layers from './scripts/lint/layers.mjs';
import rooms from './scripts/lint/rooms.mjs';

/** What only browsers or only Node have: the library below cli and studio runs in both. */
const PLATFORM_GLOBALS = [
  ...['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'history', 'alert', 'fetch'],
  ...[
    'XMLHttpRequest',
    'requestAnimationFrame',
    'HTMLElement',
    'HTMLCanvasElement',
    'Image',
    'Worker',
    'self',
    'parent',
  ],
  ...['process', 'Buffer', 'require', '__dirname', '__filename', 'setImmediate', 'console', 'event', 'name', 'status'],
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'node_modules/',
      'coverage/',
      'docs/api/',
      'bench/out/',
      'bench/build/',
      'runs/',
      'site/.work/',
    ],
  },
  ...tseslint.configs.recommended,
  {
    plugins: { stickslip: { rules: { layers, rooms, deterministic } } },
    rules: {
      'stickslip/layers': 'error',
      'stickslip/rooms': 'error',
      'stickslip/deterministic': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      'no-fallthrough': 'error',
      'no-self-assign': 'error',
      'no-unreachable': 'error',
      'no-loss-of-precision': 'error',
      'no-debugger': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // numeric code indexes typed arrays, and x !== x is its test for NaN
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-self-compare': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      ...['src/reproductions/**', 'src/cli/**', 'src/studio/**', 'src/web-worker/**'],
      ...['src/**/*.test.ts', 'src/**/testing/**'],
    ],
    rules: { 'no-restricted-globals': ['error', ...PLATFORM_GLOBALS] },
  },
);
